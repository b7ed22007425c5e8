import { t } from "./i18n.js";

/** Display name of a seat; "someone" where nobody knows. @param {any} view @param {string | null | undefined} seat */
export function nameOf(view, seat) {
  return (seat && view?.seats?.[seat]?.name) || (seat ?? t("someone"));
}
