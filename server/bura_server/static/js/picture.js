// The annotated picture: we ask for one frame at a time, so a slow screen never makes the server queue.
import { html, useEffect, useRef, useState } from "./ui.js";

const RETRY_MS = 2000;
/** What is named as the camera of a table that has none. */
export const NO_CAMERA = "none";
/** … and of one that a phone films. */
export const PHONE = "phone";

/** @param {{label: string, waiting: string}} props */
export function Picture({ label, waiting }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [seen, setSeen] = useState(false);

  useEffect(() => {
    let live = true;
    /** @type {WebSocket | null} */
    let socket = null;
    /** @type {number | undefined} */
    let timer;

    const open = () => {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      socket = new WebSocket(`${scheme}://${location.host}/api/v1/picture`);
      socket.binaryType = "blob";
      socket.onopen = () => socket?.send("next");
      socket.onmessage = async (event) => {
        try {
          await paint(event.data);
        } finally {
          // A hidden page asks for nothing until somebody looks at it again.
          if (document.hidden) document.addEventListener("visibilitychange", ask, { once: true });
          else ask();
        }
      };
      socket.onclose = () => {
        if (live) timer = setTimeout(open, RETRY_MS);
      };
    };
    const ask = () => {
      if (live && socket?.readyState === WebSocket.OPEN) socket.send("next");
    };
    const paint = async (/** @type {Blob} */ jpeg) => {
      const bitmap = await createImageBitmap(jpeg);
      const target = canvas.current;
      if (target) {
        if (target.width !== bitmap.width || target.height !== bitmap.height) {
          target.width = bitmap.width;
          target.height = bitmap.height;
        }
        target.getContext("2d")?.drawImage(bitmap, 0, 0);
        setSeen(true);
      }
      bitmap.close();
    };
    open();
    return () => {
      live = false;
      clearTimeout(timer);
      socket?.close();
    };
  }, []);

  return html`<div class="picture">
    <canvas ref=${canvas} width="16" height="9" role="img" aria-label=${label} data-seen=${seen}></canvas>
    ${!seen && html`<p class="picture-wait">${waiting}</p>`}
  </div>`;
}
