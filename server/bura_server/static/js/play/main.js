// A player's phone: what his seat may see, and the words the rules let him say now. The server decides both.
import { html, useEffect, useState } from "../ui.js";
import { t } from "../i18n.js";
import { openAlerts } from "../alerts.js";
import { begin } from "../page.js";
import { Card, Suit } from "../cards.js";
import { fromAddress } from "../prefs.js";
import { follow, nothing, tell } from "../live.js";
import { nameOf } from "../names.js";
import { Claim, Result } from "../rulings.js";
import { useNoTable } from "../notable.js";
import { useTableLanguage } from "../tablelang.js";
import { changeWords, isHalf, markOf, rowWords } from "../sentence.js";
import { WORDS, wordLabel } from "../words.js";

const SURE_MS = 4000;
const ALERTS = 3;

/**
 * A word, said with two presses: a stray one must not cost the deal.
 * @param {{testid: string, label: string, may: boolean, strong?: boolean, act: () => void}} props
 */
function Word({ testid, label, may, strong = false, act }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => setAsked(false), SURE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  useEffect(() => {
    if (!may) setAsked(false);
  }, [may]);
  const press = () => {
    if (asked) act();
    setAsked(!asked);
  };
  return html`<button type="button" class="word" data-strong=${strong} data-asked=${asked} data-testid=${testid} disabled=${!may} onClick=${press}>
    ${label}${asked && html`<small>${t("act.sure")}</small>`}
  </button>`;
}

/** @param {{words: Record<string, boolean | number>, threshold: number, say: (event: Word) => void}} props */
function Words({ words, threshold, say }) {
  return html`<section class="words" aria-label=${t("play.words")} data-testid="words">
    ${WORDS.filter((word) => word in words).map((word) => html`<${Word} key=${word} testid=${word} strong=${word === "claim"}
      label=${wordLabel(word, words[word], threshold)} may=${Boolean(words[word])} act=${() => say({ type: word })} />`)}
  </section>`;
}

/** Whose turn it is, said to this player.
 * @param {{view: Api.Scoreboard, seat: string}} props */
function Turn({ view, seat }) {
  if (view.status === "count" && !view.result) return html`<p class="turn" data-testid="turn" data-mine="false">${t("play.mine.count")}</p>`;
  if (view.result || !view.turn) return html`<p class="turn" data-testid="turn" data-mine="false">${t(view.result ? "result.title" : "play.wait")}</p>`;
  const mine = view.turn === seat;
  return html`<p class="turn" data-testid="turn" data-mine=${mine}>
    ${mine
      ? html`<span aria-hidden="true">▶</span> ${t(`play.mine.${view.status}`)}`
      : t("play.theirs", { name: nameOf(view, view.turn), what: t(`turn.${view.status}`) })}
  </p>`;
}

/** @param {Api.PointRange | null} points */
function spread(points) {
  if (!points) return t("play.hidden");
  return points.lo === points.hi ? String(points.lo) : `${points.lo}–${points.hi}`;
}

/** @param {{view: Api.Scoreboard, seat: string}} props */
function Seats({ view, seat }) {
  const order = [seat, ...Object.keys(view.seats).filter((each) => each !== seat)];
  return html`<table class="score"><thead><tr>
      <th scope="col">${t("play.player")}</th><th scope="col" class="n">${t("tricks")}</th><th scope="col" class="n">${t("points")}</th>
    </tr></thead><tbody>
    ${order.map((each) => html`<tr key=${each} data-testid=${`seat-${each}`} data-me=${each === seat}>
      <th scope="row"><span class="cut" title=${nameOf(view, each)}>${nameOf(view, each)}</span>${each === seat && html` <small>(${t("play.you")})</small>`}</th>
      <td class="n">${view.seats[each].tricks}</td>
      <td class="n" data-testid="points" data-hidden=${!view.seats[each].points}>${spread(view.seats[each].points)}</td>
    </tr>`)}
  </tbody></table>`;
}

/** @param {{view: Api.Scoreboard}} props */
function TableFacts({ view }) {
  const { trump, stock, stake } = view;
  const shown = trump.suit ? html`<span class=${`facts-suit suit-${trump.suit}`}><${Suit} suit=${trump.suit} /></span> ${t(`suit.${trump.suit}`)}` : t("trump.unknown");
  return html`<dl class="facts">
    <div><dt>${t("trump")}</dt><dd data-testid="trump">${shown}</dd></div>
    <div><dt>${t("stock")}</dt><dd data-testid="stock">${stock ?? "–"}</dd></div>
    ${stake && (stake.value > 1 || stake.asked) && html`<div><dt>${t("stake")}</dt><dd>${stake.value}${stake.asked ? ` → ${stake.asked}` : ""}</dd></div>`}
  </dl>`;
}

