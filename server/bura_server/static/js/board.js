// The scoreboard. It renders what the view says and works nothing out by itself.
import { html, useEffect, useRef, useState } from "./ui.js";
import { LANGUAGES, t } from "./i18n.js";
import { Card, Suit, split, spoken } from "./cards.js";
import { gameName, nameOf, sideName } from "./names.js";
import { NO_CAMERA, PHONE, Picture } from "./picture.js";
import { Log, LogTail } from "./timeline.js";
import { useActs } from "./acts.js";
import { Actions } from "./actions.js";
import { shortcut } from "./keys.js";
import { SuitSwitch } from "./suits.js";
import { Said, VoiceSwitch, useVoice } from "./voice.js";
import { Alerts, Claim, Result } from "./rulings.js";

// Shapes, so that the state is told without colour: a disc when the table is at rest, a triangle while somebody acts,
// a ring while the picture settles, a square when something is complete, two bars and a cross when it cannot go on.
/** @type {Record<string, string>} */
const SHAPES = {
  disc: "M50 8a42 42 0 1 0 .1 0z",
  ring: "M50 8a42 42 0 1 0 .1 0zm0 18a24 24 0 1 1-.1 0z",
  act: "M14 6l78 44-78 44z",
  square: "M12 12h76v76H12z",
  bars: "M16 8h24v84H16zM60 8h24v84H60z",
  cross: "M22 6l28 28L78 6l16 16-28 28 28 28-16 16-28-28-28 28L6 78l28-28L6 22z",
};
/** @type {Record<string, string>} */
const STATE_SHAPES = {
  PLAYING: "act", COLLECTING: "act", DRAWING: "act", SETTLING: "ring", STARTING: "ring", EMPTY: "ring",
  TRICK_FULL: "square", ENDED: "square", PAUSED: "bars", DESYNC: "cross",
};

/** @param {{shape: string}} props */
function Shape({ shape }) {
  return html`<svg class="state-icon" viewBox="0 0 100 100" aria-hidden="true"><path fill-rule="evenodd" d=${SHAPES[shape]} /></svg>`;
}

/** @param {{table: Table}} props */
export function StateChip({ table }) {
  const state = table.table?.state ?? "STARTING";
  const bad = state === "PAUSED" || state === "DESYNC";
  return html`<span class="chip" data-bad=${bad} data-testid="state" data-state=${state}>
    <${Shape} shape=${STATE_SHAPES[state] ?? "disc"} /> ${t(`state.${state}`)}
  </span>`;
}

/** The score of the match, once there is one.
 * @param {{view: Api.Scoreboard | null}} props */
function Match({ view }) {
  const score = Object.entries(view?.match?.score ?? {});
  if (!score.some(([, n]) => n)) return null;
  return html`· ${t("match")} ${score.map(([side, n]) => `${sideName(view, side)} ${n}`).join(" : ")}`;
}

/** @param {{table: Table, theme: string, lang: string, umpire: boolean, voice: [string, (mode: string) => void, ...unknown[]], onTheme: (theme: "dark" | "light") => void, onLang: (lang: string) => void, onLog: () => void}} props */
function Top({ table, theme, lang, umpire, voice, onTheme, onLang, onLog }) {
  const other = theme === "dark" ? "light" : "dark";
  return html`<header class="top">
    <h1>Bura</h1>
    <span class="top-rules">${gameName(table.view?.rules)} <${Match} view=${table.view} /></span>
    ${table.connection !== "none" && html`<${StateChip} table=${table} />`}
    <span class="chip chip-quiet" data-bad=${["lost", "over"].includes(table.connection)} data-testid="connection" data-connection=${table.connection}>
      <${Shape} shape=${table.connection === "open" ? "disc" : "ring"} /> <span class="chip-word">${["none", "over"].includes(table.connection) ? "" : t(`connection.${table.connection}`)}</span>
    </span>
    <nav class="top-tools">
      ${umpire && html`<a class="tool way" href="/desk">${t("nav.desk")}</a>`}
      <button type="button" class="tool" onClick=${onLog} aria-keyshortcuts="l">${t("log")}</button>
      <${VoiceSwitch} mode=${voice[0]} lang=${lang} onMode=${voice[1]} />
      <select class="tool" data-testid="lang" aria-label=${t("lang.label")} value=${lang} onChange=${(e) => onLang(e.target.value)}>
        ${Object.entries(LANGUAGES).map(([code, label]) => html`<option value=${code} lang=${code} selected=${code === lang}>${label}</option>`)}
      </select>
      <${SuitSwitch} />
      <button type="button" class="tool" data-testid="theme" onClick=${() => onTheme(other)} aria-label=${t("theme.switch", { theme: t(`theme.${other}`) })}>
        <span aria-hidden="true">${other === "light" ? "☀" : "☾"}</span>
      </button>
    </nav>
  </header>`;
}

