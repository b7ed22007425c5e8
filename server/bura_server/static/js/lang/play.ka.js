export default {
  "play.title": "მოთამაშე", "play.words": "რა შეგიძლიათ თქვათ", "play.wait": "ველოდებით შემდეგ დარიგებას",
  "play.theirs": "{name}: {what}", "play.you": "თქვენ", "play.player": "მოთამაშე", "play.hidden": "დამალულია",
  "play.corrected": "შესწორდა: {what}", "play.object": "ვაპროტესტებ", "play.objected": "თქვენ გააპროტესტეთ; მსაჯი ხედავს.",
  "play.choose": "მოთამაშის გვერდის ნახვა:", "play.nolink": "ამ გვერდს ბმული სჭირდება: სთხოვეთ მსაჯს თქვენი ადგილის კოდი.",
  "play.mine.lead": "თქვენი ჯერია: ჩამოდით", "play.mine.reply": "თქვენი ჯერია: უპასუხეთ", "play.mine.take": "წაიღეთ", "play.mine.draw": "აიღეთ კარტი", "play.mine.order": "თქვენი შეკვეთა", "play.mine.count": "დათვლა",
};
