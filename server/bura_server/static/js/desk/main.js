// The referee's desk: the live picture, every entry with its evidence, and every correction in two presses.
import { html, useEffect, useState } from "../ui.js";
import { t } from "../i18n.js";
import { as, ask, begin } from "../page.js";
import { follow, nothing } from "../live.js";
import { useNoTable } from "../notable.js";
import { useActs, Why } from "../acts.js";
import { NO_CAMERA, Picture } from "../picture.js";
import { Careful } from "../actions.js";
import { Alerts, Claim, Result } from "../rulings.js";
import { nameOf } from "../names.js";
import { Said, useNews } from "../voice.js";
import { useTableLanguage } from "../tablelang.js";
import { SeatWords } from "../words.js";
import { shortcut } from "../keys.js";
import { Advice } from "./advice.js";
import { sentence } from "../sentence.js";
import { Timeline, cardName } from "./timeline.js";
import { Missed } from "./missed.js";
import { Waiting, usePending, withPending } from "./pending.js";

const EVIDENCE_MS = 1500;

/** Of which entries there is a still; asked for after changes, and once more when clips are ready.
 * @param {number} seq */
function useEvidence(seq) {
  const [known, setKnown] = useState({ entries: /** @type {Set<number>} */ (new Set()), full: false });
  useEffect(() => {
    let live = true;
    const look = async () => {
      const { data } = await ask("/api/v1/evidence");
      if (data && live) setKnown({ entries: new Set(data.entries), full: data.full });
    };
    const timers = [setTimeout(look, 150), setTimeout(look, EVIDENCE_MS)];
    return () => {
      live = false;
      timers.forEach(clearTimeout);
    };
  }, [seq]);
  return known;
}

/** @param {{view: Api.Scoreboard}} props */
function Score({ view }) {
  return html`<ul class="score" aria-label=${t("desk.score")}>
    ${Object.entries(view.seats).map(([seat, player]) => html`<li key=${seat} data-turn=${view.turn === seat && !view.result}>
      <b class="cut" title=${player.name}>${player.name}</b>
      ${view.turn === seat && !view.result && html`<span class="score-turn"><span aria-hidden="true">▶</span> ${t(`turn.${view.status}`)}</span>`}
      <span class="score-n" data-testid=${`points-${seat}`} data-hidden=${player.points ? undefined : true} title=${player.points ? undefined : t("points.hidden")}>${player.points ? (player.points.lo === player.points.hi ? player.points.lo : `${player.points.lo}–${player.points.hi}`) : t("points.hide")}</span>
      <small>${t("tricks.count", { n: player.tricks })} · ${t("hand.count", { n: player.hand })}</small>
    </li>`)}
    <li><b class="cut">${t("stock")}</b> <span class="score-n">${view.stock ?? ""}</span></li>
  </ul>`;
}

/** To the buttons of what players say: to the answer of a raise, else to what is said in turn, else to the first. */
function toWords() {
  for (const which of ['[data-testid^="accept-"]', ':not([data-testid^="claim-"], [data-testid^="stop-"])', ""]) {
    const button = /** @type {HTMLElement | null} */ (document.querySelector(`#says button${which}`));
    if (button) return button.focus();
  }
}

/** @param {{view: Api.Scoreboard, says: Table["says"], threshold: number, act: (event: Say) => Promise<boolean>, onMissed: () => void, onStop: () => void}} props */
function Deeds({ view, says, threshold, act, onMissed, onStop }) {
  return html`<section class="panel deeds" aria-label=${t("desk.deeds")}>
    <div class="row">
      <button type="button" class="main-act" data-testid="missed" aria-keyshortcuts="m" onClick=${onMissed}>${t("desk.missed")}</button>
      <button type="button" class="tool" data-testid="undo" aria-keyshortcuts="z" onClick=${() => act({ type: "undo" })}>↶ ${t("act.undo")}</button>
      <${Careful} testid="new-deal" label=${t("desk.next")} act=${() => act({ type: "new_deal" })} />
      ${!view.result && html`<${Careful} testid="end-deal" label=${t("desk.end")} act=${() => act({ type: "end_deal" })} />`}
      <${Careful} testid="stop-table" label=${t("desk.stop")} act=${onStop} />
    </div>
    <div class="row" id="says" data-testid="says" role="group" aria-label=${t("act.title")} aria-keyshortcuts="w">
      ${Object.keys(view.seats).map((seat) => html`<span class="row seat-says" key=${seat}><b class="cut" title=${nameOf(view, seat)}>${nameOf(view, seat)}</b>
        <${SeatWords} view=${view} seat=${seat} words=${says?.[seat] ?? {}} threshold=${threshold} act=${act} />
      </span>`)}
    </div>
  </section>`;
}

