export default {
  "says.raise": "Підняти", "says.raise.to": "Підняти до {n}",
  "says.accept": "Приймаю", "says.refuse": "Не приймаю", "says.beat": "Б’ю", "says.give": "Віддаю",
  "says.marriage": "Мар’яж!", "says.close": "Закриваю колоду", "says.exchange": "Міняю дев’ятку",
};
