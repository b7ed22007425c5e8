// The phone's camera: opening it, its lamp and focus, and why it cannot be had.

/** What is asked for; a device gives the nearest it has. */
const WANTED = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30, max: 30 } };

/** A word of `camera.why.*` for what getUserMedia says.
 * @param {any} error */
export function why(error) {
  switch (error?.name) {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "none";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "failed";
  }
}

/** Can a page have the camera here at all? */
export const allowed = () => window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

/** The camera's stream: of one lens, or of any that looks away from the face.
 * @param {string} [lens] @returns {Promise<MediaStream>} */
export function open(lens) {
  const which = lens ? { deviceId: { exact: lens } } : { facingMode: { ideal: "environment" } };
  return navigator.mediaDevices.getUserMedia({ audio: false, video: { ...WANTED, ...which } });
}

/** The lenses of this device; their names are told once one was opened.
 * @returns {Promise<{id: string, name: string}[]>} */
export async function lenses() {
  const all = await navigator.mediaDevices.enumerateDevices();
  return all.filter((one) => one.kind === "videoinput" && one.deviceId).map((one) => ({ id: one.deviceId, name: one.label }));
}

/** What the lens can do beside giving pictures.
 * @param {MediaStreamTrack} track @returns {{torch: boolean, focus: boolean}} */
export function abilities(track) {
  const can = /** @type {any} */ (track.getCapabilities?.() ?? {});
  const modes = can.focusMode ?? [];
  return { torch: Boolean(can.torch), focus: modes.includes("manual") && modes.includes("continuous") };
}

/** @param {MediaStreamTrack} track @param {boolean} on */
export const torch = (track, on) => track.applyConstraints({ advanced: [/** @type {any} */ ({ torch: on })] });

/** Keep the focus where it is, or let it follow again.
 * @param {MediaStreamTrack} track @param {boolean} on */
export function holdFocus(track, on) {
  const { focusDistance } = /** @type {any} */ (track.getSettings());
  const held = focusDistance === undefined ? { focusMode: "manual" } : { focusMode: "manual", focusDistance };
  return track.applyConstraints({ advanced: [/** @type {any} */ (on ? held : { focusMode: "continuous" })] });
}

/** Keeps the screen on while the page is seen; tells whether it does.
 * @param {(on: boolean) => void} told @returns {() => void} the end */
export function stayAwake(told) {
  let live = true;
  /** @type {any} */
  let lock = null;
  const ask = async () => {
    if (document.hidden || !live) return;
    try {
      lock = await /** @type {any} */ (navigator).wakeLock.request("screen");
      lock.addEventListener("release", () => live && told(false));
      if (live) told(true);
      else lock.release();
    } catch {
      told(false); // the browser has no such thing, or the battery is low
    }
  };
  ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    live = false;
    document.removeEventListener("visibilitychange", ask);
    lock?.release();
  };
}
