// Setting a table up: camera, game, players, layout, five cards, start. What can be chosen is asked from the server.
import { html, useEffect, useRef, useState } from "../ui.js";
import { t } from "../i18n.js";
import { as, ask, begin } from "../page.js";
import { Cameras, cameraName } from "./cameras.js";
import { Stage } from "./stage.js";
import { Rules } from "./rules.js";
import { Players } from "./players.js";
import { Meter, Five } from "./meter.js";
import { Next } from "./next.js";
import { NO_CAMERA } from "../picture.js";
import { gameName } from "../names.js";
import { visited } from "../prefs.js";
import { beginning, fitting, forget, keep, standing } from "./draft.js";

const STATE_MS = 1000;
const LOOK_MS = 800;
const FOLLOWED = 4; // players whose hands a camera tells apart: one at each edge of the table
const SEATS = "ABCDEF";
/** @type {Api.PreviewInfo} */
const NO_PREVIEW = { camera: null, status: "none", message: "", size_px: null };

/** @param {{running: Api.RunningTable, onStopped: () => void}} props */
function Running({ running, onStopped }) {
  const [sure, setSure] = useState(false);
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const stop = async () => {
    if (!sure) return setSure(true);
    const answer = await ask("/api/v1/table", as("DELETE"));
    if (answer.problem) return setProblem(answer.problem);
    onStopped();
  };
  return html`<section class="panel" data-testid="running">
    <h2>${t("setup.running")}</h2>
    <p data-testid="running-what">${gameName(running.rules)} · ${Object.values(running.names).join(", ")} · ${running.source === NO_CAMERA ? t("setup.camera.without") : running.source}</p>
    <p class="row">
      <a class="main-act link-act" href="/desk">${t("nav.desk")}</a>
      <a class="tool link-act" href="/">${t("nav.board")}</a>
      <button type="button" class="tool" data-testid="stop" onClick=${stop}>${sure ? t("act.sure") : t("setup.stop")}</button>
    </p>
    <p class="hint">${t("setup.stop.hint")}</p>
    ${problem && html`<p class="banner" role="alert">${problem}</p>`}
  </section>`;
}

