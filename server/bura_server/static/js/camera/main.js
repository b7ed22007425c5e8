// A phone as the camera: shows what it sends, and says in words when it cannot.
import { html, useEffect, useRef, useState } from "../ui.js";
import { t } from "../i18n.js";
import { ask, begin } from "../page.js";
import { abilities, allowed, holdFocus, lenses, open, stayAwake, torch, why } from "./lens.js";
import { Line } from "./line.js";
import { Shots } from "./shots.js";

const COUNT_MS = 3000;
const LIGHT_MS = 1500;
const DARK = 45;
const TALL_VH = 52; // the picture's height on the screen, at most: the buttons stay in view
const SMALL_PX = 700; // short side under which cards of a whole table are too small

/** The way to HTTPS, for a page that was opened without. */
function Insecure() {
  const [ways, setWays] = useState(/** @type {Api.CameraWays | null} */ (null));
  useEffect(() => {
    ask("/api/v1/camera").then(({ data }) => setWays(data));
  }, []);
  return html`<section class="panel trouble" role="alert" data-testid="insecure">
    <h2>${t("camera.why.insecure")}</h2>
    ${ways?.secure_url
      ? html`<p><a class="main-act big" href=${ways.secure_url} data-testid="secure">${t("camera.why.secure")}</a></p>
          <p class="hint">${t("camera.why.warning")}</p>`
      : html`<p>${t("camera.why.ask")}</p>`}
  </section>`;
}

/** @param {{kind: string, text: string, onRetry: () => void}} props */
function Trouble({ kind, text, onRetry }) {
  return html`<section class="panel trouble" role="alert" data-testid="trouble" data-why=${kind}>
    <h2>${t(`camera.why.${kind}`, { why: text })}</h2>
    ${kind === "denied" && html`<p>${t("camera.why.allow")}</p>`}
    <p><button type="button" class="main-act big" onClick=${onRetry}>${t("camera.retry")}</button></p>
  </section>`;
}

/** Whether the picture is good, in one line.
 * @param {{told: Api.PictureQuality | null, size: Size | null, light: number | null}} props */
function Good({ told, size, light }) {
  const own = size && Math.min(size.w, size.h) < SMALL_PX ? t("camera.small", size) : light !== null && light < DARK ? t("quality.fault.dark") : null;
  const grade = told?.grade === "good" && own ? "fair" : (told?.grade ?? "unknown");
  const faults = (told?.faults ?? []).map((/** @type {string} */ fault) => t(`quality.fault.${fault}`));
  const text = grade === "good" ? t("camera.good", { n: told?.cards }) : [...(own ? [own] : []), ...faults].slice(0, 2).join(" ") || (told ? t("camera.good", { n: told.cards }) : t("camera.good.wait"));
  const mark = { good: "✓", fair: "•", bad: "!", unknown: "…" }[/** @type {"good"} */ (grade)];
  return html`<p class="good" role="status" data-testid="good" data-grade=${grade}><span aria-hidden="true">${mark}</span> ${text}</p>`;
}

const CLOSINGS = [1003, 1008]; // codes of docs/api.md that have words

/** How the line is, in words.
 * @param {LineState} line @param {boolean} paused @param {Api.LineState | null} told */
function lineWords(line, paused, told) {
  if (line.kind === "open") return paused ? t("camera.state.paused") : t(`camera.state.${!told?.watched ? "idle" : told.table ? "sending" : "preview"}`);
  if (line.kind === "away") return t("camera.state.away", { n: Math.max(1, Math.round((line.inMs ?? 0) / 1000)) });
  if (line.kind === "held") return t("camera.held", { name: line.by });
  if (line.kind === "replaced") return t("camera.replaced");
  // what the server calls a closing is English and for programs: its code is told in words of the page
  if (line.kind === "closed") return t("camera.closed", { why: line.reason ?? t(CLOSINGS.includes(line.code ?? 0) ? `camera.close.${line.code}` : "camera.close.unknown") });
  return t("camera.state.connecting");
}

/** The screen's angle, 0, 90, 180 or 270. */
const angleNow = () => screen.orientation?.angle ?? (((/** @type {any} */ (window).orientation ?? 0) + 360) % 360);

