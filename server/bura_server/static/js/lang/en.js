export default {
  "card.name": "{rank} of {suit}",
  "card.hidden": "face-down card",
  "card.doubt": "not certain",
  "rank.2": "two", "rank.3": "three", "rank.4": "four", "rank.5": "five", "rank.6": "six", "rank.7": "seven",
  "rank.8": "eight", "rank.9": "nine", "rank.10": "ten", "rank.J": "jack", "rank.Q": "queen", "rank.K": "king", "rank.A": "ace",
  "suit.of.C": "clubs", "suit.of.D": "diamonds", "suit.of.H": "hearts", "suit.of.S": "spades",
  "suit.C": "clubs", "suit.D": "diamonds", "suit.H": "hearts", "suit.S": "spades",

  "connection.connecting": "connecting…",
  "connection.open": "connected",
  "connection.lost": "connection lost, trying again…",

  "state.READY": "Ready", "state.PLAYING": "Hand on the table", "state.SETTLING": "Settling", "state.READ": "Read",
  "state.TRICK_FULL": "Trick complete", "state.COLLECTING": "Taking the trick", "state.EMPTY": "Table empty", "state.DRAWING": "Drawing",
  "state.PAUSED": "Paused", "state.DESYNC": "Table and score differ", "state.ENDED": "Recording ended", "state.STARTING": "Starting…",

  "source.lost": "The camera gives no pictures. The score is kept; the game goes on by itself when pictures come again.",
  "source.broken": "The recording breaks off here. What was read until then is kept.",
  "source.refused": "The picture cannot be read. The score is kept.",
  "source.help.desync": "Something happened that the camera did not see. Correct the log, or play on: the count is taken up again at the next trick.",

  "picture.label": "The table as the camera sees it, cards outlined and named",
  "picture.wait": "Waiting for the first picture…",

  "trump": "Trump", "trump.unknown": "trump not seen yet",
  "stock": "Stock",
  "tricks": "tricks", "tricks.count.one": "{n} trick", "tricks.count.other": "{n} tricks",
  "points": "points", "points.hidden": "points hidden until a claim", "points.between": "between {lo} and {hi}: some cards are face down",
  "points.exact": "{n} points",
  "hand.count.one": "{n} card in hand", "hand.count.other": "{n} cards in hand",
  "turn.lead": "to lead", "turn.order": "to order", "turn.reply": "to reply", "turn.take": "to take the trick", "turn.draw": "to draw", "turn.count": "to be counted", "turn.waiting": "next", "turn.over": "",

  "trick": "Trick", "trick.empty": "No cards on the table", "trick.waiting": "{name} leads the next trick.",
  "play.lead": "leads", "play.beats": "beats", "play.given": "gives", "play.open": "lays", "play.unknown": "lays",

  "alert": "Alert", "alerts": "Alerts", "alert.more.one": "and {n} earlier", "alert.more.other": "and {n} earlier",
  "claim.title": "{name} claims {n}",
  "result.wins": "{name} wins the deal", "result.win": "{name} win the deal", "result.draw": "Nobody wins the deal",
  "result.title": "The deal is over",

  "stake": "Stake", "stake.asked": "asked: {n}",
  "claim.proof": "{points} points in the pile, {needed} are needed.",
  "claim.true": "True", "claim.false": "False", "claim.must_count": "Count the pile", "claim.void": "Void", "claim.draw": "Even",
  "alert.foul": "Foul", "alert.unclear": "Please check", "alert.notice": "Note", "act.enforce": "Enforce", "act.waive": "Waive", "match": "Match",
  "log": "Log", "log.title": "What happened", "log.empty": "Nothing has happened yet.", "log.earlier": "Show earlier entries", "log.close": "Close",
  "log.by.vision": "seen", "log.by.human": "by hand", "log.by.rule": "by rule", "log.corrected": "corrected", "log.removed": "removed",
  "log.hint": "Press a card to correct it.",
  "fix.entry": "Correct: {what}", "fix.happened": "Did this happen?", "fix.restore": "As first read",
  "fix.title": "Which card was it?", "fix.now": "read as {card}", "fix.same_rank": "Same rank", "fix.same_suit": "Same suit", "fix.unseen": "not seen yet", "fix.seen": "already seen in this deal", "fix.remove": "This did not happen",
  "fix.cancel": "Cancel", "fix.more": "Other cards…",

  "act.claim": "“{n}!”", "act.claim.of": "{name} claims {n}", "act.stop": "Stop!", "act.new": "New deal", "act.undo": "Undo",
  "act.title": "Say it by hand", "act.sure": "Sure?", "act.failed": "That did not get through. Is the server running?",
  "act.meanwhile": "Not done: something was done by somebody else meanwhile. Look, then try again:",

  "lang.label": "Language", "theme.dark": "Dark", "theme.light": "Light", "theme.switch": "Switch to {theme}",

  "event.game_started": "Game: {rules}", "event.dealt": "New deal, {name} dealt", "event.dealt.unknown": "New deal",
  "event.trump_shown": "Trump", "event.lead": "{name} leads", "event.reply": "{name} replies", "event.took": "{name} takes the trick",
  "event.drew.one": "{name} draws a card", "event.drew.other": "{name} draws {n} cards",
  "event.claimed": "{name} claims", "event.stopped": "{name}: “Stop!”", "event.raised": "{name} raises", "event.accepted": "{name} accepts",
  "event.refused": "{name} refuses", "event.revealed": "{name} shows", "event.counted": "{name}’s pile is counted", "event.missed": "Something was missed",
  "event.acknowledged": "Noted", "event.ruled": "The umpire’s decision", "event.amend": "Correction of no. {target}", "event.paused": "Paused", "event.resumed": "Resumed",
  "event.deal_ended": "The deal is over", "event.taken_back": "{name} takes back",
  "event.returned.one": "{name} puts a card back", "event.returned.other": "{name} puts {n} cards back", "event.ordered": "{name} orders {n}", "event.married": "{name} announces a marriage",
  "event.declared": "{name} says whether the reply beats",
  "event.closed": "{name} closes the stock", "event.exchanged": "{name} exchanges the trump", "event.left": "{name} leaves the deal", "event.missed.of": "Not seen: {what}",
  "event.objected": "{name} objects to correction no. {target}",
  "someone": "Someone",

  "nav.board": "Scoreboard", "nav.desk": "Referee’s desk", "nav.setup": "Set-up", "nav.links": "Links", "nav.history": "History",
  "nav.title": "Pages",
};
