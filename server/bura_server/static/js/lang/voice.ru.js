export default {
  "voice.label": "Голос и звук", "voice.off": "Без звука", "voice.sound": "Звуки", "voice.voice": "Голос", "voice.none": "Голос (здесь нет: звуки)", "voice.corrected": "Исправлено",
  "evidence.open": "Показать, что видела камера", "evidence.close": "Закрыть", "evidence.clip": "Клип этого момента",
};
