// The live picture with the table's corners and zones over it. Both are dragged, or moved with the arrow keys.
import { html, useEffect, useRef, useState } from "../ui.js";
import { t } from "../i18n.js";
import { NO_CAMERA } from "../picture.js";

const PICTURE_MS = 250;
const STEP = 0.005; // of the picture, for one press of an arrow key
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The newest picture again and again, one at a time.
 * @param {boolean} on @returns {[string, Size | null]} */
function usePicture(on) {
  const [url, setUrl] = useState("");
  const [size, setSize] = useState(/** @type {Size | null} */ (null));
  useEffect(() => {
    if (!on) return undefined;
    let live = true;
    let shown = "";
    const next = async () => {
      if (!document.hidden) {
        try {
          const answer = await fetch("/api/v1/setup/picture.jpg");
          if (answer.ok && live) {
            const blob = await answer.blob();
            const bitmap = await createImageBitmap(blob);
            setSize((now) => (now?.w === bitmap.width && now.h === bitmap.height ? now : { w: bitmap.width, h: bitmap.height }));
            bitmap.close();
            const fresh = URL.createObjectURL(blob);
            setUrl(fresh);
            if (shown) URL.revokeObjectURL(shown);
            shown = fresh;
          }
        } catch {
          // the server is away for a moment; the next try tells
        }
      }
      if (live) setTimeout(next, PICTURE_MS);
    };
    next();
    return () => {
      live = false;
    };
  }, [on]);
  return [url, size];
}

/** @param {Spot[]} points @param {number} dx @param {number} dy @returns {Spot[]} */
const moved = (points, dx, dy) => points.map(([x, y]) => [x + dx, y + dy]);

/** What a zone is, in words.
 * @param {Zone} zone @param {string[]} names */
function zoneName(zone, names) {
  const name = zone.seat ? names["ABCDEF".indexOf(zone.seat)] ?? zone.seat : "";
  return t(`setup.zone.${zone.kind}`, { name });
}

/**
 * @param {{camera: string, preview: Api.PreviewInfo, layout: Layout | null, names: string[], cards: Api.CardSeen[], onDrag: (layout: Layout) => void, onAuto: () => void}} props
 */
