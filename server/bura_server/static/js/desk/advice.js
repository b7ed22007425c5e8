// How the table is, and what to do when it cannot go on by itself.
import { html } from "../ui.js";
import { t } from "../i18n.js";
import { NO_CAMERA, PHONE } from "../picture.js";

/** @param {{table: Table, full: boolean, act: (event: Say) => void, onMissed: () => void}} props */
export function Advice({ table, full, act, onMissed }) {
  const state = table.table?.state ?? "STARTING";
  const source = table.table?.source;
  const lost = table.connection === "lost";
  const unwritten = !lost && table.table?.log === "unwritten";
  const key = lost ? "connection" : unwritten ? "log" : state === "DESYNC" ? "desync" : source?.status === "lost" ? (source.name === PHONE ? "phone" : "lost") : source?.status === "refused" ? "refused"
    : source?.status === "broken" ? "broken" : state === "PAUSED" ? "paused" : null;
  return html`<section class="panel advice" data-bad=${Boolean(key)} aria-label=${t("desk.state")}>
    <p class="advice-state"><span class="chip" data-bad=${Boolean(key)} data-testid="state" data-state=${state}>${t(`state.${state}`)}</span>
      <span class="hint">${source?.name === NO_CAMERA ? t("picture.none") : source?.name === PHONE ? t("desk.phone.name") : source?.name}</span></p>
    ${key && html`<div role="alert" data-testid="advice"><p>${t(`desk.advice.${key}`)} ${source?.message && html`<small>${source.message}</small>`}</p>
      ${unwritten && html`<p class="row"><a class="tool" href="/history">${t("nav.history")}</a></p>`}
      ${key === "phone" && html`<p class="row"><a class="tool" href="/phone" data-testid="phone-code">${t("desk.phone.code")}</a></p>`}
      ${key === "desync" && html`<p class="row"><button type="button" class="tool" onClick=${onMissed}>${t("desk.missed")}</button>
        <button type="button" class="tool" onClick=${() => act({ type: "undo" })}>${t("act.undo")}</button></p>`}
    </div>`}
    ${full && !unwritten && html`<p class="hint" data-testid="evidence-full">${t("desk.full")}</p>`}
  </section>`;
}
