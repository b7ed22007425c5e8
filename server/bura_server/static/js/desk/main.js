// The referee's desk: the live picture, every entry with its evidence, and every correction in two presses.
import { html, useEffect, useState } from "../ui.js";
import { t } from "../i18n.js";
import { as, ask, begin } from "../page.js";
import { follow, isTable, nothing } from "../live.js";
import { useActs, Why } from "../acts.js";
import { NO_CAMERA, Picture } from "../picture.js";
import { Careful } from "../actions.js";
import { Alerts, Claim, Result } from "../rulings.js";
import { nameOf } from "../names.js";
import { Said, useNews } from "../voice.js";
import { useTableLanguage } from "../tablelang.js";
import { Advice } from "./advice.js";
import { Timeline } from "./timeline.js";
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

/** @param {{view: Api.Scoreboard, threshold: number, act: (event: Say) => Promise<boolean>, onMissed: () => void, onStop: () => void}} props */
function Deeds({ view, threshold, act, onMissed, onStop }) {
  return html`<section class="panel deeds" aria-label=${t("desk.deeds")}>
    <div class="row">
      <button type="button" class="main-act" data-testid="missed" aria-keyshortcuts="m" onClick=${onMissed}>${t("desk.missed")}</button>
      <button type="button" class="tool" data-testid="undo" aria-keyshortcuts="z" onClick=${() => act({ type: "undo" })}>↶ ${t("act.undo")}</button>
      <${Careful} testid="new-deal" label=${t("desk.next")} act=${() => act({ type: "new_deal" })} />
      ${!view.result && html`<${Careful} testid="end-deal" label=${t("desk.end")} act=${() => act({ type: "end_deal" })} />`}
      <${Careful} testid="stop-table" label=${t("desk.stop")} act=${onStop} />
    </div>
    <div class="row">
      ${Object.keys(view.seats).map((seat) => html`<span class="row seat-says" key=${seat}><b class="cut" title=${nameOf(view, seat)}>${nameOf(view, seat)}</b>
        <${Careful} testid=${`claim-${seat}`} label=${t("act.claim", { n: threshold })} name=${t("act.claim.of", { name: nameOf(view, seat), n: threshold })} act=${() => act({ type: "claim", seat })} />
        <${Careful} testid=${`stop-${seat}`} label=${t("act.stop")} name=${`${nameOf(view, seat)}: ${t("act.stop")}`} act=${() => act({ type: "stop", seat })} />
      </span>`)}
    </div>
  </section>`;
}

/** @param {{lang: string, onLang: (code: string) => void}} props */
function Desk({ lang, onLang }) {
  const [table, setTable] = useState(nothing());
  const [said, setSaid] = useState("");
  const [missed, setMissed] = useState(/** @type {number | null} */ (null));
  const [none, setNone] = useState(false);
  useEffect(() => follow(setTable, lang, table), [lang]);
  useEffect(() => {
    if (table.connection === "open") setNone(false);
    if (table.connection === "lost") isTable().then((there) => setNone(!there));
  }, [table.connection]);
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
    setSaid(taken && !["amend", "undo"].includes(event.type) ? t("desk.done") : "");
    return taken;
  };
  const stop = async () => {
    const { problem: why } = await ask("/api/v1/table", as("DELETE"));
    if (why) refuse(why);
    else setNone(true);
  };
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ e) => {
      const typing = e.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
      if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === "z") act({ type: "undo" });
      if (e.key === "m") setMissed(0);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);

  if (none) return html`<section class="panel"><p>${t("desk.none")}</p><p><a class="main-act link-act" href="/setup">${t("nav.setup")}</a></p></section>`;
  if (!view) return html`<p class="hint" role="status">${t(`connection.${table.connection}`)}</p>`;
  return html`
    ${refused && html`<p class="banner desk-problem" role="alert" data-testid="problem"><${Why} refused=${refused} view=${view} entries=${entries} links /> <button type="button" class="tool" onClick=${() => refuse(null)}>${t("log.close")}</button></p>`}
    ${table.connection === "over" && html`<p class="banner desk-problem" role="status">${t("connection.over")}</p>`}
    <p class="sr" role="status">${said}</p>
    <${Said} news=${news} />
    <div class="desk" data-testid="desk" data-seq=${table.seq}>
      <div class="desk-now">
        <${Picture} label=${t("picture.label")} waiting=${t(info.source.name === NO_CAMERA ? "picture.none" : "picture.wait")} />
        <${Advice} table=${table} full=${evidence.full} act=${act} onMissed=${() => setMissed(0)} />
        <${Waiting} view=${view} pending=${pending} more=${more} act=${act} />
        <${Score} view=${view} />
        <${Deeds} view=${view} threshold=${info.threshold} act=${act} onMissed=${() => setMissed(0)} onStop=${stop} />
        <${Claim} view=${view} threshold=${info.threshold} />
        <${Alerts} view=${view} evidence act=${act} />
        ${view.result && html`<${Result} view=${view} />`}
      </div>
      <${Timeline} view=${withPending(view, pending)} entries=${entries} first=${table.first} earlier=${table.earlier} pack=${info.pack} stills=${evidence.entries} act=${act} onMissed=${setMissed} />
    </div>
    ${missed !== null && html`<${Missed} view=${view} entries=${entries} pack=${info.pack} after=${missed} act=${act} onClose=${() => setMissed(null)} />`}`;
}

await begin("desk", Desk, "voice", "games");
