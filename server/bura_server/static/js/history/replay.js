// A deal, entry by entry: the log on one side, the table as it was then (by what is known today) on the other.
import { html, useEffect, useMemo, useState } from "../ui.js";
import { t } from "../i18n.js";
import { ask } from "../page.js";
import { Card, Suit } from "../cards.js";
import { nameOf } from "../names.js";
import { Claim, Result } from "../rulings.js";
import { sentence } from "../sentence.js";
import { useWindow } from "../desk/window.js";

const PAGE = 1000; // entries that are asked for at once

/** @param {Api.Row} entry @returns {Api.LogEvent[]} */
function standing(entry) {
  return entry.now ?? [entry.event];
}

/** The cards of an event, face-down ones last.
 * @param {Api.LogEvent} event @returns {(string | null)[]} */
function cardsOf(event) {
  if (event.type === "trump_shown") return [event.card ?? null];
  return [...(event.cards ?? []), ...Array.from({ length: event.face_down ?? 0 }, () => null)];
}

/** @param {number} at_s */
function clock(at_s) {
  const s = Math.floor(at_s);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** @param {Api.PointRange | null} points */
function spread(points) {
  if (!points) return "–";
  return points.lo === points.hi ? points.lo : `${points.lo}–${points.hi}`;
}

/** The table at one moment.
 * @param {{view: Api.Scoreboard}} props */
function Moment({ view }) {
  return html`<section class="panel moment" data-testid="moment" data-seq=${view.seq}>
    <p class="moment-facts">
      ${view.trump.suit && html`<span class=${`moment-suit suit-${view.trump.suit}`}><${Suit} suit=${view.trump.suit} /></span>`}
      <span>${t("trump")}: ${view.trump.suit ? t(`suit.${view.trump.suit}`) : "–"}</span> <span>${t("stock")}: <b data-testid="stock">${view.stock ?? "–"}</b></span>
    </p>
    <table><thead><tr><th scope="col">${t("history.player")}</th><th scope="col" class="n">${t("history.tricks")}</th><th scope="col" class="n">${t("history.points")}</th></tr></thead>
      <tbody>${Object.entries(view.seats).map(([seat, player]) => html`<tr key=${seat} data-turn=${view.turn === seat}>
        <th scope="row">${view.turn === seat ? html`<span aria-hidden="true">▶ </span>` : ""}${player.name}</th>
        <td class="n">${player.tricks}</td><td class="n">${spread(player.points)}</td></tr>`)}</tbody></table>
    ${(view.trick?.plays ?? []).map((play, n) => html`<p key=${n} class="moment-play">${nameOf(view, play.seat)} ${t(`play.${play.standing}`)}
      ${play.cards.map((code) => html`<${Card} code=${code} size="s" />`)}${Array.from({ length: play.face_down }, () => html`<${Card} size="s" />`)}</p>`)}
    <${Claim} view=${view} threshold=${0} />
    ${view.result && html`<${Result} view=${view} />`}
    ${Boolean(view.alerts_earlier) && html`<p class="hint" data-testid="alerts-earlier">${t("alert.more", { n: view.alerts_earlier })}</p>`}
    ${view.alerts.map((alert) => html`<p key=${`${alert.seq}-${alert.rule}`} class="moment-alert"><span aria-hidden="true">⚠</span> ${alert.text}</p>`)}
  </section>`;
}

/** Still and clip of an entry, where they were kept.
 * @param {{match: Api.MatchInfo, seq: number}} props */
function Evidence({ match, seq }) {
  const [there, setThere] = useState(true);
  const [clip, setClip] = useState(false);
  const path = `/api/v1/history/matches/${match.id}/entries/${seq}`;
  useEffect(() => {
    setThere(true);
    setClip(false);
  }, [seq]);
  if (!there) return null;
  return html`<figure class="panel evidence">
    ${clip
      ? html`<video src=${`${path}/clip.mp4`} controls autoplay muted onError=${() => setClip(false)}></video>`
      : html`<img src=${`${path}/still.jpg`} alt=${t("history.still", { n: seq })} onError=${() => setThere(false)} />
        <button type="button" class="tool" onClick=${() => setClip(true)}>${t("history.clip")}</button>`}
  </figure>`;
}

/** One entry of the log.
 * @param {{names: any, row: Api.Row, shown: boolean, onGo: (seq: number) => void}} props */
function Line({ names, row, shown, onGo }) {
  const now = standing(row);
  return html`<li data-seq=${row.seq} data-removed=${now.length === 0}>
    <button type="button" data-testid="entry" data-seq=${row.seq} aria-current=${shown ? "step" : undefined} onClick=${() => onGo(row.seq)}>
      <time>${clock(row.at_s)}</time> <span>${(now.length ? now : [row.event]).map((event) => sentence(names, event)).join("; ")}
      ${row.corrected && html`<small> · ${t(now.length ? "log.corrected" : "log.removed")}</small>`}</span>
      <span class="replay-cards">${now.flatMap(cardsOf).map((code) => html`<${Card} code=${code} size="xs" />`)}</span>
    </button></li>`;
}

/** The entries of a deal, page by page: a deal may be longer than any one answer.
 * @param {number} match @param {Api.DealInfo} deal @returns {[Api.Row[], string | null]} what has come, and why no more does */
function useEntries(match, deal) {
  const [rows, setRows] = useState(/** @type {Api.Row[]} */ ([]));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    let newest = true;
    const read = async () => {
      /** @type {Api.Row[]} */
      let all = [];
      for (let since = deal.first_seq - 1; since < deal.last_seq; since += PAGE) {
        const limit = Math.min(PAGE, deal.last_seq - since);
        const { data, problem: wrong } = await ask(`/api/v1/history/matches/${match}/entries?since=${since}&limit=${limit}`);
        if (!newest) return;
        setProblem(wrong);
        if (wrong !== null) return;
        all = [...all, ...data.entries];
        setRows(all);
      }
    };
    read();
    return () => {
      newest = false;
    };
  }, [match, deal.number]);
  return [rows, problem];
}

