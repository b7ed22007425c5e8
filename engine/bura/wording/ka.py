"""What is said in Georgian."""

from __future__ import annotations

from collections.abc import Mapping

from bura.infractions import Rule
from bura.result import Reason

#: the sentence of each rule id
SENTENCES: Mapping[Rule, str] = {
    Rule.OK: "შენიშვნა არ არის.",
    Rule.EXTRA_CARD: "{seat}: აღებულია ზედმეტი კარტი — ხელში {holds}, დაშვებულია {size}.",
    Rule.DRAW_OUT_OF_TURN: "{seat}: კარტი აღებულია რიგის გარეშე.",
    Rule.FALSE_CLAIM: "{seat}: განაცხადი მცდარია — {lo} ქულა, საჭიროა {needed}.",
    Rule.CLAIM_OUT_OF_WINDOW: "{seat}: ახლა განცხადება არ შეიძლება, განაცხადი არ ითვლება.",
    Rule.PEEK_DISCARDS: "{seat}: გადაბრუნდა დახურულად დაყრილი კარტი.",
    Rule.LOOK_OWN_PILE: "{seat}: ნანახია საკუთარი წაღებული კარტი.",
    Rule.LOOK_OTHER_PILE: "{seat}: ნანახია მოთამაშე {owner}-ს წაღებული კარტი.",
    Rule.MIXED_SUIT_LEAD: "{seat}: ჩამოსულია სხვადასხვა ფერით — {cards}.",
    Rule.LEAD_COUNT: "{seat}: ჩამოსულია {count} კარტით, ახლა დაშვებულია არაუმეტეს {most}.",
    Rule.LEAD_FACE_DOWN: "{seat}: ჩამოსულია დახურული კარტით.",
    Rule.LATE_LEAD_CARD: "{seat}: პასუხის შემდეგ ჩამოსვლას კარტი დაემატა.",
    Rule.WRONG_COUNT: "{seat}: დადებულია {count} კარტი, ჩამოსვლა იყო {led}.",
    Rule.PARTIAL_BEAT: "{seat}: {cards} ყველა კარტს ვერ ჭრის — ყველა დაყრილია.",
    Rule.LEAD_OUT_OF_TURN: "{seat}: ჩამოსულია რიგის გარეშე, ჩამოდის {turn}.",
    Rule.REPLY_OUT_OF_TURN: "{seat}: პასუხი რიგის გარეშეა, რიგშია {turn}.",
    Rule.WRONG_PILE: "ხელი წაიღო {seat}, ეკუთვნის მოთამაშეს {taker}.",
    Rule.BAD_RAISE: "{seat}: გაზრდა არ ითვლება — {why}.",
    Rule.FALSE_STOP: "{seat}: „სტოპ!“ კომბინაციის გარეშე.",
    Rule.FLIP_DISCARD: "{seat}: დახურული კარტი გადაბრუნდა, ის დაყრილად რჩება.",
    Rule.MISSED_DRAW: "{seat}: ჩამოსვლამდე ასაღები კარტი არ აუღია ({count}).",
    Rule.DISCARD_FACE_UP: "{seat}: დაყრილი კარტი ღიაა, აქ დახურულად უნდა იყოს.",
    Rule.DISCARD_FACE_DOWN: "{seat}: დაყრილი კარტი დახურულია, აქ ყველა კარტი ღიაა.",
    Rule.TAKE_BACK: "{seat}: დადებული კარტი უკან აიღო.",
    Rule.BAD_ANSWER: "{seat}: პასუხის გასაცემი გაზრდა არ არის — {why}.",
    Rule.PLAY_BEFORE_ANSWER: "{seat}: კარტი დადებულია, სანამ გაზრდას პასუხი არ გაეცა.",
    Rule.REVOKE: "{seat}: ფერის მოვალეობა დარღვეულია.",
    Rule.CLAIM_TRUE: "{seat}: განაცხადი მართალია — {lo} ქულა, საჭიროა {needed}.",
    Rule.CLAIM_MUST_COUNT: "{seat} აცხადებს: გახსენით და დათვალეთ, {lo}-დან {hi}-მდე, საჭიროა {needed}.",
    Rule.CLAIM_DRAW: "{seat}: ზუსტად {lo} — ნიჩია.",
    Rule.COMBINATION: "{seat} აჩვენებს: {combination}.",
    Rule.COUNT_NEEDED: "კარტი გათავდა: დათვალეთ წაღებული.",
    Rule.DEAL_COUNTED: "კარტი გათავდა და დათვლილია.",
    Rule.DUPLICATE_CARD: "{card} ორჯერ ჩანს; შესაძლოა მცდარია ადრინდელი ჩანაწერი {earlier}.",
    Rule.FOREIGN_CARD: "{card} არ არის {deck} კარტიან დასტაში.",
    Rule.IMPOSSIBLE_COUNT: "{count} კარტი იქიდან, სადაც მხოლოდ {there} შეიძლება იყოს.",
    Rule.COUNT_MISMATCH: "{seat}-ს წაღებულშია {count} კარტი, ჩანაწერით {there}. ვერ მოიძებნა: {missing}",
    Rule.TRUMP_CHANGED: "კოზირი ახლა იკითხება როგორც {card}, ადრე {before}.",
    Rule.SEAT_GUESSED: "არ ჩანდა, ვინ დადო; ჩაითვალა {seat}.",
    Rule.CARD_UNREAD: "კარტი ვერ წაიკითხა.",
    Rule.MISSED_ACT: "რაღაც ვერ შევნიშნეთ: {what}.",
    Rule.UNPLACED_ACT: "შენიშნულია გაურკვეველი მოქმედება: {what}.",
    Rule.LATE_DRAW: "{seat}: კარტი დაგვიანებით აიღო.",
    Rule.AFTER_END: "დარიგება დამთავრდა, ეს არ ითვლება.",
    Rule.AMEND_REFUSED: "შესწორება უარყოფილია: {why}.",
    Rule.FALSE_MARRIAGE: "{seat}: მარიაჟი არ ითვლება — {why}.",
    Rule.BAD_CLOSING: "{seat}: ახლა დასტის დახურვა არ შეიძლება.",
    Rule.BAD_EXCHANGE: "{seat}: ახლა კოზირის ცხრიანის გაცვლა არ შეიძლება.",
    Rule.BAD_ORDER: "{seat}: შეკვეთა {tricks} არ ითვლება — {why}.",
    Rule.BAD_DECLARATION: "{seat}: ნათქვამი არ მოქმედებს — {why}.",
}

