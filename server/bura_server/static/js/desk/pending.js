// What waits for the umpire, however old: objections nobody has dealt with, alerts nobody has seen to.
import { html, useEffect, useState } from "../ui.js";
import { t } from "../i18n.js";
import { ask } from "../page.js";
import { Umpire } from "../rulings.js";

const PAGE = 50; // alerts that are fetched at once
const PAUSE_MS = 150; // entries that come together are one change

/** @typedef {{alerts: Api.AlertView[], objections: Api.OpenObjection[], more: boolean}} Pending `more`: there are older alerts */

/** Items page by page, the newest first.
 * @param {"alerts" | "objections"} what @param {string} lang @param {number} most @returns {Promise<{items: any[], more: boolean} | null>} */
async function pages(what, lang, most) {
  /** @type {any[]} */
  const items = [];
  let before = null;
  do {
    const query = new URLSearchParams({ lang, limit: String(PAGE) });
    if (before) query.set("before", String(before));
    /** @type {{data: any}} */
    const { data } = await ask(`/api/v1/${what}?${query}`);
    if (!data) return null;
    items.push(...data[what]);
    before = data.next;
  } while (before && items.length < most);
  return { items, more: before !== null };
}

/** What waits, and a way to older alerts.
 * @param {Api.Scoreboard | null} view @param {number} seq @param {string} lang @returns {[Pending, () => void]} */
export function usePending(view, seq, lang) {
  const [pending, setPending] = useState(/** @type {Pending} */ ({ alerts: [], objections: [], more: false }));
  const [most, setMost] = useState(PAGE);
  const { alerts = 0, objections = 0 } = view?.pending ?? {};
  useEffect(() => {
    let live = true;
    const look = async () => {
      const [a, o] = await Promise.all([alerts ? pages("alerts", lang, most) : null, objections ? pages("objections", lang, Infinity) : null]);
      if (live) setPending({ alerts: a?.items ?? [], objections: o?.items ?? [], more: a?.more ?? false });
    };
    const timer = setTimeout(look, alerts || objections ? PAUSE_MS : 0);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [seq, alerts, objections, lang, most]);
  return [pending, () => setMost(most + PAGE)];
}

/** The view with the alerts that wait beside those it tells.
 * @param {Api.Scoreboard} view @param {Pending} pending */
export function withPending(view, pending) {
  const told = new Set((view.alerts ?? []).map((a) => `${a.seq} ${a.rule}`));
  return { ...view, alerts: [...pending.alerts.filter((a) => !told.has(`${a.seq} ${a.rule}`)), ...(view.alerts ?? [])] };
}

/** @param {{view: Api.Scoreboard, pending: Pending, more: () => void, act: (event: Say) => Promise<boolean>}} props */
export function Waiting({ view, pending, more, act }) {
  const count = view.pending?.alerts ?? 0;
  const seen = (/** @type {number} */ target) => act({ type: "acknowledge", target });
  if (!count && !pending.objections.length) return null;
  return html`<section class="panel waiting" aria-label=${t("desk.waiting")} data-testid="waiting" data-alerts=${count}>
    ${pending.objections.map((one) => html`<p class="objection" key=${one.seq} data-testid="objection" role="status">
      <b><span aria-hidden="true">✋</span> ${t("desk.objection", { name: view.seats[one.seat]?.name ?? one.seat, n: one.target })}</b>
      ${one.reason && html` “${one.reason}”`}
      <span class="row"><a class="tool link-act" href=${`#entry-${one.target}`}>${t("desk.objection.look")}</a>
      <button type="button" class="tool" onClick=${() => seen(one.seq)}>${t("desk.objection.seen")}</button></span>
    </p>`)}
    ${count > 0 && html`<details data-testid="open-alerts"><summary>${t("desk.waiting.alerts", { n: count })}</summary>
      <ol>${pending.alerts.map((alert) => html`<li key=${`${alert.seq} ${alert.rule}`} data-testid="open-alert" data-target=${alert.seq}>
        <span><small>${alert.seq}</small> <span aria-hidden="true">⚠</span> ${alert.text}</span>
        <span class="row"><a class="tool link-act" href=${`#entry-${alert.seq}`} aria-label=${`${t("desk.objection.look")}: ${alert.seq}`}>${t("desk.objection.look")}</a>
          ${alert.ruling === "deal_lost" && view.proposed && !view.result && html`<${Umpire} alert=${alert} seen=${view.seq} act=${act} />`}
          <button type="button" class="tool" aria-label=${`${t("desk.acknowledge")}: ${alert.seq}`} onClick=${() => seen(alert.seq)}>${t("desk.acknowledge")}</button></span>
      </li>`)}</ol>
      ${pending.more && html`<button type="button" class="tool" data-testid="older-alerts" onClick=${more}>${t("desk.more")}</button>`}
    </details>`}
  </section>`;
}
