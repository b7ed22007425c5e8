// An entry's still and clip, reading it once more, and what can be done with the entry as a whole.
import { html, useEffect, useRef, useState } from "../ui.js";
import { t } from "../i18n.js";
import { openAlerts } from "../alerts.js";
import { Card, spoken } from "../cards.js";
import { ask } from "../page.js";
import { useInSight } from "./insight.js";
import { standing } from "./entry.js";

/** @param {{entry: Api.Row, act: Act, onDone: () => void}} props */
function Again({ entry, act, onDone }) {
  const [answer, setAnswer] = useState(/** @type {Api.Recheck | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const check = async () => {
    setBusy(true);
    const { data, problem: why } = await ask(`/api/v1/entries/${entry.seq}/recheck`, { method: "POST" });
    setBusy(false);
    setAnswer(data);
    setProblem(why);
  };
  const amend = async (/** @type {Api.LogEvent[]} */ instead) => {
    if (await act({ type: "amend", target: entry.seq, instead, seen: answer?.seq, reason: "checked again" })) onDone();
  };
  return html`<div class="again">
    <button type="button" class="tool" data-testid="recheck" disabled=${busy} onClick=${check}>${t(busy ? "desk.recheck.busy" : "desk.recheck")}</button>
    ${problem && html`<p class="banner" role="alert">${problem}</p>`}
    ${answer && html`<div role="status" data-testid="recheck-answer" data-outcome=${answer.outcome}>
      <p><b>${t(`desk.recheck.${answer.outcome}`)}</b> <small data-testid="recheck-from" data-from=${answer.read_from}>${t(`desk.recheck.from.${answer.read_from}`, { n: answer.pictures })}</small></p>
      ${answer.cards.map((c) => html`<p class="again-card" key=${c.card}>
        <${Card} code=${c.now} size="s" />
        <span>${c.confidence > 0 ? t("desk.recheck.seen", { n: Math.round(c.confidence * 100) }) : t("desk.recheck.unseen")}</span>
        ${c.choices.map((choice) => html`<span class="fix-choice" key=${choice.card}>
          <${Card} code=${choice.card} size="s" label=${`${spoken(choice.card)}, ${Math.round(choice.probability * 100)} %`} onPick=${() => amend(choice.instead)} />
          <small aria-hidden="true">${Math.round(choice.probability * 100)} %</small></span>`)}
      </p>`)}
    </div>`}
  </div>`;
}

/**
 * @param {{view: Api.Scoreboard, entry: Api.Row, entries: Api.Row[], still: boolean, act: Act, onDone: () => void, onMissed: (after: number) => void}} props
 */
export function Proof({ view, entry, entries, still, act, onDone, onMissed }) {
  const [film, setFilm] = useState(false);
  const first = useRef(/** @type {HTMLElement | null} */ (null));
  const [shown, setShown] = useState(false);
  const place = useInSight([shown, film]);
  useEffect(() => first.current?.focus(), []);
  const now = standing(entry);
  const seen = entries[entries.length - 1].seq;
  const done = async (/** @type {Say} */ event) => {
    if (await act(event)) onDone();
  };
  const next = entries.find((e) => e.seq > entry.seq && e.event.type !== "amend" && standing(e).length > 0);
  const alert = openAlerts(view).some((a) => a.seq === entry.seq && !a.acknowledged);
  return html`<section class="proof" data-testid="proof" ref=${place}>
    <h3 tabindex="-1" ref=${first} class="sr">${t("desk.entry", { n: entry.seq })}</h3>
    ${still && html`<div class="film">
      ${film
        ? html`<video controls autoplay muted playsinline loop src=${`/api/v1/entries/${entry.seq}/clip.mp4`} poster=${`/api/v1/entries/${entry.seq}/still.jpg`} aria-label=${t("desk.clip")}></video>`
        : html`<a href=${`/api/v1/entries/${entry.seq}/still.jpg`} target="_blank"><img src=${`/api/v1/entries/${entry.seq}/still.jpg`} alt=${t("desk.still")} onLoad=${() => setShown(true)} /></a>`}
      <p class="row"><button type="button" class="tool" data-testid="clip" aria-pressed=${film} onClick=${() => setFilm(!film)}>${t(film ? "desk.still" : "desk.clip")}</button>
      <${Again} entry=${entry} act=${act} onDone=${onDone} /></p>
    </div>`}
    <p class="row">
      ${now.length > 0 && html`<button type="button" class="tool" data-testid="ghost" onClick=${() => done({ type: "amend", target: entry.seq, instead: [], seen })}>${t("fix.remove")}</button>`}
      ${now.length > 0 && next && html`<button type="button" class="tool" data-testid="swap" onClick=${() => done({ type: "swap", target: entry.seq, seen })}>${t("desk.swap")}</button>`}
      <button type="button" class="tool" data-testid="insert" onClick=${() => onMissed(entry.seq)}>${t("desk.insert")}</button>
      ${entry.corrected && html`<button type="button" class="tool" data-testid="restore" onClick=${() => done({ type: "amend", target: entry.seq, instead: null, seen })}>${t("fix.restore")}</button>`}
      ${alert && html`<button type="button" class="tool" data-testid="acknowledge" onClick=${() => done({ type: "acknowledge", target: entry.seq })}>${t("desk.acknowledge")}</button>`}
      <button type="button" class="tool" onClick=${onDone}>${t("fix.cancel")}</button>
    </p>
  </section>`;
}
