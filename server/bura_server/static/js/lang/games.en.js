// The games by name, as the engine calls them: tests/server/test_page_words.py holds them together.
export default {
  "game.classic31": "Classic Bura, to 31",
  "game.classic31_000": "Classic Bura, dealt combinations void",
  "game.georgian3": "Georgian three-card Bura",
  "game.georgian5": "Georgian five-card Bura, to 61",
  "game.five_card_000": "Five-card Bura, played out",
  "game.pairs5": "Five-card Bura in pairs",
  "game.burkozel": "Burkozel",
  "game.kozel_points_pagat": "Kozel for points",
  "game.kozel_money": "Kozel with leads of one or three",
  "game.leave31": "Leave at 31",
  "game.marriage66": "Marriage (66)",
  "game.marriage66_3p": "Marriage for three",
  "game.macao": "Macao",
  "game.kunken": "Kunken",
};
