// How this device shows suits: the sign alone in two colours, or four colours with the suit's letter beside the sign.
import { html, useState } from "./ui.js";
import { t } from "./i18n.js";
import { Suit } from "./cards.js";
import { SUITS, applySuits, remember, startSuits } from "./prefs.js";

/** Goes through the ways; what it shows is how suits look now. */
export function SuitSwitch() {
  const [now, setNow] = useState(startSuits());
  const next = SUITS[(SUITS.indexOf(now) + 1) % SUITS.length];
  const label = t("suits.switch", { now: t(`suits.${now}`), next: t(`suits.${next}`) });
  const press = () => {
    remember("suits", next);
    applySuits(next);
    setNow(next);
  };
  return html`<button type="button" class="tool suits" data-testid="suits" data-now=${now} aria-label=${label} title=${label} onClick=${press}>
    <span class="suits-now" aria-hidden="true">${["S", "H", "D", "C"].map((suit) => html`<span key=${suit} class=${`suit-${suit}`}><${Suit} suit=${suit} /></span>`)}</span>
  </button>`;
}
