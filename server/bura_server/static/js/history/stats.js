// Statistics per player, and of how well a rig reads: a table to read, and small plots beside it.
import { html, useState } from "../ui.js";
import { figure, t } from "../i18n.js";
import { tableName } from "../names.js";

const W = 320;
const H = 90;
const LEFT = 46; // room for “100.5” in letters of 14

/**
 * Bars or a line over deals, drawn by hand; the numbers are in the table as well.
 * @param {{label: string, values: (number | null)[], most?: number[], top?: number, marks?: boolean[]}} props
 *   `most`: how high a value may really be, drawn hollow above it
 */
export function Plot({ label, values, most: upper, top, marks }) {
  const most = Math.max(top ?? 0, ...values.map((value) => value ?? 0), ...(upper ?? []), 1);
  const step = (W - LEFT) / Math.max(values.length, 1);
  const wide = Math.max(1, Math.min(step * 0.75, 18));
  const y = (/** @type {number} */ value) => H - 14 - (value / most) * (H - 24);
  const beyond = (/** @type {number} */ n) => Math.max(0, (upper?.[n] ?? 0) - (values[n] ?? 0));
  const told = values.map((value, n) => (beyond(n) ? `${value}–${upper?.[n]}` : (value ?? "–"))).join(", ");
  return html`<figure class="plot"><figcaption>${label}</figcaption>
    <svg viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${`${label}: ${told}`}>
      <line x1=${LEFT} x2=${W} y1=${y(0)} y2=${y(0)} class="axis" />
      ${values.map((value, n) => beyond(n) > 0 && html`<rect key=${`u${n}`} x=${LEFT + n * step + (step - wide) / 2} width=${wide} y=${y(upper?.[n] ?? 0)} height=${y(value ?? 0) - y(upper?.[n] ?? 0)} class="bar hollow" />`)}
      <text x=${LEFT - 4} y=${y(0) + 5} class="tick">0</text><text x=${LEFT - 4} y=${y(most) + 7} class="tick">${figure(most, Number.isInteger(most) ? 0 : 1)}</text>
      ${values.map((value, n) => value !== null && html`<rect key=${n} x=${LEFT + n * step + (step - wide) / 2} width=${wide} y=${y(value)} height=${Math.max(1, y(0) - y(value))}
        class=${marks?.[n] ? "bar won" : "bar"} />`)}
      ${marks && values.map((_, n) => marks[n] && html`<text key=${`m${n}`} x=${LEFT + n * step + step / 2} y=${H - 3} class="mark">★</text>`)}
    </svg></figure>`;
}

/**
 * What goes well above the axis, what does not below it and hollow, so that nobody needs to tell colours apart.
 * @param {{label: string, above: number[], below: number[]}} props
 */
export function Mirror({ label, above, below }) {
  const most = Math.max(...above, ...below, 1);
  const step = (W - LEFT) / Math.max(above.length, 1);
  const wide = Math.max(1, Math.min(step * 0.75, 18));
  const zero = H / 2;
  const tall = (/** @type {number} */ value) => (value / most) * (H / 2 - 10);
  const told = above.map((value, n) => `${value} / ${below[n]}`).join(", ");
  const x = (/** @type {number} */ n) => LEFT + n * step + (step - wide) / 2;
  return html`<figure class="plot"><figcaption>${label}</figcaption>
    <svg viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${`${label}: ${told}`}>
      <line x1=${LEFT} x2=${W} y1=${zero} y2=${zero} class="axis" />
      <text x=${LEFT - 4} y=${zero - tall(most) + 7} class="tick">✓ ${most}</text><text x=${LEFT - 4} y=${zero + 5} class="tick">0</text>
      <text x=${LEFT - 4} y=${zero + tall(most)} class="tick">✗ ${most}</text>
      ${above.map((value, n) => value > 0 && html`<rect key=${`a${n}`} x=${x(n)} width=${wide} y=${zero - tall(value)} height=${tall(value)} class="bar won" />`)}
      ${below.map((value, n) => value > 0 && html`<rect key=${`b${n}`} x=${x(n)} width=${wide} y=${zero} height=${tall(value)} class="bar hollow" />`)}
    </svg></figure>`;
}

