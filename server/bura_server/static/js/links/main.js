// Links: who may come in, as codes to scan. Only the umpire sees this page.
import { html, useEffect, useRef, useState } from "../ui.js";
import { t, when } from "../i18n.js";
import { as, ask, begin } from "../page.js";
import { Careful } from "../actions.js";

/** @type {Api.LinkWish["role"][]} */
const ROLES = ["seat", "table", "spectator", "umpire", "camera"];
const HOURS = [3, 24, 168, 2160];

/** Names of the seats of the running table.
 * @returns {Promise<Record<string, string>>} */
async function seatNames() {
  const { data } = await ask("/api/v1/view?as=table&tail=0");
  const seats = Object.entries(data?.view.seats ?? {});
  return Object.fromEntries(seats.map(([seat, player]) => [seat, player.name]));
}

/** @param {Api.LinkInfo} link */
function holds(link) {
  return !link.revoked && !link.other_match && new Date(link.expires_at).getTime() > Date.now();
}

/** Why a link holds no longer, in words.
 * @param {Api.LinkInfo} link */
function pastOf(link) {
  if (link.revoked) return "links.revoked";
  return link.other_match ? "links.other_match" : "links.expired";
}

/** Who a link is for, in words.
 * @param {Api.LinkInfo} link @param {Record<string, string>} names */
function titleOf(link, names) {
  // the seat of another match was perhaps another person's: it bears no name of this one
  const name = link.seat && ((!link.other_match && names[link.seat]) || link.seat);
  return link.role === "seat" && name ? t("links.player", { name }) : t(`links.role.${link.role}`);
}

/** @param {{names: Record<string, string>, onMade: () => void, onProblem: (text: string | null) => void}} props */
function Maker({ names, onMade, onProblem }) {
  const seats = Object.keys(names);
  const [role, setRole] = useState(/** @type {Api.LinkWish["role"]} */ ("seat"));
  const [seat, setSeat] = useState("");
  const [hours, setHours] = useState(24);
  const [label, setLabel] = useState("");
  const roles = seats.length ? ROLES : ROLES.filter((each) => each !== "seat");
  const chosenRole = roles.includes(role) ? role : "table";
  const chosenSeat = seats.includes(seat) ? seat : (seats[0] ?? "");
  const make = async (/** @type {Api.LinkWish} */ wish) => {
    const { problem } = await ask("/api/v1/links", as("POST", { hours, ...wish }));
    onProblem(problem);
    return problem === null;
  };
  const one = async (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {Api.LinkWish} */
    const wish = { role: chosenRole, label: label.trim(), ...(chosenRole === "seat" ? { seat: chosenSeat } : {}) };
    if (await make(wish)) setLabel("");
    onMade();
  };
  const all = async () => {
    for (const each of seats) if (!(await make({ role: "seat", seat: each }))) break;
    onMade();
  };
  return html`<section class="panel">
    <h2>${t("links.new")}</h2>
    <form class="row" onSubmit=${one}>
      <label class="field">${t("links.who")}
        <select data-testid="role" value=${chosenRole} onChange=${(e) => setRole(e.target.value)}>
          ${roles.map((each) => html`<option key=${each} value=${each} selected=${each === chosenRole}>${t(`links.role.${each}`)}</option>`)}
        </select></label>
      ${chosenRole === "seat" && html`<label class="field">${t("links.seat")}
        <select data-testid="seat" value=${chosenSeat} onChange=${(e) => setSeat(e.target.value)}>
          ${seats.map((each) => html`<option key=${each} value=${each} selected=${each === chosenSeat}>${names[each]}</option>`)}
        </select></label>`}
      <label class="field">${t("links.holds")}
        <select data-testid="hours" value=${hours} onChange=${(e) => setHours(Number(e.target.value))}>
          ${HOURS.map((n) => html`<option key=${n} value=${n} selected=${n === hours}>${n < 48 ? t("links.hours", { n }) : t("links.days", { n: n / 24 })}</option>`)}
        </select></label>
      <label class="field">${t("links.note")} <input data-testid="label" maxlength="60" value=${label} onInput=${(e) => setLabel(e.target.value)} /></label>
      <button class="main-act" data-testid="make">${t("links.make")}</button>
      ${seats.length > 0 && html`<button type="button" class="tool" data-testid="make-all" onClick=${all}>${t("links.all")}</button>`}
    </form>
    <p class="hint">${t(`links.may.${chosenRole}`)}</p>
  </section>`;
}