#: wordings that depend on the facts
VARIANTS: Mapping[str, str] = {
    "claim_true_hidden": "{seat}: განაცხადი მართალია — ჩანს {seen}, დახურულით ({hidden}) სულ ცოტა {lo};"
    " საჭიროა {needed}.",
    "false_claim_hidden": "{seat}: განაცხადი მცდარია — ჩანს {seen}, დახურულით ({hidden}) არაუმეტეს {hi};"
    " საჭიროა {needed}.",
    "claim_must_count_hidden": "{seat} აცხადებს: ჩანს {seen}, დახურული {hidden}, სულ {lo}-დან {hi}-მდე;"
    " გახსენით და დათვალეთ, საჭიროა {needed}.",
    "false_claim_implicit": "{seat}: კარტი გადაბრუნდა, ეს განაცხადია — ქულა: {span}; საჭიროა {needed}, და დროულად.",
    "lead_count_allowed": "{seat}: ჩამოსულია კარტი — {count}, დაშვებულია — {allowed}.",
    "count_mismatch_bare": "{seat}-ს წაღებულშია {count} კარტი, ჩანაწერით {there}.",
    "missed_act_took": "ხელი შეუმჩნევლად წაიღეს.",
    "missed_act_drew": "{seat}: კარტის აღება ({count}) ვერ შევნიშნეთ. თუ არ აუღია, დათვალეთ მისი კარტები.",
    "missed_act_reply": "{seat}: პასუხი ვერ შევნიშნეთ.",
    "missed_act_lead": "{seat}: ჩამოსვლა ვერ შევნიშნეთ.",
    "missed_act_laid": "{seat}: ბოლო ხელში ერთი კარტი არ ჩანდა — "
    "აღებულია იმდენი, რამდენიც სხვებმა დადეს. თუ ასე არ არის, დათვალეთ მისი კარტები.",
    "combination_combo": "{seat} აჩვენებს: {combination} — დარიგება მოგებულია.",
    "combination_annul": "{combination}: თავიდან დარიგება.",
    "combination_leaves": "{seat} აჩვენებს: {combination} — და გადის.",
    "combination_lead": "{seat} აჩვენებს: {combination} — და ჩამოდის.",
    "combination_none": "{seat} აჩვენებს: {combination}; სხვა კომბინაცია უფროსია.",
    "impossible_count_stock": "{seat}: კარტი აღებულია, დასტა კი დათვლით ცარიელია.",
    "impossible_count_hand": "{seat}: დადებულია {count}, ხელში კი მხოლოდ {there} შეიძლება იყოს.",
    "revoke_shown": "{seat}: {on}-ზე დადო {card}, მაგრამ აჩვენა {shown} — შეეძლო წესისამებრ ეპასუხა.",
    "revoke_must_trump": "{seat}: {on}-ზე დადო {card}, მაგრამ აჩვენა {shown} — კოზირით უნდა მოეჭრა.",
    "revoke_must_head": "{seat}: {on}-ზე დადო {card}, მაგრამ აჩვენა {shown} — უნდა მოეჭრა.",
    "revoke_held": "{seat}: {on}-ზე დადო {card}, თუმცა ხელში აქვს {shown}.",
    "combination_void": "{seat} აჩვენებს: {combination}; რიგგარეშე აქ უფლებას არ იძლევა.",
    "extra_card_left": "{seat}: კარტი აღებულია დასტიდან, რომელიც ყველას არ ჰყოფნის — აქ მას ტოვებენ.",
    "extra_card_closed": "{seat}: კარტი აღებულია, მაგრამ დასტა დახურულია — აღარავინ იღებს.",
    "false_stop_late": "{seat}: „სტოპ!“ დაგვიანებით ითქვა, კარტი უკვე მაგიდაზეა.",
    "claim_out_of_window_loss": "{seat}: ახლა განცხადება არ შეიძლება.",
}

