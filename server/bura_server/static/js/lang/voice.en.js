export default {
  "voice.label": "Voice and sound", "voice.off": "Silent", "voice.sound": "Sounds", "voice.voice": "Voice", "voice.none": "Voice (none here: sounds)", "voice.corrected": "Corrected",
  "evidence.open": "Show what the camera saw", "evidence.close": "Close", "evidence.clip": "Clip of this moment",
};
