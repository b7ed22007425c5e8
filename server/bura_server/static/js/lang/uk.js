export default {
  "card.name": "{rank} {suit}",
  "card.hidden": "закрита карта",
  "card.doubt": "не напевно",
  "rank.2": "двійка", "rank.3": "трійка", "rank.4": "четвірка", "rank.5": "п’ятірка", "rank.6": "шістка", "rank.7": "сімка",
  "rank.8": "вісімка", "rank.9": "дев’ятка", "rank.10": "десятка", "rank.J": "валет", "rank.Q": "дама", "rank.K": "король", "rank.A": "туз",
  "suit.of.C": "треф", "suit.of.D": "бубон", "suit.of.H": "черви", "suit.of.S": "пік",
  "suit.C": "трефи", "suit.D": "бубни", "suit.H": "черви", "suit.S": "піки",

  "connection.connecting": "з’єднання…",
  "connection.open": "на зв’язку",
  "connection.lost": "зв’язок втрачено, пробую знову…",

  "state.READY": "Готово", "state.PLAYING": "Рука над столом", "state.SETTLING": "Заспокоюється", "state.READ": "Прочитано",
  "state.TRICK_FULL": "Взятка повна", "state.COLLECTING": "Забирають взятку", "state.EMPTY": "Стіл порожній", "state.DRAWING": "Добір",
  "state.PAUSED": "Пауза", "state.DESYNC": "Стіл і рахунок розійшлися", "state.ENDED": "Запис скінчився", "state.STARTING": "Запуск…",

  "source.lost": "Камера не дає зображення. Рахунок збережено; гра піде далі сама, коли зображення повернеться.",
  "source.broken": "Запис тут обривається. Усе прочитане доти збережено.",
  "source.refused": "Зображення не вдається прочитати. Рахунок збережено.",
  "source.help.desync": "Сталося те, чого камера не бачила. Виправте журнал або грайте далі: рахунок піде з наступної взятки.",

  "picture.label": "Стіл очима камери, карти обведено й названо",
  "picture.wait": "Чекаю на перше зображення…",

  "trump": "Козир", "trump.unknown": "козиря ще не видно",
  "stock": "Колода",
  "tricks": "взятки", "tricks.count.one": "{n} взятка", "tricks.count.few": "{n} взятки", "tricks.count.many": "{n} взяток", "tricks.count.other": "{n} взятки",
  "points": "очки", "points.hidden": "очки приховано до розкриття", "points.between": "від {lo} до {hi}: частина карт закрита",
  "points.exact": "очок: {n}",
  "hand.count.one": "на руці {n} карта", "hand.count.few": "на руці {n} карти", "hand.count.many": "на руці {n} карт", "hand.count.other": "на руці {n} карти",
  "turn.lead": "заходить", "turn.reply": "відповідає", "turn.take": "забирає взятку", "turn.draw": "добирає", "turn.count": "підрахунок", "turn.waiting": "наступний", "turn.over": "",

  "trick": "Взятка", "trick.empty": "На столі карт немає", "trick.waiting": "Заходить {name}.",
  "play.lead": "заходить", "play.beats": "б’є", "play.given": "віддає", "play.open": "кладе", "play.unknown": "кладе",

  "alert": "Порушення", "alerts": "Порушення",
  "alert.more.one": "і ще {n} раніше", "alert.more.few": "і ще {n} раніше", "alert.more.many": "і ще {n} раніше", "alert.more.other": "і ще {n} раніше",
  "claim.title": "{name} розкривається: {n}",
  "result.wins": "Кін виграє {name}", "result.win": "Кін виграють: {name}", "result.draw": "Кін не виграв ніхто",
  "result.title": "Кін скінчено",

  "stake": "Ставка", "stake.asked": "запропоновано: {n}",
  "claim.proof": "Очок у взятках: {points}, треба {needed}.",
  "claim.true": "Правда", "claim.false": "Неправда", "claim.must_count": "Порахувати взятки", "claim.void": "Не рахується", "claim.draw": "Рівно",
  "alert.foul": "Порушення", "alert.unclear": "Перевірте", "alert.notice": "Нотатка", "act.enforce": "Засудити", "act.waive": "Пробачити", "match": "Матч",
  "log": "Журнал", "log.title": "Що було", "log.empty": "Поки нічого не було.", "log.close": "Закрити",
  "log.by.vision": "камера", "log.by.human": "вручну", "log.by.rule": "за правилами", "log.corrected": "виправлено", "log.removed": "прибрано",
  "log.hint": "Натисніть на карту, щоб її виправити.",
  "fix.title": "Яка це була карта?", "fix.now": "прочитано: {card}", "fix.same_rank": "Той самий ранг", "fix.same_suit": "Та сама масть",
  "fix.unseen": "ще не виходила", "fix.seen": "вже виходила в цьому коні", "fix.remove": "Цього не було",
  "fix.cancel": "Скасувати", "fix.more": "Інші карти…",

  "act.claim": "«{n}!»", "act.claim.of": "{name}: «{n}!»", "act.stop": "Стоп!", "act.new": "Новий кін", "act.undo": "Скасувати дію",
  "act.title": "Сказати вручну", "act.sure": "Точно?", "act.failed": "Не дійшло. Чи працює сервер?",

  "lang.label": "Мова", "theme.dark": "темне", "theme.light": "світле", "theme.switch": "Оформлення: {theme}",

  "event.game_started": "Гра: {rules}", "event.dealt": "Новий кін, здає {name}", "event.dealt.unknown": "Новий кін",
  "event.trump_shown": "Козир", "event.lead": "{name} заходить", "event.reply": "{name} відповідає", "event.took": "Взятку забирає {name}",
  "event.drew.one": "{name}: добір, {n} карта", "event.drew.few": "{name}: добір, {n} карти", "event.drew.many": "{name}: добір, {n} карт", "event.drew.other": "{name}: добір, {n} карти",
  "event.claimed": "{name} розкривається", "event.stopped": "{name}: «Стоп!»", "event.raised": "{name} підвищує", "event.accepted": "{name} приймає",
  "event.refused": "{name} не приймає", "event.revealed": "{name} показує", "event.counted": "Пораховано взятки: {name}", "event.missed": "Щось пропущено",
  "event.acknowledged": "Помічено", "event.ruled": "Рішення судді", "event.amend": "Виправлення № {target}", "event.paused": "Пауза", "event.resumed": "Продовження",
  "event.deal_ended": "Кін скінчено", "event.taken_back": "{name} забирає назад",
  "event.returned": "{name} повертає в колоду: {n}", "event.ordered": "{name} замовляє: {n}", "event.married": "{name} оголошує мар’яж",
  "event.closed": "{name} закриває колоду", "event.exchanged": "{name} міняє козир", "event.left": "{name} виходить з кону", "event.missed.of": "Не побачено: {what}",
  "someone": "Хтось",
};
