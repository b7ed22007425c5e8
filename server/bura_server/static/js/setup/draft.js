// What somebody has chosen so far, kept while the window is open: the way to the phones' code and back loses nothing.
import { t } from "../i18n.js";
import { NO_CAMERA } from "../picture.js";
import { fromAddress } from "../prefs.js";

const KEY = "bura.setup";

/** @param {number} n @returns {string[]} */
const blank = (n) => Array.from({ length: n }, (_, i) => t("setup.player", { n: i + 1 }));

/** @param {Draft} wish */
export function keep(wish) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(wish));
  } catch {
    // storage may be forbidden; the page works without it
  }
}

/** Forget it: a table has been started. */
export function forget() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // see keep
  }
}

/** @returns {Partial<Draft> | null} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** What the page begins with: what was chosen just now, or last, or a table for two.
 * @param {Api.Setup} known @returns {Draft} */
export function beginning(known) {
  const last = /** @type {Partial<Api.LastTable>} */ (known.last ?? {});
  const plugged = known.cameras.filter((c) => c.camera !== "phone" && c.camera !== NO_CAMERA);
  const usual = {
    camera: last.camera ?? (plugged.length === 1 ? plugged[0].camera : ""),
    preset: last.rules?.preset ?? "classic31",
    options: last.rules?.options ?? {},
    names: last.names ?? blank(2),
    counting: last.counting ?? "rules",
    delay: last.spectator_delay_s ?? 60,
    offered: last.names ?? [],
  };
  const asked = fromAddress("camera");
  return standing({ ...usual, ...kept(), ...(asked === "phone" ? { camera: asked } : {}) }, known);
}

/** What of it still stands: the names that were offered go with their match when that is deleted, which leaves blank ones.
 * @param {Draft} wish @param {Api.Setup} known @returns {Draft} */
export function standing(wish, known) {
  const offered = wish.offered ?? [];
  const deleted = known.last?.names.every((name) => name === "") && offered.some((name) => name !== "");
  return deleted ? { ...wish, names: wish.names.map((name) => (offered.includes(name) ? "" : name)), offered: [] } : wish;
}

/** As many names as a game has players: some are added or left out where it must be.
 * @param {string[]} names @param {Api.PresetInfo | undefined} preset */
export function fitting(names, preset) {
  const [lo, hi] = preset?.players ?? [names.length, names.length];
  return [...names, ...blank(Math.max(lo, names.length)).slice(names.length)].slice(0, Math.max(hi, 2));
}
