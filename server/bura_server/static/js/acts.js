// Telling the referee from a page that others have open as well: who acts by an old view is told what he missed.
import { html, useEffect, useRef, useState } from "./ui.js";
import { t } from "./i18n.js";
import { say, told } from "./live.js";
import { rowWords } from "./sentence.js";

const GLANCE_MS = 500; // what came later than this nobody has looked at
const BY_LOOKS = ["undo", "new_deal", "end_deal", "enter"]; // what is meant by how the table looks, not by an entry
const TOLD = 3; // things done meanwhile that are told, the newest last

/** Up to which entry somebody at this page knows: it was there long enough to be looked at, or he made it.
 * @param {number} seq the newest that is shown */
function useLooked(seq) {
  const looked = useRef(0);
  const last = useRef(0);
  useEffect(() => {
    // what a page comes with is what its first glance is for; less than before is another table
    if (seq < last.current) told.seq = 0;
    if (last.current < 1 || seq < last.current) looked.current = seq;
    else setTimeout(() => (looked.current = Math.max(looked.current, seq)), GLANCE_MS);
    last.current = seq;
  }, [seq]);
  return looked;
}

/**
 * A way to tell the referee things, and why the last one was not taken. An undo, a new deal, its end and what
 * is entered as it happens tell up to which entry the person knows: two who press at once take back one thing, begin one
 * deal or enter one act, not two.
 * @param {Table} table @returns {{act: Act, refused: Refused | null, refuse: (why: string | null) => void}}
 */
export function useActs(table) {
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const looked = useLooked(table.seq);
  const act = async (/** @type {Say} */ event) => {
    // what he has just done himself, in whichever part of the page, is known to him, be its answer still on the way
    if (BY_LOOKS.includes(event.type)) await told.answered;
    const known = Math.max(looked.current, told.seq);
    // who filled in a form did so by what he saw then
    const wish = BY_LOOKS.includes(event.type) ? { ...event, seen: Math.min(known, ("seen" in event && event.seen) || known) } : event;
    const { refusal } = await say(wish);
    setRefused(refusal === null ? null : { why: refusal || t("act.failed"), seen: "seen" in wish ? (wish.seen ?? null) : null });
    return refusal === null;
  };
  return { act, refused, refuse: (why) => setRefused(why === null ? null : { why, seen: null }) };
}

/** Why something was not taken; if others have acted meanwhile, what they did.
 * @param {{refused: Refused, view: Api.Scoreboard, entries: Api.Row[], links?: boolean}} props */
export function Why({ refused, view, entries, links = false }) {
  const { why, seen } = refused;
  const others = seen === null ? [] : entries.filter((e) => e.seq > seen && e.source === "human").slice(-TOLD);
  if (!others.length) return html`<span>${why}</span>`;
  return html`<span>${t("act.meanwhile")}${" "}
    ${others.map((row, i) => html`${i ? "; " : ""}${links ? html`<a key=${row.seq} href=${`#entry-${row.seq}`}>${row.seq}: ${rowWords(view, entries, row)}</a>` : `${row.seq}: ${rowWords(view, entries, row)}`}`)}.</span>`;
}
