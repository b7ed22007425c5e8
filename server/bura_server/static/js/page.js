// What all pages begin with: theme, language, who looks, and a head with the way to the other pages.
import { html, render, useEffect, useState } from "./ui.js";
import { LANGUAGES, choose, language, speak, startLanguage, t, wordsOf } from "./i18n.js";
import { applySuits, applyTheme, remember, startSuits, startTheme } from "./prefs.js";
import { SuitSwitch } from "./suits.js";

/** Pages a head leads to, by what one must be allowed to do. */
const WAYS = [
  ["/", "nav.board", "picture"],
  ["/desk", "nav.desk", "amend"],
  ["/setup", "nav.setup", "setup"],
  ["/links", "nav.links", "links"],
  ["/history", "nav.history", "history"],
];

const CARDLESS = ["links", "phone", "camera"]; // pages on which no card is shown

/** Ask the server.
 * @template {string} P @template {string} [M="GET"]
 * @param {P} path @param {Options<M, Says<M, P>>} [options] @returns {Promise<Answer<M, P>>} */
export async function ask(path, options) {
  try {
    // refusals come in the language of the page, which need not be the browser's
    const headers = { ...options?.headers, "accept-language": language() };
    const answer = await fetch(path, { ...options, headers });
    const data = answer.status === 204 ? null : await answer.json();
    return /** @type {any} */ (answer.ok ? { data, problem: null } : { data: null, problem: data.error.message });
  } catch {
    return /** @type {any} */ ({ data: null, problem: t("act.failed") });
  }
}

/** @template {string} M @template [B=undefined] @param {M} method @param {B} [body] @returns {Options<M, B>} */
export function as(method, body) {
  if (body === undefined) return { method };
  return { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** @param {{title: string, suits: boolean, me: Api.Me | null, lang: string, theme: string, onLang: any, onTheme: any}} props */
function Head({ title, suits, me, lang, theme, onLang, onTheme }) {
  const other = theme === "dark" ? "light" : "dark";
  const ways = WAYS.filter(([, , may]) => me?.may.includes(may));
  return html`<header class="head">
    <h1>${title}</h1>
    ${ways.length > 1 && html`<nav class="head-ways" aria-label=${t("nav.title")}>
      ${ways.map(([path, word]) => html`<a key=${path} href=${path} aria-current=${location.pathname === path ? "page" : undefined}>${t(word)}</a>`)}
    </nav>`}
    <span class="head-tools">
      <select class="tool" aria-label=${t("lang.label")} value=${lang} onChange=${(e) => onLang(e.target.value)}>
        ${Object.entries(LANGUAGES).map(([code, label]) => html`<option value=${code} lang=${code} selected=${code === lang}>${label}</option>`)}
      </select>
      ${suits && html`<${SuitSwitch} />`}
      <button type="button" class="tool" data-testid="theme" onClick=${() => onTheme(other)} aria-label=${t("theme.switch", { theme: t(`theme.${other}`) })}>
        <span aria-hidden="true">${other === "light" ? "☀" : "☾"}</span>
      </button>
    </span>
  </header>`;
}

/**
 * Show a page.
 * @param {string} page its name: its words are in lang/<page>.<language>.js, its title is the word `<page>.title`
 * @param {(props: PageProps) => any} Body
 * @param {string[]} more names of further words, as `wordsOf` takes them
 */
export async function begin(page, Body, ...more) {
  wordsOf(page, ...more);
  applyTheme(startTheme());
  applySuits(startSuits());
  const [, { data: me }] = await Promise.all([speak(startLanguage()), ask("/api/v1/me")]);

  function App() {
    const [theme, setTheme] = useState(startTheme());
    const [lang, setLang] = useState(startLanguage());
    useEffect(() => applyTheme(theme), [theme]);
    useEffect(() => {
      document.title = `${t(`${page}.title`)} · Bura`;
    }, [lang]);
    const chooseLang = async (/** @type {string} */ code) => {
      await choose(code);
      setLang(code);
    };
    const chooseTheme = (/** @type {"dark" | "light"} */ next) => {
      remember("theme", next);
      setTheme(next);
    };
    return html`<${Head} title=${t(`${page}.title`)} suits=${!CARDLESS.includes(page)} me=${me} lang=${lang} theme=${theme} onLang=${chooseLang} onTheme=${chooseTheme} />
      <main class="body" data-lang=${lang}><${Body} me=${me} lang=${lang} theme=${theme} onLang=${setLang} /></main>`;
  }

  const place = /** @type {HTMLElement} */ (document.getElementById("app"));
  place.textContent = "";
  render(html`<${App} />`, place);
}