/** @param {{match: Api.MatchInfo, deal: Api.DealInfo, lang: string, onClose: () => void}} props */
export function Replay({ match, deal, lang, onClose }) {
  const [rows, unread] = useEntries(match.id, deal);
  const [seq, setSeq] = useState(deal.first_seq);
  const [focused, setFocused] = useState(0);
  const [view, setView] = useState(/** @type {Api.Scoreboard | null} */ (null));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const keys = useMemo(() => rows.map((row) => row.seq), [rows]);
  const bySeq = useMemo(() => new Map(rows.map((row) => [row.seq, row])), [rows]);
  // the entry that is shown and the one that has the focus are drawn wherever they are
  const [list, drawn] = useWindow(keys, new Set([seq, focused]), true);
  useEffect(() => {
    let newest = true;
    ask(`/api/v1/history/matches/${match.id}/view?seq=${seq}&lang=${lang}`).then(({ data, problem: wrong }) => {
      if (!newest) return;
      setProblem(wrong);
      if (wrong === null) setView(data);
    });
    return () => {
      newest = false;
    };
  }, [seq, lang]);
  // … once it has come: a long deal is read page by page
  const there = bySeq.has(seq);
  useEffect(() => {
    list.current?.querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest" });
  }, [seq, lang, there]);
  const within = (/** @type {number} */ to) => Math.min(Math.max(to, deal.first_seq), deal.last_seq);
  const go = (/** @type {number} */ to) => setSeq(within(to));
  // From where it is by then: two quick presses are two steps, however long the first takes to be drawn.
  const step = (/** @type {number} */ by) => setSeq((at) => within(at + by));
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ e) => {
      if (e.target instanceof HTMLInputElement || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === "ArrowRight") step(1);
      else if (e.key === "ArrowLeft") step(-1);
      else if (e.key === "Escape") onClose();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [deal.number]);
  const names = view ?? { seats: Object.fromEntries(Object.entries(match.names).map(([seat, name]) => [seat, { name }])) };
  return html`<section aria-label=${t("history.replay", { n: deal.number })} data-testid="replay">
    <p class="row replay-tools">
      <button type="button" class="tool" onClick=${onClose}>← ${t("history.title")}</button>
      <button type="button" class="tool" data-testid="back" disabled=${seq <= deal.first_seq} aria-keyshortcuts="ArrowLeft" onClick=${() => step(-1)}>${t("history.back")}</button>
      <button type="button" class="tool" data-testid="on" disabled=${seq >= deal.last_seq} aria-keyshortcuts="ArrowRight" onClick=${() => step(1)}>${t("history.on")}</button>
      <label class="replay-slide"><span class="sr">${t("history.where")}</span>
        <input type="range" min=${deal.first_seq} max=${deal.last_seq} value=${seq} onInput=${(e) => go(Number(e.target.value))} /></label>
    </p>
    ${(unread ?? problem) && html`<p class="banner" role="alert">${unread ?? problem}</p>`}
    <div class="replay">
      <ol class="panel replay-log" ref=${list} tabindex="0" aria-label=${t("log.title")}
        onFocusIn=${(/** @type {any} */ e) => setFocused(Number(e.target.closest("[data-seq]")?.dataset.seq ?? 0))}>${drawn.map((part) => {
        const row = part.row !== null && bySeq.get(part.row);
        if (!row) return html`<li key=${part.key} aria-hidden="true" style=${`height: ${part.gap}px`}></li>`;
        return html`<${Line} key=${part.key} names=${names} row=${row} shown=${row.seq === seq} onGo=${go} />`;
      })}</ol>
      <div>${view && html`<${Moment} view=${view} />`}<${Evidence} match=${match} seq=${seq} /></div>
    </div>
  </section>`;
}
