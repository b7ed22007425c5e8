// The page's words. English is always loaded and stands in for a word another language lacks.
import { fromAddress, recall, remember, visit, visited } from "./prefs.js";
import en from "./lang/en.js";

/** code → the language's own name, in the order of the switch. */
export const LANGUAGES = { en: "English", ru: "Русский", uk: "Українська", ka: "ქართული" };

/** @type {Record<string, string>} */
let words = en;
let current = "en";
/** @type {string[]} */
let pages = [];

/** Words beside everybody's, in lang/<name>.<language>.js. Call it before `speak`.
 * @param {string[]} names */
export function wordsOf(...names) {
  pages = names;
}

/** The words of one language: everybody's, and the page's.
 * @param {string} code */
async function load(code) {
  const files = [`./lang/${code}.js`, ...pages.map((name) => `./lang/${name}.${code}.js`)];
  const loaded = await Promise.all(files.map((file) => import(file)));
  return Object.assign({}, ...loaded.map((module) => module.default));
}

const CHOSEN = "language"; // kept only when a person chose it: `bura.lang` of older versions held whatever was shown

/** The language to begin with, and what it was told by: the address (it counts for the whole visit), what somebody chose
 * on this device, the browser, the table; else English.
 * @returns {{code: string, by: "address" | "choice" | "browser" | "table" | "none"}} */
function told() {
  const spoken = (/** @type {string | null | undefined} */ code) => Boolean(code && code in LANGUAGES);
  const address = fromAddress("lang");
  if (address && spoken(address)) visit(CHOSEN, address);
  /** @type {["address" | "choice" | "browser" | "table", string | null | undefined][]} */
  const ways = [
    ["address", address],
    ["address", visited(CHOSEN)],
    ["choice", recall(CHOSEN)],
    ["browser", navigator.language.split("-")[0]],
    ["table", document.documentElement.dataset.defaultLang],
  ];
  const [by, code] = ways.find(([, wanted]) => spoken(wanted)) ?? ["none", "en"];
  return { code: code ?? "en", by: /** @type {any} */ (by) };
}

/** The language to begin with. */
export function startLanguage() {
  return told().code;
}

/** The table has a language: take it, where nobody and nothing chose another for this device.
 * @param {string} code @returns {Promise<boolean>} is another one spoken from now on? */
export async function tableSpeaks(code) {
  const page = document.documentElement;
  if (!(code in LANGUAGES) || page.dataset.defaultLang === code) return false;
  page.dataset.defaultLang = code;
  if (told().by !== "table" || code === current) return false;
  await speak(code);
  return true;
}

/** A person chooses a language for this device.
 * @param {string} code */
export async function choose(code) {
  remember(CHOSEN, code);
  visit(CHOSEN, code);
  await speak(code);
}

/** @param {string} code */
export async function speak(code) {
  if (code === "en") words = pages.length ? await load("en") : en;
  else words = { ...(pages.length ? await load("en") : en), ...(await load(code)) };
  current = code;
  document.documentElement.lang = code;
}

export function language() {
  return current;
}

/** A moment in this device's time, as the page's language writes it; in figures where the browser does not know the
 * language, which would otherwise write it in its own.
 * @param {string} moment ISO 8601 @param {"medium" | "short"} [dateStyle] */
export function when(moment, dateStyle = "medium") {
  const date = new Date(moment);
  if (Intl.DateTimeFormat.supportedLocalesOf(current).length) return date.toLocaleString(current, { dateStyle, timeStyle: "short" });
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${two(date.getDate())}.${two(date.getMonth() + 1)}.${date.getFullYear()}, ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A number with its decimal mark as the page's language writes it.
 * @param {number} n @param {number} places how many decimal places */
export function figure(n, places) {
  return current === "en" ? n.toFixed(places) : n.toFixed(places).replace(".", ",");
}

/** Are there words for a key, with a number where `n` is given?
 * @param {string} key @param {number} [n] */
export function has(key, n) {
  return key in words || (n !== undefined && `${key}.other` in words);
}

/**
 * The words for a key, with {name} filled in. `key.one|few|many` is chosen by `n` where a language has plurals.
 * @param {string} key @param {Record<string, any>} [values]
 */
export function t(key, values = {}) {
  let text = words[key];
  if (values.n !== undefined) {
    const form = new Intl.PluralRules(current).select(values.n);
    text = words[`${key}.${form}`] ?? words[`${key}.other`] ?? text;
  }
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => values[name] ?? "");
}
