// The entries, newest first, each with its thumbnail. A press on a card asks what it was; a second press answers.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../ui.js";
import { t } from "../i18n.js";
import { openAlerts } from "../alerts.js";
import { Card, spoken } from "../cards.js";
import { isHalf, rowWords, sentence } from "../sentence.js";
import { QUIET, cardsOf, clock, downOf, standing } from "./entry.js";
import { Find, numberOf, useFound } from "./find.js";
import { Fix } from "./fix.js";
import { Proof } from "./proof.js";
import { useWindow } from "./window.js";

/**
 * @param {{view: Api.Scoreboard, entries: Api.Row[], first: number, earlier: () => Promise<void>, pack: number, stills: Set<number>, act: Act, onMissed: (after: number) => void}} props
 */
export function Timeline({ view, entries, first, earlier, pack, stills, act, onMissed }) {
  const [open, setOpen] = useState(/** @type {Opened | null} */ (null));
  const [query, setQuery] = useState("");
  const [goal, setGoal] = useState(/** @type {{seq: number, block: "center" | "nearest"} | null} */ (null));
  const [focused, setFocused] = useState(0);
  const all = useMemo(() => entries.filter((e) => !QUIET.has(e.event.type) && !isHalf(entries, e)).reverse(), [entries]);
  const rows = useFound(view, all, query);
  const keys = useMemo(() => rows.map((row) => row.seq), [rows]);
  const bySeq = useMemo(() => new Map(rows.map((row) => [row.seq, row])), [rows]);
  // an entry that somebody else has just corrected is shown as it stands now; what was asked about it is moot
  const entry = open && entries.find((e) => e.seq === open.seq);
  const state = JSON.stringify(entry?.now);
  const [before, setBefore] = useState(state);
  useEffect(() => setBefore(state), [open?.seq, open?.card]);
  const changed = Boolean(open) && before !== state;

  // who asks for an entry gets the nearest that is shown, once it is here
  const at = goal && goal.seq >= first ? (keys.find((key) => key <= goal.seq) ?? keys[keys.length - 1]) : undefined;
  const [list, drawn] = useWindow(keys, new Set([open?.seq ?? 0, focused, at ?? 0]));
  const searching = query !== "" && numberOf(query) === null;
  useEffect(() => {
    if (first > 1 && (searching || (goal && goal.seq < first))) earlier();
  }, [first, searching, goal]);
  useLayoutEffect(() => {
    if (at === undefined) return;
    const row = document.getElementById(`entry-${at}`);
    row?.scrollIntoView({ block: goal?.block });
    (row?.querySelector("button") ?? row)?.focus({ preventScroll: true });
    setFocused(at);
    setGoal(null);
  }, [at]);
  useEffect(() => {
    const jump = (/** @type {MouseEvent} */ e) => {
      const link = e.target instanceof Element && e.target.closest('a[href^="#entry-"]');
      if (!link) return;
      e.preventDefault();
      setQuery("");
      setGoal({ seq: Number(link.getAttribute("href")?.slice(7)), block: "center" });
    };
    addEventListener("click", jump);
    return () => removeEventListener("click", jump);
  }, []);
  const seqOf = (/** @type {any} */ e) => Number(e.target.closest?.("[data-seq]")?.dataset.seq ?? 0);
  const key = (/** @type {KeyboardEvent} */ e) => {
    const target = /** @type {HTMLElement} */ (e.target);
    if (target.closest(".entry-open") || e.ctrlKey || e.metaKey || e.altKey) return;
    const i = keys.indexOf(seqOf(e));
    const to = { ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: keys.length - 1 }[e.key];
    if (i < 0 || to === undefined || keys[to] === undefined) return;
    e.preventDefault();
    setGoal({ seq: keys[to], block: "nearest" });
  };
  const foot = useSight(earlier, [first, searching]);
  const close = () => {
    const seq = open?.seq;
    setOpen(null);
    requestAnimationFrame(() => document.getElementById(`entry-${seq}`)?.querySelector("button")?.focus());
  };
  useEffect(() => {
    if (!open) return undefined;
    const escape = (/** @type {KeyboardEvent} */ e) => {
      // a window over the desk closes itself, and a field that is searched in is emptied
      const elsewhere = document.querySelector("dialog[open]") || e.target instanceof HTMLInputElement;
      if (e.key === "Escape" && !e.defaultPrevented && !elsewhere) close();
    };
    addEventListener("keydown", escape);
    return () => removeEventListener("keydown", escape);
  }, [open]);
  return html`<section class="timeline" aria-labelledby="t-log">
    <div class="timeline-head"><h2 id="t-log">${t("log.title")}</h2>
      <${Find} query=${query} found=${rows.length} reading=${searching && first > 1} onQuery=${setQuery} onNumber=${(seq) => setGoal({ seq, block: "center" })} /></div>
    <p class="hint">${all.length ? t("desk.hint") : t("log.empty")}</p>
    <ol ref=${list} onKeyDown=${key} onFocusIn=${(e) => setFocused(seqOf(e))}>${drawn.map((part) => {
      const row = part.row !== null && bySeq.get(part.row);
      if (!row) return html`<li key=${part.key} class="gap" aria-hidden="true" style=${`height: ${part.gap}px`}></li>`;
      return html`<${Row} key=${part.key} view=${view} entry=${row} entries=${entries} pack=${pack} still=${stills.has(row.seq)}
        open=${open?.seq === row.seq ? open : null} changed=${changed} act=${act} onOpen=${setOpen} onClose=${close} onMissed=${onMissed} />`;
    })}</ol>
    ${first > 1 && html`<button type="button" class="tool" data-testid="more" ref=${foot} onClick=${earlier}>${t("desk.more")}</button>`}
  </section>`;
}

