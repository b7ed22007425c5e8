// Says what is new: a trick taken, the verdict on a claim, an alert, a correction. By the browser's voice where it has
// one for the language, else by short sounds that differ in tune. Each device remembers whether it speaks.
import { html, useEffect, useRef, useState } from "./ui.js";
import { t } from "./i18n.js";
import { isVerdict } from "./alerts.js";
import { spoken } from "./cards.js";
import { nameOf } from "./names.js";
import { addedTo, changeOf, markOf, sentence, told as inWords } from "./sentence.js";
import { fromAddress, recall, remember } from "./prefs.js";

/** @typedef {{kind: "took" | "claim" | "true" | "false" | "alert" | "corrected" | "over", text: string, grave: boolean}} News */

const MODES = ["off", "sound", "voice"];
/** @type {Record<string, string>} */
const LOCALES = { en: "en", ru: "ru", uk: "uk", ka: "ka" };
const WAITING = 3; // more than this is old news: the least grave go
/** Notes in hertz, each 0.13 s: rising is good, falling is not, a level one is neither, and the low pair asks for a look. */
const TUNES = { took: [523, 659], claim: [587, 587], true: [523, 659, 784], false: [523, 415, 330], alert: [220, 0, 220], corrected: [880, 880], over: [523, 659, 784, 1047] };
const NOTE_S = 0.13;

/** Is there a voice for a language on this device?
 * @param {string} lang */
export function voiceFor(lang) {
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  return voices.find((voice) => voice.lang.toLowerCase().startsWith(LOCALES[lang] ?? lang)) ?? null;
}

/** @param {Api.AlertView} alert */
const alertKey = (alert) => `${alert.seq} ${alert.rule} ${alert.text}`;
/** @param {Api.ClaimView} claim */
const claimKey = (claim) => `claim ${claim.seq} ${claim.verdict}`;

/** What stands at a moment and is no news later, though a correction took it away meanwhile and another brought it back.
 * @param {Table} now @returns {string[]} */
export function standingOf(now) {
  const claim = now.view?.claim;
  return [...(now.view?.alerts ?? []).map(alertKey), ...(claim ? [claimKey(claim)] : [])];
}

/** What is new between two moments; the first moment is no news.
 * @param {Table | null} before @param {Table} now @param {Set<string>} [told] what stood at some moment before
 * @returns {News[]} */
export function newsOf(before, now, told = new Set()) {
  if (!before?.view || !now?.view || before.view === now.view) return [];
  /** @type {News[]} */
  const news = [];
  const view = now.view;
  const known = new Set([...told, ...standingOf(before)]);
  const fresh = now.entries.filter((e) => e.seq > before.seq);
  for (const entry of fresh) {
    if (entry.event.type === "took") news.push({ kind: "took", text: t("event.took", { name: nameOf(view, entry.event.seat) }), grave: false });
    if (entry.event.type === "amend") news.push({ kind: "corrected", text: corrected(now, entry), grave: false });
  }
  const claim = view.claim;
  const ruled = claim ? !known.has(claimKey(claim)) : false;
  if (claim && ruled) {
    const title = t("claim.title", { name: nameOf(view, claim.seat), n: claim.proof?.needed ?? now.table?.threshold });
    news.push({ kind: claim.verdict === "true" || claim.verdict === "false" ? claim.verdict : "claim", text: `${title}: ${t(`claim.${claim.verdict}`)}`, grave: true });
  }
  for (const alert of view.alerts ?? []) {
    // what an alert says of a claim its verdict has just said
    const said = ruled && claim && isVerdict(alert, claim);
    if (!said && !known.has(alertKey(alert))) news.push({ kind: "alert", text: alert.text, grave: true });
  }
  if (view.result && !before.view.result) news.push({ kind: "over", text: view.result.text, grave: true });
  return news;
}

/** Only the new fact: which card it was, and what the points are now. Where no card is new: what stands there, or no longer does.
 * @param {Table} now @param {Api.Row} entry */
function corrected(now, entry) {
  let target = now.entries.find((e) => e.seq === entry.event.target);
  while (target?.event.type === "amend") target = now.entries.find((e) => e.seq === target?.event.target);
  const change = now.view && changeOf(now.entries, entry);
  const added = change && markOf(entry) !== "undo" ? addedTo(change.before, change.after) : null;
  // what was added is told alone, however much stands there
  if (now.view && added) return `${t("voice.corrected")}: ${inWords(now.view, added)}`;
  const events = target?.now ?? [];
  const was = new Set((target?.event.cards ?? [target?.event.card]).filter(Boolean));
  const cards = /** @type {string[]} */ (events.flatMap((e) => e.cards ?? [e.card]).filter((c) => c && !was.has(c)));
  const seat = target?.event.seat;
  const points = seat && now.view?.seats[seat]?.points;
  const sum = points && points.lo === points.hi ? `, ${nameOf(now.view, seat)} ${points.lo}` : "";
  if (cards.length) return `${t("voice.corrected")}: ${cards.map(spoken).join(", ")}${sum}`;
  if (!target || !now.view) return t("event.amend", { target: entry.event.target });
  if (target.now?.length === 0) return `${t("voice.corrected")}: ${sentence(now.view, target.event)}, ${t("log.removed")}${sum}`;
  const stands = target.now ?? [target.event];
  const which = stands.flatMap((e) => e.cards ?? [e.card]).filter(Boolean);
  const what = stands.map((event) => sentence(/** @type {Named} */ (now.view), event)).join("; ");
  return `${t("voice.corrected")}: ${[what, ...which.map((card) => spoken(/** @type {string} */ (card)))].join(", ")}${sum}`;
}