/** The code alone, as large as the screen allows: to be held towards a phone.
 * @param {{link: Api.LinkInfo, title: string, onClose: () => void}} props */
function Large({ link, title, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog class="large" ref=${dialog} aria-label=${title} onClose=${onClose} data-testid="large">
    <h2>${title}</h2>
    <div role="img" aria-label=${t("links.code", { title })} dangerouslySetInnerHTML=${{ __html: link.qr }} />
    <button type="button" class="tool" autofocus onClick=${() => dialog.current?.close()}>${t("log.close")}</button>
  </dialog>`;
}

/** A card with what is to be scanned; where no other device could get in by it, why there is none.
 * @param {{link: Api.LinkInfo, names: Record<string, string>, scannable: boolean, onShow: () => void, onRevoke: () => void}} props */
function LinkCard({ link, names, scannable, onShow, onRevoke }) {
  const [copied, setCopied] = useState(false);
  const title = titleOf(link, names);
  const until = when(link.expires_at);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.url);
      setCopied(true);
    } catch {
      setCopied(false); // the address is there to be copied by hand
    }
  };
  return html`<li class="link" data-testid="link" data-role=${link.role} data-seat=${link.seat ?? ""}>
    <h3 class="cut" title=${title}>${title}</h3>
    ${link.label && html`<p>${link.label}</p>`}
    ${scannable
      ? html`<button type="button" class="code" onClick=${onShow} aria-label=${t("links.enlarge", { title })}
          dangerouslySetInnerHTML=${{ __html: link.qr }} />`
      : html`<p data-testid="no-code">${t("links.nocode")}</p>`}
    <p class="address">${link.url}</p>
    <p class="hint" data-testid="until">${t("links.until", { time: until })}</p>
    <p class="link-acts">
      ${navigator.clipboard && html`<button type="button" class="tool" onClick=${copy}>${copied ? t("links.copied") : t("links.copy")}</button>`}
      <${Careful} testid="revoke" label=${t("links.revoke")} name=${`${t("links.revoke")}: ${title}`} act=${onRevoke} />
    </p>
  </li>`;
}

function Links() {
  const [list, setList] = useState(/** @type {Api.LinkList | null} */ (null));
  const [names, setNames] = useState(/** @type {Record<string, string>} */ ({}));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const [large, setLarge] = useState(/** @type {Api.LinkInfo | null} */ (null));
  const read = async () => {
    const { data, problem: wrong } = await ask("/api/v1/links");
    if (wrong === null) setList(data);
    else setProblem(wrong);
  };
  useEffect(() => {
    read();
    seatNames().then(setNames);
  }, []);
  const revoke = async (/** @type {Api.LinkInfo} */ link) => {
    const { problem: wrong } = await ask(`/api/v1/links/${link.id}`, as("DELETE"));
    setProblem(wrong);
    await read();
  };
  const now = (list?.links ?? []).filter(holds).reverse();
  const past = (list?.links ?? []).filter((link) => !holds(link)).reverse();
  return html`
    ${problem && html`<p class="banner" role="alert">${problem}</p>`}
    ${list && !list.reaches_others && html`<p class="banner" role="status" data-testid="local">${t("links.local")} <code>--host 0.0.0.0</code></p>`}
    <p class="panel">${t("links.lead")}</p>
    <${Maker} names=${names} onMade=${read} onProblem=${setProblem} />
    ${list && now.length === 0 && html`<p class="hint">${t("links.none")}</p>`}
    <ul class="links" aria-label=${t("links.title")}>${now.map((link) => html`<${LinkCard} key=${link.id} link=${link} names=${names} scannable=${Boolean(list?.reaches_others)}
      onShow=${() => setLarge(link)} onRevoke=${() => revoke(link)} />`)}</ul>
    ${past.length > 0 && html`<details class="panel"><summary>${t("links.past", { n: past.length })}</summary>
      <ul>${past.map((link) => html`<li key=${link.id} data-testid="past">${titleOf(link, names)}${link.label && ` · ${link.label}`} · ${t(pastOf(link))}</li>`)}</ul>
    </details>`}
    ${large && html`<${Large} link=${large} title=${titleOf(large, names)} onClose=${() => setLarge(null)} />`}`;
}

await begin("links", Links);
