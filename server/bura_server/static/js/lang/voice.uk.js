export default {
  "voice.label": "Голос і звук", "voice.off": "Без звуку", "voice.sound": "Звуки", "voice.voice": "Голос", "voice.none": "Голос (тут немає: звуки)", "voice.corrected": "Виправлено",
  "evidence.open": "Показати, що бачила камера", "evidence.close": "Закрити", "evidence.clip": "Кліп цієї миті",
};