export function Stage({ camera, preview, layout, names, cards, onDrag, onAuto }) {
  const on = preview.status === "running" || preview.status === "lost";
  const [url, size] = usePicture(on);
  const [chosen, setChosen] = useState(-1);
  const [draft, setDraft] = useState(/** @type {Layout | null} */ (null));
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const drag = useRef(/** @type {{what: Part, from: Layout, at: Spot, moved: boolean} | null} */ (null));
  useEffect(() => setDraft(null), [layout]);
  const shown = draft ?? layout;
  const w = 1000;
  const h = size ? (1000 * size.h) / size.w : 562.5;

  /** @returns {Spot} */
  const spot = (/** @type {PointerEvent} */ e) => {
    const box = /** @type {SVGSVGElement} */ (svg.current).getBoundingClientRect();
    return [(e.clientX - box.left) / box.width, (e.clientY - box.top) / box.height];
  };
  /** The layout with a part of it moved.
   * @param {Layout} from @param {Part} what @param {number} dx @param {number} dy @returns {Layout} */
  const shifted = (from, what, dx, dy) => {
    if (what.corner !== undefined) {
      return { ...from, corners: from.corners.map((c, i) => (i === what.corner ? moved([c], dx, dy)[0] : c)) };
    }
    const zones = from.zones.map((z, i) => {
      if (i !== what.zone) return z;
      const outline = what.vertex === undefined
        ? moved(z.outline, dx, dy)
        : z.outline.map((p, n) => (n === what.vertex ? moved([p], dx, dy)[0] : p));
      return { ...z, outline, polygon_cm: null };
    });
    return { ...from, zones };
  };
  const grab = (/** @type {Part} */ what) => ({
    onPointerDown: (/** @type {any} */ e) => {
      e.stopPropagation();
      e.preventDefault();
      e.currentTarget.focus();
      e.currentTarget.setPointerCapture(e.pointerId);
      if (shown) drag.current = { what, from: shown, at: spot(e), moved: false };
      if (what.zone !== undefined) setChosen(what.zone);
    },
    onPointerMove: (/** @type {PointerEvent} */ e) => {
      const now = drag.current;
      if (!now) return;
      const [x, y] = spot(e);
      now.moved = now.moved || Math.hypot(x - now.at[0], y - now.at[1]) > 0.004;
      if (now.moved) setDraft(shifted(now.from, now.what, x - now.at[0], y - now.at[1]));
    },
    onPointerUp: () => {
      const now = drag.current;
      drag.current = null;
      if (now?.moved && draft) onDrag(draft);
    },
    onKeyDown: (/** @type {KeyboardEvent} */ e) => {
      const way = ARROWS[e.key];
      if (!way || !shown) return;
      e.preventDefault();
      const step = e.shiftKey ? STEP * 6 : STEP;
      setDraft(shifted(shown, what, way[0] * step, way[1] * step));
    },
    onKeyUp: (/** @type {KeyboardEvent} */ e) => {
      if (ARROWS[e.key] && draft) onDrag(draft);
    },
    onFocus: () => {
      if (what.zone !== undefined) setChosen(what.zone);
    },
  });
  const path = (/** @type {number[][]} */ points) => points.map(([x, y]) => `${x * w},${y * h}`).join(" ");
  const centre = (/** @type {number[][]} */ points) => [
    (points.reduce((s, p) => s + p[0], 0) / points.length) * w,
    (points.reduce((s, p) => s + p[1], 0) / points.length) * h,
  ];
  return html`<div class="stage" data-testid="stage" data-on=${Boolean(on && url)}>
    <div class="stage-picture" style=${`aspect-ratio: ${w} / ${h}`}>
      ${url ? html`<img src=${url} alt=${t("setup.picture")} />` : html`<p class="picture-wait">${t(camera === NO_CAMERA ? "picture.none" : camera && preview.status !== "failed" ? "picture.wait" : "setup.camera.first")}</p>`}
      ${url && shown && html`<svg ref=${svg} viewBox=${`0 0 ${w} ${h}`} preserveAspectRatio="none" role="group" aria-label=${t("setup.layout")}>
        ${cards.map((c) => html`<polygon class="card-outline" points=${path(c.outline)} />`)}
        <polygon class="table-outline" points=${path(shown.corners)} />
        ${shown.zones.map((zone, i) => {
          const [x, y] = centre(zone.outline);
          return html`<g key=${i} class="zone" data-kind=${zone.kind} data-chosen=${i === chosen}>
            <polygon points=${path(zone.outline)} tabindex="0" role="button" aria-label=${t("setup.zone.move", { zone: zoneName(zone, names) })} ...${grab({ zone: i })} />
            <text x=${x} y=${y} aria-hidden="true">${zoneName(zone, names)}</text>
          </g>`;
        })}
        ${chosen >= 0 && shown.zones[chosen]?.outline.map((p, n) => html`<rect class="vertex" key=${`v${n}`} x=${p[0] * w - 9} y=${p[1] * h - 9} width="18" height="18"
          tabindex="0" role="button" aria-label=${t("setup.zone.vertex", { n: n + 1, zone: zoneName(shown.zones[chosen], names) })} ...${grab({ zone: chosen, vertex: n })} />`)}
        ${shown.corners.map((c, i) => html`<circle class="corner" key=${`c${i}`} cx=${Math.min(Math.max(c[0], 0.012), 0.988) * w} cy=${Math.min(Math.max(c[1], 0.02), 0.98) * h} r="15"
          data-testid=${`corner-${i}`} tabindex="0" role="button" aria-label=${t("setup.corner", { n: i + 1 })} ...${grab({ corner: i })} />`)}
      </svg>`}
    </div>
    <p class="row stage-tools">
      <button type="button" class="tool" data-testid="auto" disabled=${!on} onClick=${onAuto}>${t("setup.auto")}</button>
      <span class="hint" role="status">${layout ? t(layout.found ? "setup.table.found" : layout.sized ? "setup.table.sized" : "setup.table.ready") : ""} ${layout && t("setup.drag")}</span>
    </p>
  </div>`;
}