/** @param {{view: Api.Scoreboard}} props */
function Trick({ view }) {
  const plays = view.trick?.plays ?? [];
  if (!plays.length) return null;
  return html`<section class="trick" aria-label=${t("trick")} data-testid="trick">
    ${plays.map((play, n) => html`<div key=${n} data-seat=${play.seat}>
      <p>${nameOf(view, play.seat)} ${t(`play.${play.standing}`)}</p>
      <p class="trick-cards">${play.cards.map((code) => html`<${Card} code=${code} size="s" />`)}
        ${Array.from({ length: play.face_down }, () => html`<${Card} size="s" />`)}</p>
    </div>`)}
  </section>`;
}

/** Alerts of this deal, in words: nothing here decides anything.
 * @param {{view: Api.Scoreboard}} props */
function Alerts({ view }) {
  const alerts = openAlerts(view).slice(-ALERTS).reverse();
  if (!alerts.length) return null;
  return html`<section class="notes" aria-label=${t("alerts")}>
    ${alerts.map((alert) => html`<p key=${`${alert.seq}-${alert.rule}`} data-testid="alert"><span aria-hidden="true">⚠</span> ${alert.text}</p>`)}
  </section>`;
}

/**
 * The newest correction of this deal; an opponent may object to it once.
 * @param {{view: Api.Scoreboard, entries: Api.Row[], seat: string, say: (event: Word) => void}} props
 */
function Correction({ view, entries, seat, say }) {
  const last = entries.findLast((entry) => entry.event.type === "amend" && !isHalf(entries, entry));
  if (!last) return null;
  // an undo and a swap say themselves what they are
  const plain = !["undo", "swap"].includes(markOf(last));
  const mine = entries.some((entry) => entry.event.type === "objected" && entry.event.target === last.seq && entry.event.seat === seat);
  return html`<section class="notes" data-testid="correction" data-seq=${last.seq}>
    <p>${plain ? t("play.corrected", { what: changeWords(view, entries, last) }) : rowWords(view, entries, last)}</p>
    ${mine
      ? html`<p data-testid="objected">${t("play.objected")}</p>`
      : html`<${Word} testid="object" label=${t("play.object")} may=${true} act=${() => say({ type: "object", target: last.seq })} />`}
  </section>`;
}

/** @param {{me: Api.Me | null, lang: string, onLang: (code: string) => void}} props */
function Play({ me, lang, onLang }) {
  const seat = me?.seat ?? fromAddress("seat");
  const [table, setTable] = useState(nothing());
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  useEffect(() => (me ? follow(setTable, lang, table, { as: seat ?? "table" }) : undefined), [lang]);
  const none = useNoTable(table.connection);
  useTableLanguage(table.connection, onLang);
  const { view, entries, mine, table: info } = table;
  const over = table.connection === "over";
  const say = async (/** @type {Word} */ event) => {
    if (!seat) return;
    const refusal = await tell({ ...event, seat });
    setProblem(refusal === null ? null : refusal || t("act.failed"));
  };
  if (!me) return html`<p class="banner" role="alert">${t("play.nolink")}</p>`;
  if (!view) return html`<p class="hint" role="status" data-testid="waiting">${t(none ? "table.none" : `connection.${table.connection}`)}</p>`;
  if (!seat || !(seat in view.seats)) {
    // the umpire tries a player's page
    return html`<p class="hint">${t("play.choose")}</p><ul class="choose">${Object.keys(view.seats).map((each) => html`<li key=${each}><a class="cut" title=${nameOf(view, each)} href=${`?seat=${each}`}>${nameOf(view, each)}</a></li>`)}</ul>`;
  }
  return html`<div class="play" data-testid="play" data-seq=${table.seq}>
    <p class="who cut" data-testid="name" title=${nameOf(view, seat)}>${nameOf(view, seat)}</p>
    ${(over || table.connection === "lost") && html`<p class="banner" role="status" data-testid="connection">${t(none ? "table.none" : `connection.${table.connection}`)}</p>`}
    ${view.paused && html`<p class="banner" role="status">${t("state.PAUSED")}</p>`}
    <div aria-live="polite"><${Turn} view=${view} seat=${seat} /></div>
    <${TableFacts} view=${view} />
    <${Seats} view=${view} seat=${seat} />
    <div aria-live="assertive"><${Claim} view=${view} threshold=${info.threshold} /></div>
    ${view.result ? html`<${Result} view=${view} />` : html`<${Trick} view=${view} />`}
    <${Alerts} view=${view} />
    <${Correction} view=${view} entries=${entries} seat=${seat} say=${say} />
    <div class="words-hold">
      ${problem && html`<p class="banner" role="alert">${problem}</p>`}
      ${mine && !over && html`<${Words} words=${mine.words} threshold=${info.threshold} say=${say} />`}
    </div>
  </div>`;
}

await begin("play", Play, "games", "says");
