export default {
  "play.title": "Player", "play.words": "What you may say", "play.wait": "Waiting for the next deal",
  "play.theirs": "{name} {what}", "play.you": "you", "play.player": "Player", "play.hidden": "hidden",
  "play.corrected": "Corrected: {what}", "play.object": "I object", "play.objected": "You have objected; the umpire sees it.",
  "play.choose": "See the page of a player:", "play.nolink": "This page needs a link: ask the umpire for the code of your seat.",
  "play.mine.lead": "Your lead", "play.mine.reply": "Your reply", "play.mine.take": "Take the trick", "play.mine.draw": "Draw", "play.mine.order": "Order your tricks", "play.mine.count": "To be counted",
};
