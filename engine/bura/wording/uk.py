"""What is said in Ukrainian."""

from __future__ import annotations

from collections.abc import Mapping

from bura.infractions import Rule
from bura.result import Reason

#: the sentence of each rule id
SENTENCES: Mapping[Rule, str] = {
    Rule.OK: "Зауважень немає.",
    Rule.EXTRA_CARD: "{seat}: узято зайву карту — на руці {holds}, можна {size}.",
    Rule.DRAW_OUT_OF_TURN: "{seat}: карту взято поза чергою.",
    Rule.FALSE_CLAIM: "{seat}: заява хибна — {lo_points}, потрібно {needed}.",
    Rule.CLAIM_OUT_OF_WINDOW: "{seat}: зараз оголошувати не можна, заява не рахується.",
    Rule.PEEK_DISCARDS: "{seat}: відкрито карти, скинуті сорочкою догори.",
    Rule.LOOK_OWN_PILE: "{seat}: підглянуто власні хабарі.",
    Rule.LOOK_OTHER_PILE: "{seat}: підглянуто хабарі гравця {owner}.",
    Rule.MIXED_SUIT_LEAD: "{seat}: хід різними мастями — {cards}.",
    Rule.LEAD_COUNT: "{seat}: у ході {count_cards}, зараз можна щонайбільше {most}.",
    Rule.LEAD_FACE_DOWN: "{seat}: хід закритою картою.",
    Rule.LATE_LEAD_CARD: "{seat}: карту додано до ходу після відповіді.",
    Rule.WRONG_COUNT: "{seat}: покладено карт {count}, а хід був із {led}.",
    Rule.PARTIAL_BEAT: "{seat}: {cards} б'є не всі карти — усі віддано.",
    Rule.LEAD_OUT_OF_TURN: "{seat}: хід поза чергою, ходить {turn}.",
    Rule.REPLY_OUT_OF_TURN: "{seat}: відповідь поза чергою, черга гравця {turn}.",
    Rule.WRONG_PILE: "Хабар пішов до {seat}, а він гравця {taker}.",
    Rule.BAD_RAISE: "{seat}: підвищення не діє — {why}.",
    Rule.FALSE_STOP: "{seat}: «Стоп!» без комбінації.",
    Rule.FLIP_DISCARD: "{seat}: закриті карти відкрито, вони лишаються скинутими.",
    Rule.MISSED_DRAW: "{seat}: до ходу не добрано карти ({count}).",
    Rule.DISCARD_FACE_UP: "{seat}: скинуто відкрито, а тут скидають закритими.",
    Rule.DISCARD_FACE_DOWN: "{seat}: скинуто закрито, а тут усі карти відкриті.",
    Rule.TAKE_BACK: "{seat}: покладені карти взято назад.",
    Rule.BAD_ANSWER: "{seat}: відповідати нема на що — {why}.",
    Rule.PLAY_BEFORE_ANSWER: "{seat}: карту покладено, поки ставка чекає відповіді.",
    Rule.REVOKE: "{seat}: порушено обов'язок ходити в масть.",
    Rule.CLAIM_TRUE: "{seat}: заява правдива — {lo_points}, потрібно {needed}.",
    Rule.CLAIM_MUST_COUNT: "{seat} оголошує: розкрити й порахувати, від {lo} до {hi}, потрібно {needed}.",
    Rule.CLAIM_DRAW: "{seat}: рівно {lo} — нічия.",
    Rule.COMBINATION: "{seat} показує: {combination}.",
    Rule.COUNT_NEEDED: "Карти скінчилися: порахуйте хабарі.",
    Rule.DEAL_COUNTED: "Карти скінчилися, хабарі пораховано.",
    Rule.DUPLICATE_CARD: "{card} видно двічі; можливо, хибний попередній запис {earlier}.",
    Rule.FOREIGN_CARD: "{card} немає в колоді з {deck} карт.",
    Rule.IMPOSSIBLE_COUNT: "Карт {count}, а може бути лише {there}.",
    Rule.COUNT_MISMATCH: "У хабарях {seat} {count_cards}, за записом {there}. Не знайдено: {missing}",
    Rule.TRUMP_CHANGED: "Козирна карта тепер {card}, раніше {before}.",
    Rule.SEAT_GUESSED: "Не видно, хто поклав; прийнято за {seat}.",
    Rule.CARD_UNREAD: "Карту не вдалося прочитати.",
    Rule.MISSED_ACT: "Щось не помічено: {what}.",
    Rule.UNPLACED_ACT: "Помічено незрозумілу дію: {what}.",
    Rule.LATE_DRAW: "{seat}: добір із запізненням.",
    Rule.AFTER_END: "Роздачу скінчено, це не рахується.",
    Rule.AMEND_REFUSED: "Виправлення відхилено: {why}.",
    Rule.FALSE_MARRIAGE: "{seat}: мар'яж не зараховано — {why}.",
    Rule.BAD_CLOSING: "{seat}: закрити колоду зараз не можна.",
    Rule.BAD_EXCHANGE: "{seat}: обміняти козирну дев'ятку зараз не можна.",
    Rule.BAD_ORDER: "{seat}: замовлення {tricks} недійсне — {why}.",
    Rule.BAD_DECLARATION: "{seat}: слово не діє — {why}.",
}

