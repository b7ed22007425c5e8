// What the parts of the desk know about an entry.

export const QUIET = new Set(["game_started", "acknowledged"]);

/** What stands at an entry after corrections.
 * @param {Api.Row} entry @returns {Api.LogEvent[]} */
export function standing(entry) {
  return entry.now ?? [entry.event];
}

/** The face-up cards of what stands there, each with its place.
 * @param {Api.LogEvent[]} events @returns {{card: string | null, event: number, index: number}[]} */
export function cardsOf(events) {
  return events.flatMap((event, n) => {
    const cards = event.type === "trump_shown" ? [event.card ?? null] : (event.cards ?? []);
    return cards.map((card, i) => ({ card, event: n, index: i }));
  });
}

/** @param {Api.LogEvent[]} events */
export function downOf(events) {
  return events.reduce((sum, event) => sum + (event.face_down ?? 0), 0);
}

/** The same, but card number `number` lay face down.
 * @param {Api.LogEvent[]} events @param {number} number */
export function turnedDown(events, number) {
  const place = cardsOf(events)[number];
  return events.map((event, n) => {
    if (n !== place.event) return event;
    return { ...event, cards: event.cards?.filter((_, i) => i !== place.index), face_down: (event.face_down ?? 0) + 1 };
  });
}

/** The same, but one face-down card was this one.
 * @param {Api.LogEvent[]} events @param {string} card */
export function turnedUp(events, card) {
  const at = events.findIndex((event) => event.face_down);
  return events.map((event, n) => (n === at ? { ...event, cards: [...(event.cards ?? []), card], face_down: (event.face_down ?? 0) - 1 } : event));
}

/** Can a card of it lie face down?
 * @param {Api.LogEvent[]} events */
export function canLieDown(events) {
  return events.some((event) => event.type === "lead" || event.type === "reply");
}

/** The entries of the deal that an entry belongs to, as far as they are here.
 * @param {Api.Row[]} entries @param {number} seq */
export function dealOf(entries, seq) {
  const deals = (/** @type {Api.Row} */ e) => standing(e).some((event) => event.type === "dealt");
  const from = entries.findLastIndex((e) => e.seq <= seq && deals(e));
  const until = entries.findIndex((e) => e.seq > seq && deals(e));
  return entries.slice(Math.max(from, 0), until < 0 ? entries.length : until);
}

/** Every card of the pack that is played with, by suit.
 * @param {number} size how many they are */
export function packOf(size) {
  const ranks = ["A", "10", "K", "Q", "J", "9", "8", "7", "6", "5", "4", "3", "2"].slice(0, Math.round(size / 4));
  return ["S", "H", "D", "C"].map((suit) => ranks.map((rank) => rank + suit));
}

/** m:ss
 * @param {number} at_s */
export function clock(at_s) {
  const s = Math.floor(at_s);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
