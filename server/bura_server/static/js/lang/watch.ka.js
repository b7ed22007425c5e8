export default {
  "watch.title": "მაყურებლებისთვის", "watch.delay": "დაგვიანება", "watch.least": "როგორც მაგიდა უშვებს", "watch.seconds": "{n} წმ", "watch.wait": "მაგიდას ველოდებით…",
};
