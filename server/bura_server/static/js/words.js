// The words of a game: which there are and which may be said now the server tells (`mine.words`, `says`).
import { html } from "./ui.js";
import { t } from "./i18n.js";
import { Careful } from "./actions.js";
import { nameOf } from "./names.js";

/** @type {Api.Said["type"][]} in the order of their buttons */
export const WORDS = ["claim", "stop", "raise", "accept", "refuse", "beat", "give", "marriage", "close", "exchange"];

/** Said out of its time a claim or a “Stop!” costs the deal, so an umpire may enter them at any time. */
const ALWAYS = ["claim", "stop"];

/** @type {Partial<Record<string, string>>} what the log calls a word */
const EVENTS = { claim: "claimed", stop: "stopped", raise: "raised", accept: "accepted", refuse: "refused", marriage: "married", close: "closed", exchange: "exchanged" };

/** The events of the log that somebody says, by the words of this table's game.
 * @param {Table["says"]} says @returns {string[]} */
export function spokenKinds(says) {
  const words = Object.values(says ?? {})[0] ?? {};
  return WORDS.filter((word) => word in words).flatMap((word) => EVENTS[word] ?? []);
}

/** The word that an event of the log tells, or none.
 * @param {string} kind @returns {Api.Said["type"] | undefined} */
export function wordOf(kind) {
  return WORDS.find((word) => EVENTS[word] === kind);
}

/** What stands on a word's button.
 * @param {Api.Said["type"]} word @param {boolean | number} may @param {number} threshold */
export function wordLabel(word, may, threshold) {
  if (word === "claim") return t("act.claim", { n: threshold });
  if (word === "stop") return t("act.stop");
  if (word === "raise" && typeof may === "number") return t("says.raise.to", { n: may });
  return t(`says.${word}`);
}

/** The words of one seat, entered for it by the umpire: those of its game, the others only while they may be said.
 * @param {{view: Api.Scoreboard, seat: string, words: Record<string, boolean | number>, threshold: number, act: Act}} props */
export function SeatWords({ view, seat, words, threshold, act }) {
  const name = nameOf(view, seat);
  return WORDS.filter((word) => word in words && (ALWAYS.includes(word) || words[word])).map((word) => {
    const label = wordLabel(word, words[word], threshold);
    return html`<${Careful} key=${word} testid=${`${word}-${seat}`} label=${label} act=${() => act({ type: word, seat })}
      name=${word === "claim" ? t("act.claim.of", { name, n: threshold }) : `${name}: ${label}`} />`;
  });
}
