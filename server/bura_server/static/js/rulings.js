// Alerts, the claim and the end of the deal: each says its ruling in words and, where the view has one, its proof.
import { html } from "./ui.js";
import { t } from "./i18n.js";
import { openAlerts } from "./alerts.js";
import { Careful } from "./actions.js";
import { Evidence } from "./evidence.js";
import { nameOf, peopleOf, sideName } from "./names.js";

const SHOWN = 2;

/** How an alert is headed: by how grave it is, or that it is only a doubt.
 * @param {Api.AlertView} alert */
function heading(alert) {
  if (alert.status === "unclear") return t("alert.unclear");
  return t(alert.severity === "notice" ? "alert.notice" : "alert.foul");
}

/** What an alert says, without the heading that the referee's sentence begins with where it is a doubt.
 * @param {Api.AlertView} alert */
function said(alert) {
  const head = `${heading(alert)}: `;
  return alert.text.startsWith(head) ? alert.text.slice(head.length) : alert.text;
}

/**
 * The umpire's two buttons, beside a foul that costs the deal and has not ended it.
 * @param {{alert: Api.AlertView, seen: number, act: Act}} props
 */
export function Umpire({ alert, seen, act }) {
  const rule = (/** @type {boolean} */ enforce) => act({ type: "rule", target: alert.seq, enforce, seen });
  return html`<span class="umpire">
    <${Careful} testid="enforce" label=${t("act.enforce")} act=${() => rule(true)} />
    <${Careful} testid="waive" label=${t("act.waive")} act=${() => rule(false)} />
  </span>`;
}

/**
 * `evidence`: with what the camera saw, for those who may see the table; `act`: with the umpire's buttons, for pages that have one.
 * @param {{view: Api.Scoreboard, evidence?: boolean, act?: Act}} props
 */
export function Alerts({ view, evidence = false, act }) {
  const alerts = openAlerts(view);
  const shown = alerts.slice(-SHOWN).reverse();
  // where points are hidden the running deal's pictures are the umpire's: others need not ask
  const pictures = evidence && (act || view.counting !== "hidden" || view.result);
  return html`<section class="alerts" aria-label=${t("alerts")} data-testid="alerts" data-n=${alerts.length}>
    ${shown.map((alert) => html`<p class="alert" key=${`${alert.seq}-${alert.rule}`} data-testid="alert" data-rule=${alert.rule} data-seat=${alert.seat ?? ""} data-severity=${alert.severity} data-status=${alert.status}>
      ${pictures && html`<${Evidence} key=${alert.seq} seq=${alert.seq} />`}
      <b><span aria-hidden="true">⚠</span> ${heading(alert)}</b>${" "}
      <span>${said(alert)}</span>
      ${act && alert.ruling === "deal_lost" && view.proposed && !view.result && html`<${Umpire} alert=${alert} seen=${view.seq} act=${act} />`}
    </p>`)}
    ${alerts.length > SHOWN && html`<p class="alert-more">${t("alert.more", { n: alerts.length - SHOWN })}</p>`}
  </section>`;
}

/** @param {{view: Api.Scoreboard, threshold: number}} props */
export function Claim({ view, threshold }) {
  const claim = view.claim;
  if (!claim) return null;
  const verdict = claim.verdict;
  const mark = { true: "✓", false: "✗", must_count: "…", draw: "=", void: "–" }[verdict];
  return html`<section class="claim" data-verdict=${verdict} data-testid="claim">
    <h2>${t("claim.title", { name: nameOf(view, claim.seat), n: claim.proof?.needed ?? threshold })}</h2>
    <p class="claim-verdict"><span aria-hidden="true">${mark}</span> ${t(`claim.${verdict}`)}</p>
    ${claim.proof && html`<p class="claim-proof">${t("claim.proof", { ...claim.proof, points: spread(claim.proof) })}</p>`}
  </section>`;
}

/** @param {{view: Api.Scoreboard}} props */
export function Result({ view }) {
  if (!view.result) return null;
  const { reason, winners, points, text } = view.result;
  const score = Object.entries(view.match?.score ?? {});
  const title = winners.length === 0 ? t("result.draw") : t(winners.length === 1 ? "result.wins" : "result.win", { name: peopleOf(view, winners) });
  return html`<section class="result" data-testid="result" data-reason=${reason} data-winners=${winners.join(",")} role="status">
    <p class="result-kicker">${t("result.title")}</p>
    <h2>${title}</h2>
    <p>${text}</p>
    <dl>${Object.entries(points ?? {}).map(([seat, p]) => html`<div data-win=${won(winners, seat)}>
      <dt>${sideName(view, seat)}</dt><dd>${spread(p)}</dd>
    </div>`)}</dl>
    ${score.length > 0 && html`<p class="result-match">${t("match")} ${score.map(([seat, n]) => `${sideName(view, seat)} ${n}`).join(" : ")}</p>`}
  </section>`;
}

/** @param {string[]} winners @param {string} side */
function won(winners, side) {
  return [...side].some((seat) => winners.includes(seat));
}

/** @param {{lo: number, hi: number}} p */
function spread(p) {
  return p.lo === p.hi ? p.lo : `${p.lo}–${p.hi}`;
}
