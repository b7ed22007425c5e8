// What the camera saw of an entry: a thumbnail, and behind it the clip.
import { html, useEffect, useRef, useState } from "./ui.js";
import { t } from "./i18n.js";

const RETRIES = 4;
const RETRY_MS = 1500; // the clip is written a moment after the entry

/** @param {{seq: number}} props */
export function Evidence({ seq }) {
  const [tries, setTries] = useState(0);
  const [there, setThere] = useState(true);
  const [loaded, setLoaded] = useState(false); // until then it takes no room: a line of text would jump at every try
  const [open, setOpen] = useState(false);
  const failed = () => {
    setThere(false);
    if (tries < RETRIES) setTimeout(() => { setTries(tries + 1); setThere(true); }, RETRY_MS);
  };
  if (!there) return null;
  return html`<button type="button" class="evidence" data-testid="evidence" hidden=${!loaded} aria-label=${t("evidence.open")} onClick=${() => setOpen(true)}>
      <img src=${`/api/v1/entries/${seq}/thumb.jpg${tries ? `?${tries}` : ""}`} alt="" onError=${failed} onLoad=${() => setLoaded(true)} /></button>
    ${open && html`<${Film} seq=${seq} onClose=${() => setOpen(false)} />`}`;
}

/** @param {{seq: number, onClose: () => void}} props */
function Film({ seq, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog class="film-dialog" ref=${dialog} aria-label=${t("evidence.clip")} onClose=${onClose}
      onClick=${(e) => e.target === dialog.current && dialog.current?.close()}>
    <video controls autoplay muted loop playsinline src=${`/api/v1/entries/${seq}/clip.mp4`} poster=${`/api/v1/entries/${seq}/still.jpg`} aria-label=${t("evidence.clip")}></video>
    <button type="button" class="tool" onClick=${() => dialog.current?.close()}>${t("evidence.close")}</button>
  </dialog>`;
}
