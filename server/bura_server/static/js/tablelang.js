// A page that speaks the table's language follows it: a phone or a television may be there before set-up is finished, and
// the next table may be set up in another language.
import { useEffect } from "./ui.js";
import { tableSpeaks } from "./i18n.js";

/** Ask, whenever a connection to a table opens, which language the table has.
 * @param {string} connection @param {(code: string) => void} onLang told when this page speaks another one from now on */
export function useTableLanguage(connection, onLang) {
  useEffect(() => {
    if (connection !== "open") return undefined;
    let live = true;
    const look = async () => {
      const answer = await fetch("/api/v1/me");
      const me = answer.ok ? await answer.json() : null;
      if (live && me && (await tableSpeaks(me.lang)) && live) onLang(me.lang);
    };
    look().catch(() => {}); // lost again: asked again with the next connection
    return () => {
      live = false;
    };
  }, [connection]);
}
