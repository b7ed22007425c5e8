import { has, t } from "./i18n.js";

/** Display name of a seat; "someone" where nobody knows.
 * @param {Named | null} view @param {string | null | undefined} seat */
export function nameOf(view, seat) {
  return (seat && view?.seats?.[seat]?.name) || (seat ?? t("someone"));
}

/** Several players by their names, as people say them: "Ann, Boris and Dan".
 * @param {Named | null} view @param {string[]} seats */
export function peopleOf(view, seats) {
  const names = seats.map((seat) => nameOf(view, seat));
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${t("and")} ${names[names.length - 1]}`;
}

/** A side is its seats together, as in "A" or "AC".
 * @param {Named | null} view @param {string} side */
export function sideName(view, side) {
  return [...side].map((seat) => nameOf(view, seat)).join(" + ");
}

/** What a match was watched with, for pages that have the words "history": a camera by its number, the phone, a recording
 * without the figures that keep two of one name apart.
 * @param {string} table */
export function tableName(table) {
  const camera = /^camera-(\d+)$/.exec(table);
  if (camera) return t("history.camera", { n: camera[1] });
  if (table === "none") return t("history.nocamera");
  return table === "phone" ? t("history.phone") : table.replace(/-[0-9a-f]{8}(-\d{8}-\d{6}-\d{6})?$/, "");
}

/** A game's name in the page's language, for pages that have the words "games"; rules of the house keep their own.
 * @param {string | null | undefined} rules */
export function gameName(rules) {
  return rules && has(`game.${rules}`) ? t(`game.${rules}`) : (rules ?? "");
}
