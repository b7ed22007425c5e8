// The scoreboard's end of /api/v1/live. Rules (docs/api.md):
//   a "view" message with whole=true replaces everything;
//   a "view" message whose `since` is our `seq` is appended; any other `since` is a gap;
//   a "table" or "beat" message whose `seq` is not ours is a gap too;
//   on a gap we ask {"type": "whole"} and ignore increments until it comes;
//   with ?tail= a whole view holds only the newest entries, from `first` on; earlier ones come from /entries?before=.

import { language } from "./i18n.js";

const SILENCE_MS = 25_000; // the server sends at least a beat every 10 s
const RETRY_MS = [500, 1000, 2000, 4000, 5000];
const ASK_MS = 3000; // a dead network may never answer
const TAIL = 300; // entries in a whole view: some deals, whatever the log's length
const PAGE = 200; // earlier entries that are fetched at once

/** What nothing is known about yet.
 * @returns {Table} */
export function nothing() {
  return { connection: "connecting", seq: -1, first: 1, view: null, table: null, entries: [], earlier: async () => {} };
}

/**
 * The next state after one message, or "gap" when the whole view must be asked for. Earlier entries that were fetched
 * stay for now when a whole view does not reach as far back: `follow` fetches them anew.
 * @param {Table} now @param {Heard} message @returns {Table | "gap"}
 */
export function merge(now, message) {
  if (message.type === "view" && message.whole) {
    const { seq, view, table, mine, says } = message;
    const first = message.first ?? 1;
    const joins = now.first < first && now.seq >= first - 1;
    const before = joins ? now.entries.filter((e) => e.seq < first) : [];
    return { ...now, connection: "open", seq, first: joins ? now.first : first, view, table, mine, says, entries: [...before, ...message.entries] };
  }
  if (message.type === "view") {
    if (now.view === null || message.since !== now.seq) return "gap";
    return {
      ...now,
      seq: message.seq,
      view: message.view,
      table: message.table,
      mine: message.mine,
      says: message.says,
      entries: [...now.entries, ...message.entries],
    };
  }
  if (message.type === "table" || message.type === "beat") {
    if (message.seq !== now.seq) return "gap";
    return message.type === "table" ? { ...now, table: message.table } : now;
  }
  return now;
}

/**
 * Keep a table up to date until the returned function is called.
 * @param {(table: Table) => void} show
 * @param {string} lang language of the referee's sentences
 * @param {Table} [begin] what is shown until the first message
 * @param {{as?: string, delay?: string | null}} [eyes] with whose eyes to look, and how many seconds later
 */
