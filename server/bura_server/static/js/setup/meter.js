// Is the picture good enough, and what would make it better; and the last test: five cards, read live.
import { html } from "../ui.js";
import { t } from "../i18n.js";
import { Card } from "../cards.js";

const MARKS = { good: "✓", fair: "△", bad: "✗", unknown: "…" };
const WANTED = 5;

/** @param {{look: Api.LookInfo | null, running: boolean}} props */
export function Meter({ look, running }) {
  if (!running) return null;
  if (!look) return html`<p class="hint" role="status">${t("quality.wait")}</p>`;
  const q = look.quality;
  /** @type {Record<string, any>} */
  const number = { index: q.index_px && `${Math.round(q.index_px)} px`, tilt: q.tilt_deg !== null && `${Math.round(q.tilt_deg)}°` };
  return html`<section class="panel meter" aria-label=${t("quality.title")} data-testid="quality" data-grade=${q.grade}>
    <h2><span class="mark" data-grade=${q.grade} aria-hidden="true">${MARKS[q.grade]}</span> ${t("quality.title")}: ${t(`quality.grade.${q.grade}`)}</h2>
    <ul class="grades">${Object.entries(q.grades).map(([name, grade]) => html`<li key=${name} data-grade=${grade}>
      <span class="mark" data-grade=${grade} aria-hidden="true">${MARKS[grade]}</span> ${t(`quality.${name}`)}<span class="sr">: ${t(`quality.grade.${grade}`)}</span> <small>${number[name] || ""}</small>
    </li>`)}</ul>
    <div role="status"><ul class="faults">${q.faults.map((f) => html`<li key=${f.fault} data-fault=${f.fault}>${t(`quality.fault.${f.fault}`)}</li>`)}</ul></div>
  </section>`;
}

/** @param {{seen: string[], now: Api.CardSeen[], onAgain: () => void}} props */
export function Five({ seen, now, onAgain }) {
  const shown = seen.slice(0, WANTED);
  const done = seen.length >= WANTED;
  return html`<p>${t("setup.five.say")}</p>
    <div class="five" data-testid="five" data-n=${shown.length}>
      ${shown.map((code) => html`<${Card} key=${code} code=${code} size="s" />`)}
      ${Array.from({ length: WANTED - shown.length }, () => html`<span class="five-empty" aria-hidden="true"></span>`)}
    </div>
    <p role="status">${done ? html`<b class="mark" data-grade="good"><span aria-hidden="true">✓</span> ${t("setup.five.done")}</b>` : t("setup.five.count", { n: shown.length, seen: now.length })}
      ${seen.length > 0 && html` <button type="button" class="tool" onClick=${onAgain}>${t("setup.five.again")}</button>`}</p>`;
}
