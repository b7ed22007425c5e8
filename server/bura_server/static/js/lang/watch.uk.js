export default {
  "watch.title": "Для глядачів", "watch.delay": "Затримка", "watch.least": "як дозволяє стіл", "watch.seconds": "{n} с", "watch.wait": "Чекаємо на стіл…",
};
