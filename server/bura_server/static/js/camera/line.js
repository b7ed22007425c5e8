// The line to the server: a picture for every `next`, and patience when the line breaks.
import { language } from "../i18n.js";

const FIRST_MS = 500;
const MOST_MS = 8000;
const ASK_AGAIN_MS = 3000;
const HELD = 4001;
const REPLACED = 4002;
const RESTARTS = [1000, 1001, 1006, 1011, 1012, 1013];
const TOO_LARGE = 1009;

/** What this device calls itself, so that it may come back. */
function device() {
  try {
    const known = sessionStorage.getItem("bura.device");
    if (known) return known;
    const made = Array.from(crypto.getRandomValues(new Uint8Array(9)), (n) => n.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem("bura.device", made);
    return made;
  } catch {
    return String(Math.random()).slice(2, 20);
  }
}

/**
 * @typedef {{onState: (state: LineState) => void, onNext: () => void, onTold: (message: Api.LineState | Api.PictureQuality) => void, onTooLarge: () => void}} Hears
 */

export class Line {
  /** @param {Hears} hears */
  constructor(hears) {
    this.hears = hears;
    this.name = device();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.pause = FIRST_MS;
    this.timer = 0;
    this.ended = false;
    /** @type {Api.Held | null} */
    this.holder = null;
  }

  /** @param {boolean} [take] from another phone that is silent */
  connect(take = false) {
    clearTimeout(this.timer);
    this.drop();
    this.holder = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/camera?device=${this.name}${take ? "&take=true" : ""}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      if (event.data === "next") {
        this.pause = FIRST_MS;
        this.hears.onState({ kind: "open" });
        this.hears.onNext();
        return;
      }
      /** @type {Api.Held | Api.LineState | Api.PictureQuality} */
      const told = JSON.parse(event.data);
      if (told.type === "held") this.holder = told;
      else this.hears.onTold(told);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  /** @param {number} code */
  async lost(code) {
    this.socket = null;
    if (this.ended) return;
    if (code === HELD) {
      this.hears.onState({ kind: "held", by: this.holder?.by ?? "", freeInS: this.holder?.free_in_s ?? 0 });
      this.later(ASK_AGAIN_MS);
      return;
    }
    if (code === REPLACED) return this.hears.onState({ kind: "replaced" });
    if (code === TOO_LARGE) this.hears.onTooLarge();
    const refused = await this.refusal();
    if (this.ended || this.socket) return;
    if (refused) return this.hears.onState({ kind: "closed", reason: refused });
    if (code !== TOO_LARGE && !RESTARTS.includes(code)) return this.hears.onState({ kind: "closed", code });
    this.hears.onState({ kind: "away", inMs: this.pause });
    this.later(this.pause);
    this.pause = Math.min(2 * this.pause, MOST_MS);
  }

  /** Why the server lets this device in no more; null when it does, or is away.
   * @returns {Promise<string | null>} */
  async refusal() {
    try {
      const answer = await fetch("/api/v1/camera", { cache: "no-store", headers: { "accept-language": language() } });
      return answer.ok || answer.status >= 500 ? null : (await answer.json()).error.message;
    } catch {
      return null;
    }
  }

  /** @param {number} ms */
  later(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), ms);
  }

  /** @param {Blob | string} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
  }

  drop() {
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    this.drop();
  }
}
