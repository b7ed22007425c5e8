// Which camera: those of the server's machine, or an address or recording typed in.
import { html, useState } from "../ui.js";
import { t } from "../i18n.js";

import { NO_CAMERA } from "../picture.js";

const PHONE = "phone";

/** What a camera is called: where a recording lies, and who logs in at an address, is left out.
 * @param {string} camera */
export function cameraName(camera) {
  if (camera === PHONE) return t("setup.camera.phone");
  if (camera === NO_CAMERA) return t("setup.camera.without");
  if (/^[0-9]+$/.test(camera)) return t("setup.camera.n", { n: camera });
  return camera.replace(/^([a-z]+:\/\/)[^/]*@/i, "$1").replace(/^(?!.*:\/\/).*[/\\]/, "");
}

/** @param {{known: Api.Setup, preview: Api.PreviewInfo, camera: string, onCamera: (camera: string) => void}} props */
export function Cameras({ known, preview, camera, onCamera }) {
  const plugged = known.cameras.filter((c) => c.camera !== PHONE && c.camera !== NO_CAMERA);
  const listed = known.cameras.some((c) => c.camera === camera);
  const [text, setText] = useState(listed ? "" : camera);
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() || !listed) onCamera(text.trim());
  };
  return html`<section class="panel" aria-labelledby="s-camera">
    <h2 id="s-camera"><span class="step">1</span> ${t("setup.camera")}</h2>
    <p class="hint">${t("setup.camera.say")}</p>
    <div class="cameras" role="radiogroup" aria-labelledby="s-camera">
      ${known.cameras.map((c) => html`<label class="choice" key=${c.camera}>
        <input type="radio" name="camera" checked=${c.camera === camera} onChange=${() => onCamera(c.camera)} />
        <span>${cameraName(c.camera)}${c.name && html` <small>${c.name}</small>`}</span>
      </label>`)}
      ${camera === PHONE && html`<p><a class="tool link-act" href="/phone" data-testid="phone-code">${t("setup.camera.code")}</a></p>`}
      ${camera === NO_CAMERA && html`<p class="hint">${t("setup.camera.without.say")}</p>`}
      ${plugged.length === 0 && html`<p class="hint">${t("setup.camera.none")}</p>`}
    </div>
    <form class="row" onSubmit=${take}>
      <label class="field grow">${t("setup.camera.other")}
        <input data-testid="camera-text" value=${text} placeholder="rtsp://…" onInput=${(e) => setText(e.target.value)} /></label>
      <button class="tool" data-testid="camera-take">${t("setup.camera.take")}</button>
    </form>
    ${preview.status === "failed" && html`<p class="banner" role="alert" data-testid="camera-failed">${preview.message}</p>`}
  </section>`;
}