/** Points per deal: a range where cards were never seen, for the least is no fact.
 * @param {Api.PlayerInfo} player */
function perDeal({ deals, points, points_most: most }) {
  if (!deals) return "–";
  const [lo, hi] = [points, most].map((sum) => figure(sum / deals, 1));
  return lo === hi ? lo : `${lo}–${hi}`;
}

/** What the table says of a player, each under its heading: on a narrow screen the heading stands beside it.
 * @param {Api.PlayerInfo} player @returns {[string, string | number][]} */
function cells(player) {
  return [
    [t("history.deals"), player.deals],
    [t("history.won"), player.won],
    [t("history.perdeal"), perDeal(player)],
    [t("history.tricks"), player.tricks],
    [t("history.claims"), `${player.claims_true} / ${player.claims_false}`],
    [t("history.fouls"), player.fouls],
    [t("history.peract"), player.seconds_per_act === null ? "–" : t("history.seconds", { n: figure(player.seconds_per_act, 1) })],
  ];
}

/** @param {{players: Api.PlayerInfo[]}} props */
export function Players({ players }) {
  const [chosen, setChosen] = useState("");
  if (!players.length) return null;
  const one = players.find((player) => player.name === chosen) ?? players[0];
  return html`<section class="panel" data-testid="players"><h2>${t("history.players")}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("history.players")}><table class="stack"><thead><tr>
      <th scope="col">${t("history.player")}</th>${cells(one).map(([label]) => html`<th scope="col" class="n" key=${label}>${label}</th>`)}
    </tr></thead><tbody>${players.map((player) => html`<tr key=${player.name} data-testid="player-row" data-name=${player.name}>
      <th scope="row"><button type="button" class="tool" aria-pressed=${player === one} onClick=${() => setChosen(player.name)}>${player.name}</button></th>
      ${cells(player).map(([label, value]) => html`<td class="n" key=${label} data-label=${label}>${value}</td>`)}
    </tr>`)}</tbody></table></div>
    ${one.series.length > 0 && html`<h3>${one.name}</h3><div class="plots" data-testid="plots">
      <${Plot} label=${t("history.plot.points")} values=${one.series.map((d) => d.points)} most=${one.series.map((d) => d.points_most)} marks=${one.series.map((d) => d.won === true)} />
      <${Plot} label=${t("history.tricks")} values=${one.series.map((d) => d.tricks)} />
      <${Mirror} label=${t("history.plot.claims")} above=${one.series.map((d) => d.claims_true)} below=${one.series.map((d) => d.claims_false)} />
      <${Plot} label=${t("history.fouls")} values=${one.series.map((d) => d.fouls)} />
      <${Plot} label=${t("history.peract")} values=${one.series.map((d) => d.seconds_per_act)} />
    </div>`}
  </section>`;
}

/** @param {{rigs: Api.RigInfo[]}} props */
export function Rigs({ rigs }) {
  const read = rigs.filter((rig) => rig.plays > 0);
  if (!read.length) return null;
  return html`<section class="panel" data-testid="rigs"><h2>${t("history.rig")}</h2>
    ${read.map((rig) => html`<div key=${rig.table} class="rig"><p><b title=${rig.table}>${tableName(rig.table)}</b>: ${t("history.share", { n: rig.plays, corrected: rig.corrected, share: figure((rig.share ?? 0) * 100, 1) })}</p>
      <${Plot} label=${t("history.plot.share")} top=${10} values=${rig.series.map((d) => (d.plays ? Math.round((1000 * d.corrected) / d.plays) / 10 : null))} /></div>`)}
  </section>`;
}
