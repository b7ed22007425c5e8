// Cards drawn with HTML, CSS and four small paths: no pictures, no fonts, and the suit is a shape and, where wanted, a letter
// as well as a colour.
import { html } from "./ui.js";
import { t } from "./i18n.js";

/** @type {Record<string, string>} */
const SHAPES = {
  S: "M50 6C58 26 92 44 92 66c0 13-10 21-21 21-7 0-12-3-15-8 1 9 4 14 9 19H35c5-5 8-10 9-19-3 5-8 8-15 8C18 87 8 79 8 66 8 44 42 26 50 6z",
  H: "M50 94C38 76 6 60 6 34 6 18 17 9 29 9c10 0 17 6 21 15 4-9 11-15 21-15 12 0 23 9 23 25 0 26-32 42-44 60z",
  D: "M50 4l36 46-36 46-36-46z",
  C: "M50 5a21 21 0 0 1 17 33 21 21 0 1 1-11 38c1 10 4 16 9 21H35c5-5 8-11 9-21a21 21 0 1 1-11-38A21 21 0 0 1 50 5z",
};

/** "10H" → {rank: "10", suit: "H"}.
 * @param {string} code */
export function split(code) {
  return { rank: code.slice(0, -1), suit: code.slice(-1) };
}

/** "10H" → "ten of hearts" in the page's language.
 * @param {string} code */
export function spoken(code) {
  const { rank, suit } = split(code);
  return t("card.name", { rank: t(`rank.${rank}`), suit: t(`suit.of.${suit}`) });
}

/** A suit's sign, and beside it its letter in the page's language where the device wants letters. Neither is text: what
 * stands around them has the suit's name.
 * @param {{suit: string, letter?: boolean}} props */
export function Suit({ suit, letter = true }) {
  return html`<span class="sign" aria-hidden="true"><svg class="suit" viewBox="0 0 100 100"><path d=${SHAPES[suit]} /></svg>${letter && html`<span class="suit-letter" data-letter=${t(`suit.letter.${suit}`)}></span>`}</span>`;
}

/**
 * @param {{code?: string | null, size?: string, doubt?: boolean, onPick?: () => void, label?: string}} props
 * `code` null or missing draws the back of a card that nobody has seen.
 */
export function Card({ code, size = "m", doubt = false, onPick, label }) {
  const name = label ?? (code ? spoken(code) : t("card.hidden"));
  const title = doubt ? `${name} (${t("card.doubt")})` : name;
  const face = code
    ? html`<span class="card-corner" aria-hidden="true">
          <b data-rank=${split(code).rank}></b><${Suit} suit=${split(code).suit} />
        </span>
        <span class="card-pip" aria-hidden="true"><${Suit} suit=${split(code).suit} letter=${false} /></span>
        ${doubt && html`<span class="card-doubt" aria-hidden="true">?</span>`}`
    : html`<span class="card-back" aria-hidden="true"></span>`;
  const kind = `card card-${size} ${code ? `suit-${split(code).suit}` : "card-down"}`;
  if (onPick) {
    return html`<button type="button" class=${kind} aria-label=${title} title=${title} onClick=${onPick}>${face}</button>`;
  }
  return html`<span class=${kind} role="img" aria-label=${title}>${face}</span>`;
}