/** What is wrong with the source, when something is; `umpire`: with the way to set-up, where no table runs.
 * @param {{table: Table, umpire?: boolean}} props */
export function Banner({ table, umpire = false }) {
  if (table.connection === "none") return html`<p class="banner" role="status" data-testid="no-table">${t("table.none")} ${umpire && html`<a href="/setup">${t("nav.setup")}</a>`}</p>`;
  if (["lost", "over"].includes(table.connection)) return html`<p class="banner" role="status">${t(`connection.${table.connection}`)}</p>`;
  const source = table.table?.source;
  if (source && ["lost", "broken", "refused"].includes(source.status)) {
    return html`<p class="banner" role="status" data-testid="banner">${t(source.status === "lost" && source.name === PHONE ? "source.phone" : `source.${source.status}`)} ${source.message && html`<small>${source.message}</small>`}</p>`;
  }
  if (table.table?.state === "DESYNC") return html`<p class="banner" role="status">${t("source.help.desync")}</p>`;
  return null;
}

const DIGIT_EM = 0.72; // how wide a bold figure is at most in the fonts that machines have
const DASH_EM = 0.85; // the dash of an interval, with the space around it
const NAME_LETTERS = 16; // so many of a name are shown, in smaller letters where it must be
const BACKS = 4; // more cards in hand than this are not drawn one by one

/** @param {{points: Api.PointRange | null}} props */
function Points({ points }) {
  if (!points) return html`<span class="points" data-testid="points" data-hidden style=${`--ems: ${t("points.hide").length}`} title=${t("points.hidden")}>${t("points.hide")}</span>`;
  const { lo, hi } = points;
  const label = lo === hi ? t("points.exact", { n: lo }) : t("points.between", { lo, hi });
  const ems = lo === hi ? String(lo).length * DIGIT_EM : `${lo}${hi}`.length * DIGIT_EM + DASH_EM;
  return html`<span class="points" data-testid="points" data-lo=${lo} data-hi=${hi} data-wide=${lo !== hi} style=${`--ems: ${ems.toFixed(2)}`}>
    <span role="img" aria-label=${label} title=${label}>${lo === hi ? lo : html`${lo}<i>–</i>${hi}`}</span>
  </span>`;
}

/** @param {{view: Api.Scoreboard, seat: string}} props */
export function SeatPanel({ view, seat }) {
  const player = view.seats[seat];
  const turn = view.turn === seat;
  const over = Boolean(view.result);
  const hand = player.hand ?? 0;
  return html`<section class="seat" data-turn=${turn && !over} data-testid=${`seat-${seat}`} aria-label=${player.name}>
    <h2 title=${player.name} style=${`--letters: ${Math.min(NAME_LETTERS, player.name.length)}`}>${player.name}</h2>
    <p class="seat-turn" data-testid="turn">${turn && !over && html`<span aria-hidden="true">▶</span> ${t(`turn.${view.status}`)}`}</p>
    <${Points} points=${player.points} />
    <p class="seat-facts">
      <span class="seat-hand" role="img" aria-label=${t("hand.count", { n: hand })} title=${t("hand.count", { n: hand })}>
        ${hand > 0 && html`<span class="seat-backs" aria-hidden="true">${Array.from({ length: hand > BACKS ? 1 : hand }, () => html`<span class="mini-back"></span>`)}</span>`}
        <span data-testid="hand">${t("hand.short", { n: hand })}</span>
      </span>
      <span data-testid="tricks" data-n=${player.tricks}>${t("tricks.count", { n: player.tricks })}</span>
    </p>
  </section>`;
}

