// A lost connection may only mean that no table runs: a page says so, and goes on by itself when one begins.
import { useEffect, useState } from "./ui.js";
import { isTable } from "./live.js";

const AGAIN_MS = 5000; // a server that was down may come back without a table

/** @param {string} connection of the table that is followed @returns {boolean} is there none? */
export function useNoTable(connection) {
  const [none, setNone] = useState(false);
  useEffect(() => {
    // a link that no longer holds is what is told, whether or not there is a table
    if (connection === "open" || connection === "over") setNone(false);
    if (connection !== "lost") return undefined;
    let live = true;
    const look = () => isTable().then((there) => live && setNone(!there));
    look();
    const timer = setInterval(look, AGAIN_MS);
    return () => {
      live = false;
      clearInterval(timer);
    };
  }, [connection]);
  return none;
}
