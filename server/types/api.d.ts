// What the pages and the server tell each other. Written by tools/page_types.py from the server's description: do not
// edit it, change the Python models and run `python tools/page_types.py`.

declare namespace Api {
  /** Somebody has seen to the alerts of entry `target`. */
  type Acknowledgement = {
    type: "acknowledge";
    target: number;
  };
  /** One thing the referee has to say. */
  type AlertView = {
    seq: number;
    at_s: number;
    rule: string;
    status: Status;
    severity: Severity;
    seat: string | null;
    text: string;
    ruling: string | null;
    facts: Record<string, unknown>;
    rests_on: number[];
    acknowledged: boolean;
  };
  /** What a card of an entry may have been, likeliest first. */
  type Alternatives = {
    seq: number;
    target: number;
    card: number;
    groups: ChoiceGroup[];
  };
  /** Find the table and its size in the camera's picture. */
  type AutoLayoutWish = {
    players: number;
    measure?: boolean;
  };
  /** Nothing happened; the connection lives. */
  type Beat = {
    type: "beat";
    seq: number;
  };
  /** A camera of the server's machine. */
  type CameraInfo = {
    camera: string;
    name: string;
  };
  /** What a phone's page needs to find its way to HTTPS. */
  type CameraWays = {
    secure_url: string | null;
    authority: string | null;
    fingerprint: string | null;
  };
  /** Look through this camera. */
  type CameraWish = {
    camera: string;
  };
  /** A card that is read in the picture. */
  type CardSeen = {
    card: string;
    confidence: number;
    outline: [number, number][];
  };
  /** One card it may have been. */
  type Choice = {
    card: string;
    seen: boolean;
    instead: LogEvent[];
  };
  /** Cards that are likely for the same reason. */
  type ChoiceGroup = {
    kind: "same_rank" | "same_suit" | "other";
    choices: Choice[];
  };
  /** What is known of a claim. */
  type ClaimState = "true" | "false" | "must_count" | "void" | "draw";
  /** The newest claim of the deal. */
  type ClaimView = {
    seat: string;
    seq: number;
    verdict: ClaimState;
    proof: ProofView | null;
  };
  /** Read entry `target` as `instead`: [] removes it, null takes back the corrections of it. */
  type Correction = {
    type: "amend";
    target: number;
    instead: Record<string, unknown>[] | null;
    reason?: string;
    seen?: number | null;
  };
  /** Who sees the points of a running deal. */
  type Counting = "open" | "hidden";
  /** One deal that was played. */
  type DealInfo = {
    number: number;
    first_seq: number;
    last_seq: number;
    played_at: string;
    seconds: number;
    reason: string | null;
    winners: string[];
    stake: number;
    plays: number;
    corrected: number;
    players: DealPlayer[];
  };
  /** One player in one deal. */
  type DealPlayer = {
    seat: string;
    name: string;
    won: boolean | null;
    points_lo: number;
    points_hi: number;
    tricks: number;
    claims_true: number;
    claims_false: number;
    claims_other: number;
    fouls: number;
    acts: number;
    seconds: number;
  };
  /** The deal is over: the cards are being collected. */
  type EndDeal = {
    type: "end_deal";
    seen?: number | null;
  };
  /** Something happened at the table after all that the log holds: an entry of its own, told by a person. */
  type Entered = {
    type: "enter";
    event: Record<string, unknown>;
    seen?: number | null;
  };
  /** A page of the log. */
  type Entries = {
    seq: number;
    entries: Row[];
    next: number | null;
    before: number | null;
  };
  /** The one error shape. */
  type ErrorAnswer = {
    error: ErrorBody;
    now?: Record<string, unknown> | null;
  };
  /** Why a request was refused. */
  type ErrorBody = {
    code: string;
    message: string;
  };
  /** Of what there is evidence. */
  type EvidenceList = {
    entries: number[];
    bytes: number;
    full: boolean;
  };
  /** What may be wrong with a picture; the pages hold a sentence for each (`quality.<fault>`). */
  type Fault = "no_cards" | "small" | "blurred" | "dark" | "bright" | "glare" | "tilted" | "mirrored" | "low_contrast";
  /** Something that would make the picture better. */
  type FaultInfo = {
    fault: Fault;
    grade: Grade;
  };
  /** How one measure is. */
  type Grade = "good" | "fair" | "bad" | "unknown";
  /** The server answers. */
  type Health = {
    status: "ok";
    version: string;
    seq: number;
    state: string;
    source: string;
  };
  /** A message of the camera's socket: another phone gives the pictures. */
  type Held = {
    type: "held";
    by: string;
    silent_s: number;
    free_in_s: number;
  };
  /** The game that was chosen last. */
  type LastRules = {
    preset: string;
    options?: Record<string, boolean | number | string | (number | string)[] | Record<string, number>>;
  };
  /** The table that was set up last, as it was posted. */
  type LastTable = {
    camera: string;
    rules: LastRules;
    names: string[];
    counting?: "rules" | "open" | "hidden";
    spectator_delay_s?: number;
  };
  /** A table layout in the picture. */
  type LayoutInfo = {
    size_cm: [number, number];
    corners: [number, number][];
    zones: ZoneInfo[];
  };
  /** A table layout as the page has it. */
  type LayoutWish = {
    size_cm: [number, number];
    corners: [number, number][];
    zones: ZoneWish[];
  };
  /** A message of the camera's socket: how the line is. */
  type LineState = {
    type: "state";
    watched: boolean;
    table: boolean;
    fps: number;
    dropped: number;
  };
  /** A link, for the umpire. */
  type LinkInfo = {
    id: string;
    role: "umpire" | "table" | "seat" | "spectator" | "camera";
    seat: string | null;
    label: string;
    url: string;
    qr: string;
    expires_at: string;
    revoked: boolean;
    other_match: boolean;
  };
  /** All links. */
  type LinkList = {
    reaches_others: boolean;
    links: LinkInfo[];
  };
  /** A link to be made. */
  type LinkWish = {
    role: "umpire" | "table" | "seat" | "spectator" | "camera";
    seat?: string | null;
    hours?: number;
    label?: string;
  };
  /** One event of the log: its type and the fields of that type, as docs/engine.md lists them. */
  type LogEvent = {
    type: "game_started" | "dealt" | "trump_shown" | "lead" | "reply" | "declared" | "taken_back" | "took" | "drew" | "returned" | "claimed" | "counted" | "revealed" | "stopped" | "raised" | "accepted" | "refused" | "ordered" | "married" | "closed" | "exchanged" | "left" | "missed" | "acknowledged" | "objected" | "ruled" | "amend" | "paused" | "resumed" | "deal_ended";
    seat?: string | null;
    cards?: (string | null)[];
    face_down?: number;
    card?: string | null;
    count?: number | null;
    tricks?: number | null;
    dealer?: string | null;
    leader?: string | null;
    hand?: number | null;
    rules?: string | null;
    seats?: string[];
    names?: Record<string, string>;
    options?: Record<string, unknown>;
    settings?: Record<string, unknown>;
    pack?: string;
    beats?: boolean;
    place?: Place | null;
    owner?: string | null;
    combination?: string | null;
    to?: number | null;
    suit?: string | null;
    what?: string | null;
    target?: number | null;
    by?: string | null;
    reason?: string;
    enforce?: boolean | null;
    instead?: LogEvent[] | null;
    seen?: number | null;
  };
  /** One picture, read. */
  type LookInfo = {
    size_px: [number, number];
    quality: QualityInfo;
    cards: CardSeen[];
    doubtful: string[];
    backs: number;
  };
  /** One log: what was played at a table until another log was begun there. */
  type MatchInfo = {
    id: number;
    table: string;
    started_at: string;
    closed: boolean;
    running: boolean;
    rules: string;
    names: Record<string, string>;
    deals: DealInfo[];
  };
  /** Matches that fit. */
  type MatchList = {
    total: number;
    matches: MatchInfo[];
  };
  /** The match that the deals add up to. */
  type MatchView = {
    kind?: string | null;
    score: Record<string, number>;
    over: boolean;
    winners: string[];
    losers: string[];
  };
  /** What the caller is. */
  type Me = {
    role: "umpire" | "table" | "seat" | "spectator" | "camera";
    seat: string | null;
    name: string | null;
    may: string[];
    home: string;
    lang: string;
  };
  /** What a seat may do now. */
  type Mine = {
    seat: string;
    words: Record<string, boolean | number>;
  };
  /** The next deal is on the table. */
  type NewDeal = {
    type: "new_deal";
    dealer?: string | null;
    seen?: number | null;
  };
  /** A player objects to the correction that is entry `target`; the umpire sees it. */
  type Objection = {
    type: "object";
    seat: string;
    target: number;
    reason?: string;
  };
  /** An objection that is neither noted (`acknowledge`) nor answered by another correction of the same entry. */
  type OpenObjection = {
    seq: number;
    at_s: number;
    seat: string;
    target: number;
    about: number | null;
    reason: string;
  };
  /** Options under one heading. */
  type OptionGroup = {
    name: string;
    heading: string;
    options: OptionInfo[];
  };
  /** One option of a game. */
  type OptionInfo = {
    name: string;
    title: string;
    kind: string;
    value: unknown;
    preset_value: unknown;
    values: OptionValueInfo[];
    low: number | null;
    high: number | null;
    sentence: string;
    allowed: string;
    origin: string;
    source: string;
    conflict: string | null;
    house: boolean;
    editable: boolean;
  };
  /** One value of an option. */
  type OptionValueInfo = {
    value: boolean | number | string;
    text: string;
  };
  /** Alerts of all deals that nobody has seen to. */
  type PendingAlerts = {
    seq: number;
    count: number;
    alerts: AlertView[];
    next: number | null;
  };
  /** How much waits for the umpire. */
  type PendingCounts = {
    alerts: number;
    objections: number;
  };
  /** Objections that nobody has dealt with. */
  type PendingObjections = {
    seq: number;
    count: number;
    objections: OpenObjection[];
    next: number | null;
  };
  /** What the table is waiting for. */
  type Phase = "waiting" | "order" | "lead" | "reply" | "take" | "draw" | "count" | "over";
  /** A phone as the camera, as the umpire's page shows it. */
  type PhoneInfo = {
    url: string | null;
    authority: string | null;
    fingerprint: string | null;
    link: PhoneLink | null;
    phone: PhoneState;
  };
  /** The way in for a phone. */
  type PhoneLink = {
    id: string;
    url: string;
    qr: string;
    expires_at: string;
  };
  /** How good the phone's picture is; the words are those of the set-up page. */
  type PhonePicture = {
    size_px: number[];
    grade: Grade;
    cards: number;
    faults: Fault[];
  };
  /** The phone that is connected. */
  type PhoneState = {
    by: string | null;
    fps: number;
    silent_s: number | null;
    paused: boolean;
    watched: boolean;
    arrived: number;
    dropped: number;
    picture: PhonePicture | null;
  };
  /** A message of the camera's socket: how good the pictures are. */
  type PictureQuality = {
    size_px: number[];
    grade: Grade;
    cards: number;
    faults: Fault[];
    type: "quality";
  };
  /** Where cards were that are now seen face up. */
  type Place = "discard" | "pile" | "hand" | "stock";
  /** A ready layout, placed. */
  type PlacedLayout = {
    layout: LayoutInfo;
    table_found: boolean;
    size_found: boolean;
  };
  /** What one seat has laid in the open trick. */
  type PlayView = {
    seat: string;
    cards: (string | null)[];
    face_down: number;
    beats: boolean | null;
    standing: Standing;
  };
  /** A finished deal of a player, for plots. */
  type PlayerDeal = {
    match: number;
    deal: number;
    played_at: string;
    won: boolean | null;
    points: number;
    points_most: number;
    tricks: number;
    claims_true: number;
    claims_false: number;
    fouls: number;
    seconds_per_act: number | null;
  };
  /** What a player did in all deals that fit. */
  type PlayerInfo = {
    name: string;
    deals: number;
    won: number;
    points: number;
    points_most: number;
    tricks: number;
    claims_true: number;
    claims_false: number;
    claims_other: number;
    fouls: number;
    acts: number;
    seconds_per_act: number | null;
    series: PlayerDeal[];
  };
  /** Statistics. */
  type PlayerList = {
    players: PlayerInfo[];
    rigs: RigInfo[];
  };
  /** Points as far as they are known; `lo` equals `hi` where they are exact. */
  type PointRange = {
    lo: number;
    hi: number;
  };
  /** A game. */
  type PresetInfo = {
    name: string;
    title: string;
    summary: string;
    players: [number, number];
    counting: "open" | "hidden";
  };
  /** The camera that is looked through. */
  type PreviewInfo = {
    camera: string | null;
    status: "none" | "opening" | "running" | "lost" | "failed";
    message: string;
    size_px: [number, number] | null;
  };
  /** What a verdict on a claim rests on. */
  type ProofView = {
    seen: number;
    hidden: number;
    lo: number;
    hi: number;
    needed: number;
    text: string;
  };
  /** How good a picture is: `bura_vision.quality.Quality.to_json`. null: it cannot be told from this picture. */
  type QualityInfo = {
    grade: Grade;
    cards: number;
    index_px: number | null;
    edge_px: number | null;
    edge_share: number | null;
    paper: number | null;
    clipped: number | null;
    glare: number | null;
    contrast: number | null;
    tilt_deg: number | null;
    grades: Record<string, Grade>;
    faults: FaultInfo[];
  };
  /** What ended a deal. */
  type Reason = "claim_true" | "goal" | "claim_false" | "deal_lost" | "combo" | "infraction" | "stake_refused" | "counted" | "draw" | "one_left" | "annul" | "void_redeal" | "undecided";
  /** What was kept of an entry, read once more. */
  type Recheck = {
    seq: number;
    target: number;
    outcome: "confirmed" | "differs" | "unread";
    read_from: "close" | "clip" | "still";
    pictures: number;
    cards: RecheckCard[];
    unexplained: string[];
    backs: number;
    face_down: number;
  };
  /** One face-up card of the entry. */
  type RecheckCard = {
    card: number;
    now: string | null;
    confidence: number;
    choices: RecheckChoice[];
  };
  /** What a card may be, by the pictures. */
  type RecheckChoice = {
    card: string;
    probability: number;
    instead: LogEvent[];
  };
  /** How the deal ended, or would. */
  type ResultView = {
    deal: number;
    reason: Reason;
    winners: string[];
    losers: string[];
    stake: number;
    points: Record<string, PointRange> | null;
    tricks: Record<string, number>;
    text: string;
  };
  /** How well one deal was read. */
  type RigDeal = {
    played_at: string;
    plays: number;
    corrected: number;
  };
  /** How well the camera of a table reads. */
  type RigInfo = {
    table: string;
    deals: number;
    plays: number;
    corrected: number;
    share: number | null;
    series: RigDeal[];
  };
  /** One entry of the log as the page shows it: the line itself, and what holds now. */
  type Row = {
    seq: number;
    at_s: number;
    source: "vision" | "human" | "rule";
    event: LogEvent;
    now?: LogEvent[] | null;
    corrected?: boolean;
    hidden?: boolean;
    doubt?: boolean[];
  };
  /** A game with all its options. */
  type RulePicker = {
    preset: string;
    title: string;
    summary: string;
    players: [number, number];
    counting: "open" | "hidden";
    problem: string;
    clash: string[];
    groups: OptionGroup[];
  };
  /** A game and its house rules. */
  type RulesWish = {
    preset: string;
    options?: Record<string, boolean | number | string | (number | string)[] | Record<string, number>>;
  };
  /** The umpire enforces or waives the loss that was proposed for entry `target`. */
  type Ruling = {
    type: "rule";
    target: number;
    enforce: boolean;
    seen?: number | null;
  };
  /** The table that is being watched. */
  type RunningTable = {
    source: string;
    rules: string;
    names: Record<string, string>;
    seq: number;
  };
  /** A player said it; sent by a person at a button. */
  type Said = {
    type: "claim" | "stop" | "raise" | "accept" | "refuse" | "beat" | "give" | "marriage" | "close" | "exchange";
    seat: string;
    number?: number | null;
    combination?: string | null;
    suit?: "C" | "D" | "H" | "S" | null;
  };
  /** All that one viewer may see. */
  type Scoreboard = {
    seq: number;
    rules: string;
    status: Phase;
    paused: boolean;
    deal: number;
    dealer: string | null;
    turn: string | null;
    leader: string | null;
    trump: TrumpView;
    stock: number | null;
    trick: TrickView | null;
    seats: Record<string, SeatView>;
    alerts: AlertView[];
    alerts_earlier?: number | null;
    pending?: PendingCounts | null;
    claim: ClaimView | null;
    result: ResultView | null;
    proposed: ResultView | null;
    stake: StakeView;
    match: MatchView;
    counting: Counting;
  };
  /** One player. */
  type SeatView = {
    name: string;
    hand: number;
    side: string;
    active: boolean;
    tricks: number;
    pile: number;
    points: PointRange | null;
    cards?: string[];
  };
  /** What the set-up page can choose from. */
  type Setup = {
    running: RunningTable | null;
    cameras: CameraInfo[];
    preview: PreviewInfo;
    presets: PresetInfo[];
    last: LastTable | null;
    unfinished: UnfinishedTable | null;
    lang: "en" | "ru" | "uk" | "ka";
  };
  /** How loudly it is said, from the least to the gravest. */
  type Severity = "info" | "notice" | "warning" | "loss";
  /** Where the pictures come from. */
  type SourceInfo = {
    name: string;
    live: boolean;
    status: "running" | "lost" | "ended" | "broken" | "refused";
    message: string;
  };
  /** What the deal is worth. */
  type StakeView = {
    value: number;
    asked: number | null;
    raised_by: string | null;
    crawford: boolean;
  };
  /** What a play to a trick is. */
  type Standing = "lead" | "open" | "beats" | "given" | "unknown";
  /** How an act stands. */
  type Status = "legal" | "foul" | "unclear";
  /** Entry `target` happened after the next one that stands, not before it. */
  type Swap = {
    type: "swap";
    target: number;
    seen?: number | null;
  };
  /** How the table is, apart from the score. */
  type TableInfo = {
    state: string;
    at_s: number;
    threshold: number;
    pack: number;
    spectator_delay_s?: number;
    source: SourceInfo;
    evidence?: "off" | "kept" | "full";
    log?: "kept" | "unwritten";
  };
  /** The table's state changed, the log did not. */
  type TableMessage = {
    type: "table";
    seq: number;
    table: TableInfo;
  };
  /** A table to be watched. */
  type TableOrderWish = {
    camera: string;
    rules: RulesWish;
    names: string[];
    counting?: "rules" | "open" | "hidden";
    spectator_delay_s?: number;
    layout?: LayoutWish | null;
    new?: boolean;
    log?: "camera" | "last";
    lang?: "en" | "ru" | "uk" | "ka" | null;
  };
  /** A table is being watched. */
  type TableStarted = {
    seq: number;
    resumed: boolean;
  };
  /** The open trick. */
  type TrickView = {
    leader: string;
    taker: string | null;
    plays: PlayView[];
  };
  /** The trump. */
  type TrumpView = {
    suit: string | null;
    card: string | null;
  };
  /** Take back the newest thing a person did that still holds. */
  type Undo = {
    type: "undo";
    seen?: number | null;
  };
  /** The match of the table that was set up last: `POST /table` with `new` false and `log` last goes on with it. */
  type UnfinishedTable = {
    names: string[];
    deal: number;
  };
  /** Everything (`whole`), or what came after `since`. */
  type ViewMessage = {
    type: "view";
    whole: boolean;
    since?: number | null;
    first?: number | null;
    seq: number;
    view: Scoreboard;
    table: TableInfo;
    entries: Row[];
    mine?: Mine | null;
    says?: Record<string, Record<string, boolean | number>> | null;
  };
  /** A part of the table, in centimetres and as fractions of the picture. */
  type ZoneInfo = {
    kind: ZoneKind;
    seat: string | null;
    polygon_cm: [number, number][];
    outline: [number, number][];
  };
  /** What a part of the table is for. */
  type ZoneKind = "play" | "stock" | "trump" | "pile" | "seat";
  /** A zone as the page has it: by its polygon in centimetres, or by its outline in the picture. */
  type ZoneWish = {
    kind: "play" | "stock" | "trump" | "pile" | "seat";
    seat?: string | null;
    polygon_cm?: [number, number][] | null;
    outline?: [number, number][] | null;
  };
  /** A part of an address. */
  type Part = string | number;
  /** Every request that is answered with JSON (`null`: with nothing). */
  type Route =
    | { method: "GET"; path: "/api/v1/health"; body: undefined; answer: Health }
    | { method: "GET"; path: "/api/v1/view"; body: undefined; answer: ViewMessage }
    | { method: "GET"; path: "/api/v1/entries"; body: undefined; answer: Entries }
    | { method: "GET"; path: `/api/v1/entries/${Part}/alternatives`; body: undefined; answer: Alternatives }
    | { method: "GET"; path: "/api/v1/alerts"; body: undefined; answer: PendingAlerts }
    | { method: "GET"; path: "/api/v1/objections"; body: undefined; answer: PendingObjections }
    | { method: "POST"; path: "/api/v1/events"; body: Said | NewDeal | EndDeal | Entered | Correction | Swap | Undo | Ruling | Acknowledgement | Objection; answer: ViewMessage }
    | { method: "GET"; path: "/api/v1/me"; body: undefined; answer: Me }
    | { method: "GET"; path: "/api/v1/links"; body: undefined; answer: LinkList }
    | { method: "POST"; path: "/api/v1/links"; body: LinkWish; answer: LinkInfo }
    | { method: "DELETE"; path: `/api/v1/links/${Part}`; body: undefined; answer: null }
    | { method: "GET"; path: "/api/v1/setup"; body: undefined; answer: Setup }
    | { method: "POST"; path: "/api/v1/setup/camera"; body: CameraWish; answer: PreviewInfo }
    | { method: "DELETE"; path: "/api/v1/setup/camera"; body: undefined; answer: null }
    | { method: "POST"; path: "/api/v1/setup/look"; body: undefined; answer: LookInfo }
    | { method: "POST"; path: "/api/v1/setup/rules"; body: RulesWish; answer: RulePicker }
    | { method: "POST"; path: "/api/v1/setup/layout/auto"; body: AutoLayoutWish; answer: PlacedLayout }
    | { method: "POST"; path: "/api/v1/setup/layout"; body: LayoutWish; answer: LayoutInfo }
    | { method: "POST"; path: "/api/v1/table"; body: TableOrderWish; answer: TableStarted }
    | { method: "DELETE"; path: "/api/v1/table"; body: undefined; answer: null }
    | { method: "GET"; path: "/api/v1/evidence"; body: undefined; answer: EvidenceList }
    | { method: "POST"; path: `/api/v1/entries/${Part}/recheck`; body: undefined; answer: Recheck }
    | { method: "GET"; path: "/api/v1/history/matches"; body: undefined; answer: MatchList }
    | { method: "GET"; path: "/api/v1/history/players"; body: undefined; answer: PlayerList }
    | { method: "GET"; path: `/api/v1/history/matches/${Part}/entries`; body: undefined; answer: Entries }
    | { method: "GET"; path: `/api/v1/history/matches/${Part}/view`; body: undefined; answer: Scoreboard }
    | { method: "DELETE"; path: `/api/v1/history/matches/${Part}`; body: undefined; answer: null }
    | { method: "GET"; path: "/api/v1/phone"; body: undefined; answer: PhoneInfo }
    | { method: "POST"; path: "/api/v1/phone"; body: undefined; answer: PhoneInfo }
    | { method: "DELETE"; path: "/api/v1/phone"; body: undefined; answer: PhoneInfo }
    | { method: "GET"; path: "/api/v1/camera"; body: undefined; answer: CameraWays };
}