/** What was entered, for screen readers; a trick that was taken is told with the news.
 * @param {Api.Scoreboard} view @param {any} event */
function entered(view, event) {
  if (event.type === "took") return "";
  const cards = event.type === "trump_shown" ? [event.card] : (event.cards ?? []);
  return [sentence(view, event), ...cards.map(cardName)].join(", ");
}

/** @param {{lang: string, onLang: (code: string) => void}} props */
function Desk({ lang, onLang }) {
  const [table, setTable] = useState(nothing());
  const [said, setSaid] = useState("");
  const [missed, setMissed] = useState(/** @type {number | null} */ (null));
  const [stopped, setStopped] = useState(false); // told before the connection is lost
  useEffect(() => follow(setTable, lang, table), [lang]);
  useEffect(() => {
    if (table.connection === "open") setStopped(false);
  }, [table.connection]);
  const none = useNoTable(table.connection) || stopped;
  useTableLanguage(table.connection, onLang);
  const news = useNews(table, lang);
  const evidence = useEvidence(table.seq);
  const { view, entries, table: info } = table;
  const [pending, more] = usePending(view, table.seq, lang);
  const { act: send, refused, refuse } = useActs(table);

  /** Send something; true when it was taken.
   * @param {Say} event */
  const act = async (event) => {
    const taken = await send(event);
    // what was corrected is told with the news
    if (event.type === "enter") setSaid(taken && table.view ? entered(table.view, event.event) : "");
    else setSaid(taken && !["amend", "undo"].includes(event.type) ? t("desk.done") : "");
    return taken;
  };
  const onMissed = (/** @type {number} */ after) => {
    refuse(null);
    setMissed(after);
  };
  const stop = async () => {
    const { problem: why } = await ask("/api/v1/table", as("DELETE"));
    if (why) refuse(why);
    else setStopped(true);
  };
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ e) => {
      const letter = shortcut(e);
      if (letter === "z") act({ type: "undo" });
      if (letter === "m") onMissed(0);
      if (letter === "w") toWords();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);

  if (none) return html`<section class="panel"><p>${t("desk.none")}</p><p><a class="main-act link-act" href="/setup">${t("nav.setup")}</a></p></section>`;
  if (!view) return html`<p class="hint" role="status">${t(`connection.${table.connection}`)}</p>`;
  const alone = info.source.name === NO_CAMERA; // there is no picture: its place is the timeline's
  return html`
    ${refused && missed === null && html`<p class="banner desk-problem" role="alert" data-testid="problem"><${Why} refused=${refused} view=${view} entries=${entries} links /> <button type="button" class="tool" onClick=${() => refuse(null)}>${t("log.close")}</button></p>`}
    ${table.connection === "over" && html`<p class="banner desk-problem" role="status">${t("connection.over")}</p>`}
    <p class="sr" role="status">${said}</p>
    <${Said} news=${news} />
    <div class="desk" data-testid="desk" data-alone=${alone} data-seq=${table.seq}>
      <div class="desk-now">
        ${!alone && html`<${Picture} label=${t("picture.label")} waiting=${t("picture.wait")} />`}
        <${Advice} table=${table} full=${evidence.full} act=${act} onMissed=${() => onMissed(0)} />
        <${Waiting} view=${view} pending=${pending} more=${more} act=${act} />
        <${Score} view=${view} />
        <${Deeds} view=${view} says=${table.says} threshold=${info.threshold} act=${act} onMissed=${() => onMissed(0)} onStop=${stop} />
        <${Claim} view=${view} threshold=${info.threshold} />
        <${Alerts} view=${view} evidence=${!alone} act=${act} />
        ${view.result && html`<${Result} view=${view} />`}
      </div>
      <${Timeline} view=${withPending(view, pending)} entries=${entries} first=${table.first} earlier=${table.earlier} pack=${info.pack} stills=${evidence.entries} act=${act} onMissed=${onMissed} />
    </div>
    ${missed !== null && html`<${Missed} view=${view} says=${table.says} entries=${entries} pack=${info.pack} after=${missed} act=${act} refused=${refused} onClose=${() => { refuse(null); setMissed(null); }} />`}`;
}

await begin("desk", Desk, "voice", "games", "says");
