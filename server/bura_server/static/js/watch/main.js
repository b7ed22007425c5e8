// For whoever only looks: the score, some seconds later than at the table, and nothing to press that changes it.
import { html, useEffect, useState } from "../ui.js";
import { t } from "../i18n.js";
import { begin } from "../page.js";
import { fromAddress, recall, remember } from "../prefs.js";
import { follow, nothing } from "../live.js";
import { SeatPanel, StateChip, Trick, TrumpAndStock } from "../board.js";
import { Alerts, Claim, Result } from "../rulings.js";
import { Said, VoiceSwitch, useVoice } from "../voice.js";
import { useNoTable } from "../notable.js";
import { useTableLanguage } from "../tablelang.js";
import { LogTail } from "../timeline.js";

/** What can be chosen, seconds, where it is longer than the table's own delay: a shorter one would have no effect. */
const DELAYS = [10, 30, 60, 120, 300, 600];

/** @param {{lang: string, onLang: (code: string) => void}} props */
function Watch({ lang, onLang }) {
  const [table, setTable] = useState(nothing());
  const [delay, setDelay] = useState(fromAddress("delay") ?? recall("delay") ?? "0");
  useEffect(() => follow(setTable, lang, nothing(), { as: "spectator", delay }), [lang, delay]);
  useTableLanguage(table.connection, onLang);
  const none = useNoTable(table.connection);
  const voice = useVoice(table, lang);
  const choose = (/** @type {string} */ value) => {
    remember("delay", value);
    setDelay(value);
  };
  const { view, entries } = table;
  const hidden = view?.counting === "hidden"; // the delay is the table's own: nobody sees a gathered trick again
  const longer = hidden ? [] : DELAYS.filter((s) => s > (table.table?.spectator_delay_s ?? 0));
  const chosen = !hidden && Number(delay) > (table.table?.spectator_delay_s ?? 0) ? delay : "0";
  const last = voice[2];
  return html`<div class="watch-tools row">
      ${view && html`<${StateChip} table=${table} />`}
      <span class="hint" data-testid="connection" data-connection=${table.connection} role="status">${none || ["open", "over"].includes(table.connection) ? "" : t(`connection.${table.connection}`)}</span>
      <label class="watch-delay">${t("watch.delay")} <select class="tool" data-testid="delay" value=${chosen} onChange=${(e) => choose(e.target.value)}>
        ${[0, ...longer].map((s) => html`<option value=${String(s)} selected=${String(s) === chosen}>${s === 0 ? t("watch.least") : t("watch.seconds", { n: s })}</option>`)}
      </select></label>
      <${VoiceSwitch} mode=${voice[0]} lang=${lang} onMode=${voice[1]} />
    </div>
    ${table.connection === "over" && html`<p class="banner" role="status">${t("connection.over")}</p>`}
    ${none && html`<p class="banner" role="status" data-testid="no-table">${t("table.none")}</p>`}
    ${!view && !none && table.connection !== "over" && html`<p class="hint">${t("watch.wait")}</p>`}
    ${view && html`<div class="watch" data-testid="watch" data-seq=${table.seq} data-over=${Boolean(view.result)}>
      <div class="watch-score col-score">
        <${TrumpAndStock} view=${view} />
        <div class="seats" data-n=${Object.keys(view.seats).length}>${Object.keys(view.seats).map((seat) => html`<${SeatPanel} key=${seat} view=${view} seat=${seat} />`)}</div>
      </div>
      <div class="watch-play">
        ${view.result ? html`<${Result} view=${view} />` : html`<${Trick} view=${view} entries=${entries} />`}
        <${Claim} view=${view} threshold=${table.table.threshold} />
        <${Alerts} view=${view} />
        <${LogTail} view=${view} entries=${entries} />
      </div>
    </div>`}
    <${Said} news=${last} />`;
}

await begin("watch", Watch, "voice", "games");
