// Something happened that the camera did not see. What is due now is offered first, so that it takes two presses.
import { html, useEffect, useRef, useState } from "../ui.js";
import { t } from "../i18n.js";
import { Card } from "../cards.js";
import { nameOf } from "../names.js";
import { cardsOf, dealOf, packOf, standing } from "./entry.js";

/** @type {Partial<Record<Api.Phase, string>>} */
const DUE = { lead: "lead", reply: "reply", take: "took", draw: "drew" };
const KINDS = ["lead", "reply", "took", "drew", "trump_shown", "dealt"];

/** @param {{view: Api.Scoreboard, entries: Api.Row[], pack: number, after: number, act: (event: Say) => Promise<boolean>, onClose: () => void}} props */
export function Missed({ view, entries, pack, after, act, onClose }) {
  const seats = Object.keys(view.seats);
  const [kind, setKind] = useState(after ? "reply" : (DUE[view.status] ?? "lead"));
  const [seat, setSeat] = useState(view.turn ?? seats[0]);
  const [cards, setCards] = useState(/** @type {string[]} */ ([]));
  const [down, setDown] = useState(0);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const laid = kind === "lead" || kind === "reply";
  const target = after ? entries.find((e) => e.seq === after) : [...entries].reverse().find((e) => e.event.type !== "amend");
  const taken = new Set(dealOf(entries, target?.seq ?? 0).flatMap((e) => cardsOf(standing(e)).map((c) => c.card)));
  const event = () => {
    if (kind === "trump_shown") return { type: kind, card: cards[0] };
    if (kind === "dealt") return { type: kind, dealer: seat };
    if (laid) return { type: kind, seat, cards, ...(down ? { face_down: down } : {}) };
    return { type: kind, seat };
  };
  const ready = kind === "trump_shown" ? cards.length === 1 : !laid || cards.length + down > 0;
  const add = async () => {
    if (!target) return;
    const done = kind === "dealt" && !after
      ? await act({ type: "new_deal", dealer: seat })
      : await act({ type: "amend", target: target.seq, instead: [...standing(target), event()], reason: "missed", seen: entries[entries.length - 1].seq });
    if (done) dialog.current?.close();
  };
  const pick = (/** @type {string} */ card) => {
    if (kind === "trump_shown") setCards([card]);
    else setCards(cards.includes(card) ? cards.filter((c) => c !== card) : [...cards, card]);
  };
  return html`<dialog class="missed" ref=${dialog} aria-labelledby="m-title" onClose=${onClose} data-testid="missed-form">
    <h2 id="m-title">${after ? t("desk.insert.after", { n: after }) : t("desk.missed")}</h2>
    <fieldset><legend>${t("desk.what")}</legend><div class="row">
      ${KINDS.map((k) => html`<label class="pill" key=${k}><input type="radio" name="kind" value=${k} checked=${kind === k} onChange=${() => { setKind(k); setCards([]); }} /><span>${t(`desk.kind.${k}`)}</span></label>`)}
    </div></fieldset>
    ${kind !== "trump_shown" && html`<fieldset><legend>${t("desk.who")}</legend><div class="row">
      ${seats.map((s) => html`<label class="pill" key=${s}><input type="radio" name="seat" value=${s} checked=${seat === s} onChange=${() => setSeat(s)} /><span>${nameOf(view, s)}</span></label>`)}
    </div></fieldset>`}
    ${(laid || kind === "trump_shown") && html`<fieldset><legend>${t("desk.cards")}</legend>
      ${packOf(pack).map((suit) => html`<div class="fix-cards" key=${suit[0]}>${suit.map((c) => html`<span class="pick" data-chosen=${cards.includes(c)} data-seen=${taken.has(c)} key=${c}>
        <${Card} code=${c} size="xs" onPick=${() => pick(c)} /></span>`)}</div>`)}
      ${laid && html`<p class="row">${t("desk.downs")} <button type="button" class="tool" aria-label=${t("desk.fewer")} disabled=${!down} onClick=${() => setDown(down - 1)}>−</button>
        <output>${down}</output> <button type="button" class="tool" aria-label=${t("desk.morecards")} disabled=${down >= 5} onClick=${() => setDown(down + 1)}>+</button></p>`}
    </fieldset>`}
    <p class="row missed-end">
      <button type="button" class="main-act" data-testid="add" disabled=${!ready} onClick=${add}>${t("desk.add")}</button>
      <button type="button" class="tool" onClick=${() => dialog.current?.close()}>${t("fix.cancel")}</button>
      <span class="hint">${cards.map((c) => html`<${Card} code=${c} size="xs" key=${c} />`)}</span>
    </p>
  </dialog>`;
}
