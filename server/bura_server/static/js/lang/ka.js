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

  "trump": "კოზირი", "trump.none": "უკოზირო", "trump.unknown": "კოზირი ჯერ არ ჩანს",
  "stock": "დასტა", "stock.left": "დარჩა", "stock.empty": "დასტა ცარიელია",
  "tricks": "წაღება", "tricks.count.one": "{n} წაღება", "tricks.count.other": "{n} წაღება",
  "points": "ქულა", "points.hidden": "ქულები დაფარულია განცხადებამდე", "points.between": "{lo}-დან {hi}-მდე: ნაწილი დახურულია",
  "points.exact": "{n} ქულა", "points.range": "{lo}-დან {hi}-მდე ქულა",
  "hand.count.one": "ხელში {n} კარტი", "hand.count.other": "ხელში {n} კარტი",
  "turn": "თამაშობს", "turn.lead": "ჩამოდის", "turn.of": "სვლა: {name}", "turn.lead.of": "ჩამოდის {name}",
  "dealer": "არიგებს", "stake": "ფსონი",

  "trick": "წაღება", "trick.empty": "მაგიდაზე კარტი არ არის", "trick.waiting": "ჩამოდის {name}.",
  "play.leads": "ჩამოდის", "play.beats": "ჭრის", "play.gives": "აყრის", "play.best": "ჯერ მიაქვს",

  "alert": "დარღვევა", "alerts": "დარღვევები", "alert.none": "დარღვევა არ არის",
  "alert.more.one": "და კიდევ {n} ადრე", "alert.more.other": "და კიდევ {n} ადრე",
  "alert.FOUL": "დარღვევა", "alert.UNCLEAR": "გაურკვეველი", "alert.NOTICE": "შენიშვნა", "alert.WARNING": "გაფრთხილება",
  "claim.title": "{name}: ვარ {n}", "claim.TRUE": "მართალია", "claim.FALSE": "მცდარია", "claim.MUST_COUNT": "დასათვლელია",
  "claim.VOID": "არ ითვლება", "claim.OPEN": "მოწმდება",
  "result.wins": "დარიგება მოიგო: {name}", "result.win": "დარიგება მოიგეს: {name}", "result.draw": "დარიგება არავის მოუგია",
  "result.title": "დარიგება დასრულდა",
  "reason.claim_true": "განცხადება მართალი იყო.", "reason.claim_false": "განცხადება მცდარი იყო.", "reason.combo": "ნაჩვენებია მომგებიანი კომბინაცია.",
  "reason.infraction": "მოწინააღმდეგემ დაარღვია წესი, რომელიც დარიგების ფასია.", "reason.counted": "ყველა კარტი ნათამაშებია და დათვლილი.",
  "reason.draw": "ქულები თანაბარია.", "reason.annul": "დარიგება გაუქმდა.", "reason.stake_refused": "ფსონის აწევა არ მიიღეს.",

  "log": "ჟურნალი", "log.title": "რა მოხდა", "log.empty": "ჯერ არაფერი მომხდარა.", "log.open": "ჟურნალის გახსნა", "log.close": "დახურვა",
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
  "someone": "ვიღაც",
};
