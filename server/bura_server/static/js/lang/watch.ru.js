export default {
  "watch.title": "Для зрителей", "watch.delay": "Задержка", "watch.least": "как разрешает стол", "watch.seconds": "{n} с", "watch.wait": "Ждём стол…",
};
