import { has, t } from "./i18n.js";

/** Display name of a seat; "someone" where nobody knows.
 * @param {Named | null} view @param {string | null | undefined} seat */
export function nameOf(view, seat) {
  return (seat && view?.seats?.[seat]?.name) || (seat ?? t("someone"));
}

/** A side is its seats together, as in "A" or "AC".
 * @param {Named | null} view @param {string} side */
export function sideName(view, side) {
  return [...side].map((seat) => nameOf(view, seat)).join(" + ");
}

/** A game's name in the page's language, for pages that have the words "games"; rules of the house keep their own.
 * @param {string | null | undefined} rules */
export function gameName(rules) {
  return rules && has(`game.${rules}`) ? t(`game.${rules}`) : (rules ?? "");
}