/** @type {AudioContext | undefined} */
let audio;
/** A short tune.
 * @param {number[]} notes */
function play(notes) {
  audio ??= new AudioContext();
  audio.resume();
  notes.forEach((hertz, i) => {
    if (!hertz || !audio) return;
    const at = audio.currentTime + i * NOTE_S;
    const tone = audio.createOscillator();
    const level = audio.createGain();
    tone.frequency.value = hertz;
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(0.2, at + 0.02);
    level.gain.exponentialRampToValueAtTime(0.001, at + NOTE_S);
    tone.connect(level).connect(audio.destination);
    tone.start(at);
    tone.stop(at + NOTE_S);
  });
}

/** The mode of this device.
 * @returns {string} */
function startMode() {
  const wanted = fromAddress("voice") ?? recall("voice");
  return wanted && MODES.includes(wanted) ? wanted : "off";
}

/** What is new at what is followed, the newest only; another language tells the same things anew: that is no news.
 * @param {Table} table @param {string} lang @returns {News[]} another array each time there is something new */
export function useNews(table, lang) {
  const [last, setLast] = useState(/** @type {News[]} */ ([]));
  const before = useRef(/** @type {Table | null} */ (null));
  const spokenIn = useRef(lang);
  const told = useRef(/** @type {Set<string>} */ (new Set()));
  useEffect(() => {
    if (before.current && table.seq < before.current.seq) told.current.clear(); // another table
    const news = spokenIn.current === lang ? newsOf(before.current, table, told.current) : [];
    spokenIn.current = lang;
    if (!table.view) return;
    before.current = table;
    standingOf(table).forEach((key) => told.current.add(key));
    if (news.length) setLast(news);
  }, [table, lang]);
  return last;
}

/** The news for screen readers: rulings at once, the rest when there is a pause. The same words once more are told once more.
 * @param {{news: News[]}} props */
export function Said({ news }) {
  const round = useRef({ n: 0, news });
  if (round.current.news !== news) round.current = { n: round.current.n + 1, news };
  const words = (/** @type {boolean} */ grave) => news.filter((item) => item.grave === grave).map((item) => item.text).join(" ");
  return html`<div class="sr" data-testid="said">
    <p aria-live="assertive" data-testid="said-grave"><span key=${round.current.n}>${words(true)}</span></p>
    <p aria-live="polite" data-testid="said-light"><span key=${round.current.n}>${words(false)}</span></p>
  </div>`;
}

/**
 * Speak what is new.
 * @param {Table} table what is followed @param {string} lang
 * @returns {[string, (mode: string) => void, News[]]} the mode, how to change it, and what was last said (for the screen reader and for tests)
 */
export function useVoice(table, lang) {
  const [mode, setMode] = useState(startMode);
  const last = useNews(table, lang);
  const queue = useRef(/** @type {News[]} */ ([]));
  const busy = useRef(false);

  const next = () => {
    const news = queue.current.shift();
    if (!news) return;
    const voice = mode === "voice" ? voiceFor(lang) : null;
    if (!voice) {
      play(TUNES[news.kind]);
      busy.current = true;
      setTimeout(done, TUNES[news.kind].length * NOTE_S * 1000 + 250);
      return;
    }
    const words = new SpeechSynthesisUtterance(news.text);
    words.voice = voice;
    words.lang = voice.lang;
    words.onend = done;
    words.onerror = done;
    busy.current = true;
    speechSynthesis.speak(words);
  };
  const done = () => {
    busy.current = false;
    next();
  };
  useEffect(() => {
    if (mode === "off" || !last.length) return;
    queue.current.push(...last);
    while (queue.current.length > WAITING) {
      const light = queue.current.findIndex((item) => !item.grave);
      queue.current.splice(Math.max(light, 0), 1);
    }
    if (!busy.current) next();
  }, [last]);
  const choose = (/** @type {string} */ to) => {
    remember("voice", to);
    setMode(to);
    queue.current = [];
    globalThis.speechSynthesis?.cancel();
    // the press is the permission that browsers ask for
    if (to !== "off") play(TUNES.took);
  };
  return [mode, choose, last];
}

/** @param {{mode: string, lang: string, onMode: (mode: string) => void}} props */
export function VoiceSwitch({ mode, lang, onMode }) {
  const [, again] = useState(0);
  useEffect(() => {
    // voices come some time after the page
    const heard = () => again((n) => n + 1);
    globalThis.speechSynthesis?.addEventListener?.("voiceschanged", heard);
    return () => globalThis.speechSynthesis?.removeEventListener?.("voiceschanged", heard);
  }, []);
  const can = Boolean(voiceFor(lang));
  return html`<select class="tool" data-testid="voice" aria-label=${t("voice.label")} value=${mode} onChange=${(e) => onMode(e.target.value)}>
    <option value="off" selected=${mode === "off"}>${t("voice.off")}</option>
    <option value="sound" selected=${mode === "sound"}>${t("voice.sound")}</option>
    <option value="voice" selected=${mode === "voice"}>${t(can ? "voice.voice" : "voice.none")}</option>
  </select>`;
}
