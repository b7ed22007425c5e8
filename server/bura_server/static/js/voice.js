// Says what is new: a trick taken, the verdict on a claim, an alert, a correction. By the browser's voice where it has
// one for the language, else by short sounds that differ in tune. Each device remembers whether it speaks.
import { html, useEffect, useRef, useState } from "./ui.js";
import { t } from "./i18n.js";
import { spoken } from "./cards.js";
import { nameOf } from "./names.js";
import { fromAddress, recall, remember } from "./prefs.js";

/** @typedef {{kind: "took" | "true" | "false" | "alert" | "corrected" | "over", text: string, grave: boolean}} News */

const MODES = ["off", "sound", "voice"];
/** @type {Record<string, string>} */
const LOCALES = { en: "en", ru: "ru", uk: "uk", ka: "ka" };
const WAITING = 3; // more than this is old news: the least grave go
/** Notes in hertz, each 0.13 s: rising is good, falling is not, and the low pair asks for a look. */
const TUNES = { took: [523, 659], true: [523, 659, 784], false: [523, 415, 330], alert: [220, 0, 220], corrected: [880, 880], over: [523, 659, 784, 1047] };
const NOTE_S = 0.13;

/** Is there a voice for a language on this device?
 * @param {string} lang */
export function voiceFor(lang) {
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  return voices.find((voice) => voice.lang.toLowerCase().startsWith(LOCALES[lang] ?? lang)) ?? null;
}

/** What is new between two moments; the first moment is no news.
 * @param {Table | null} before @param {Table} now @returns {News[]} */
export function newsOf(before, now) {
  if (!before?.view || !now?.view || before.view === now.view) return [];
  /** @type {News[]} */
  const news = [];
  const view = now.view;
  const known = new Set((before.view.alerts ?? []).map((a) => `${a.seq} ${a.rule} ${a.text}`));
  const fresh = now.entries.filter((e) => e.seq > before.seq);
  for (const entry of fresh) {
    if (entry.event.type === "took") news.push({ kind: "took", text: t("event.took", { name: nameOf(view, entry.event.seat) }), grave: false });
    if (entry.event.type === "amend") news.push({ kind: "corrected", text: corrected(now, entry), grave: false });
  }
  const claim = view.claim;
  const old = before.view.claim;
  if (claim && (claim.seq !== old?.seq || claim.verdict !== old?.verdict)) {
    const title = t("claim.title", { name: nameOf(view, claim.seat), n: claim.proof?.needed ?? now.table?.threshold });
    news.push({ kind: claim.verdict === "false" ? "false" : "true", text: `${title}: ${t(`claim.${claim.verdict}`)}`, grave: true });
  }
  for (const alert of view.alerts ?? []) {
    // what an alert says of a claim its verdict has just said
    const told = claim && alert.seq === claim.seq && news.some((item) => item.kind === "true" || item.kind === "false");
    if (!told && !known.has(`${alert.seq} ${alert.rule} ${alert.text}`)) news.push({ kind: "alert", text: alert.text, grave: true });
  }
  if (view.result && !before.view.result) news.push({ kind: "over", text: view.result.text, grave: true });
  return news;
}

/** Only the new fact: which card it was, and what the points are now.
 * @param {Table} now @param {Api.Row} entry */
function corrected(now, entry) {
  const target = now.entries.find((e) => e.seq === entry.event.target);
  const events = target?.now ?? [];
  const was = new Set((target?.event.cards ?? [target?.event.card]).filter(Boolean));
  const cards = /** @type {string[]} */ (events.flatMap((e) => e.cards ?? [e.card]).filter((c) => c && !was.has(c)));
  const seat = target?.event.seat;
  const points = seat && now.view?.seats[seat]?.points;
  const sum = points && points.lo === points.hi ? `, ${nameOf(now.view, seat)} ${points.lo}` : "";
  return `${t("voice.corrected")}${cards.length ? `: ${cards.map(spoken).join(", ")}` : ""}${sum}`;
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

/**
 * Speak what is new.
 * @param {Table} table what is followed @param {string} lang
 * @returns {[string, (mode: string) => void, News[]]} the mode, how to change it, and what was last said (for the screen reader and for tests)
 */
export function useVoice(table, lang) {
  const [mode, setMode] = useState(startMode);
  const [last, setLast] = useState(/** @type {News[]} */ ([]));
  const before = useRef(/** @type {Table | null} */ (null));
  const spokenIn = useRef(lang);
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
    // another language tells the same things anew: that is no news
    const news = spokenIn.current === lang ? newsOf(before.current, table) : [];
    spokenIn.current = lang;
    if (table.view) before.current = table;
    if (!news.length) return;
    setLast(news);
    if (mode === "off") return;
    queue.current.push(...news);
    while (queue.current.length > WAITING) {
      const light = queue.current.findIndex((item) => !item.grave);
      queue.current.splice(Math.max(light, 0), 1);
    }
    if (!busy.current) next();
  }, [table, lang]);
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
