// What was this card? The likeliest first: same rank, same suit, then the rest; cards not seen yet before seen ones.
import { html, useEffect, useRef, useState } from "../ui.js";
import { t } from "../i18n.js";
import { Card, spoken } from "../cards.js";
import { alternatives } from "../live.js";
import { useInSight } from "./insight.js";
import { canLieDown, cardsOf, dealOf, packOf, standing, turnedDown, turnedUp } from "./entry.js";

/** @param {{entry: Api.Row, entries: Api.Row[], pack: number, card: number, act: (event: Say) => Promise<boolean>, onDone: () => void}} props */
export function Fix({ entry, entries, pack, card, act, onDone }) {
  const [offer, setOffer] = useState(/** @type {Api.Alternatives | null} */ (null));
  const head = useRef(/** @type {HTMLElement | null} */ (null));
  const place = useInSight([offer]);
  const seen = useRef(entries[entries.length - 1].seq);
  const now = standing(entry);
  const shown = cardsOf(now)[card]?.card ?? null;
  useEffect(() => {
    head.current?.focus();
    if (card >= 0) alternatives(entry.seq, card).then(setOffer);
  }, []);
  const amend = async (/** @type {Api.LogEvent[]} */ instead) => {
    if (await act({ type: "amend", target: entry.seq, instead, seen: offer?.seq ?? seen.current })) onDone();
  };
  if (card < 0) {
    const taken = new Set(dealOf(entries, entry.seq).flatMap((e) => cardsOf(standing(e)).map((c) => c.card)));
    return html`<section class="fix" data-testid="fix" ref=${place}>
      <h3 tabindex="-1" ref=${head}>${t("desk.down.which")}</h3>
      ${packOf(pack).map((suit) => html`<div class="fix-cards" key=${suit[0]}>${suit.filter((c) => !taken.has(c)).map((c) => html`<${Card} key=${c} code=${c} size="s" onPick=${() => amend(turnedUp(now, c))} />`)}</div>`)}
      <p class="fix-end"><button type="button" class="tool" onClick=${onDone}>${t("fix.cancel")}</button></p>
    </section>`;
  }
  return html`<section class="fix" data-testid="fix" ref=${place}>
    <h3 tabindex="-1" ref=${head}>${t("fix.title")} ${shown && html`<small>${t(entry.corrected || entry.source === "human" ? "fix.stands" : "fix.now", { card: spoken(shown) })}</small>`}</h3>
    ${(offer?.groups ?? []).map((group) => {
      const cards = html`<div class="fix-cards">${group.choices.map((c) => html`<span class="fix-choice" data-seen=${c.seen} key=${c.card}>
        <${Card} code=${c.card} size="s" label=${`${spoken(c.card)}, ${t(c.seen ? "fix.seen" : "fix.unseen")}`} onPick=${() => amend(c.instead)} />
        ${c.seen && html`<small aria-hidden="true">${t("fix.was")}</small>`}
      </span>`)}</div>`;
      return group.kind === "other" && shown
        ? html`<details key=${group.kind}><summary>${t("fix.more")}</summary>${cards}</details>`
        : html`<div key=${group.kind}><h4>${t(group.kind === "other" ? "desk.any" : `fix.${group.kind}`)}</h4>${cards}</div>`;
    })}
    <p class="fix-end">
      ${canLieDown(now) && html`<button type="button" class="tool" data-testid="face-down" onClick=${() => amend(turnedDown(now, card))}>${t("desk.down")}</button>`}
      <button type="button" class="tool" data-testid="ghost" onClick=${() => amend([])}>${t("fix.remove")}</button>
      <button type="button" class="tool" onClick=${onDone}>${t("fix.cancel")}</button>
    </p>
  </section>`;
}
