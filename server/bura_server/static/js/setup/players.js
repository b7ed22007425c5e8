// Who sits where: names in the order of the seats, dragged, or moved with the buttons beside them.
import { html, useRef, useState } from "../ui.js";
import { t } from "../i18n.js";

const NAME_MOST = 24;
// where the seats of the ready layouts are
/** @type {Record<number, string[]>} */
const PLACES = { 2: ["bottom", "top"], 3: ["bottom", "left", "right"], 4: ["bottom", "left", "top", "right"] };

/** @param {{names: string[], seats: string, allowed: number[], alone: boolean, onNames: (names: string[]) => void}} props `allowed`: fewest
 *   and most, `alone`: there is no picture */
export function Players({ names, seats, allowed, alone, onNames }) {
  const [least, most] = allowed;
  const [dragged, setDragged] = useState(-1);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const places = alone ? [] : (PLACES[names.length] ?? []);
  const swap = (/** @type {number} */ from, /** @type {number} */ to) => {
    if (from === to || to < 0 || to >= names.length) return;
    const next = [...names];
    next.splice(to, 0, ...next.splice(from, 1));
    onNames(next);
  };
  const press = (/** @type {any} */ e, /** @type {number} */ i, /** @type {number} */ to) => {
    swap(i, to);
    const name = e.currentTarget.dataset.way;
    // the button goes with its player
    requestAnimationFrame(() => /** @type {any} */ (list.current?.querySelectorAll(`[data-way="${name}"]`)[to])?.focus());
  };
  return html`<section class="panel" aria-labelledby="s-players">
    <h2 id="s-players"><span class="step">3</span> ${t("setup.players")}</h2>
    <p class="hint">${t("setup.players.say")}</p>
    <ol class="players" ref=${list}>
      ${names.map((name, i) => html`<li key=${i} data-testid=${`player-${seats[i]}`} data-over=${dragged >= 0 && dragged !== i}
          onDragOver=${(e) => e.preventDefault()}
          onDrop=${(e) => { e.preventDefault(); swap(dragged, i); setDragged(-1); }}>
        <span class="grip" draggable="true" aria-hidden="true" onDragStart=${(e) => { setDragged(i); e.dataTransfer.setData("text/plain", name); }} onDragEnd=${() => setDragged(-1)}>⠿</span>
        <b>${seats[i]}</b>
        <label class="field grow"><span>${t(`setup.place.${places[i] ?? "clockwise"}`)}</span>
          <input value=${name} maxlength=${NAME_MOST} data-testid=${`name-${seats[i]}`} onFocus=${(e) => e.target.select()}
            onInput=${(e) => onNames(names.map((n, k) => (k === i ? e.target.value : n)))} /></label>
        <button type="button" class="tool" data-way="up" disabled=${i === 0} aria-label=${t("setup.player.up", { name })} onClick=${(e) => press(e, i, i - 1)}><span aria-hidden="true">↑</span></button>
        <button type="button" class="tool" data-way="down" disabled=${i === names.length - 1} aria-label=${t("setup.player.down", { name })} onClick=${(e) => press(e, i, i + 1)}><span aria-hidden="true">↓</span></button>
        <button type="button" class="tool" disabled=${names.length <= 2} aria-label=${t("setup.player.away", { name })} onClick=${() => onNames(names.filter((_, k) => k !== i))}><span aria-hidden="true">×</span></button>
      </li>`)}
    </ol>
    <button type="button" class="tool" data-testid="add-player" disabled=${names.length >= most} onClick=${() => onNames([...names, t("setup.player", { n: names.length + 1 })])}>${t("setup.player.add")}</button>
    ${names.length >= most && html` <span class="hint" data-testid="most">${t("setup.players.most", { count: least === most ? most : `${least}–${most}` })}</span>`}
  </section>`;
}