#: wordings that depend on the facts
VARIANTS: Mapping[str, str] = {
    "claim_true_hidden": "{seat}: заява правдива — видно {seen}, із закритими ({hidden}) щонайменше {lo};"
    " потрібно {needed}.",
    "false_claim_hidden": "{seat}: заява хибна — видно {seen}, із закритими ({hidden}) щонайбільше {hi};"
    " потрібно {needed}.",
    "claim_must_count_hidden": "{seat} оголошує: видно {seen}, закритих {hidden}, разом від {lo} до {hi};"
    " розкрити й порахувати, потрібно {needed}.",
    "false_claim_implicit": "{seat}: карти відкрито, це заява — очок: {span}; потрібно {needed}, і вчасно.",
    "lead_count_allowed": "{seat}: карт у ході — {count}, можна — {allowed}.",
    "count_mismatch_bare": "У хабарях {seat} {count_cards}, за записом {there}.",
    "missed_act_took": "Хабар забрано непомітно.",
    "missed_act_drew": "{seat}: добір ({count}) не помічено. Якщо його не було, перерахуйте карти на руці.",
    "missed_act_reply": "{seat}: відповідь не помічено.",
    "missed_act_lead": "{seat}: хід не помічено.",
    "missed_act_laid": "{seat}: карту в останньому хабарі не було видно — "
    "добрано стільки, скільки поклали інші. Якщо це не так, перерахуйте карти на руці.",
    "combination_combo": "{seat} показує: {combination} — роздачу виграно.",
    "combination_annul": "{combination}: перездача.",
    "combination_leaves": "{seat} показує: {combination} — і виходить.",
    "combination_lead": "{seat} показує: {combination} — і ходить.",
    "combination_none": "{seat} показує: {combination}; інша комбінація старша.",
    "impossible_count_stock": "{seat}: узято карту, а прикуп за рахунком порожній.",
    "impossible_count_hand": "{seat}: покладено карт {count}, а на руці може бути лише {there}.",
    "revoke_shown": "{seat}: на {on} покладено {card}, але показано {shown} — міг відповісти як належить.",
    "revoke_must_trump": "{seat}: на {on} покладено {card}, але показано {shown} — треба було бити козирем.",
    "revoke_must_head": "{seat}: на {on} покладено {card}, але показано {shown} — треба було бити.",
    "revoke_held": "{seat}: на {on} покладено {card}, хоча в руці є {shown}.",
    "combination_void": "{seat} показує: {combination}; поза чергою вона тут права не дає.",
    "extra_card_left": "{seat}: узято карту з прикупу, якого не вистачає на всіх, — тут його лишають.",
    "extra_card_closed": "{seat}: карту взято, але прикуп закрито — більше ніхто не бере.",
    "false_stop_late": "{seat}: «Стоп!» сказано запізно, карти вже на столі.",
    "claim_out_of_window_loss": "{seat}: зараз оголошувати не можна.",
}

#: what the table makes of a foul, by the option's value
RULINGS: Mapping[str, str] = {
    "deal_lost": "за правилами роздачу програно",
    "return_warn": "карта повертається, попередження",
    "take_back": "взяти назад",
    "lose_deal": "роздачу програно",
    "lose_deal_double": "роздачу програно вдвічі",
    "void_warn": "не рахується, попередження",
    "loss": "роздачу програно",
    "implicit_claim": "рахується як заява",
    "warn": "попередження",
    "treated_as_discard": "карти віддано",
    "restore_warn": "повернути на місце, попередження",
    "stays_discard": "карти лишаються скинутими",
}