export function follow(show, lang, begin = nothing(), eyes = {}) {
  let table = { ...begin };
  let live = true;
  /** @type {number | undefined} */
  let timer;
  /** @type {WebSocket} */
  let current;
  let tries = 0;
  let asked = false;
  /** @type {number | undefined} */
  let watchdog;
  let round = 0; // of fetching earlier entries: what an earlier round finds is stale
  let stale = 0; // entries before this one may be: the last whole view did not reach as far back

  /** @param {Record<string, number>} which @returns {Promise<Api.Row[]>} */
  const fetched = async (which) => {
    const query = new URLSearchParams(Object.entries(which).map(([name, n]) => [name, String(n)]));
    for (const [name, value] of Object.entries(eyes)) if (value) query.set(name, value);
    const answer = await fetch(`/api/v1/entries?${query}`).catch(() => null);
    return answer?.ok ? (await answer.json()).entries : [];
  };

  /** Entries before those that are there, once more or for the first time.
   * @param {number} from @param {number} until */
  const join = async (from, until) => {
    const mine = ++round;
    /** @type {Api.Row[]} */
    const rows = [];
    for (let at = from; at < until; ) {
      const some = await fetched({ since: at - 1, limit: Math.min(500, until - at) });
      if (!live || mine !== round) return;
      if (!some.length) break;
      rows.push(...some);
      at = some[some.length - 1].seq + 1;
    }
    if (rows.length < until - from) return; // the connection is lost: what is shown stays
    stale = 0;
    set({ ...table, first: from, entries: [...rows, ...table.entries.filter((e) => e.seq >= until)] });
  };

  const earlier = async () => {
    if (table.first > 1) await join(Math.max(1, table.first - PAGE), Math.max(stale, table.first));
  };

  const set = (/** @type {Table} */ next) => {
    table = next;
    show(table);
  };

  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({ lang, tail: String(TAIL) });
    for (const [name, value] of Object.entries(eyes)) if (value) query.set(name, value);
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/live?${query}`);
    current = socket;
    const heard = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => socket.close(), SILENCE_MS);
    };
    socket.onopen = () => {
      asked = false;
      heard();
    };
    socket.onmessage = (event) => {
      heard();
      /** @type {Heard} */
      const message = JSON.parse(event.data);
      const next = merge(table, message);
      if (next === "gap") {
        if (!asked) socket.send(JSON.stringify({ type: "whole" }));
        asked = true;
        return;
      }
      tries = 0;
      asked = false;
      if (next !== table) set({ ...next, earlier });
      if (message.type !== "view" || !message.whole) return;
      round += 1;
      const from = message.first ?? 1;
      stale = next.first < from ? from : 0;
      if (stale) join(next.first, stale);
    };
    socket.onclose = async () => {
      clearTimeout(watchdog);
      if (!live) return;
      set({ ...table, connection: "lost" });
      const over = await isOver();
      if (!live) return;
      if (over) {
        set({ ...table, connection: "over" });
        return; // trying again cannot help: another link can
      }
      timer = setTimeout(open, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
    };
  };
  open();
  return () => {
    live = false;
    clearTimeout(timer);
    clearTimeout(watchdog);
    current.close();
  };
}

/** What this page has told, whichever of its parts: up to which entry, and until when the answers are on the way. */
export const told = { seq: 0, answered: /** @type {Promise<unknown>} */ (Promise.resolve()) };

/**
 * Tell the referee something a person saw, said or corrects.
 * @param {Say} event @returns {Promise<{refusal: string | null, seq: number}>} the refusal as one sentence, or null and
 *   the log's newest number with it
 */
export function say(event) {
  const answer = post(event);
  const noted = answer.then(({ seq }) => (told.seq = Math.max(told.seq, seq)));
  told.answered = Promise.all([told.answered, noted]);
  return answer;
}

/** @param {Say} event @returns {Promise<{refusal: string | null, seq: number}>} */
async function post(event) {
  try {
    const answer = await fetch("/api/v1/events?tail=0", {
      method: "POST",
      // refusals come in the language of the page, which need not be the browser's
      headers: { "content-type": "application/json", "accept-language": language() },
      body: JSON.stringify(event),
    });
    const said = await answer.json();
    return answer.ok ? { refusal: null, seq: said.seq } : { refusal: said.error.message, seq: 0 };
  } catch {
    return { refusal: "", seq: 0 };
  }
}

/**
 * The same, where only the refusal matters.
 * @param {Say} event @returns {Promise<string | null>}
 */
export async function tell(event) {
  return (await say(event)).refusal;
}

/** @param {number} seq @param {number} card @returns {Promise<Api.Alternatives | null>} */
export async function alternatives(seq, card) {
  try {
    const answer = await fetch(`/api/v1/entries/${seq}/alternatives?card=${card}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Does the link no longer hold? Asked when a socket was closed: its code does not tell (1008 is also for too many
 * messages), and a socket that is refused from the start has none.
 * @returns {Promise<boolean>} */
async function isOver() {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), ASK_MS);
  try {
    const { status } = await fetch("/api/v1/me", { signal: patience.signal });
    return status === 401 || status === 403;
  } catch {
    return false; // the server does not answer, which is something else
  } finally {
    clearTimeout(timer);
  }
}

/** A lost connection may only mean that the table was stopped: is one being watched?
 * @returns {Promise<boolean>} */
export async function isTable() {
  try {
    const answer = await fetch("/api/v1/health");
    return !answer.ok || (await answer.json()).state !== "NO_TABLE";
  } catch {
    return true; // the server does not answer, which is something else
  }
}
