export default {
  "says.raise": "Поднять", "says.raise.to": "Поднять до {n}",
  "says.accept": "Принимаю", "says.refuse": "Не принимаю", "says.beat": "Бью", "says.give": "Отдаю",
  "says.marriage": "Марьяж!", "says.close": "Закрываю колоду", "says.exchange": "Меняю девятку",
};
