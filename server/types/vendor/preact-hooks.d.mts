// Of the vendored Preact's hooks, what the pages use.

/** What an effect gives back: nothing, or how it is ended. */
type Ended = void | (() => void);

export function useState<S>(begin: S | (() => S)): [S, (next: S | ((now: S) => S)) => void];
export function useRef<T>(begin: T): { current: T };
export function useEffect(effect: () => Ended, again?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => Ended, again?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, again: readonly unknown[]): T;
export function useCallback<F extends (...given: any[]) => unknown>(call: F, again: readonly unknown[]): F;
