// Finding an entry: by a word of what is said of it, by a card, or by its number.
import { html, useMemo, useState } from "../ui.js";
import { language, t } from "../i18n.js";
import { spoken } from "../cards.js";
import { sentence } from "../sentence.js";
import { cardsOf, standing } from "./entry.js";

/** @type {WeakMap<any, {lang: string, text: string}>} what is looked through, for each entry once */
const KNOWN = new WeakMap();

/** @param {Api.Scoreboard} view @param {Api.Row} entry */
function textOf(view, entry) {
  const known = KNOWN.get(entry);
  if (known?.lang === language()) return known.text;
  const now = standing(entry);
  const cards = cardsOf(now).flatMap(({ card }) => (card ? [card, spoken(card)] : [t("card.hidden")]));
  const text = [...(now.length ? now : [entry.event]).map((event) => sentence(view, event)), ...cards].join(" ").toLocaleLowerCase();
  KNOWN.set(entry, { lang: language(), text });
  return text;
}

/** The number that is asked for; null for words.
 * @param {string} query */
export function numberOf(query) {
  return /^\s*\d+\s*$/.test(query) ? Number(query) : null;
}

/** Entries that hold every word.
 * @param {Api.Scoreboard} view @param {Api.Row[]} entries @param {string} query */
export function useFound(view, entries, query) {
  return useMemo(() => {
    const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length || numberOf(query) !== null) return entries;
    return entries.filter((entry) => words.every((word) => textOf(view, entry).includes(word)));
  }, [entries, query, language()]);
}

/** @param {{query: string, found: number, reading: boolean, onQuery: (query: string) => void, onNumber: (seq: number) => void}} props */
export function Find({ query, found, reading, onQuery, onNumber }) {
  const [text, setText] = useState(query);
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const number = numberOf(text);
    if (number !== null) onNumber(number);
  };
  const words = query !== "" && numberOf(query) === null;
  return html`<form class="find" role="search" onSubmit=${send}>
    <label class="field">${t("desk.find")} <input type="search" data-testid="find" maxlength="60" value=${text}
      onInput=${(e) => { setText(e.target.value); onQuery(e.target.value); }} /></label>
    <span class="hint" role="status" data-testid="found" data-n=${found}>${words ? `${t("desk.found", { n: found })}${reading ? " …" : ""}` : ""}</span>
  </form>`;
}
