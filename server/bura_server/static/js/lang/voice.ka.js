export default {
  "voice.label": "ხმა", "voice.off": "უხმოდ", "voice.sound": "ბგერები", "voice.voice": "მეტყველება", "voice.none": "მეტყველება (აქ არ არის: ბგერები)", "voice.corrected": "გასწორდა",
  "evidence.open": "აჩვენე, რა დაინახა კამერამ", "evidence.close": "დახურვა", "evidence.clip": "ამ მომენტის კლიპი",
};
