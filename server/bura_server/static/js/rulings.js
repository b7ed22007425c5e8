// Alerts, the claim and the end of the deal: each says its ruling in words and, where the view has one, its proof.
import { html } from "./ui.js";
import { has, t } from "./i18n.js";
import { nameOf } from "./names.js";

/** The alert's sentence: in the page's language where it has one for the rule, else as the referee wrote it. */
export function alertText(view, alert) {
  const key = `rule.${alert.rule}`;
  return has(key) ? t(key, { name: nameOf(view, alert.seat) }) : alert.text;
}

const SHOWN = 2;

/** @param {{view: any}} props */
export function Alerts({ view }) {
  const alerts = view.alerts ?? [];
  const shown = alerts.slice(-SHOWN).reverse();
  return html`<section class="alerts" aria-label=${t("alerts")} data-testid="alerts" data-n=${alerts.length}>
    ${shown.map((alert) => html`<p class="alert" key=${`${alert.seq}-${alert.rule}`} data-testid="alert" data-rule=${alert.rule} data-seat=${alert.seat ?? ""} data-severity=${alert.severity}>
      <b><span aria-hidden="true">⚠</span> ${t(`alert.${String(alert.severity).toUpperCase()}`)}</b>
      <span>${alertText(view, alert)}</span>
    </p>`)}
    ${alerts.length > SHOWN && html`<p class="alert-more">${t("alert.more", { n: alerts.length - SHOWN })}</p>`}
  </section>`;
}

/** @param {{view: any}} props */
export function Claim({ view }) {
  const claim = view.claim;
  if (!claim) return null;
  const verdict = String(claim.verdict ?? "OPEN").toUpperCase().replace("CLAIM_", "");
  const mark = { TRUE: "✓", FALSE: "✗" }[verdict] ?? "…";
  return html`<section class="claim" data-verdict=${verdict} data-testid="claim">
    <h2>${t("claim.title", { name: nameOf(view, claim.seat), n: claim.threshold ?? "" })}</h2>
    <p class="claim-verdict"><span aria-hidden="true">${mark}</span> ${t(`claim.${verdict}`)}</p>
    ${claim.proof && html`<p class="claim-proof">${claim.proof}</p>`}
  </section>`;
}

/** @param {{view: any}} props */
export function Result({ view }) {
  const { reason, winners = [], points = {} } = view.result;
  const names = winners.map((/** @type {string} */ seat) => nameOf(view, seat)).join(", ");
  const title = winners.length === 0 ? t("result.draw") : t(winners.length === 1 ? "result.wins" : "result.win", { name: names });
  return html`<section class="result" data-testid="result" data-reason=${reason} data-winners=${winners.join(",")} role="status">
    <p class="result-kicker">${t("result.title")}</p>
    <h2>${title}</h2>
    <p>${has(`reason.${reason}`) ? t(`reason.${reason}`) : reason}</p>
    <dl>${Object.entries(points).map(([seat, p]) => html`<div data-win=${winners.includes(seat)}>
      <dt>${nameOf(view, seat)}</dt><dd>${spread(p)}</dd>
    </div>`)}</dl>
  </section>`;
}

/** @param {any} p */
function spread(p) {
  if (p === null || typeof p !== "object") return p;
  return p.lo === p.hi ? p.lo : `${p.lo}–${p.hi}`;
}
