// For people without a microphone: claim, stop, new deal, undo. Small, out of the way, and never by one stray press.
import { html, useEffect, useState } from "./ui.js";
import { t } from "./i18n.js";
import { Why } from "./acts.js";
import { nameOf } from "./names.js";

const SURE_MS = 4000;

/** A button that asks once more before it acts.
 * @param {{label: string, name?: string, testid: string, act: () => void}} props */
export function Careful({ label, name, testid, act }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => setAsked(false), SURE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const press = () => {
    if (asked) act();
    setAsked(!asked);
  };
  return html`<button type="button" class="act" data-asked=${asked} data-testid=${testid} onClick=${press}
    aria-label=${asked ? `${name ?? label}: ${t("act.sure")}` : (name ?? label)}>${asked ? t("act.sure") : label}</button>`;
}

/** @param {{view: Api.Scoreboard, says?: Table["says"], entries: Api.Row[], threshold: number, act: Act, refused: Refused | null}} props */
export function Actions({ view, says, entries, threshold, act: send, refused }) {
  return html`<footer class="acts" aria-label=${t("act.title")} role="group">
    ${Object.keys(view.seats).map((seat) => html`<span class="acts-seat" key=${seat}>
      <span class="cut" title=${nameOf(view, seat)}>${nameOf(view, seat)}</span>
      ${"claim" in (says?.[seat] ?? {}) && html`<${Careful} testid=${`claim-${seat}`} label=${t("act.claim", { n: threshold })} name=${t("act.claim.of", { name: nameOf(view, seat), n: threshold })}
        act=${() => send({ type: "claim", seat })} />`}
      ${"stop" in (says?.[seat] ?? {}) && html`<${Careful} testid=${`stop-${seat}`} label=${t("act.stop")} name=${`${nameOf(view, seat)}: ${t("act.stop")}`} act=${() => send({ type: "stop", seat })} />`}
    </span>`)}
    <span class="acts-table">
      <${Careful} testid="new-deal" label=${t("act.new")} act=${() => send({ type: "new_deal" })} />
      <${Careful} testid="undo" label=${t("act.undo")} act=${() => send({ type: "undo" })} />
    </span>
    ${refused && html`<p class="acts-problem" role="alert" data-testid="problem"><${Why} refused=${refused} view=${view} entries=${entries} /></p>`}
  </footer>`;
}
