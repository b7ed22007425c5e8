export default {
  "play.title": "Игрок", "play.words": "Что вы можете сказать", "play.wait": "Ждём следующей сдачи",
  "play.theirs": "{name}: {what}", "play.you": "вы", "play.player": "Игрок", "play.hidden": "скрыто",
  "play.corrected": "Исправлено: {what}", "play.object": "Возражаю", "play.objected": "Вы возразили; судья это видит.",
  "play.choose": "Открыть страницу игрока:", "play.nolink": "Для этой страницы нужна ссылка: попросите у судьи код вашего места.",
  "play.mine.lead": "Ваш ход: заходите", "play.mine.reply": "Ваш ход: отвечайте", "play.mine.take": "Заберите взятку", "play.mine.draw": "Добирайте", "play.mine.order": "Заказывайте взятки", "play.mine.count": "Подсчёт",
};