/** @param {{view: Api.Scoreboard}} props */
export function TrumpAndStock({ view }) {
  const trump = view.trump;
  const suit = trump?.suit ?? (trump?.card ? split(trump.card).suit : null);
  return html`<section class="trump" data-testid="trump" data-suit=${suit ?? ""} aria-label=${t("trump")}>
    ${suit
      ? html`<span class=${`trump-suit suit-${suit}`}><${Suit} suit=${suit} /></span>
          <p><b>${t("trump")}</b><span class="trump-name">${t(`suit.${suit}`)}</span></p>
          ${trump.card && html`<${Card} code=${trump.card} size="s" />`}`
      : html`<p><b>${t("trump")}</b><span class="trump-name">${t("trump.unknown")}</span></p>`}
    ${view.stock !== null && view.stock !== undefined && html`<p class="stock" data-testid="stock" data-n=${view.stock}>
      <b>${t("stock")}</b><span class="stock-n">${view.stock}</span>
    </p>`}
    ${view.stake && (view.stake.value > 1 || view.stake.asked) && html`<p class="stock stake" data-testid="stake">
      <b>${t("stake")}</b><span class="stock-n">${view.stake.value}</span>
      ${view.stake.asked && html`<small>${t("stake.asked", { n: view.stake.asked })}</small>`}
    </p>`}
  </section>`;
}

// Room for the trick on a large screen, in rem: across, and down with and without a camera's picture above it.
const ACROSS = 66;
const DOWN = { two: 15, many: 26, alone: 44 };
const HEAD = 5.5; // a player's name and the frame around his cards
const NARROW = 3; // in so many columns what was done stands under the name; more would cut names
const TALLEST = 17; // a larger card is not easier to read

/**
 * In how many columns the plays of a trick lie, so that the cards are as large as can be.
 * @param {number} seats every seat has its place from the first card on, so that nothing moves when one more is laid
 * @param {number} most cards of one player @param {number} down rem
 */
export function columns(seats, most, down) {
  let best = { cols: 1, tall: 0 };
  for (let cols = 1; cols <= Math.min(seats, NARROW); cols++) {
    const rows = Math.ceil(seats / cols);
    const tall = Math.min(TALLEST, (ACROSS / cols - 4) / (0.75 * most), down / rows - HEAD - (cols === NARROW ? 2 : 0));
    if (tall >= best.tall) best = { cols, tall };
  }
  return best.cols;
}

/** @param {{view: Api.Scoreboard, onFix?: Fix, entries: Api.Row[], alone?: boolean}} props `alone`: no picture is shown beside it */
export function Trick({ view, onFix, entries, alone = false }) {
  const taker = view.trick?.taker;
  const plays = view.trick?.plays ?? [];
  if (plays.length === 0) {
    const leader = view.leader && !view.result && view.status !== "count" ? t("trick.waiting", { name: nameOf(view, view.leader) }) : "";
    return html`<section class="trick trick-empty" aria-label=${t("trick")}><p>${t("trick.empty")}. ${leader}</p>${alone && html`<p class="trick-alone">${t("picture.none")}</p>`}</section>`;
  }
  const held = plays.map((play) => play.cards.length + (play.face_down || 0));
  const most = Math.max(1, ...held);
  const seats = Math.max(plays.length, Object.keys(view.seats).length);
  const cols = columns(seats, most, alone ? DOWN.alone : seats > 2 ? DOWN.many : DOWN.two);
  return html`<section class="trick" data-cols=${cols} style=${`--cols: ${cols}; --rows: ${Math.ceil(seats / cols)}; --most: ${most}`} aria-label=${t("trick")}>
    ${plays.map((play) => {
      return html`<div class="play" data-best=${play.seat === taker} data-testid="play" data-seat=${play.seat} data-beats=${String(play.beats)}>
        <h3><span class="cut" title=${nameOf(view, play.seat)}>${nameOf(view, play.seat)}</span> <span class="play-word">${t(`play.${play.standing}`)}${play.standing === "beats" ? html` <span aria-hidden="true">▲</span>` : ""}</span></h3>
        <div class="play-cards">
          ${play.cards.map((code) => html`<${Card} code=${code} doubt=${code === null} onPick=${pick(entries, play, code, onFix)} />`)}
          ${Array.from({ length: play.face_down || 0 }, () => html`<${Card} />`)}
        </div>
      </div>`;
    })}
  </section>`;
}

/** A press on a card of the trick corrects the newest entry in which that player laid it.
 * @param {Api.Row[]} entries @param {Api.PlayView} play @param {string | null} code @param {Fix} [onFix] */