#: how a deal ended; ``{wins}`` and the like agree with who won or lost, ``{bracketed}`` and ``{listed}`` are the
#: points, and nothing where they are hidden
RESULTS: Mapping[Reason, str] = {
    Reason.CLAIM_TRUE: "{winners}: роздачу виграно правдивою заявою{bracketed}, ставка {stake}.",
    Reason.GOAL: "{winners}: роздачу виграно, потрібні очки набрано{bracketed}; ігрових очок — {stake}.",
    Reason.CLAIM_FALSE: "{losers}: роздачу програно хибною заявою{bracketed}, ставка {stake}.",
    Reason.DEAL_LOST: "{losers}: роздачу програно невчасною заявою, ставка {stake}.",
    Reason.COMBO: "{winners}: роздачу виграно комбінацією, ставка {stake}.",
    Reason.INFRACTION: "{losers}: роздачу програно через порушення, ставка {stake}.",
    Reason.STAKE_REFUSED: "{losers}: відмова від ставки. {winners}: виграш {stake}.",
    Reason.COUNTED: "За рахунком{listed}. {wins} {winners}, ставка {stake}.",
    Reason.DRAW: "Нічия{listed}.",
    Reason.ONE_LEFT: "У грі {stays} {losers} — роздачу програно.",
    Reason.ANNUL: "Перездача.",
    Reason.VOID_REDEAL: "Ніхто не оголосив: роздача не рахується{bracketed}.",
    Reason.UNDECIDED: "Карти зібрано до рішення{bracketed}.",
}
#: words of `RESULTS` that agree with how many won (wins) or lost (loses, stays): for one, for several
AGREE: dict[str, tuple[str, str]] = {
    "wins": ("Виграє", "Виграють"),
    "stays": ("лишається", "лишаються"),
}

#: words that stand for facts
WORDS: Mapping[str, str] = {
    "somebody": "хтось",
    "and": "і",
    "please_check": "Перевірте",
    "trump": "козир",
    "trick": "хабар",
    "hand": "рука",
    "pile": "хабарі",
    "stock": "прикуп",
    "bura": "бура",
    "moscow": "Москва",
    "little_moscow": "мала Москва",
    "four_ends": "чотири кінці",
    "molodka": "молодка",
    "no_stakes": "тут ставку не підвищують",
    "crawford_deal": "ця роздача грається без підвищень",
    "being_counted": "заявка перевіряється підрахунком",
    "card_already_led": "карту вже покладено",
    "same_side_twice": "одна сторона не підвищує двічі поспіль",
    "not_on_lead": "підвищує лише сторона, що ходить",
    "step_skipped": "це не наступний щабель",
    "nothing_to_answer": "підвищення не було",
    "not_the_responder": "відповідає інший гравець",
    "own_raise": "підвищила його ж сторона, відповідає інша",
    "took": "хабар забрано",
    "drew": "добір",
    "reply": "відповідь",
    "lead": "хід",
    "cards_laid": "покладено карти",
    "cards_drawn": "узято карту",
    "cards_returned": "карту повернено",
    "cards_turned": "карти відкрито",
    "taken_back": "карти взято назад",
    "returned": "карту повернено",
    "counted": "підрахунок",
    "revealed": "карти відкрито",
    "claimed": "заява",
    "raised": "підвищення",
    "accepted": "згода",
    "refused": "відмова",
    "stopped": "«Стоп!»",
    "must_lead_king_or_queen": "ходити треба з її короля або дами",
    "not_held": "у нього немає обох карт",
    "stock_gone": "колода скінчилася або закрита",
    "announced_before": "його вже оголошено",
    "marriage_off_lead": "оголошують лише на своєму ході",
    "out_of_turn": "черга іншого гравця",
    "impossible": "стільки хабарів узяти не можна",
    "sum_comes_out": "сума замовлень сходиться",
    "ordered_before": "він уже замовив",
    "ordered": "замовлення",
    "not_beaten": "карти не б'ють",
    "declared_late": "уже покладено наступні карти",
    "declared": "слово про відповідь",
}