/** A ref; calls `seen` when what it is given comes into sight by scrolling.
 * @param {() => void} seen @param {any[]} again */
function useSight(seen, again) {
  const foot = useRef(/** @type {HTMLElement | null} */ (null));
  const moved = useRef(false);
  const newest = useRef(seen);
  newest.current = seen;
  useEffect(() => {
    const note = () => {
      moved.current = true;
    };
    addEventListener("scroll", note, { passive: true, capture: true });
    return () => removeEventListener("scroll", note, { capture: true });
  }, []);
  useEffect(() => {
    const watch = new IntersectionObserver((all) => {
      if (moved.current && all.some((it) => it.isIntersecting)) newest.current();
    });
    if (foot.current) watch.observe(foot.current);
    return () => watch.disconnect();
  }, again);
  return foot;
}

/**
 * @param {{view: Api.Scoreboard, entry: Api.Row, entries: Api.Row[], pack: number, still: boolean, open: Opened | null, changed: boolean, act: Act, onOpen: (open: Opened) => void, onClose: () => void, onMissed: (after: number) => void}} props
 */
function Row({ view, entry, entries, pack, still, open, changed, act, onOpen, onClose, onMissed }) {
  const now = standing(entry);
  const removed = now.length === 0;
  const alerts = openAlerts(view).filter((a) => a.seq === entry.seq && !a.acknowledged);
  const amend = entry.event.type === "amend";
  const what = amend ? rowWords(view, entries, entry) : removed ? sentence(view, entry.event) : now.map((event) => sentence(view, event)).join("; ");
  const cards = cardsOf(now);
  return html`<li id=${`entry-${entry.seq}`} tabindex="-1" data-seq=${entry.seq} data-type=${entry.event.type} data-removed=${removed} data-open=${Boolean(open)}>
    <div class="entry">
      ${still
        ? html`<button type="button" class="thumb" aria-label=${t("desk.look", { what })} onClick=${() => onOpen({ seq: entry.seq, card: null })}><img loading="lazy" src=${`/api/v1/entries/${entry.seq}/thumb.jpg`} alt="" /></button>`
        : html`<span class="thumb thumb-none" aria-hidden="true"></span>`}
      <div class="entry-what">
        <span><small>${entry.seq} · ${clock(entry.at_s)}</small> ${removed ? html`<s>${what}</s>` : what}</span>
        ${alerts.map((a) => html`<span class="row-alert" key=${a.rule}><span aria-hidden="true">⚠</span> ${a.text}</span>`)}
        <small>${t(`log.by.${entry.source}`)}${removed ? ` · ${t("log.removed")}` : entry.corrected ? ` · ${t("log.corrected")}` : ""}</small>
      </div>
      <span class="entry-cards">
        ${cards.map(({ card }, i) => html`<${Card} key=${i} code=${card} size="xs" doubt=${card === null || entry.doubt?.[i]} onPick=${() => onOpen({ seq: entry.seq, card: i })} />`)}
        ${Array.from({ length: downOf(now) }, (_, i) => html`<${Card} key=${`d${i}`} size="xs" label=${t("desk.down.was")} onPick=${() => onOpen({ seq: entry.seq, card: -1 })} />`)}
        ${!amend && html`<button type="button" class="tool more" aria-expanded=${Boolean(open)} aria-label=${t("fix.entry", { what })} onClick=${() => (open ? onClose() : onOpen({ seq: entry.seq, card: null }))}><span aria-hidden="true">…</span></button>`}
      </span>
    </div>
    ${open && html`<div class="entry-open" data-testid="open">
      ${changed && html`<p class="banner" role="alert">${t("desk.changed")}</p>`}
      ${open.card !== null
        ? html`<${Fix} key=${`${entry.seq}.${open.card}`} entry=${entry} entries=${entries} pack=${pack} card=${open.card} act=${act} onDone=${onClose} />`
        : html`<${Proof} view=${view} entry=${entry} entries=${entries} still=${still} act=${act} onDone=${onClose} onMissed=${onMissed} />`}
    </div>`}
  </li>`;
}

/** A card's name, or that it is not known.
 * @param {string | null} card */
export function cardName(card) {
  return card ? spoken(card) : t("card.hidden");
}
