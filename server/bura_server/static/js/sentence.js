// What happened, in words: one event, and what a correction, an undo or a swap of entries has changed.
import { has, t } from "./i18n.js";
import { spoken } from "./cards.js";
import { gameName, nameOf } from "./names.js";

/** One event in words, its cards apart.
 * @param {Named} view @param {Api.LogEvent} event @returns {string} */
export function sentence(view, event) {
  const n = event.count ?? event.tricks ?? (event.type === "drew" || event.type === "returned" ? 1 : undefined);
  const values = { name: nameOf(view, event.seat ?? event.dealer), n, rules: gameName(event.rules), target: event.target };
  if (event.type === "dealt" && !event.dealer) return t("event.dealt.unknown");
  if (event.type === "missed" && has(`event.${event.what}`, n)) {
    return t("event.missed.of", { what: t(`event.${event.what}`, values) });
  }
  return has(`event.${event.type}`, n) ? t(`event.${event.type}`, values) : event.type;
}

/** The cards of an event; null for each that lies face down or was not read.
 * @param {Api.LogEvent} event @returns {(string | null)[]} */
function cardsOf(event) {
  const up = event.type === "trump_shown" ? [event.card ?? null] : (event.cards ?? []);
  return [...up, ...Array.from({ length: event.face_down ?? 0 }, () => null)];
}

/** @param {(string | null)[]} cards @returns {string} */
function inWords(cards) {
  return cards.map((card) => (card ? spoken(card) : t("card.hidden"))).join(", ");
}

/** The first cards without the others, each as often as it is there.
 * @param {(string | null)[]} cards @param {(string | null)[]} others */
function without(cards, others) {
  const rest = [...others];
  return cards.filter((card) => !rest.includes(card) || !rest.splice(rest.indexOf(card), 1).length);
}

/** Events in words, with their cards.
 * @param {Named} view @param {Api.LogEvent[]} events @returns {string} */
export function told(view, events) {
  return events.map((event) => [sentence(view, event), inWords(cardsOf(event))].filter(Boolean).join(", ")).join("; ");
}

/** What stood at an entry before a correction and stands there after it; null where that entry is not here.
 * @param {Api.Row[]} entries @param {Api.Row} row the correction
 * @returns {{before: Api.LogEvent[], after: Api.LogEvent[], earlier: Api.Row | undefined} | null} `earlier`: the correction
 *   of the same entry that it comes after */
export function changeOf(entries, row) {
  const target = entries.find((e) => e.seq === row.event.target);
  if (!target) return null;
  const earlier = entries.findLast((e) => e.seq < row.seq && e.event.type === "amend" && e.event.target === target.seq);
  const first = [target.event];
  return { before: earlier?.event.instead ?? first, after: row.event.instead ?? first, earlier };
}

/** What the server marks a correction as: an undo, a half of a swap, or nothing of the kind.
 * @param {Api.Row} [row] @returns {string} */
export function markOf(row) {
  const { reason = "" } = row?.event ?? {};
  return reason ?? "";
}

/** What was added to what stands otherwise unchanged; null where something else was done.
 * @param {Api.LogEvent[]} before @param {Api.LogEvent[]} after */
export function addedTo(before, after) {
  const rest = before.map((event) => JSON.stringify(event));
  const added = after.filter((event) => JSON.stringify(event) !== rest[0] || !rest.shift());
  return rest.length || !added.length ? null : added;
}

/** The half of a swap, or of its undoing, that the other half tells of.
 * @param {Api.Row[]} entries @param {Api.Row} row */
export function isHalf(entries, row) {
  if (row.event.type !== "amend") return false;
  if (markOf(row) === "swap") return row.event.instead?.length === 0;
  if (markOf(row) !== "undo") return false;
  const earlier = changeOf(entries, row)?.earlier;
  return markOf(earlier) === "swap" && earlier?.event.instead?.length === 0;
}

/** @param {Named} view @param {Api.LogEvent[]} before @param {Api.LogEvent[]} after */
function changed(view, before, after) {
  if (!after.length) return `${told(view, before)}, ${t("log.removed")}`;
  const added = addedTo(before, after);
  if (added) return t("log.added", { what: told(view, added) });
  if (before.length === 1 && after.length === 1 && sentence(view, before[0]) === sentence(view, after[0])) {
    const [was, is] = [cardsOf(before[0]), cardsOf(after[0])];
    // only the cards that changed, where each changed into another
    const [gone, come] = [without(was, is), without(is, was)];
    const [from, to] = gone.length && come.length ? [gone, come] : [was, is];
    return `${sentence(view, after[0])}, ${inWords(from)} → ${inWords(to)}`;
  }
  return before.length ? `${told(view, before)} → ${told(view, after)}` : told(view, after);
}

/** What a correction has changed, apart from which entry it corrects; nothing where that entry is not here.
 * @param {Named} view @param {Api.Row[]} entries @param {Api.Row} row @returns {string} */
export function changeWords(view, entries, row) {
  const change = changeOf(entries, row);
  return change ? changed(view, change.before, change.after) : "";
}

/** What an entry says of itself: an act as it is, a correction with what it changed, an undo with what it took back.
 * @param {Named} view @param {Api.Row[]} entries @param {Api.Row} row @returns {string} */
export function rowWords(view, entries, row) {
  const change = row.event.type === "amend" ? changeOf(entries, row) : null;
  if (!change) return sentence(view, row.event);
  const { before, after, earlier } = change;
  if (markOf(row) === "swap" && after.length > 1) return t("log.swapped", { what: told(view, after) });
  if (markOf(row) === "undo") {
    if (row.event.instead === null && markOf(earlier) === "swap") return t("log.undone", { what: t("log.swapped", { what: told(view, before) }) });
    // an act that is struck out, or a correction that is taken back: what it did is told the way it was done
    const what = row.event.instead === null ? `${sentence(view, row.event)}: ${changed(view, after, before)}` : told(view, before);
    return t("log.undone", { what });
  }
  return `${sentence(view, row.event)}: ${changed(view, before, after)}`;
}