#: why options cannot stand: alone (`value_…`) or together
REFUSALS: Mapping[str, str] = {
    "kunken_deck": "у кункен грають двома колодами по 52 карти з джокерами",
    "jokers_deck": "дві колоди з джокерами — для кункена, а не для цієї гри",
    "macao_deck": "у макао грають колодою з 52 карт",
    "low_cards": "у колоді з 52 карт є карти, молодші за шістку, в іграх родини бури їх немає: візьміть 36, 24"
    " або 20",
    "marriage_deck": "у мар’яж грають колодою з 24 або 20 карт; вибрано: {deck}",
    "marriage_hands": "гравців {players}, на руках у кожного карт: {hand}; разом це {dealt}, більше, ніж у"
    " колоді",
    "dealer_last_undealt": "остання карта того, хто роздає, буває козирем, лише якщо колоду роздають"
    " повністю",
    "dealer_last_dealt": "колоду роздають повністю, тому козирем має бути остання карта того, хто роздає",
    "nine_exchange_deck": "щоб міняти козирну дев’ятку, потрібні дев’ятки, а у вибраній колоді (карт: {deck}) їх"
    " немає",
    "bura_hand": "стільки карт на руках ({hand}) буває в мар’яжі й кункені: у бурі їх 3, 4 або 5",
    "dealer_last_stock": "якщо козир — остання карта того, хто роздає, добирати нема з чого: це для мар’яжу"
    " втрьох",
    "hands_pack": "гравців {players}, на руках у кожного карт: {hand}; разом із відкритим козирем це більше, ніж"
    " у колоді ({pack})",
    "lead_many": "дозволено хід, у якому карт: {count}, а на руках їх {hand}",
    "lead_one": "хід з однієї карти має бути дозволений: інакше той, у кого лишилася одна карта, не зможе"
    " піти",
    "shokha_deck": "шоха — шістка пік, а у вибраній колоді (карт: {deck}) шісток немає",
    "little_moscow_deck": "для малої Москви з шістками потрібні шістки, а у вибраній колоді (карт: {deck}) їх немає:"
    " виберіть десятки або «немає»",
    "moscow_aces_hand": "Москва з трьох тузів буває за 3 або 4 карт на руках, а тут їх {hand}: виберіть"
    " «немає»",
    "moscow_tens_hand": "Москва з тузів і десяток буває за 4 карт на руках, а тут їх {hand}",
    "little_moscow_hand": "мала Москва буває за 3 карт на руках, а тут їх {hand}: виберіть «немає»",
    "four_ends_hand": "чотири кінці бувають за 4 карт на руках, а тут їх {hand}",
    "precedence_combo": "у старшинстві комбінацій немає тієї, що тут грає: {combo}",
    "threshold_pack": "треба набрати більше {threshold}, а в колоді всього {most}",
    "play_out_window": "якщо кожну роздачу рахують наприкінці, оголошень бути не повинно",
    "no_claims": "роздача кінчається оголошенням, а оголошувати тут ніколи не можна",
    "sixty_needed": "нічия за шістдесяти — для гри до 61, а тут потрібно очок: {needed}",
    "one_left_players": "гра до останнього, хто лишився, — для трьох і більше гравців, кожен за себе",
    "one_left_stakes": "ставку піднімають дві сторони, а в грі до останнього, хто лишився, їх більше",
    "void_redeal": "без оголошень перездача «якщо ніхто не оголосив» скасовувала б кожну роздачу",
    "stakes_table": "матч іде або на ставки, або за таблицею штрафів {table}, але не те й інше разом",
    "no_seat": "місця {place} немає; місця: {places}",
    "closed_compensation": "компенсацію (очок: {points}) призначено місцю {place}, а там грають не відкрито",
    "value_listed": "«{title}»: {value} не підходить; виберіть із: {listed}",
    "value_number": "«{title}»: {value} не підходить; потрібне ціле число від {low} до {high}",
    "value_number_or": "«{title}»: {value} не підходить; потрібно {listed} або ціле число від {low} до"
    " {high}",
    "value_list": "«{title}»: {value} не підходить; потрібен список без повторів",
}

#: nouns that a number stands before, as `{count_cards}`: their forms for 1, for 2 to 4 and for 5, as far as they differ
PLURALS: dict[str, tuple[str, ...]] = {
    "cards": ("карта", "карти", "карт"),
    "points": ("очко", "очки", "очок"),
}
