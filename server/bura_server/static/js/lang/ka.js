export default {
  "card.name": "{suit} {rank}",
  "card.hidden": "დახურული კარტი",
  "card.doubt": "საეჭვოა",
  "rank.2": "ორიანი", "rank.3": "სამიანი", "rank.4": "ოთხიანი", "rank.5": "ხუთიანი", "rank.6": "ექვსიანი", "rank.7": "შვიდიანი",
  "rank.8": "რვიანი", "rank.9": "ცხრიანი", "rank.10": "ათიანი", "rank.J": "ვალეტი", "rank.Q": "ქალი", "rank.K": "მეფე", "rank.A": "ტუზი",
  "suit.of.C": "ჯვრის", "suit.of.D": "აგურის", "suit.of.H": "გულის", "suit.of.S": "ყვავის",
  "suit.C": "ჯვარი", "suit.D": "აგური", "suit.H": "გული", "suit.S": "ყვავი",

  "connection.connecting": "კავშირი მყარდება…",
  "connection.open": "კავშირი არის",
  "connection.lost": "კავშირი გაწყდა, ვცდი თავიდან…",

  "state.READY": "მზადაა", "state.PLAYING": "ხელი მაგიდაზეა", "state.SETTLING": "წყნარდება", "state.READ": "წაკითხულია",
  "state.TRICK_FULL": "წაღება სრულია", "state.COLLECTING": "მიაქვთ", "state.EMPTY": "მაგიდა ცარიელია", "state.DRAWING": "ნიჩია",
  "state.PAUSED": "პაუზა", "state.DESYNC": "მაგიდა და ანგარიში არ ემთხვევა", "state.ENDED": "ჩანაწერი დასრულდა", "state.STARTING": "ირთვება…",

  "source.lost": "კამერა სურათს არ იძლევა. ანგარიში შენახულია; თამაში თავისით გაგრძელდება, როცა სურათი დაბრუნდება.",
  "source.broken": "ჩანაწერი აქ წყდება. აქამდე წაკითხული შენახულია.",
  "source.refused": "სურათის წაკითხვა ვერ ხერხდება. ანგარიში შენახულია.",
  "source.help.desync": "მოხდა ის, რაც კამერამ ვერ დაინახა. შეასწორეთ ჟურნალი ან განაგრძეთ: ანგარიში შემდეგი წაღებიდან აღდგება.",

  "picture.label": "მაგიდა კამერის თვალით, კარტები შემოხაზული და დასახელებულია",
  "picture.wait": "ველოდები პირველ სურათს…",

  "trump": "კოზირი", "trump.unknown": "კოზირი ჯერ არ ჩანს",
  "stock": "დასტა",
  "tricks": "წაღება", "tricks.count.one": "{n} წაღება", "tricks.count.other": "{n} წაღება",
  "points": "ქულა", "points.hidden": "ქულები დაფარულია განცხადებამდე", "points.between": "{lo}-დან {hi}-მდე: ნაწილი დახურულია",
  "points.exact": "{n} ქულა",
  "hand.count.one": "ხელში {n} კარტი", "hand.count.other": "ხელში {n} კარტი",
  "turn.lead": "ჩამოდის", "turn.reply": "პასუხობს", "turn.take": "მიაქვს", "turn.draw": "ნიჩია", "turn.count": "დათვლა", "turn.waiting": "შემდეგი", "turn.over": "",

  "trick": "წაღება", "trick.empty": "მაგიდაზე კარტი არ არის", "trick.waiting": "ჩამოდის {name}.",
  "play.lead": "ჩამოდის", "play.beats": "ჭრის", "play.given": "აყრის", "play.open": "დებს", "play.unknown": "დებს",

  "alert": "დარღვევა", "alerts": "დარღვევები",
  "alert.more.one": "და კიდევ {n} ადრე", "alert.more.other": "და კიდევ {n} ადრე",
  "claim.title": "{name}: ვარ {n}",
  "result.wins": "დარიგება მოიგო: {name}", "result.win": "დარიგება მოიგეს: {name}", "result.draw": "დარიგება არავის მოუგია",
  "result.title": "დარიგება დასრულდა",

  "stake": "ფსონი", "stake.asked": "შემოთავაზება: {n}",
  "claim.proof": "წაღებაში {points} ქულაა, საჭიროა {needed}.",
  "claim.true": "მართალია", "claim.false": "მცდარია", "claim.must_count": "დასათვლელია", "claim.void": "არ ითვლება", "claim.draw": "თანაბარია",
  "alert.foul": "დარღვევა", "alert.unclear": "შეამოწმეთ", "alert.notice": "შენიშვნა", "act.enforce": "წაგება", "act.waive": "პატიება", "match": "მატჩი",
  "log": "ჟურნალი", "log.title": "რა მოხდა", "log.empty": "ჯერ არაფერი მომხდარა.", "log.close": "დახურვა",
  "log.by.vision": "კამერა", "log.by.human": "ხელით", "log.by.rule": "წესით", "log.corrected": "შესწორებულია", "log.removed": "ამოღებულია",
  "log.hint": "შესასწორებლად დააჭირეთ კარტს.",
  "fix.title": "რომელი კარტი იყო?", "fix.now": "წაკითხულია: {card}", "fix.same_rank": "იგივე ღირსება", "fix.same_suit": "იგივე ცვეტი",
  "fix.unseen": "ჯერ არ გამოჩენილა", "fix.seen": "უკვე გამოჩნდა ამ დარიგებაში", "fix.remove": "ეს არ მომხდარა",
  "fix.cancel": "გაუქმება", "fix.more": "სხვა კარტები…",

  "act.claim": "„{n}!“", "act.claim.of": "{name}: „ვარ {n}!“", "act.stop": "სტოპ!", "act.new": "ახალი დარიგება", "act.undo": "უკან დაბრუნება",
  "act.title": "ხელით თქმა", "act.sure": "ნამდვილად?", "act.failed": "ვერ გაიგზავნა. მუშაობს სერვერი?",

  "lang.label": "ენა", "theme.dark": "მუქი", "theme.light": "ღია", "theme.switch": "იერი: {theme}",

  "event.game_started": "თამაში: {rules}", "event.dealt": "ახალი დარიგება, არიგებს {name}", "event.dealt.unknown": "ახალი დარიგება",
  "event.trump_shown": "კოზირი", "event.lead": "{name} ჩამოდის", "event.reply": "{name} პასუხობს", "event.took": "მიაქვს: {name}",
  "event.drew.one": "{name}: ნიჩია, {n} კარტი", "event.drew.other": "{name}: ნიჩია, {n} კარტი",
  "event.claimed": "{name} აცხადებს", "event.stopped": "{name}: „სტოპ!“", "event.raised": "{name} ფსონს სწევს", "event.accepted": "{name} თანახმაა",
  "event.refused": "{name} უარს ამბობს", "event.revealed": "{name} აჩვენებს", "event.counted": "დათვლილია: {name}", "event.missed": "რაღაც გამოგვრჩა",
  "event.acknowledged": "შენიშნულია", "event.ruled": "მსაჯის გადაწყვეტილება", "event.amend": "შესწორება № {target}", "event.paused": "პაუზა", "event.resumed": "გაგრძელება",
  "event.deal_ended": "დარიგება დასრულდა", "event.taken_back": "{name} იბრუნებს",
  "event.returned": "{name} აბრუნებს დასტაში: {n}", "event.ordered": "{name} უკვეთავს: {n}", "event.married": "{name} აცხადებს მარიაჟს",
  "event.closed": "{name} ხურავს დასტას", "event.exchanged": "{name} ცვლის კოზირს", "event.left": "{name} გადის დარიგებიდან", "event.missed.of": "ვერ დავინახეთ: {what}",
  "someone": "ვიღაც",
};