#: what the table makes of a foul, by the option's value
RULINGS: Mapping[str, str] = {
    "deal_lost": "წესით დარიგება წაგებულია",
    "return_warn": "კარტი ბრუნდება, გაფრთხილება",
    "take_back": "უკან აიღეთ",
    "lose_deal": "დარიგება წაგებულია",
    "lose_deal_double": "დარიგება ორმაგად წაგებულია",
    "void_warn": "არ ითვლება, გაფრთხილება",
    "loss": "დარიგება წაგებულია",
    "implicit_claim": "განაცხადად ითვლება",
    "warn": "გაფრთხილება",
    "treated_as_discard": "კარტი დაყრილია",
    "restore_warn": "გასწორდეს, გაფრთხილება",
    "stays_discard": "კარტი დაყრილად რჩება",
}

#: how a deal ended; ``{wins}`` and the like agree with who won or lost, ``{bracketed}`` and ``{listed}`` are the
#: points, and nothing where they are hidden
RESULTS: Mapping[Reason, str] = {
    Reason.CLAIM_TRUE: "{winners}: დარიგება მოგებულია სწორი განაცხადით{bracketed}, ფსონი {stake}.",
    Reason.GOAL: "{winners}: დარიგება მოგებულია, საჭირო ქულა დაგროვდა{bracketed}; სათამაშო ქულა — {stake}.",
    Reason.CLAIM_FALSE: "{losers}: დარიგება წაგებულია მცდარი განაცხადით{bracketed}, ფსონი {stake}.",
    Reason.DEAL_LOST: "{losers}: დარიგება წაგებულია უდროო განაცხადით, ფსონი {stake}.",
    Reason.COMBO: "{winners}: დარიგება მოგებულია კომბინაციით, ფსონი {stake}.",
    Reason.INFRACTION: "{losers}: დარიგება წაგებულია დარღვევით, ფსონი {stake}.",
    Reason.STAKE_REFUSED: "{losers}: უარი ფსონზე; {wins} {winners} — {stake}.",
    Reason.COUNTED: "დათვლით{listed}. {wins} {winners}, ფსონი {stake}.",
    Reason.DRAW: "ნიჩია{listed}.",
    Reason.ONE_LEFT: "{stays} {losers} — დარიგება წაგებულია.",
    Reason.ANNUL: "თავიდან დარიგება.",
    Reason.VOID_REDEAL: "არავინ განაცხადა: დარიგება არ ითვლება{bracketed}.",
    Reason.UNDECIDED: "კარტი შეგროვდა, სანამ დარიგება გადაწყდებოდა{bracketed}.",
}
#: words of `RESULTS` that agree with how many won (wins) or lost (loses, stays): for one, for several
AGREE: dict[str, tuple[str, str]] = {
    "wins": ("იგებს", "იგებენ"),
    "stays": ("რჩება", "რჩებიან"),
}

