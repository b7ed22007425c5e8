// Of the vendored Preact, what the pages use.

/** What a component draws. */
export type Node = object | string | number | boolean | null | undefined;

export function h(type: string | ((props: any) => Node), props: object | null, ...children: Node[]): object;
export function render(what: Node, into: Element): void;
