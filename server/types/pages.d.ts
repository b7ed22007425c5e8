// What the pages' scripts share among themselves; what the server tells is in api.d.ts.

/** What the referee can be told. */
type Say = Extract<Api.Route, { path: "/api/v1/events" }>["body"];

/** Tells the referee; true when it was taken. */
type Act = (event: Say) => Promise<boolean>;

/** Why something was not taken; `seen` is the entry up to which its sender had seen the log, where he told it. */
type Refused = { why: string; seen: number | null };

/** The entry of the desk's timeline that is open: at one of its cards (-1: at a face-down one), or at its pictures. */
type Opened = { seq: number; card: number | null };

/** Names by seat: a scoreboard has them, and so has a match that was played. */
type Named = { seats: Record<string, { name: string }> };

/** A table that is followed (`over`: the link no longer holds): `first` is the seq of the first of `entries`; `earlier` fetches those before it. */
type Table = {
  connection: "connecting" | "open" | "lost" | "none" | "over";
  seq: number;
  first: number;
  entries: Api.Row[];
  mine?: Api.Mine | null;
  says?: Api.ViewMessage["says"];
  earlier: () => Promise<void>;
} & ({ view: null; table: Api.TableInfo | null } | { view: Api.Scoreboard; table: Api.TableInfo });

/** What the socket of the view sends. */
type Heard = Api.ViewMessage | Api.TableMessage | Api.Beat;

/** A person wants to correct card number `card` of an entry. */
type Fix = (entry: Api.Row, card: number) => void;

/** What a seat says of itself: its page adds which seat it is. */
type Word = { type: Api.Said["type"] } | { type: "object"; target: number };

/** House rules: option → value. */
type Chosen = NonNullable<Api.RulesWish["options"]>;

/** What the set-up page has been told so far. */
type Draft = {
  camera: string;
  preset: string;
  options: Chosen;
  names: string[];
  counting: "rules" | "open" | "hidden";
  delay: number;
  /** the names of the match before, with which the page began */
  offered?: string[];
};

/** How a phone's line to the server is. */
type LineState = {
  kind: "connecting" | "open" | "away" | "held" | "replaced" | "closed";
  by?: string;
  freeInS?: number;
  inMs?: number;
  reason?: string;
  code?: number;
};

/** Width and height, pixels. */
type Size = { w: number; h: number };

/** x and y, fractions of the picture. */
type Spot = [number, number];

/** A zone; without `polygon_cm` it was dragged and counts by its outline. */
type Zone = Omit<Api.ZoneInfo, "polygon_cm"> & { polygon_cm: Spot[] | null };

/** The layout on the page; `found`: its corners are the table's, `sized`: cards tell its size. */
type Layout = Omit<Api.LayoutInfo, "zones"> & { zones: Zone[]; found?: boolean; sized?: boolean };

/** What is dragged: a corner, a zone, or a corner of a zone. */
type Part = { corner?: number; zone?: number; vertex?: number };

/** An address without its query. */
type Bare<Path> = Path extends `${infer Address}?${string}` ? Address : Path;

/** The requests of the interface that a method and an address name; of several addresses, those of each. */
type Routes<Method, Path> = Path extends unknown ? RouteTo<Api.Route, Method, Bare<Path>> : never;
type RouteTo<Route, Method, Address> = Route extends { method: Method; path: infer Known }
  ? Address extends Known
    ? Route
    : never
  : never;

/** The body of a request. */
type Says<Method, Path> = Routes<Method, Path>["body"];

/** What the server answered to a request, or why it refused; neither, where the interface has no such request. */
type Answer<Method, Path> = [Routes<Method, Path>] extends [never]
  ? { "no such request": Path }
  : { data: Routes<Method, Path>["answer"]; problem: null } | { data: null; problem: string };

/** What `ask` is given beside the address; `says` is never there, it carries the type of the body to `ask`. */
type Options<Method, Body> = RequestInit & { method?: Method; says?: Body };

/** What a body is shown with: who looks, in which language and light. */
type PageProps = { me: Api.Me | null; lang: string; theme: string; onLang: (code: string) => void };

// Of a newer ECMAScript than this compiler's; the pages' browsers have them.
interface Array<T> {
  findLast(found: (item: T, index: number) => unknown): T | undefined;
  findLastIndex(found: (item: T, index: number) => unknown): number;
}
