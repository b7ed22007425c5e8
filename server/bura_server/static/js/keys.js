// Single letters that do something on a page.

/** The letter of a press that is meant for the page: not typed into a field, nor a command of the browser. It is the one
 * that a Latin keyboard writes; on others (Russian, Ukrainian, Georgian) the one at its place. CapsLock changes nothing.
 * @param {KeyboardEvent} e @returns {string | null} in lower case */
export function shortcut(e) {
  const typing = e.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
  if (typing || e.ctrlKey || e.metaKey || e.altKey) return null;
  // the place is asked last: that of Z on one Latin keyboard is that of Y or W on another
  if (/^[a-z]$/i.test(e.key)) return e.key.toLowerCase();
  return /^Key[A-Z]$/.test(e.code) ? e.code[3].toLowerCase() : null;
}