#: words that stand for facts
WORDS: Mapping[str, str] = {
    "somebody": "ვიღაც",
    "and": "და",
    "please_check": "შეამოწმეთ",
    "trump": "კოზირი",
    "trick": "ხელი",
    "hand": "კარტი ხელში",
    "pile": "წაღებული",
    "stock": "დასტა",
    "bura": "ბურა",
    "moscow": "მოსკოვი",
    "little_moscow": "პატარა მოსკოვი",
    "four_ends": "ოთხი ბოლო",
    "molodka": "მალიუტკა",
    "no_stakes": "აქ ფსონს არ ზრდიან",
    "crawford_deal": "ეს დარიგება გაზრდის გარეშე ითამაშება",
    "being_counted": "განცხადება მოწმდება დათვლით",
    "card_already_led": "კარტი უკვე დადებულია",
    "same_side_twice": "ერთი მხარე ორჯერ ზედიზედ ვერ ზრდის",
    "not_on_lead": "ზრდის მხოლოდ მხარე, რომელიც ჩამოდის",
    "step_skipped": "ეს შემდეგი საფეხური არ არის",
    "nothing_to_answer": "გაზრდა არ ყოფილა",
    "not_the_responder": "პასუხობს სხვა მოთამაშე",
    "own_raise": "გაზარდა მისივე მხარემ, პასუხობს მეორე",
    "took": "ხელის წაღება",
    "drew": "კარტის აღება",
    "reply": "პასუხი",
    "lead": "ჩამოსვლა",
    "cards_laid": "კარტი დაიდო",
    "cards_drawn": "კარტი აიღეს",
    "cards_returned": "კარტი დაბრუნდა",
    "cards_turned": "კარტი გადაბრუნდა",
    "taken_back": "კარტი უკან აიღეს",
    "returned": "კარტი დაბრუნდა",
    "counted": "დათვლა",
    "revealed": "კარტი გადაბრუნდა",
    "claimed": "განაცხადი",
    "raised": "გაზრდა",
    "accepted": "თანხმობა",
    "refused": "უარი",
    "stopped": "„სტოპ!“",
    "must_lead_king_or_queen": "მისი კაროლით ან ქალით უნდა ჩამოვიდეს",
    "not_held": "ორივე კარტი არ აქვს",
    "stock_gone": "დასტა გათავდა ან დახურულია",
    "announced_before": "უკვე გამოცხადებულია",
    "marriage_off_lead": "მხოლოდ საკუთარ ჩამოსვლაზე აცხადებენ",
    "out_of_turn": "სხვა მოთამაშის რიგია",
    "impossible": "ამდენი წაღება შეუძლებელია",
    "sum_comes_out": "შეკვეთების ჯამი უტოლდება",
    "ordered_before": "უკვე შეუკვეთა",
    "ordered": "შეკვეთა",
    "not_beaten": "კარტი ვერ ჭრის",
    "declared_late": "მას შემდეგ სხვამ დადო კარტი",
    "declared": "სიტყვა პასუხზე",
}

