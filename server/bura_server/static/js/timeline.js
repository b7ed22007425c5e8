// What happened, entry by entry, and the correction of a misread card in two presses: the card, then what it was.
import { html, useEffect, useRef, useState } from "./ui.js";
import { t } from "./i18n.js";
import { openAlerts } from "./alerts.js";
import { Card, spoken } from "./cards.js";
import { alternatives, tell } from "./live.js";
import { isHalf, rowWords, sentence } from "./sentence.js";

export { sentence };

const TAIL = 6;
const QUIET = new Set(["game_started", "acknowledged"]);

/** The face-up cards of what stands at an entry, in order.
 * @param {Api.LogEvent[]} events @returns {(string | null)[]} */
function cardsOf(events) {
  return events.flatMap((event) => (event.type === "trump_shown" ? [event.card ?? null] : (event.cards ?? [])));
}

/** @param {Api.LogEvent[]} events */
function downOf(events) {
  return events.reduce((sum, event) => sum + (event.face_down ?? 0), 0);
}

/** What stands at an entry after corrections.
 * @param {Api.Row} entry @returns {Api.LogEvent[]} */
function standing(entry) {
  return entry.now ?? [entry.event];
}

/** m:ss of the recording or of the sitting.
 * @param {number} at_s */
function clock(at_s) {
  const s = Math.floor(at_s);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** What stands at an entry in words; of a correction what it changed.
 * @param {Api.Scoreboard} view @param {Api.Row[]} entries @param {Api.Row} entry */
function what(view, entries, entry) {
  if (entry.event.type === "amend") return rowWords(view, entries, entry);
  const now = standing(entry);
  return (now.length ? now : [entry.event]).map((event) => sentence(view, event)).join("; ");
}

/** The newest lines, for the big screen.
 * @param {{view: Api.Scoreboard, entries: Api.Row[]}} props */
export function LogTail({ view, entries }) {
  const last = entries.filter((e) => !QUIET.has(e.event.type) && standing(e).length > 0 && !isHalf(entries, e)).slice(-TAIL).reverse();
  return html`<section class="tail" aria-label=${t("log.title")}>
    <ol>${last.map((entry) => html`<li key=${entry.seq}>
      <time>${clock(entry.at_s)}</time> <span class="cut">${what(view, entries, entry)}</span>
      <span class="tail-cards">${cardsOf(standing(entry)).map((code) => html`<${Card} code=${code} size="xs" />`)}
        ${Array.from({ length: downOf(standing(entry)) }, () => html`<${Card} size="xs" />`)}</span>
    </li>`)}</ol>
  </section>`;
}

/** Without `onFix` it is only read: a link that may not correct shows no way to.
 * @param {{view: Api.Scoreboard, entries: Api.Row[], first: number, earlier: () => Promise<void>, fix: {seq: number, card: number} | null, onFix?: any, onClose: () => void}} props */
export function Log({ view, entries, first, earlier, fix, onFix, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const rows = entries.filter((e) => !QUIET.has(e.event.type) && !isHalf(entries, e)).reverse();
  const entry = fix && entries.find((e) => e.seq === fix.seq);
  return html`<dialog class="log" ref=${dialog} aria-label=${t("log.title")} onClose=${onClose}
      onClick=${(e) => e.target === dialog.current && dialog.current?.close()}>
    <header>
      <h2>${t("log.title")}</h2>
      <button type="button" class="tool" onClick=${() => dialog.current?.close()}>${t("log.close")}</button>
    </header>
    ${entry
      ? html`<${Fix} key=${`${fix.seq}.${fix.card}`} view=${view} entry=${entry} card=${fix.card} onDone=${() => onFix(null)} />`
      : html`<p class="log-hint">${!rows.length ? t("log.empty") : onFix ? t("log.hint") : ""}</p>
        <ol class="log-rows">${rows.map((row) => html`<${Row} key=${row.seq} view=${view} entries=${entries} entry=${row} onFix=${onFix} />`)}</ol>
        ${first > 1 && html`<button type="button" class="tool" data-testid="earlier" onClick=${earlier}>${t("log.earlier")}</button>`}`}
  </dialog>`;
}

/** @param {{view: Api.Scoreboard, entries: Api.Row[], entry: Api.Row, onFix?: any}} props */
function Row({ view, entries, entry, onFix }) {
  const alerts = openAlerts(view).filter((a) => a.seq === entry.seq);
  const now = standing(entry);
  const removed = now.length === 0;
  return html`<li data-seq=${entry.seq} data-type=${entry.event.type} data-removed=${removed}>
    <time>${clock(entry.at_s)}</time>
    <div class="row-what">
      <span>${removed ? html`<s>${what(view, entries, entry)}</s>` : what(view, entries, entry)}</span>
      ${alerts.length > 0 && html`<span class="row-alert"><span aria-hidden="true">⚠</span> ${t("alert")}</span>`}
      <small>${t(`log.by.${entry.source}`)}${removed ? ` · ${t("log.removed")}` : entry.corrected ? ` · ${t("log.corrected")}` : ""}</small>
    </div>
    <span class="row-cards">
      ${cardsOf(now).map((code, i) => html`<${Card} code=${code} size="xs" doubt=${code === null || entry.doubt?.[i]}
        onPick=${onFix && (() => onFix({ seq: entry.seq, card: i }))} />`)}
      ${Array.from({ length: downOf(now) }, () => html`<${Card} size="xs" />`)}
      ${onFix && cardsOf(now).length === 0 && entry.event.type !== "amend" && html`<button type="button" class="tool row-fix"
        aria-label=${t("fix.entry", { what: sentence(view, entry.event) })} onClick=${() => onFix({ seq: entry.seq, card: 0 })}>
        <span aria-hidden="true">…</span></button>`}
    </span>
  </li>`;
}

/** @param {{view: Api.Scoreboard, entry: Api.Row, card: number, onDone: () => void}} props */
function Fix({ view, entry, card, onDone }) {
  const [choice, setChoice] = useState(/** @type {Api.Alternatives | null} */ (null));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const head = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (cardsOf(standing(entry)).length) alternatives(entry.seq, card).then(setChoice);
    head.current?.focus();
  }, [entry.seq, card]);
  const amend = async (/** @type {Api.LogEvent[] | null} */ instead) => {
    const refusal = await tell({ type: "amend", target: entry.seq, instead, seen: choice?.seq });
    if (refusal === null) onDone();
    else setProblem(refusal || t("act.failed"));
  };
  const count = cardsOf(standing(entry)).length;
  const shown = cardsOf(standing(entry))[card] ?? null;
  return html`<section class="fix" data-testid="fix">
    <h3 tabindex="-1" ref=${head}>${t(count ? "fix.title" : "fix.happened")}</h3>
    <p>${sentence(view, entry.event)}${count > 0 && ` · ${t(entry.corrected || entry.source === "human" ? "fix.stands" : "fix.now", { card: shown ? spoken(shown) : t("card.hidden") })}`}</p>
    ${problem && html`<p class="banner" role="alert">${problem}</p>`}
    ${(choice?.groups ?? []).map((group) => {
      const cards = html`<div class="fix-cards">${group.choices.map((c) => html`<span class="fix-choice" data-seen=${c.seen}>
        <${Card} code=${c.card} size="s" label=${`${spoken(c.card)}, ${t(c.seen ? "fix.seen" : "fix.unseen")}`} onPick=${() => amend(c.instead)} />
        ${c.seen && html`<small aria-hidden="true">${t("fix.was")}</small>`}
      </span>`)}</div>`;
      return group.kind === "other"
        ? html`<details><summary>${t("fix.more")}</summary>${cards}</details>`
        : html`<h4>${t(`fix.${group.kind}`)}</h4>${cards}`;
    })}
    <p class="fix-end">
      ${standing(entry).length > 0 && html`<button type="button" class="tool" onClick=${() => amend([])}>${t("fix.remove")}</button>`}
      ${entry.corrected && html`<button type="button" class="tool" onClick=${() => amend(null)}>${t("fix.restore")}</button>`}
      <button type="button" class="tool" onClick=${onDone}>${t("fix.cancel")}</button>
    </p>
  </section>`;
}
