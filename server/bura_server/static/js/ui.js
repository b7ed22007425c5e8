// The one place that names the vendored library: everything else imports from here.
import { h, render } from "../vendor/preact.mjs";
import htm from "../vendor/htm.mjs";

export { render };
export { useEffect, useLayoutEffect, useRef, useState, useCallback, useMemo } from "../vendor/preact-hooks.mjs";
export const html = htm.bind(h);
