export default {
  "play.title": "Гравець", "play.words": "Що ви можете сказати", "play.wait": "Чекаємо на наступну роздачу",
  "play.theirs": "{name}: {what}", "play.you": "ви", "play.player": "Гравець", "play.hidden": "приховано",
  "play.corrected": "Виправлено: {what}", "play.object": "Заперечую", "play.objected": "Ви заперечили; суддя це бачить.",
  "play.choose": "Відкрити сторінку гравця:", "play.nolink": "Для цієї сторінки потрібне посилання: попросіть у судді код вашого місця.",
  "play.mine.lead": "Ваш хід: заходьте", "play.mine.reply": "Ваш хід: відповідайте", "play.mine.take": "Заберіть взятку", "play.mine.draw": "Добирайте", "play.mine.order": "Замовляйте взятки", "play.mine.count": "Підрахунок",
};
