// Something happened that nobody has told yet. What is due now is offered first, so that it takes two presses. What comes
// behind everything the log holds is an entry of its own; what belongs between two entries is a correction.
import { html, useEffect, useRef, useState } from "../ui.js";
import { t } from "../i18n.js";
import { Why } from "../acts.js";
import { Card } from "../cards.js";
import { told } from "../live.js";
import { nameOf } from "../names.js";
import { spokenKinds, wordOf } from "../words.js";
import { cardsOf, dealOf, packOf, standing } from "./entry.js";

/** @type {Partial<Record<Api.Phase, string>>} */
const DUE = { lead: "lead", reply: "reply", take: "took", draw: "drew", count: "counted" };
const KINDS = ["lead", "reply", "took", "drew", "counted", "trump_shown", "dealt"];
const WITH_CARDS = ["lead", "reply", "counted"];
// what is no act at the table: an act behind it is still the last one
const ASIDE = ["amend", "acknowledged", "objected", "ruled"];
const CLOSE_MS = 1000; // how long the form waits for the page to show what was added

/** Does something that stands follow an entry?
 * @param {Api.Row[]} entries @param {number} seq */
function isFollowed(entries, seq) {
  return entries.some((e) => e.seq > seq && !ASIDE.includes(e.event.type) && standing(e).length > 0);
}

/** @param {{view: Api.Scoreboard, says?: Table["says"], entries: Api.Row[], pack: number, after: number, act: Act, refused: Refused | null, onClose: () => void}} props */
export function Missed({ view, says, entries, pack, after, act, refused, onClose }) {
  const seats = Object.keys(view.seats);
  const newest = entries[entries.length - 1].seq;
  // until he chooses something the form follows the table; then it stays as he saw it, and `seen` with it
  const [held, setHeld] = useState(/** @type {{kind: string, seat: string, seen: number} | null} */ (null));
  const [cards, setCards] = useState(/** @type {string[]} */ ([]));
  const [down, setDown] = useState(0);
  const [sent, setSent] = useState(0);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    dialog.current?.showModal();
    // the browser would begin with the first choice, not with the one that is made already
    /** @type {HTMLElement | null | undefined} */ (dialog.current?.querySelector('input[name="kind"]:checked'))?.focus();
  }, []);
  const due = DUE[view.status] ?? (view.status === "waiting" || view.result ? "dealt" : "lead");
  const now = held ?? { kind: after && isFollowed(entries, after) ? "reply" : due, seat: view.turn ?? view.claim?.seat ?? seats[0], seen: newest };
  const { kind, seat } = now;
  const hold = (/** @type {{kind?: string, seat?: string}} */ more) => setHeld({ ...now, ...more });
  const between = after > 0 && isFollowed(entries, after);
  const laid = kind === "lead" || kind === "reply";
  const target = entries.find((e) => e.seq === after);
  const taken = new Set(dealOf(entries, target?.seq ?? newest).flatMap((e) => cardsOf(standing(e)).map((c) => c.card)));
  const event = () => {
    if (kind === "trump_shown") return { type: kind, card: cards[0] };
    if (kind === "dealt") return { type: kind, dealer: seat };
    if (kind === "counted") return { type: kind, seat, cards };
    if (laid) return { type: kind, seat, cards, ...(down ? { face_down: down } : {}) };
    return { type: kind, seat };
  };
  const ready = kind === "trump_shown" ? cards.length === 1 : !WITH_CARDS.includes(kind) || cards.length + down > 0;
  const add = async () => {
    const word = wordOf(kind); // what is said is judged as said
    const done = between && target
      ? await act({ type: "amend", target: target.seq, instead: [...standing(target), event()], reason: "missed", seen: newest })
      : await act(word ? { type: word, seat } : { type: "enter", event: event(), seen: now.seen || newest });
    // the next one is asked for by what this one has led to
    if (done) setSent(told.seq);
    else setHeld({ ...now, seen: 0 }); // he is told what came meanwhile: from here on he knows what the page shows
  };
  useEffect(() => {
    if (!sent) return;
    if (newest >= sent) dialog.current?.close();
    const timer = setTimeout(() => dialog.current?.close(), CLOSE_MS);
    return () => clearTimeout(timer);
  }, [sent, newest]);
  const pick = (/** @type {string} */ card) => {
    hold({});
    if (kind === "trump_shown") setCards([card]);
    else setCards(cards.includes(card) ? cards.filter((c) => c !== card) : [...cards, card]);
  };
  const change = (/** @type {number} */ by) => {
    hold({});
    setDown(down + by);
  };
  return html`<dialog class="missed" ref=${dialog} aria-labelledby="m-title" onClose=${onClose} data-testid="missed-form">
    <h2 id="m-title">${between ? t("desk.insert.after", { n: after }) : t("desk.missed")}</h2>
    ${refused && html`<p class="banner" role="alert" data-testid="missed-problem"><${Why} refused=${refused} view=${view} entries=${entries} /></p>`}
    <fieldset><legend>${t("desk.what")}</legend><div class="row">
      ${[...KINDS, ...spokenKinds(says)].map((k) => html`<label class="pill" key=${k}><input type="radio" name="kind" value=${k} checked=${kind === k} onChange=${() => { hold({ kind: k }); setCards([]); setDown(0); }} /><span>${t(`desk.kind.${k}`)}</span></label>`)}
    </div></fieldset>
    ${kind !== "trump_shown" && html`<fieldset><legend>${t("desk.who")}</legend><div class="row">
      ${seats.map((s) => html`<label class="pill" key=${s}><input type="radio" name="seat" value=${s} checked=${seat === s} onChange=${() => hold({ seat: s })} /><span>${nameOf(view, s)}</span></label>`)}
    </div></fieldset>`}
    ${(WITH_CARDS.includes(kind) || kind === "trump_shown") && html`<fieldset><legend>${t("desk.cards")}</legend>
      ${packOf(pack).map((suit) => html`<div class="fix-cards" key=${suit[0]}>${suit.map((c) => html`<span class="pick" data-chosen=${cards.includes(c)} data-seen=${taken.has(c)} key=${c}>
        <${Card} code=${c} size="xs" onPick=${() => pick(c)} /></span>`)}</div>`)}
      ${laid && html`<p class="row">${t("desk.downs")} <button type="button" class="tool" aria-label=${t("desk.fewer")} disabled=${!down} onClick=${() => change(-1)}>−</button>
        <output>${down}</output> <button type="button" class="tool" aria-label=${t("desk.morecards")} disabled=${down >= 5} onClick=${() => change(1)}>+</button></p>`}
    </fieldset>`}
    <p class="row missed-end">
      <button type="button" class="main-act" data-testid="add" disabled=${!ready || sent > 0} onClick=${add}>${t("desk.add")}</button>
      <button type="button" class="tool" onClick=${() => dialog.current?.close()}>${t("fix.cancel")}</button>
      <span class="hint">${cards.map((c) => html`<${Card} code=${c} size="xs" key=${c} />`)}</span>
    </p>
  </dialog>`;
}
