// A long list of which only what can be seen is drawn. Rows may have any height; where none is known yet, the mean of
// those that are stands for it. A row that is open or has the focus is drawn wherever it is.
import { useEffect, useLayoutEffect, useRef, useState } from "../ui.js";

const BEGIN = 30; // rows that are drawn before anything was measured
const USUAL_PX = 70;
const MARGIN_PX = 600; // above and below the screen, so that Tab always finds a next row

/**
 * Which rows are drawn, and how much room the others take.
 * @param {number[]} keys of all rows, in their order @param {Map<number, number>} heights key → pixels
 * @param {{from: number, to: number}} range indices: from is drawn, to is not @param {Set<number>} pinned keys that are drawn anyhow
 * @returns {{key: string, row: number | null, gap: number}[]} a row's key, or null and the pixels left free
 */
export function parts(keys, heights, range, pinned) {
  const mean = meanOf(heights);
  /** @type {{key: string, row: number | null, gap: number}[]} */
  const out = [];
  let gap = 0;
  let after = "top";
  keys.forEach((key, i) => {
    if ((i >= range.from && i < range.to) || pinned.has(key)) {
      if (gap) out.push({ key: `gap-${after}`, row: null, gap });
      gap = 0;
      after = String(key);
      out.push({ key: `row-${key}`, row: key, gap: 0 });
    } else gap += heights.get(key) ?? mean;
  });
  if (gap) out.push({ key: `gap-${after}`, row: null, gap });
  return out;
}

/** @param {Map<number, number>} heights */
function meanOf(heights) {
  if (!heights.size) return USUAL_PX;
  let sum = 0;
  for (const height of heights.values()) sum += height;
  return sum / heights.size;
}

/**
 * The rows that can be seen.
 * @param {number[]} keys @param {Map<number, number>} heights
 * @param {number} top where the screen begins within the list, pixels @param {number} tall height of the screen
 */
export function rangeOf(keys, heights, top, tall) {
  const mean = meanOf(heights);
  let y = 0;
  let from = keys.length;
  let to = keys.length;
  for (let i = 0; i < keys.length; i++) {
    const height = heights.get(keys[i]) ?? mean;
    if (from === keys.length && y + height > top - MARGIN_PX) from = i;
    if (y > top + tall + MARGIN_PX) {
      to = i;
      break;
    }
    y += height;
  }
  return { from: Math.min(from, Math.max(0, keys.length - 1)), to };
}

/**
 * @param {number[]} keys @param {Set<number>} pinned @param {boolean} [inside] the list scrolls in itself, not with the window
 * @returns {[any, {key: string, row: number | null, gap: number}[]]} a ref for the list, whose rows carry data-seq, and what to draw
 */
export function useWindow(keys, pinned, inside = false) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const heights = useRef(/** @type {Map<number, number>} */ (new Map()));
  const [range, setRange] = useState({ from: 0, to: BEGIN });
  const newest = useRef(keys);
  newest.current = keys;
  const look = () => {
    if (!list.current) return;
    for (const row of /** @type {any} */ (list.current.children)) if (row.dataset.seq) heights.current.set(Number(row.dataset.seq), row.offsetHeight);
    const at = inside ? { top: list.current.scrollTop, tall: list.current.clientHeight } : { top: -list.current.getBoundingClientRect().top, tall: innerHeight };
    const next = rangeOf(newest.current, heights.current, at.top, at.tall);
    setRange((now) => (now.from === next.from && now.to === next.to ? now : next));
  };
  useLayoutEffect(look, [keys]);
  useEffect(() => {
    let asked = 0;
    const soon = () => {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        look();
      });
    };
    const scrolled = (inside && list.current) || window;
    scrolled.addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", soon);
    // a row that is opened or closed makes room for fewer or for more
    const watch = new ResizeObserver(soon);
    if (list.current) watch.observe(list.current);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(asked);
      scrolled.removeEventListener("scroll", soon);
      removeEventListener("resize", soon);
    };
  }, []);
  return [list, parts(keys, heights.current, range, pinned)];
}