/** @param {{lang: string}} props */
function Setup({ lang }) {
  const [known, setKnown] = useState(/** @type {Api.Setup | null} */ (null));
  const [wish, setWish] = useState(/** @type {Draft | null} */ (null));
  const [layout, setLayout] = useState(/** @type {Layout | null} */ (null));
  const [touched, setTouched] = useState(false);
  const [look, setLook] = useState(/** @type {Api.LookInfo | null} */ (null));
  const [seen, setSeen] = useState(/** @type {string[]} */ ([]));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [gone, setGone] = useState(""); // the camera that the match could not go on with
  const shown = useRef("");

  const reload = async () => {
    const { data, problem: why } = await ask(`/api/v1/setup?lang=${lang}`);
    if (!data) return setProblem(why);
    setKnown(data);
    // while a table runs nothing is chosen: what the page begins with after it is what was chosen for that one
    if (data.running) forget();
    setWish((now) => (data.running ? null : now ? standing(now, data) : beginning(data)));
  };
  useEffect(() => {
    reload();
  }, [lang]);
  // the preview tells when its first picture has come, or why none does
  useEffect(() => {
    const timer = setInterval(reload, STATE_MS);
    return () => clearInterval(timer);
  }, [lang]);

  useEffect(() => {
    if (wish) keep(wish);
  }, [wish]);
  // a scoreboard that was led here because no table ran goes back when somebody has started one elsewhere
  const waited = useRef(false);
  useEffect(() => {
    if (known && !known.running) waited.current = true;
    else if (known?.running && waited.current && !busy && visited("board")) location.replace("/");
  }, [known]);

  const idle = known && !known.running;
  const players = wish?.names.length ?? 2;
  useEffect(() => {
    if (idle && wish?.camera === "") {
      // no camera is wanted any more: what was wrong with the last one is no news
      shown.current = "";
      setProblem(null);
    }
    if (!idle || !wish?.camera || shown.current === wish.camera) return;
    shown.current = wish.camera;
    setLook(null);
    setSeen([]);
    setTouched(false);
    setLayout(null);
    ask("/api/v1/setup/camera", as("POST", { camera: wish.camera })).then(({ problem: why }) => {
      if (why) shown.current = "";
      setProblem(why);
      reload();
    });
  }, [idle, wish?.camera]);

  // what is told of another camera than the one that is wanted now is no news of this one
  /** @type {Api.PreviewInfo} */
  const preview = known && wish && known.preview.camera === wish.camera ? known.preview : NO_PREVIEW;
  const running = idle && preview.status === "running";
  const round = useRef(0);
  const auto = async () => {
    const mine = ++round.current;
    setTouched(false);
    // the corners come at once, the size when the cards have been measured; what was dragged meanwhile stays
    for (const measure of [false, true]) {
      const { data, problem: why } = await ask("/api/v1/setup/layout/auto", as("POST", { players, measure }));
      if (mine !== round.current) return;
      if (!data) return setProblem(why);
      setLayout({ ...data.layout, found: data.table_found, sized: data.size_found });
    }
  };
  useEffect(() => {
    if (running && players <= FOLLOWED) auto();
    else setLayout(null);
  }, [running, players]);

  // one look after another, while somebody looks at the page
  useEffect(() => {
    if (!running) return undefined;
    let live = true;
    const again = async () => {
      if (!document.hidden) {
        const { data } = await ask("/api/v1/setup/look", { method: "POST" });
        if (data && live) {
          setLook(data);
          setSeen((before) => [...new Set([...before, ...data.cards.map((c) => c.card)])]);
        }
      }
      if (live) setTimeout(again, LOOK_MS);
    };
    again();
    return () => {
      live = false;
    };
  }, [running, wish?.camera]);

  if (known?.running) return html`<${Running} running=${known.running} onStopped=${reload} />`;
  if (!known || !wish) return html`<p class="hint" role="status">${problem ?? t("setup.loading")}</p>`;

  const change = (/** @type {Partial<Draft>} */ part) => setWish({ ...wish, ...part });
  const chooseRules = (/** @type {Partial<Draft>} */ part) => {
    const game = part.preset && known.presets.find((p) => p.name === part.preset);
    change(game ? { ...part, names: fitting(wish.names, game) } : part);
  };
  const drag = async (/** @type {Layout} */ next) => {
    const zones = next.zones.map((z) => ({ kind: z.kind, seat: z.seat, polygon_cm: z.polygon_cm, outline: z.polygon_cm ? null : z.outline }));
    const { data, problem: why } = await ask("/api/v1/setup/layout", as("POST", { size_cm: next.size_cm, corners: next.corners, zones }));
    setProblem(why);
    if (data) {
      round.current++;
      setTouched(true);
      setLayout({ ...layout, ...data });
    } else setLayout(layout && { ...layout });
  };
  const post = async (/** @type {Api.TableOrderWish} */ order) => {
    setBusy(true);
    setGone("");
    const { data, problem: why } = await ask("/api/v1/table", as("POST", { ...order, lang: /** @type {Api.Setup["lang"]} */ (lang) }));
    if (data) {
      forget();
      location.href = "/desk"; // busy until then
    } else {
      setBusy(false);
      shown.current = "";
      setProblem(why);
      if (!order.new) setGone(order.camera);
    }
  };
  const zones = (layout?.zones ?? []).map((z) => ({ kind: z.kind, seat: z.seat, polygon_cm: z.polygon_cm }));
  /** @param {boolean} certain */
  const placed = (certain) => (layout && certain ? { size_cm: layout.size_cm, corners: layout.corners, zones } : null);
  const start = () => post({
    camera: wish.camera,
    rules: { preset: wish.preset, options: wish.options },
    names: wish.names,
    counting: wish.counting,
    spectator_delay_s: wish.delay,
    // A layout that nobody touched and no card has sized is fitted to the first cards by the server.
    layout: placed(Boolean(touched || layout?.sized || layout?.found)),
    new: true,
  });
  // a match goes on as it was set up, whatever has been chosen for another one; but another camera may be there by now, or
  // the same hang otherwise
  const { last, unfinished } = known;
  const other = last && wish.camera && wish.camera !== last.camera ? wish.camera : null;
  const goOn = () => {
    if (!last || !unfinished) return;
    const seats = players === unfinished.names.length; // else what is laid over the picture is another table's
    const moved = seats && wish.camera ? placed(Boolean(touched || (other && (layout?.sized || layout?.found)))) : null;
    const laid = moved || other ? { layout: moved } : {};
    post({ ...last, ...laid, camera: other ?? last.camera, names: unfinished.names, new: false, log: "last" });
  };
  const preset = known.presets.find((p) => p.name === wish.preset);
  const alone = wish.camera === NO_CAMERA;
  const few = preset && (players < preset.players[0] || players > preset.players[1]);
  return html`
    ${problem && html`<p class="banner" role="alert" data-testid="problem">${problem}</p>`}
    <div class="setup">
      <div class="setup-look">
        <${Stage} camera=${wish.camera} preview=${preview} layout=${layout} names=${wish.names} cards=${look?.cards ?? []}
          onDrag=${drag} onAuto=${auto} />
        ${!alone && html`<${Meter} look=${look} running=${running} />`}
      </div>
      <div class="setup-steps">
        <${Cameras} known=${known} preview=${preview} camera=${wish.camera} onCamera=${(/** @type {string} */ camera) => change({ camera })} />
        <${Rules} presets=${known.presets} preset=${wish.preset} options=${wish.options} counting=${wish.counting} delay=${wish.delay} lang=${lang} onChange=${chooseRules} />
        <${Players} alone=${alone} names=${wish.names} seats=${SEATS} allowed=${preset?.players ?? [2, SEATS.length]} onNames=${(/** @type {string[]} */ names) => change({ names })} />
        ${!alone && html`<section class="panel" aria-labelledby="s-five">
          <h2 id="s-five"><span class="step">4</span> ${t("setup.five")}</h2>
          <${Five} seen=${seen} now=${look?.cards ?? []} onAgain=${() => setSeen([])} />
        </section>`}
        <${Next} many=${!alone && players > FOLLOWED} camera=${wish.camera} preview=${preview} seen=${seen.length} names=${wish.names} few=${few ? preset.players : null} busy=${busy}
          onFour=${() => change({ names: wish.names.slice(0, FOLLOWED) })} unfinished=${unfinished} other=${other && cameraName(other)} gone=${gone !== "" && gone === (other ?? last?.camera)} onStart=${start} onGoOn=${goOn} />
      </div>
    </div>`;
}

await begin("setup", Setup, "games");
