// On the laptop: the code that makes a phone the camera, what its browser will say, and how it is doing.
import { html, useEffect, useState } from "../ui.js";
import { t, when } from "../i18n.js";
import { as, ask, begin } from "../page.js";
import { Careful } from "../actions.js";

const STATE_MS = 1000;

/** How the phone is doing.
 * @param {{phone: Api.PhoneState}} props */
function State({ phone }) {
  const silent = (phone.silent_s ?? 0) > 3;
  const text = phone.by === null ? t("phone.none") : t(phone.paused ? "phone.paused" : silent ? "phone.silent" : "phone.by", { name: phone.by, n: Math.round(phone.silent_s ?? 0) });
  const picture = phone.picture;
  return html`<section class="panel" aria-live="polite" data-testid="phone" data-on=${phone.by !== null}>
    <h2>${text}</h2>
    ${phone.by !== null && html`<p class="figures"><span data-testid="fps">${t("phone.fps", { n: Math.round(phone.fps) })}</span>${picture && html` · ${picture.size_px[0]} × ${picture.size_px[1]}`}</p>
      ${picture && html`<p class="good" data-testid="good" data-grade=${picture.grade}>${t("quality.title")}: ${t(`quality.grade.${picture.grade}`)}
        ${picture.faults.slice(0, 2).map((/** @type {string} */ fault) => html`<br />${t(`quality.fault.${fault}`)}`)}</p>`}
      ${!phone.watched && html`<p><a class="main-act link" href="/setup?camera=phone" data-testid="choose">${t("phone.choose")}</a></p>`}`}
  </section>`;
}

function Phone() {
  const [info, setInfo] = useState(/** @type {Api.PhoneInfo | null} */ (null));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const reload = async () => {
    const { data, problem: why } = await ask("/api/v1/phone");
    if (data) setInfo(data);
    setProblem(why);
  };
  const letIn = async () => {
    const { data, problem: why } = await ask("/api/v1/phone", as("POST"));
    if (data) setInfo(data);
    setProblem(why);
  };
  const renew = async () => {
    if (info?.link) await ask(`/api/v1/links/${info.link.id}`, as("DELETE"));
    await letIn();
  };
  const shut = async () => {
    const { data, problem: why } = await ask("/api/v1/phone", as("DELETE"));
    if (data) setInfo(data);
    setProblem(why);
  };
  useEffect(() => {
    reload();
    const timer = setInterval(() => !document.hidden && reload(), STATE_MS);
    return () => clearInterval(timer);
  }, []);
  // the door is open already: only the code is missing
  useEffect(() => {
    if (info?.url && !info.link) letIn();
  }, [info?.url, info?.link?.id]);
  if (!info) return html`<p class="hint" role="status">${problem ?? "…"}</p>`;
  const banner = problem && html`<p class="banner" role="alert">${problem}</p>`;
  if (!info.url) {
    return html`${banner}<section class="panel">
      <p>${t("phone.lead")}</p>
      <p class="hint">${t("phone.open.hint")}</p>
      <p><button type="button" class="main-act big" data-testid="open" onClick=${letIn}>${t("phone.open")}</button></p>
    </section>`;
  }
  const until = info.link && when(info.link.expires_at, "short");
  return html`${banner}<div class="phone-page">
    <section class="panel">
      <h2>${t("phone.scan")}</h2>
      <p class="hint">${t("phone.scan.how")}</p>
      ${info.link && html`<div class="code" role="img" aria-label=${t("phone.scan")} data-testid="code" dangerouslySetInnerHTML=${{ __html: info.link.qr }}></div>
        <p class="address" data-testid="address">${info.link.url}</p>
        <p class="hint">${t("phone.until", { time: until })} <button type="button" class="tool" data-testid="renew" onClick=${renew}>${t("phone.renew")}</button></p>`}
      <p class="shut"><${Careful} testid="shut" label=${t("phone.shut")} act=${shut} /> <span class="hint">${t("phone.shut.hint")}</span></p>
    </section>
    <div>
      <${State} phone=${info.phone} />
      <section class="panel">
        <h2>${t("phone.warn")}</h2>
        <p>${t("phone.warn.why")}</p>
        <ul><li>${t("phone.warn.android")}</li><li>${t("phone.warn.iphone")}</li></ul>
      </section>
      <section class="panel">
        <h2>${t("phone.install")}</h2>
        <p>${t("phone.install.why")}</p>
        <ol class="steps">
          <li>${t("phone.install.get")} <a href=${info.authority} data-testid="authority">${info.authority}</a></li>
          <li>${t("phone.install.check")}<br /><code class="print" data-testid="fingerprint">${info.fingerprint}</code></li>
          <li>${t("phone.install.android")}</li>
          <li>${t("phone.install.iphone")}</li>
        </ol>
        <p class="hint">${t("phone.install.safe")}</p>
      </section>
    </div>
  </div>`;
}

await begin("phone", Phone, "setup");
