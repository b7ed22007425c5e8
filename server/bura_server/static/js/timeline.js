// What happened, entry by entry, and the correction of a misread card in two presses: the card, then what it was.
import { html, useEffect, useRef, useState } from "./ui.js";
import { has, t } from "./i18n.js";
import { Card, spoken } from "./cards.js";
import { alternatives, tell } from "./live.js";
import { nameOf } from "./names.js";

const TAIL = 4;
const QUIET = new Set(["game_started", "acknowledged"]);

/** One entry in words, its cards apart. @param {any} view @param {any} entry */
export function sentence(view, entry) {
  const event = entry.event;
  const key = `event.${event.type}`;
  const values = { name: nameOf(view, event.seat ?? event.dealer), n: event.count, rules: event.rules, target: event.target };
  if (event.type === "dealt" && !event.dealer) return t("event.dealt.unknown");
  return has(key) || event.count !== undefined ? t(key, values) : event.type;
}

/** @param {any} event @returns {(string | null)[]} */
function cardsOf(event) {
  if (event.type === "trump_shown") return [event.card];
  return event.cards ?? [];
}

/** m:ss of the recording or of the sitting. @param {number} at_s */
function clock(at_s) {
  const s = Math.floor(at_s);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** The newest lines, for the big screen. @param {{view: any, entries: any[], onOpen: () => void}} props */
export function LogTail({ view, entries, onOpen }) {
  const last = entries.filter((e) => !QUIET.has(e.event.type)).slice(-TAIL).reverse();
  return html`<section class="tail" aria-label=${t("log.title")}>
    <ol>${last.map((entry) => html`<li key=${entry.seq}>
      <time>${clock(entry.at_s)}</time> <span>${sentence(view, entry)}</span>
      <span class="tail-cards">${cardsOf(entry.event).map((code) => html`<${Card} code=${code} size="xs" />`)}
        ${Array.from({ length: entry.event.face_down || 0 }, () => html`<${Card} size="xs" />`)}</span>
    </li>`)}</ol>
    <button type="button" class="tool" onClick=${onOpen}>${t("log.open")}</button>
  </section>`;
}

/** @param {{view: any, entries: any[], fix: {seq: number, card: number} | null, onFix: any, onClose: () => void}} props */
export function Log({ view, entries, fix, onFix, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const rows = entries.filter((e) => !QUIET.has(e.event.type)).reverse();
  const entry = fix && entries.find((e) => e.seq === fix.seq);
  return html`<dialog class="log" ref=${dialog} aria-label=${t("log.title")} onClose=${onClose}
      onClick=${(/** @type {any} */ e) => e.target === dialog.current && dialog.current?.close()}>
    <header>
      <h2>${t("log.title")}</h2>
      <button type="button" class="tool" onClick=${() => dialog.current?.close()}>${t("log.close")}</button>
    </header>
    ${entry
      ? html`<${Fix} key=${`${fix.seq}.${fix.card}`} view=${view} entry=${entry} card=${fix.card} onDone=${() => onFix(null)} />`
      : html`<p class="log-hint">${rows.length ? t("log.hint") : t("log.empty")}</p>
        <ol class="log-rows">${rows.map((row) => html`<${Row} key=${row.seq} view=${view} entry=${row} onFix=${onFix} />`)}</ol>`}
  </dialog>`;
}

/** @param {{view: any, entry: any, onFix: any}} props */
function Row({ view, entry, onFix }) {
  const alerts = (view.alerts ?? []).filter((/** @type {any} */ a) => a.seq === entry.seq);
  const now = entry.now ?? [entry.event];
  const removed = now.length === 0;
  return html`<li data-seq=${entry.seq} data-type=${entry.event.type} data-removed=${removed}>
    <time>${clock(entry.at_s)}</time>
    <div class="row-what">
      <span>${removed ? html`<s>${sentence(view, entry)}</s>` : sentence(view, { ...entry, event: now[0] })}</span>
      ${alerts.length > 0 && html`<span class="row-alert"><span aria-hidden="true">⚠</span> ${t("alert")}</span>`}
      <small>${t(`log.by.${entry.source}`)}${removed ? ` · ${t("log.removed")}` : entry.corrected ? ` · ${t("log.corrected")}` : ""}</small>
    </div>
    <span class="row-cards">
      ${!removed && cardsOf(now[0]).map((code, i) => html`<${Card} code=${code} size="xs" doubt=${code === null || entry.doubt?.[i]}
        onPick=${() => onFix({ seq: entry.seq, card: i })} />`)}
      ${!removed && Array.from({ length: now[0].face_down || 0 }, () => html`<${Card} size="xs" />`)}
    </span>
  </li>`;
}

/** @param {{view: any, entry: any, card: number, onDone: () => void}} props */
function Fix({ view, entry, card, onDone }) {
  const [choice, setChoice] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const head = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    alternatives(entry.seq, card).then(setChoice);
    head.current?.focus();
  }, [entry.seq, card]);
  const amend = async (/** @type {any} */ instead) => {
    const refusal = await tell({ type: "amend", target: entry.seq, instead, seen: choice?.seq });
    if (refusal === null) onDone();
    else setProblem(refusal || t("act.failed"));
  };
  const shown = cardsOf((entry.now ?? [entry.event])[0] ?? entry.event)[card] ?? null;
  return html`<section class="fix" data-testid="fix">
    <h3 tabindex="-1" ref=${head}>${t("fix.title")}</h3>
    <p>${sentence(view, entry)} · ${t("fix.now", { card: shown ? spoken(shown) : t("card.hidden") })}</p>
    ${problem && html`<p class="banner" role="alert">${problem}</p>`}
    ${(choice?.groups ?? []).map((/** @type {any} */ group) => {
      const cards = html`<div class="fix-cards">${group.choices.map((/** @type {any} */ c) => html`<span class="fix-choice" data-seen=${c.seen}>
        <${Card} code=${c.card} size="s" label=${`${spoken(c.card)}, ${t(c.seen ? "fix.seen" : "fix.unseen")}`} onPick=${() => amend(c.instead)} />
        ${c.seen && html`<small aria-hidden="true">${t("fix.seen")}</small>`}
      </span>`)}</div>`;
      return group.kind === "other"
        ? html`<details><summary>${t("fix.more")}</summary>${cards}</details>`
        : html`<h4>${t(`fix.${group.kind}`)}</h4>${cards}`;
    })}
    <p class="fix-end">
      <button type="button" class="tool" onClick=${() => amend([])}>${t("fix.remove")}</button>
      <button type="button" class="tool" onClick=${onDone}>${t("fix.cancel")}</button>
    </p>
  </section>`;
}
