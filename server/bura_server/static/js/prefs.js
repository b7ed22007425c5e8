// What this device prefers (language, light or dark, suits), kept in the browser only.

/** @param {string} key @returns {string | null} */
export function recall(key) {
  try {
    return localStorage.getItem(`bura.${key}`);
  } catch {
    return null; // storage may be forbidden; the page works without it
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`bura.${key}`, value);
  } catch {
    // see recall
  }
}

/** What an address of this visit (this window, until it is closed) said.
 * @param {string} key @returns {string | null} */
export function visited(key) {
  try {
    return sessionStorage.getItem(`bura.${key}`);
  } catch {
    return null; // see recall
  }
}

/** @param {string} key @param {string} value */
export function visit(key, value) {
  try {
    sessionStorage.setItem(`bura.${key}`, value);
  } catch {
    // see recall
  }
}

/** The value of `?name=` in the address, for televisions that have no keyboard.
 * @param {string} name */
export function fromAddress(name) {
  return new URLSearchParams(location.search).get(name);
}

/** @returns {"dark" | "light"} */
export function startTheme() {
  const wanted = fromAddress("theme") ?? recall("theme");
  if (wanted === "dark" || wanted === "light") return wanted;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

/** @param {"dark" | "light"} theme */
export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

/** Ways to show suits: four colours as most four-colour packs have them, four as the German tournament pack has them, both
 * with letters, and two colours with the signs alone. */
export const SUITS = ["letters", "german", "two"];

/** @returns {string} one of `SUITS`; letters first: nobody needs to find a setting to tell clubs from spades */
export function startSuits() {
  const wanted = fromAddress("suits") ?? recall("suits");
  return wanted && SUITS.includes(wanted) ? wanted : SUITS[0];
}

/** @param {string} way */
export function applySuits(way) {
  document.documentElement.dataset.suits = way;
}
