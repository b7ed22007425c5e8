export default {
  "card.name": "{rank} {suit}",
  "card.hidden": "закрытая карта",
  "card.doubt": "не наверняка",
  "rank.2": "двойка", "rank.3": "тройка", "rank.4": "четвёрка", "rank.5": "пятёрка", "rank.6": "шестёрка", "rank.7": "семёрка",
  "rank.8": "восьмёрка", "rank.9": "девятка", "rank.10": "десятка", "rank.J": "валет", "rank.Q": "дама", "rank.K": "король", "rank.A": "туз",
  "suit.of.C": "треф", "suit.of.D": "бубен", "suit.of.H": "червей", "suit.of.S": "пик",
  "suit.C": "трефы", "suit.D": "бубны", "suit.H": "червы", "suit.S": "пики",

  "connection.connecting": "соединение…",
  "connection.open": "на связи",
  "connection.lost": "связь потеряна, пробую снова…",

  "state.READY": "Готово", "state.PLAYING": "Рука над столом", "state.SETTLING": "Успокаивается", "state.READ": "Прочитано",
  "state.TRICK_FULL": "Взятка полна", "state.COLLECTING": "Забирают взятку", "state.EMPTY": "Стол пуст", "state.DRAWING": "Добор",
  "state.PAUSED": "Пауза", "state.DESYNC": "Стол и счёт разошлись", "state.ENDED": "Запись кончилась", "state.STARTING": "Запуск…",

  "source.lost": "Камера не даёт картинки. Счёт сохранён; игра продолжится сама, когда картинка вернётся.",
  "source.broken": "Запись здесь обрывается. Всё прочитанное до этого сохранено.",
  "source.refused": "Картинку не удаётся прочитать. Счёт сохранён.",
  "source.help.desync": "Произошло то, чего камера не видела. Исправьте журнал или играйте дальше: счёт продолжится со следующей взятки.",

  "picture.label": "Стол глазами камеры, карты обведены и названы",
  "picture.wait": "Жду первую картинку…",

  "trump": "Козырь", "trump.unknown": "козырь ещё не виден",
  "stock": "Колода",
  "tricks": "взятки", "tricks.count.one": "{n} взятка", "tricks.count.few": "{n} взятки", "tricks.count.many": "{n} взяток", "tricks.count.other": "{n} взятки",
  "points": "очки", "points.hidden": "очки скрыты до вскрытия", "points.between": "от {lo} до {hi}: часть карт закрыта",
  "points.exact": "очков: {n}",
  "hand.count.one": "на руке {n} карта", "hand.count.few": "на руке {n} карты", "hand.count.many": "на руке {n} карт", "hand.count.other": "на руке {n} карты",
  "turn.lead": "заходит", "turn.reply": "отвечает", "turn.take": "забирает взятку", "turn.draw": "добирает", "turn.count": "подсчёт", "turn.waiting": "следующий", "turn.over": "",

  "trick": "Взятка", "trick.empty": "На столе карт нет", "trick.waiting": "Заходит {name}.",
  "play.lead": "заходит", "play.beats": "бьёт", "play.given": "отдаёт", "play.open": "кладёт", "play.unknown": "кладёт",

  "alert": "Нарушение", "alerts": "Нарушения",
  "alert.more.one": "и ещё {n} раньше", "alert.more.few": "и ещё {n} раньше", "alert.more.many": "и ещё {n} раньше", "alert.more.other": "и ещё {n} раньше",
  "claim.title": "{name} вскрывается: {n}",
  "result.wins": "Победитель кона: {name}", "result.win": "Победители кона: {name}", "result.draw": "В коне никто не победил",
  "result.title": "Кон окончен",

  "stake": "Ставка", "stake.asked": "предложено: {n}",
  "claim.proof": "Очков во взятках: {points}, нужно {needed}.",
  "claim.true": "Верно", "claim.false": "Неверно", "claim.must_count": "Пересчитать взятки", "claim.void": "Не в счёт", "claim.draw": "Ровно",
  "alert.foul": "Нарушение", "alert.unclear": "Проверьте", "alert.notice": "Заметка", "act.enforce": "Засудить", "act.waive": "Простить", "match": "Матч",
  "log": "Журнал", "log.title": "Что было", "log.empty": "Пока ничего не было.", "log.close": "Закрыть",
  "log.by.vision": "камера", "log.by.human": "вручную", "log.by.rule": "по правилам", "log.corrected": "исправлено", "log.removed": "убрано",
  "log.hint": "Нажмите на карту, чтобы исправить её.",
  "fix.title": "Какая это была карта?", "fix.now": "прочитано: {card}", "fix.same_rank": "То же достоинство", "fix.same_suit": "Та же масть",
  "fix.unseen": "ещё не выходила", "fix.seen": "уже выходила в этом коне", "fix.remove": "Этого не было",
  "fix.cancel": "Отмена", "fix.more": "Другие карты…",

  "act.claim": "«{n}!»", "act.claim.of": "{name}: «{n}!»", "act.stop": "Стоп!", "act.new": "Новый кон", "act.undo": "Отменить",
  "act.title": "Сказать вручную", "act.sure": "Точно?", "act.failed": "Не дошло. Работает ли сервер?",

  "lang.label": "Язык", "theme.dark": "тёмное", "theme.light": "светлое", "theme.switch": "Оформление: {theme}",

  "event.game_started": "Игра: {rules}", "event.dealt": "Новый кон, сдаёт {name}", "event.dealt.unknown": "Новый кон",
  "event.trump_shown": "Козырь", "event.lead": "{name} заходит", "event.reply": "{name} отвечает", "event.took": "Взятку забирает {name}",
  "event.drew.one": "{name}: добор, {n} карта", "event.drew.few": "{name}: добор, {n} карты", "event.drew.many": "{name}: добор, {n} карт", "event.drew.other": "{name}: добор, {n} карты",
  "event.claimed": "{name} вскрывается", "event.stopped": "{name}: «Стоп!»", "event.raised": "{name} повышает", "event.accepted": "{name} принимает",
  "event.refused": "{name} не принимает", "event.revealed": "{name} показывает", "event.counted": "Пересчитаны взятки: {name}", "event.missed": "Что-то пропущено",
  "event.acknowledged": "Замечено", "event.ruled": "Решение судьи", "event.amend": "Исправление № {target}", "event.paused": "Пауза", "event.resumed": "Продолжение",
  "event.deal_ended": "Кон окончен", "event.taken_back": "{name} забирает назад",
  "event.returned": "{name} возвращает в колоду: {n}", "event.ordered": "{name} заказывает: {n}", "event.married": "{name} объявляет марьяж",
  "event.closed": "{name} закрывает колоду", "event.exchanged": "{name} меняет козырь", "event.left": "{name} выходит из кона", "event.missed.of": "Не увидено: {what}",
  "someone": "Кто-то",
};
