// The games by name, as the engine calls them: tests/server/test_page_words.py holds them together.
export default {
  "game.classic31": "Классическая бура до 31",
  "game.classic31_000": "Классическая бура с пересдачей",
  "game.georgian3": "Грузинская трёхкарточная бура",
  "game.georgian5": "Грузинская пятикарточная бура до 61",
  "game.five_card_000": "Пятикарточная бура до конца колоды",
  "game.pairs5": "Пятикарточная бура пара на пару",
  "game.burkozel": "Буркозёл",
  "game.kozel_points_pagat": "Козёл на очки",
  "game.kozel_money": "Козёл с заходом в одну или три карты",
  "game.leave31": "Выход на 31",
  "game.marriage66": "Марьяж (66)",
  "game.marriage66_3p": "Марьяж на троих",
  "game.macao": "Макао (пекло)",
  "game.kunken": "Кункен",
};