#: why options cannot stand: alone (`value_…`) or together
REFUSALS: Mapping[str, str] = {
    "kunken_deck": "კუნკენს ორი 52-კარტიანი დასტით და ჯოკრებით თამაშობენ",
    "jokers_deck": "ორი დასტა ჯოკრებით კუნკენისთვისაა და არა ამ თამაშისთვის",
    "macao_deck": "მაკაოს 52-კარტიანი დასტით თამაშობენ",
    "low_cards": "52-კარტიან დასტაში ექვსიანზე დაბალი კარტებია, ბურას ოჯახის თამაშებში ისინი არ არის: აირჩიეთ"
    " 36, 24 ან 20",
    "marriage_deck": "მარიაჟს 24- ან 20-კარტიანი დასტით თამაშობენ; არჩეულია: {deck}",
    "marriage_hands": "მოთამაშე: {players}, კარტი თითო ხელში: {hand}; სულ {dealt}, დასტაში კი ნაკლებია",
    "dealer_last_undealt": "დამრიგებლის ბოლო კარტი კოზირია მხოლოდ მაშინ, როცა დასტა მთლიანად რიგდება",
    "dealer_last_dealt": "დასტა მთლიანად რიგდება, ამიტომ კოზირი დამრიგებლის ბოლო კარტი უნდა იყოს",
    "nine_exchange_deck": "კოზირის ცხრიანის გასაცვლელად ცხრიანებია საჭირო, არჩეულ დასტაში კი (კარტი: {deck}) ისინი არ"
    " არის",
    "bura_hand": "ხელში ამდენი კარტი ({hand}) მარიაჟსა და კუნკენშია: ბურაში 3, 4 ან 5 კარტია",
    "dealer_last_stock": "თუ კოზირი დამრიგებლის ბოლო კარტია, ასაღები დასტა აღარ რჩება: ეს სამკაციანი"
    " მარიაჟისთვისაა",
    "hands_pack": "მოთამაშე: {players}, კარტი თითო ხელში: {hand}; გახსნილ კოზირთან ერთად ეს დასტაზე ({pack})"
    " მეტია",
    "lead_many": "დაშვებულია ჩამოსვლა, რომელშიც კარტი: {count}, ხელში კი არის: {hand}",
    "lead_one": "ერთი კარტით ჩამოსვლა დაშვებული უნდა იყოს: თორემ ვისაც ერთი კარტი დარჩა, ვერ ჩამოვა",
    "shokha_deck": "შოხა ყვავის ექვსიანია, არჩეულ დასტაში კი (კარტი: {deck}) ექვსიანები არ არის",
    "little_moscow_deck": "ექვსიანების პატარა მოსკოვს ექვსიანები სჭირდება, არჩეულ დასტაში კი (კარტი: {deck}) ისინი არ"
    " არის: აირჩიეთ ათიანები ან „არ არის“",
    "moscow_aces_hand": "სამი ტუზის მოსკოვი 3- ან 4-კარტიანი ხელისთვისაა, აქ კი ხელში არის: {hand}; აირჩიეთ „არ"
    " არის“",
    "moscow_tens_hand": "ტუზებისა და ათიანების მოსკოვი 4-კარტიანი ხელისთვისაა, აქ კი ხელში არის: {hand}",
    "little_moscow_hand": "პატარა მოსკოვი 3-კარტიანი ხელისთვისაა, აქ კი ხელში არის: {hand}; აირჩიეთ „არ"
    " არის“",
    "four_ends_hand": "ოთხი ბოლო 4-კარტიანი ხელისთვისაა, აქ კი ხელში არის: {hand}",
    "precedence_combo": "კომბინაციების უფროსობაში არ არის ის, რომელიც აქ მოქმედებს: {combo}",
    "threshold_pack": "საჭიროა {threshold} ქულაზე მეტი, დასტაში კი სულ არის: {most}",
    "play_out_window": "თუ ყოველი დარიგება ბოლოს ითვლება, განაცხადი არ უნდა იყოს",
    "no_claims": "დარიგება განაცხადით მთავრდება, განაცხადი კი აქ არასდროს შეიძლება",
    "sixty_needed": "სამოცზე ნიჩია 61-მდე თამაშისთვისაა, აქ კი საჭირო ქულაა: {needed}",
    "one_left_players": "თამაში ბოლო დარჩენილამდე სამი ან მეტი მოთამაშისთვისაა, თითოეული თავისთვის",
    "one_left_stakes": "ფსონს ორი მხარე სწევს, ბოლო დარჩენილამდე თამაშში კი მხარე მეტია",
    "void_redeal": "განაცხადების გარეშე თავიდან დარიგება ყოველ დარიგებას გააუქმებდა",
    "stakes_table": "მატჩი ან ფსონზე მიდის, ან ჯარიმების ცხრილით {table}, ორივეთი ერთად არა",
    "no_seat": "ადგილი {place} არ არის; ადგილებია: {places}",
    "closed_compensation": "კომპენსაცია (ქულა: {points}) მიცემულია ადგილზე {place}, იქ კი ხელი გახსნილი არ"
    " არის",
    "value_listed": "„{title}“: {value} არ შეიძლება; აირჩიეთ: {listed}",
    "value_number": "„{title}“: {value} არ შეიძლება; საჭიროა მთელი რიცხვი {low}-დან {high}-მდე",
    "value_number_or": "„{title}“: {value} არ შეიძლება; საჭიროა {listed} ან მთელი რიცხვი {low}-დან"
    " {high}-მდე",
    "value_list": "„{title}“: {value} არ შეიძლება; საჭიროა სია განმეორების გარეშე",
}

#: nouns that a number stands before, as `{count_cards}`: their forms for 1, for 2 to 4 and for 5, as far as they differ
PLURALS: dict[str, tuple[str, ...]] = {"cards": ("კარტი",), "points": ("ქულა",)}