function pick(entries, play, code, onFix) {
  if (!onFix) return undefined;
  for (let n = entries.length - 1; n >= 0; n--) {
    const event = (entries[n].now ?? [entries[n].event])[0];
    if (!event || !["lead", "reply"].includes(event.type) || event.seat !== play.seat) continue;
    const card = (event.cards ?? []).indexOf(code);
    if (card >= 0) return () => onFix(entries[n], card);
  }
  return undefined;
}

/** Tells people who do not see the screen what lies on the table and whose turn it is, when there is a pause.
 * @param {{view: Api.Scoreboard | null}} props */
function Course({ view }) {
  const turn = view?.turn && !view.result ? `${nameOf(view, view.turn)}: ${t(`turn.${view.status}`)}` : "";
  const plays = view?.trick?.plays ?? [];
  const play = plays[plays.length - 1];
  const said = play
    ? `${nameOf(view, play.seat)} ${t(`play.${play.standing}`)} ` +
      play.cards.map((c) => (c ? spoken(c) : t("card.hidden"))).join(", ")
    : "";
  return html`<p class="sr" aria-live="polite">${said} ${turn}</p>`;
}

/** @param {{table: Table, theme: string, lang: string, umpire: boolean, onTheme: any, onLang: any}} props `umpire`: others look only */
export function Board({ table, theme, lang, umpire, onTheme, onLang }) {
  const voice = useVoice(table, lang);
  const [logOpen, setLogOpen] = useState(false);
  const [fix, setFix] = useState(/** @type {{seq: number, card: number} | null} */ (null));
  const { view, entries, table: info } = table;
  const { act, refused } = useActs(table);
  const opener = useRef(/** @type {any} */ (null));

  const openLog = () => {
    opener.current = document.activeElement;
    setLogOpen(true);
  };
  const closeLog = () => {
    setLogOpen(false);
    setFix(null);
    opener.current?.focus?.();
  };
  const openFix = (/** @type {Api.Row} */ entry, /** @type {number} */ card) => {
    if (!logOpen) opener.current = document.activeElement;
    setLogOpen(true);
    setFix({ seq: entry.seq, card });
  };
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ e) => {
      if (shortcut(e) === "l") openLog();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);

  const acting = umpire && table.connection !== "none"; // at a table that does not run nobody does anything
  const seats = view ? Object.keys(view.seats) : [];
  const alone = Boolean(view) && table.table?.source.name === NO_CAMERA;
  return html`
    <${Top} table=${table} theme=${theme} lang=${lang} umpire=${umpire} voice=${voice} onTheme=${onTheme} onLang=${onLang} onLog=${openLog} />
    <${Banner} table=${table} umpire=${umpire} />
    <main class="board" data-lang=${lang} data-over=${Boolean(view?.result)} data-seats=${seats.length} data-alone=${alone} data-testid="board" data-seq=${table.seq}>
      ${!alone && html`<div class="col-picture"><${Picture} label=${t("picture.label")} waiting=${table.connection === "none" ? "" : t("picture.wait")} /></div>`}
      ${view && html`
        <div class="col-right">
          <div class="col-score">
            <${TrumpAndStock} view=${view} />
            <div class="seats" data-n=${seats.length}>${seats.map((seat) => html`<${SeatPanel} key=${seat} view=${view} seat=${seat} />`)}</div>
          </div>
          <div class="col-side">
            <${Claim} view=${view} threshold=${info.threshold} />
            <${Alerts} view=${view} evidence=${!alone} act=${acting ? act : undefined} />
            <${LogTail} view=${view} entries=${entries} />
          </div>
        </div>
        <div class="col-trick">
          ${view.result ? html`<${Result} view=${view} />` : html`<${Trick} view=${view} entries=${entries} onFix=${acting ? openFix : undefined} alone=${alone} />`}
        </div>`}
    </main>
    ${view && acting && html`<${Actions} view=${view} says=${table.says} entries=${entries} threshold=${info.threshold} act=${act} refused=${refused} />`}
    <${Said} news=${voice[2]} />
    <${Course} view=${view} />
    ${logOpen && html`<${Log} view=${view} entries=${entries} first=${table.first} earlier=${table.earlier} fix=${acting ? fix : null} onFix=${acting ? setFix : undefined} onClose=${closeLog} />`}
  `;
}