function Camera() {
  const [stream, setStream] = useState(/** @type {MediaStream | null} */ (null));
  const [starting, setStarting] = useState(false);
  const [trouble, setTrouble] = useState(/** @type {{kind: string, text: string} | null} */ (null));
  const [found, setFound] = useState(/** @type {{id: string, name: string}[]} */ ([]));
  const [lens, setLens] = useState("");
  const [paused, setPaused] = useState(false);
  const [lit, setLit] = useState(false);
  const [held, setHeld] = useState(false);
  const [turned, setTurned] = useState(0);
  const [angle, setAngle] = useState(angleNow());
  const [anchor, setAnchor] = useState(/** @type {number | null} */ (null));
  const [line, setLine] = useState(/** @type {LineState} */ ({ kind: "connecting" }));
  const [told, setTold] = useState(/** @type {Api.LineState | null} */ (null));
  const [quality, setQuality] = useState(/** @type {Api.PictureQuality | null} */ (null));
  const [size, setSize] = useState(/** @type {Size | null} */ (null));
  const [fps, setFps] = useState(0);
  const [light, setLight] = useState(/** @type {number | null} */ (null));
  const [awake, setAwake] = useState(/** @type {boolean | null} */ (null));
  const video = useRef(/** @type {HTMLVideoElement | null} */ (null));
  // what callbacks of the line need to know at the time they are called
  const now = useRef(/** @type {{paused: boolean, turn: number, owed: boolean, busy: boolean, sentAt: number, times: number[]}} */ ({ paused: false, turn: 0, owed: false, busy: false, sentAt: 0, times: [] }));
  const lineRef = useRef(/** @type {Line | null} */ (null));
  const shots = useRef(new Shots());

  // While a table is watched the picture stays as it is, whichever way the phone believes it is held.
  const turn = (((turned + (anchor === null ? 0 : angle - anchor)) % 360) + 360) % 360;
  now.current.turn = turn;
  now.current.paused = paused;

  useEffect(() => {
    const heard = () => setAngle(angleNow());
    const source = screen.orientation ?? window;
    const name = screen.orientation ? "change" : "orientationchange";
    source.addEventListener(name, heard);
    return () => source.removeEventListener(name, heard);
  }, []);
  useEffect(() => {
    if (told?.table && anchor === null) setAnchor(angleNow());
    else if (!told?.table && anchor !== null) setAnchor(null);
  }, [told?.table]);

  const start = async (/** @type {string} */ wanted) => {
    setStarting(true);
    setTrouble(null);
    try {
      stream?.getTracks().forEach((track) => track.stop());
      const opened = await open(wanted);
      const [track] = opened.getVideoTracks();
      track.addEventListener("ended", () => {
        setStream((before) => (before === opened ? null : before));
        setTrouble({ kind: "ended", text: "" });
      });
      setLens(track.getSettings().deviceId ?? "");
      setFound(await lenses());
      setLit(false);
      setHeld(false);
      setStream(opened);
    } catch (/** @type {any} */ error) {
      setStream(null);
      setTrouble({ kind: why(error), text: error?.message ?? String(error) });
    }
    setStarting(false);
  };

  const shoot = async () => {
    const it = now.current;
    if (!it.owed || it.busy || it.paused || !video.current) return;
    it.busy = true;
    const picture = await shots.current.take(video.current, it.turn).catch(() => null);
    it.busy = false;
    if (picture && it.owed && !it.paused) {
      it.owed = false;
      it.sentAt = performance.now();
      it.times = [...it.times.filter((at) => it.sentAt - at < COUNT_MS), it.sentAt];
      lineRef.current?.send(picture);
      setSize(shots.current.size);
    } else if (!picture) setTimeout(shoot, 200);
  };

  // the line is open while the camera is
  const running = Boolean(stream);
  useEffect(() => {
    if (!running) return undefined;
    const it = now.current;
    it.busy = it.owed = false;
    const made = new Line({
      onState: (state) => {
        if (state.kind !== "open") it.owed = false;
        setLine(state);
      },
      onNext: () => {
        if (it.sentAt) shots.current.travelled(performance.now() - it.sentAt);
        it.owed = true;
        shoot();
      },
      onTold: (message) => (message.type === "quality" ? setQuality(message) : setTold(message)),
      onTooLarge: () => shots.current.smaller(),
    });
    lineRef.current = made;
    setLine({ kind: "connecting" });
    made.connect();
    const counter = setInterval(() => {
      const at = performance.now();
      setFps(Math.round(it.times.filter((time) => at - time < COUNT_MS).length / (COUNT_MS / 1000)));
    }, 1000);
    const meter = setInterval(() => video.current?.videoWidth && setLight(Shots.lightness(video.current)), LIGHT_MS);
    const end = stayAwake(setAwake);
    return () => {
      made.end();
      end();
      clearInterval(counter);
      clearInterval(meter);
      lineRef.current = null;
    };
  }, [running]);

  useEffect(() => {
    if (!video.current || !stream) return;
    video.current.srcObject = stream;
    video.current.play().catch(() => undefined); // the browser waits for a touch; the picture comes with it
  }, [stream]);
  useEffect(() => {
    if (paused) lineRef.current?.send("pause");
    else shoot();
  }, [paused]);

  if (!allowed()) return html`<${Insecure} />`;
  const track = stream?.getVideoTracks()[0];
  const can = track ? abilities(track) : { torch: false, focus: false };
  const light_ = (/** @type {boolean} */ on) => track && torch(track, on).then(() => setLit(on), () => setLit(false));
  const focus_ = (/** @type {boolean} */ on) => track && holdFocus(track, on).then(() => setHeld(on), () => setHeld(false));
  const measured = () => setSize({ w: video.current?.videoWidth ?? 0, h: video.current?.videoHeight ?? 0 });
  const lies = turn % 180 !== 0;
  const [w, h] = [video.current?.videoWidth || 16, video.current?.videoHeight || 9];
  const sent = lies ? { w: h, h: w } : { w, h };

  if (!stream) {
    return html`
      ${trouble && html`<${Trouble} kind=${trouble.kind} text=${trouble.text} onRetry=${() => start(lens)} />`}
      ${!trouble && html`<section class="panel begin"><p>${t("camera.lead")}</p>
        <p><button type="button" class="main-act big" data-testid="start" disabled=${starting} onClick=${() => start("")}>${t("camera.start")}</button></p>
        <p class="hint">${t("camera.private")}</p></section>`}`;
  }
  return html`<div class="camera" data-testid="camera" data-line=${line.kind} data-paused=${paused}>
    <div class="finder" style=${`aspect-ratio:${sent.w}/${sent.h};width:min(100%,${(TALL_VH * sent.w) / sent.h}vh)`}>
      <video ref=${video} data-testid="video" muted playsinline autoplay aria-label=${t("camera.sees")} onLoadedMetadata=${measured} onResize=${measured}
        style=${`width:${lies ? (100 * w) / h : 100}%;transform:translate(-50%,-50%) rotate(${turn}deg)`}></video>
      ${paused && html`<p class="veil">${t("camera.state.paused")}</p>`}
    </div>
    <p class="line-state" role="status" data-testid="line">${lineWords(line, paused, told)}</p>
    ${line.kind === "held" && html`<p><button type="button" class="main-act big" data-testid="take" disabled=${(line.freeInS ?? 0) > 0} onClick=${() => lineRef.current?.connect(true)}>${t("camera.take")}</button></p>
      ${(line.freeInS ?? 0) > 0 && html`<p class="hint">${t("camera.held.wait")}</p>`}`}
    ${["replaced", "closed"].includes(line.kind) && html`<p><button type="button" class="main-act big" data-testid="again" onClick=${() => lineRef.current?.connect(true)}>${t("camera.again")}</button></p>`}
    ${line.kind === "open" && html`<${Good} told=${quality} size=${size && sent} light=${light} />`}
    <p class="figures"><span data-testid="fps">${t("camera.fps", { n: line.kind === "open" ? fps : 0 })}</span>${size && html` · <span data-testid="size">${sent.w} × ${sent.h}</span>`}</p>
    <div class="buttons">
      <button type="button" class="main-act big" data-testid="pause" aria-pressed=${paused} onClick=${() => setPaused(!paused)}>${t(paused ? "camera.resume" : "camera.pause")}</button>
      <button type="button" class="tool big" data-testid="turn" onClick=${() => setTurned((turned + 90) % 360)}>${t("camera.turn")}</button>
      ${can.torch && html`<button type="button" class="tool big" aria-pressed=${lit} onClick=${() => light_(!lit)}>${t("camera.torch")}</button>`}
      ${can.focus && html`<button type="button" class="tool big" aria-pressed=${held} onClick=${() => focus_(!held)}>${t("camera.focus")}</button>`}
    </div>
    ${found.length > 1 && html`<label class="field">${t("camera.lens")}
      <select data-testid="lens" value=${lens} onChange=${(e) => start(e.target.value)}>
        ${found.map((one, n) => html`<option key=${one.id} value=${one.id} selected=${one.id === lens}>${one.name || t("camera.lens.n", { n: n + 1 })}</option>`)}
      </select></label>`}
    ${awake === false && html`<p class="hint" data-testid="sleepy">${t("camera.sleepy")}</p>`}
  </div>`;
}

await begin("camera", Camera, "setup");
