// What comes next, in one sentence, beside the one button that begins the game: always in sight.
import { html } from "../ui.js";
import { t } from "../i18n.js";
import { NO_CAMERA } from "../picture.js";

const WANTED = 5;

/** @param {{camera: string, preview: Api.PreviewInfo, seen: number, open: boolean, gone: boolean}} props
 *   what is missing, most pressing first; `open`: there is a match that goes on whatever is missing for another one */
function missing({ camera, preview, seen, open, gone }) {
  if (gone || (open && preview.status === "failed")) return "setup.goon.gone";
  if (!camera) return open ? "setup.goon.first" : "setup.camera.first";
  if (camera === NO_CAMERA) return "setup.next.ready";
  if (preview.status === "failed") return "setup.next.failed";
  if (preview.status !== "running") return "setup.next.wait";
  return seen < WANTED ? "setup.next.cards" : "setup.next.ready";
}

/** What is wrong with the names, if anything.
 * @param {string[]} names */
function unnamed(names) {
  const said = names.map((name) => name.trim().toLowerCase());
  if (said.includes("")) return "setup.names.blank";
  return new Set(said).size < said.length ? "setup.names.same" : null;
}

/**
 * @param {{camera: string, preview: Api.PreviewInfo, seen: number, names: string[], few: number[] | null, many: boolean, busy: boolean, unfinished: Api.UnfinishedTable | null, other: string | null, gone: boolean, onFour: () => void, onStart: () => void, onGoOn: () => void}} props
 *   `many`: more players than a camera follows; `onFour` keeps the first four; `unfinished`: the match that `onGoOn` takes up
 *   again, which is offered first: nobody begins another one without having read that there is this one; `other`: what the
 *   camera is called that it goes on with, where that is not the one it had; `gone`: it could not go on with the one it had
 */
export function Next({ camera, preview, seen, names, few, many, busy, unfinished, other, gone, onFour, onStart, onGoOn }) {
  const key = missing({ camera, preview, seen, open: unfinished !== null, gone: unfinished !== null && gone });
  const wrong = unnamed(names);
  const blocked = busy || !camera || few !== null || many || wrong !== null;
  return html`<section class="setup-start" aria-label=${t("setup.start")}>
    <p role="status" data-testid="next" data-next=${key}>${few ? html`<b>${t("setup.players.wrong", { lo: few[0], hi: few[1] })}</b>` : many ? html`<b>${t("setup.players.camera")}</b>` : wrong ? html`<b data-testid="names-wrong">${t(wrong)}</b>` : t(key)}</p>
    <p class="row">
      ${many && html`<button type="button" class="tool" data-testid="keep-four" onClick=${onFour}>${t("setup.players.four")}</button>`}
      ${unfinished && html`<button type="button" class="main-act go-on" data-testid="resume" disabled=${busy} onClick=${onGoOn}>${t("setup.goon")} <small>${unfinished.names.join(", ")} · ${t("setup.goon.deal", { deal: unfinished.deal })}${other && ` · ${other}`}</small></button>`}
      <button type="button" class=${unfinished ? "tool" : "main-act"} data-testid="start" disabled=${blocked} onClick=${onStart}>${t(unfinished ? "setup.fresh" : "setup.start")}</button>
    </p>
  </section>`;
}
