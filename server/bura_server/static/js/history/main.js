// History: what was played here, found, stepped through, counted, taken along and deleted. Only the umpire sees it.
import { html, useEffect, useState } from "../ui.js";
import { t, when } from "../i18n.js";
import { as, ask, begin } from "../page.js";
import { gameName, tableName } from "../names.js";
import { Careful } from "../actions.js";
import { Replay } from "./replay.js";
import { Players, Rigs } from "./stats.js";

const PAGE = 20;
const KINDS = ["json", "csv", "jsonl", "txt"];

/** @param {number} seconds */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** @param {{filter: Record<"player" | "rules" | "since" | "until", string>, onFilter: (filter: any) => void}} props */
function Filter({ filter, onFilter }) {
  const set = (/** @type {string} */ name) => (/** @type {any} */ e) => onFilter({ ...filter, [name]: e.target.value });
  return html`<form class="panel row" role="search" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
    <label class="field">${t("history.player")} <input type="search" maxlength="60" data-testid="player" value=${filter.player} onInput=${set("player")} /></label>
    <label class="field">${t("history.rules")} <input type="search" maxlength="60" data-testid="rules" value=${filter.rules} onInput=${set("rules")} /></label>
    <label class="field">${t("history.since")} <input type="date" data-testid="since" value=${filter.since} onInput=${set("since")} /></label>
    <label class="field">${t("history.until")} <input type="date" data-testid="until" value=${filter.until} onInput=${set("until")} /></label>
  </form>`;
}

/** Who won, in names.
 * @param {Api.DealInfo} deal */
function winners(deal) {
  if (deal.reason === null) return t("history.runs");
  const names = deal.players.filter((p) => deal.winners.includes(p.seat)).map((p) => p.name);
  return names.join(", ") || t("history.nobody");
}

/** @param {{match: Api.MatchInfo, onOpen: (deal: Api.DealInfo) => void, onDelete: () => void, lang: string}} props */
function Match({ match, onOpen, onDelete, lang }) {
  const names = Object.values(match.names).join(" – ") || "–";
  return html`<li class="panel match" data-testid="match" data-id=${match.id}>
    <h2>${names} <small data-testid="game">${gameName(match.rules)}</small></h2>
    <p class="hint">${when(match.started_at)} · <span title=${match.table}>${tableName(match.table)}</span>${match.running && html` · <b data-testid="running">${t("history.running")}</b>`}</p>
    ${match.deals.length === 0
      ? html`<p class="hint">${t("history.nodeals")}</p>`
      : html`<div class="scroll" tabindex="0" role="region" aria-label=${names}><table class="stack"><thead><tr>
          <th scope="col"><span class="sr">${t("history.step")}</span></th><th scope="col">${t("history.deal")}</th><th scope="col">${t("history.when")}</th><th scope="col">${t("history.won")}</th>
          <th scope="col">${t("history.points")}</th><th scope="col">${t("history.tricks")}</th><th scope="col" class="n">${t("history.time")}</th><th scope="col" class="n">${t("history.fixed")}</th>
        </tr></thead><tbody>${match.deals.map((deal) => html`<tr key=${deal.number} data-testid="deal">
          <td><button type="button" class="tool" data-testid="step" onClick=${() => onOpen(deal)}>${t("history.step")}</button></td>
          <td data-label=${t("history.deal")}>${deal.number}</td><td data-label=${t("history.when")}>${when(deal.played_at)}</td><td data-label=${t("history.won")}>${winners(deal)}</td>
          <td data-label=${t("history.points")}>${deal.players.map((p) => (p.points_lo === p.points_hi ? p.points_lo : `${p.points_lo}–${p.points_hi}`)).join(" : ")}</td>
          <td data-label=${t("history.tricks")}>${deal.players.map((p) => p.tricks).join(" : ")}</td>
          <td class="n" data-label=${t("history.time")}>${minutes(deal.seconds)}</td><td class="n" data-label=${t("history.fixed")}>${deal.corrected} / ${deal.plays}</td>
        </tr>`)}</tbody></table></div>`}
    <p class="match-acts"><span>${t("history.export")}</span>
      ${KINDS.map((kind) => html`<a class="tool" key=${kind} download href=${`/api/v1/history/matches/${match.id}/export.${kind}?lang=${lang}`}>${t(`history.kind.${kind}`)}</a>`)}
      ${!match.running && html`<${Careful} testid="delete" label=${t("history.delete")} name=${`${t("history.delete")}: ${names}`} act=${onDelete} />`}
    </p>
  </li>`;
}

/** @param {{lang: string}} props */
function History({ lang }) {
  const [filter, setFilter] = useState({ player: "", rules: "", since: "", until: "" });
  const [found, setFound] = useState(/** @type {Api.MatchList | null} */ (null));
  const [stats, setStats] = useState(/** @type {Api.PlayerList | null} */ (null));
  const [shown, setShown] = useState(PAGE);
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const [open, setOpen] = useState(/** @type {{match: Api.MatchInfo, deal: Api.DealInfo} | null} */ (null));
  const filtered = Object.values(filter).some(Boolean);
  const query = new URLSearchParams([["lang", lang], ...Object.entries(filter).filter(([, value]) => value)]).toString();
  const read = async () => {
    const matches = await ask(`/api/v1/history/matches?limit=${Math.min(shown, 200)}&${query}`);
    setProblem(matches.problem);
    if (matches.problem === null) setFound(matches.data);
    const players = await ask(`/api/v1/history/players?${query}`);
    if (players.problem === null) setStats(players.data);
  };
  useEffect(() => {
    const timer = setTimeout(read, 200); // while somebody types
    return () => clearTimeout(timer);
  }, [query, shown]);
  const remove = async (/** @type {Api.MatchInfo} */ match) => {
    const { problem: wrong } = await ask(`/api/v1/history/matches/${match.id}`, as("DELETE"));
    if (wrong === null) await read();
    else setProblem(wrong);
  };
  if (open) return html`<${Replay} match=${open.match} deal=${open.deal} lang=${lang} onClose=${() => setOpen(null)} />`;
  return html`
    <${Filter} filter=${filter} onFilter=${setFilter} />
    ${problem && html`<p class="banner" role="alert">${problem}</p>`}
    ${stats && html`<${Players} players=${stats.players} /><${Rigs} rigs=${stats.rigs} />`}
    ${found && html`<p class="hint" role="status" data-testid="total">${found.total || filtered ? t("history.found", { n: found.total }) : t("history.none")}</p>
      <ul class="matches" aria-label=${t("history.title")}>${found.matches.map((match) => html`<${Match} key=${match.id} match=${match} lang=${lang}
        onOpen=${(deal) => setOpen({ match, deal })} onDelete=${() => remove(match)} />`)}</ul>
      ${found.total > found.matches.length && html`<button type="button" class="tool" onClick=${() => setShown(shown + PAGE)}>${t("history.more")}</button>`}`}`;
}

await begin("history", History, "games");
