// What is opened below the fold comes into sight.
import { useLayoutEffect, useRef } from "../ui.js";

/** A ref for something within a row of the timeline: the whole row comes into sight, its beginning first where it is
 * taller than the screen.
 * @param {any[]} again what makes it another size */
export function useInSight(again) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => place.current?.closest("li")?.scrollIntoView({ block: "nearest" }), again);
  return place;
}
