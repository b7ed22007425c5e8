// The games by name, as the engine calls them: tests/server/test_page_words.py holds them together.
export default {
  "game.classic31": "კლასიკური ბურა 31-მდე",
  "game.classic31_000": "კლასიკური ბურა თავიდან დარიგებით",
  "game.georgian3": "ქართული სამკარტიანი ბურა",
  "game.georgian5": "ქართული ხუთკარტიანი ბურა 61-მდე",
  "game.five_card_000": "ხუთკარტიანი ბურა ბოლომდე",
  "game.pairs5": "ხუთკარტიანი ბურა წყვილებში",
  "game.burkozel": "ბურკოზელი",
  "game.kozel_points_pagat": "კოზელი ქულებზე",
  "game.kozel_money": "კოზელი ერთი ან სამი კარტით ჩამოსვლით",
  "game.leave31": "გასვლა 31-ზე",
  "game.marriage66": "მარიაჟი (66)",
  "game.marriage66_3p": "მარიაჟი სამისთვის",
  "game.macao": "მაკაო",
  "game.kunken": "კუნკენი",
};
