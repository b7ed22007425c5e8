// A strip for streams (OBS: browser source, address …/overlay?delay=30&pos=bottom&lang=en). Nothing but the score has a ground.
import { html, render, useEffect, useState } from "../ui.js";
import { openAlerts } from "../alerts.js";
import { speak, startLanguage, t, wordsOf } from "../i18n.js";
import { applySuits, applyTheme, fromAddress, startSuits } from "../prefs.js";
import { follow, nothing } from "../live.js";
import { useTableLanguage } from "../tablelang.js";
import { Card, Suit } from "../cards.js";
import { nameOf, sideName } from "../names.js";

/** @param {Api.PointRange | null} points */
function sum(points) {
  if (!points) return html`<small title=${t("points.hidden")}>${t("points.hide")}</small>`;
  return points.lo === points.hi ? points.lo : `${points.lo}–${points.hi}`;
}

/** @param {{view: Api.Scoreboard}} props */
function Strip({ view }) {
  const suit = view.trump?.suit;
  const score = Object.entries(view.match?.score ?? {}).filter(([, n]) => n);
  const alert = openAlerts(view).filter((a) => !a.acknowledged).slice(-1)[0];
  const { claim, trick } = view;
  return html`<section class="strip" data-testid="strip" aria-label="Bura">
      ${suit && html`<span class=${`strip-trump suit-${suit}`} role="img" aria-label=${`${t("trump")}: ${t(`suit.${suit}`)}`}><${Suit} suit=${suit} /></span>`}
      ${Object.entries(view.seats).map(([seat, player]) => html`<div class="strip-seat" key=${seat} data-turn=${view.turn === seat && !view.result} data-testid=${`seat-${seat}`}>
        <b>${view.turn === seat && !view.result && html`<span aria-hidden="true">▶ </span>`}${player.name}</b>
        <span class="strip-points">${sum(player.points)}</span>
        <small>${t("tricks.count", { n: player.tricks })}</small>
      </div>`)}
      <div class="strip-rest"><b>${t("stock")}</b> <span>${view.stock ?? "–"}</span>
        ${view.stake?.value > 1 && html`<b>${t("stake")}</b> <span>${view.stake.value}</span>`}
        ${score.length > 0 && html`<b>${t("match")}</b> <span>${Object.entries(view.match.score).map(([side, n]) => `${sideName(view, side)} ${n}`).join(" : ")}</span>`}</div>
    </section>
    ${!view.result && trick && trick.plays.length > 0 && html`<section class="strip strip-trick" aria-label=${t("trick")}>
      ${trick.plays.map((play, i) => html`<div key=${i} class="strip-play" data-best=${play.seat === trick.taker}>
        <b>${nameOf(view, play.seat)} ${t(`play.${play.standing}`)}</b>
        <span>${play.cards.map((code) => html`<${Card} code=${code} size="s" />`)}${Array.from({ length: play.face_down || 0 }, () => html`<${Card} size="s" />`)}</span>
      </div>`)}
    </section>`}
    ${view.result && html`<section class="strip" data-testid="result" role="status"><p>${view.result.text}</p></section>`}
    ${!view.result && claim && html`<section class="strip strip-news" role="status"><p><b>${t("claim.title", { name: nameOf(view, claim.seat), n: claim.proof?.needed ?? "" })}</b> ${t(`claim.${claim.verdict}`)}</p></section>`}
    ${!view.result && alert && html`<section class="strip strip-news" role="status"><p><b>⚠</b> ${alert.text}</p></section>`}`;
}

function Overlay() {
  const [table, setTable] = useState(nothing());
  const [lang, setLang] = useState(startLanguage());
  useEffect(() => follow(setTable, lang, table, { as: "spectator", delay: fromAddress("delay") }), [lang]);
  useTableLanguage(table.connection, setLang);
  // what is not known is not shown: a stream has no use for an error
  if (!table.view) return html`<p class="sr" role="status">${t(`connection.${table.connection}`)}</p>`;
  return html`<main class="strips" data-pos=${fromAddress("pos") === "top" ? "top" : "bottom"}><h1 class="sr">Bura</h1><${Strip} view=${table.view} /></main>`;
}

wordsOf();
applyTheme(fromAddress("theme") === "light" ? "light" : "dark");
applySuits(startSuits());
await speak(startLanguage());
render(html`<${Overlay} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
