// The games by name, as the engine calls them: tests/server/test_page_words.py holds them together.
export default {
  "game.classic31": "Класична бура до 31",
  "game.classic31_000": "Класична бура з перездачею",
  "game.georgian3": "Грузинська трикарткова бура",
  "game.georgian5": "Грузинська п’ятикарткова бура до 61",
  "game.five_card_000": "П’ятикарткова бура до кінця колоди",
  "game.pairs5": "П’ятикарткова бура пара на пару",
  "game.burkozel": "Буркозел",
  "game.kozel_points_pagat": "Козел на очки",
  "game.kozel_money": "Козел із ходом в одну або три карти",
  "game.leave31": "Вихід на 31",
  "game.marriage66": "Мар’яж (66)",
  "game.marriage66_3p": "Мар’яж на трьох",
  "game.macao": "Макао (пекло)",
  "game.kunken": "Кункен",
};
