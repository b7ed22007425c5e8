import { html, render, useEffect, useState } from "./ui.js";
import { choose, speak, startLanguage, wordsOf } from "./i18n.js";
import { applySuits, applyTheme, remember, startSuits, startTheme, visit } from "./prefs.js";
import { follow, nothing } from "./live.js";
import { useNoTable } from "./notable.js";
import { useTableLanguage } from "./tablelang.js";
import { Board } from "./board.js";

function App() {
  const [table, setTable] = useState(nothing());
  const [theme, setTheme] = useState(startTheme());
  const [lang, setLang] = useState(startLanguage());
  // Another language is another connection: the referee's sentences come in the language asked for.
  useEffect(() => follow(setTable, lang, table, { as: "table" }), [lang]);
  useTableLanguage(table.connection, setLang);
  useEffect(() => applyTheme(theme), [theme]);
  const none = useNoTable(table.connection);

  const chooseTheme = (/** @type {"dark" | "light"} */ next) => {
    remember("theme", next);
    setTheme(next);
  };
  const chooseLang = async (/** @type {string} */ code) => {
    await choose(code);
    setLang(code);
  };
  return html`<${Board} table=${none ? { ...table, connection: "none" } : table} theme=${theme} lang=${lang} umpire=${umpire} onTheme=${chooseTheme} onLang=${chooseLang} />`;
}

wordsOf("voice", "games");
visit("board", "1"); // should it be loaded anew while no table runs, set-up leads back (setup/main.js)
const place = /** @type {HTMLElement} */ (document.getElementById("app"));
applyTheme(startTheme());
applySuits(startSuits());
const [umpire] = await Promise.all([
  fetch("/api/v1/me").then(async (answer) => answer.ok && (await answer.json()).role === "umpire").catch(() => false),
  speak(startLanguage()),
]);
place.textContent = "";
render(html`<${App} />`, place);
