"""What is said in Russian."""

from __future__ import annotations

from collections.abc import Mapping

from bura.infractions import Rule
from bura.result import Reason

#: the sentence of each rule id
SENTENCES: Mapping[Rule, str] = {
    Rule.OK: "Замечаний нет.",
    Rule.EXTRA_CARD: "{seat}: взята лишняя карта — на руке {holds}, можно {size}.",
    Rule.DRAW_OUT_OF_TURN: "{seat}: карта взята вне очереди.",
    Rule.FALSE_CLAIM: "{seat}: заявка ложная — {lo_points}, нужно {needed}.",
    Rule.CLAIM_OUT_OF_WINDOW: "{seat}: сейчас объявлять нельзя, заявка не считается.",
    Rule.PEEK_DISCARDS: "{seat}: открыты карты, сброшенные рубашкой вверх.",
    Rule.LOOK_OWN_PILE: "{seat}: подсмотрены свои взятки.",
    Rule.LOOK_OTHER_PILE: "{seat}: подсмотрены взятки игрока {owner}.",
    Rule.MIXED_SUIT_LEAD: "{seat}: ход разными мастями — {cards}.",
    Rule.LEAD_COUNT: "{seat}: в ходе {count_cards}, сейчас можно не больше {most}.",
    Rule.LEAD_FACE_DOWN: "{seat}: ход закрытой картой.",
    Rule.LATE_LEAD_CARD: "{seat}: карта добавлена к ходу после ответа.",
    Rule.WRONG_COUNT: "{seat}: положено карт {count}, а ход был с {led}.",
    Rule.PARTIAL_BEAT: "{seat}: {cards} бьёт не все карты — все отданы.",
    Rule.LEAD_OUT_OF_TURN: "{seat}: ход вне очереди, ходит {turn}.",
    Rule.REPLY_OUT_OF_TURN: "{seat}: ответ вне очереди, очередь игрока {turn}.",
    Rule.WRONG_PILE: "Взятка ушла к {seat}, а она игрока {taker}.",
    Rule.BAD_RAISE: "{seat}: повышение не действует — {why}.",
    Rule.FALSE_STOP: "{seat}: «Стоп!» без комбинации.",
    Rule.FLIP_DISCARD: "{seat}: закрытые карты открыты, они остаются сброшенными.",
    Rule.MISSED_DRAW: "{seat}: до хода не добраны карты ({count}).",
    Rule.DISCARD_FACE_UP: "{seat}: сброс открыт, а здесь сбрасывают закрытыми.",
    Rule.DISCARD_FACE_DOWN: "{seat}: сброс закрыт, а здесь все карты открыты.",
    Rule.TAKE_BACK: "{seat}: положенные карты взяты обратно.",
    Rule.BAD_ANSWER: "{seat}: отвечать не на что — {why}.",
    Rule.PLAY_BEFORE_ANSWER: "{seat}: карта положена, пока ставка ждёт ответа.",
    Rule.REVOKE: "{seat}: нарушена обязанность ходить в масть.",
    Rule.CLAIM_TRUE: "{seat}: заявка верна — {lo_points}, нужно {needed}.",
    Rule.CLAIM_MUST_COUNT: "{seat} объявляет: вскрыть и посчитать, от {lo} до {hi}, нужно {needed}.",
    Rule.CLAIM_DRAW: "{seat}: ровно {lo} — ничья.",
    Rule.COMBINATION: "{seat} показывает: {combination}.",
    Rule.COUNT_NEEDED: "Карты кончились: посчитайте взятки.",
    Rule.DEAL_COUNTED: "Карты кончились, взятки посчитаны.",
    Rule.DUPLICATE_CARD: "{card} видна дважды; возможно, ошибочна прежняя запись {earlier}.",
    Rule.FOREIGN_CARD: "{card} нет в колоде из {deck} карт.",
    Rule.IMPOSSIBLE_COUNT: "Карт {count}, а быть может только {there}.",
    Rule.COUNT_MISMATCH: "Во взятках {seat} {count_cards}, по записи {there}. Не найдены: {missing}",
    Rule.TRUMP_CHANGED: "Козырная карта теперь {card}, раньше {before}.",
    Rule.SEAT_GUESSED: "Не видно, кто положил; принято за {seat}.",
    Rule.CARD_UNREAD: "Карту не удалось прочесть.",
    Rule.MISSED_ACT: "Что-то не замечено: {what}.",
    Rule.UNPLACED_ACT: "Замечено неясное действие: {what}.",
    Rule.LATE_DRAW: "{seat}: добор с опозданием.",
    Rule.AFTER_END: "Сдача окончена, это не считается.",
    Rule.AMEND_REFUSED: "Исправление отклонено: {why}.",
    Rule.FALSE_MARRIAGE: "{seat}: марьяж не засчитан — {why}.",
    Rule.BAD_CLOSING: "{seat}: закрыть колоду сейчас нельзя.",
    Rule.BAD_EXCHANGE: "{seat}: обменять козырную девятку сейчас нельзя.",
    Rule.BAD_ORDER: "{seat}: заказ {tricks} недействителен — {why}.",
    Rule.BAD_DECLARATION: "{seat}: слово не действует — {why}.",
}

#: wordings that depend on the facts
VARIANTS: Mapping[str, str] = {
    "claim_true_hidden": "{seat}: заявка верна — видно {seen}, с закрытыми ({hidden}) не меньше {lo};"
    " нужно {needed}.",
    "false_claim_hidden": "{seat}: заявка ложная — видно {seen}, с закрытыми ({hidden}) не больше {hi};"
    " нужно {needed}.",
    "claim_must_count_hidden": "{seat} объявляет: видно {seen}, закрытых {hidden}, всего от {lo} до {hi};"
    " вскрыть и посчитать, нужно {needed}.",
    "false_claim_implicit": "{seat}: карты открыты, это заявка — очков: {span}; нужно {needed}, и вовремя.",
    "lead_count_allowed": "{seat}: карт в ходе — {count}, можно — {allowed}.",
    "count_mismatch_bare": "Во взятках {seat} {count_cards}, по записи {there}.",
    "missed_act_took": "Взятка убрана незаметно.",
    "missed_act_drew": "{seat}: добор ({count}) не замечен. Если его не было, пересчитайте карты на руке.",
    "missed_act_reply": "{seat}: ответ не замечен.",
    "missed_act_lead": "{seat}: ход не замечен.",
    "missed_act_laid": "{seat}: карта в последней взятке не была видна — "
    "добрано столько, сколько положили другие. Если это не так, пересчитайте карты на руке.",
    "combination_combo": "{seat} показывает: {combination} — сдача выиграна.",
    "combination_annul": "{combination}: пересдача.",
    "combination_leaves": "{seat} показывает: {combination} — и выходит.",
    "combination_lead": "{seat} показывает: {combination} — и ходит.",
    "combination_none": "{seat} показывает: {combination}; другая комбинация старше.",
    "impossible_count_stock": "{seat}: взята карта, а прикуп по счёту пуст.",
    "impossible_count_hand": "{seat}: положено карт {count}, а на руке может быть только {there}.",
    "revoke_shown": "{seat}: на {on} положено {card}, но показана {shown} — мог ответить как положено.",
    "revoke_must_trump": "{seat}: на {on} положено {card}, но показана {shown} — надо было бить козырем.",
    "revoke_must_head": "{seat}: на {on} положено {card}, но показана {shown} — надо было бить.",
    "revoke_held": "{seat}: на {on} положено {card}, хотя в руке есть {shown}.",
    "combination_void": "{seat} показывает: {combination}; вне очереди она здесь права не даёт.",
    "extra_card_left": "{seat}: взята карта из прикупа, которого не хватает на всех, — здесь его оставляют.",
    "extra_card_closed": "{seat}: карта взята, но прикуп закрыт — больше никто не берёт.",
    "false_stop_late": "{seat}: «Стоп!» сказано поздно, карты уже на столе.",
    "claim_out_of_window_loss": "{seat}: сейчас объявлять нельзя.",
}

#: what the table makes of a foul, by the option's value
RULINGS: Mapping[str, str] = {
    "deal_lost": "по правилам сдача проиграна",
    "return_warn": "карта возвращается, предупреждение",
    "take_back": "взять обратно",
    "lose_deal": "сдача проиграна",
    "lose_deal_double": "сдача проиграна вдвойне",
    "void_warn": "не считается, предупреждение",
    "loss": "сдача проиграна",
    "implicit_claim": "считается заявкой",
    "warn": "предупреждение",
    "treated_as_discard": "карты отданы",
    "restore_warn": "вернуть на место, предупреждение",
    "stays_discard": "карты остаются сброшенными",
}

#: how a deal ended; ``{wins}`` and the like agree with who won or lost, ``{bracketed}`` and ``{listed}`` are the
#: points, and nothing where they are hidden
RESULTS: Mapping[Reason, str] = {
    Reason.CLAIM_TRUE: "{winners}: сдача выиграна верной заявкой{bracketed}, ставка {stake}.",
    Reason.GOAL: "{winners}: сдача выиграна, нужные очки набраны{bracketed}; игровых очков — {stake}.",
    Reason.CLAIM_FALSE: "{losers}: сдача проиграна ложной заявкой{bracketed}, ставка {stake}.",
    Reason.DEAL_LOST: "{losers}: сдача проиграна заявкой не вовремя, ставка {stake}.",
    Reason.COMBO: "{winners}: сдача выиграна комбинацией, ставка {stake}.",
    Reason.INFRACTION: "{losers}: сдача проиграна из-за нарушения, ставка {stake}.",
    Reason.STAKE_REFUSED: "{losers}: отказ от ставки. {winners}: выигрыш {stake}.",
    Reason.COUNTED: "По счёту{listed}. {wins}: {winners}, ставка {stake}.",
    Reason.DRAW: "Ничья{listed}.",
    Reason.ONE_LEFT: "В игре {stays} {losers} — сдача проиграна.",
    Reason.ANNUL: "Пересдача.",
    Reason.VOID_REDEAL: "Никто не объявил: сдача не считается{bracketed}.",
    Reason.UNDECIDED: "Карты собраны до решения{bracketed}.",
}
#: words of `RESULTS` that agree with how many won (wins) or lost (loses, stays): for one, for several
AGREE: dict[str, tuple[str, str]] = {
    "wins": ("Победитель", "Победители"),
    "stays": ("остаётся", "остаются"),
}

#: words that stand for facts
WORDS: Mapping[str, str] = {
    "somebody": "кто-то",
    "and": "и",
    "please_check": "Проверьте",
    "trump": "козырь",
    "trick": "взятка",
    "hand": "рука",
    "pile": "взятки",
    "stock": "прикуп",
    "bura": "бура",
    "moscow": "Москва",
    "little_moscow": "малая Москва",
    "four_ends": "четыре конца",
    "molodka": "молодка",
    "no_stakes": "здесь ставку не повышают",
    "crawford_deal": "эта сдача играется без повышений",
    "being_counted": "заявка проверяется подсчётом",
    "card_already_led": "карта уже положена",
    "same_side_twice": "одна сторона не повышает дважды подряд",
    "not_on_lead": "повышает только сторона, которая ходит",
    "step_skipped": "это не следующая ступень",
    "nothing_to_answer": "повышения не было",
    "not_the_responder": "отвечает другой игрок",
    "own_raise": "повысила его же сторона, отвечает другая",
    "took": "взятка убрана",
    "drew": "добор",
    "reply": "ответ",
    "lead": "ход",
    "cards_laid": "положены карты",
    "cards_drawn": "взята карта",
    "cards_returned": "карта возвращена",
    "cards_turned": "карты открыты",
    "taken_back": "карты взяты обратно",
    "returned": "карта возвращена",
    "counted": "подсчёт",
    "revealed": "карты открыты",
    "claimed": "заявка",
    "raised": "повышение",
    "accepted": "согласие",
    "refused": "отказ",
    "stopped": "«Стоп!»",
    "must_lead_king_or_queen": "заходить надо с её короля или дамы",
    "not_held": "у него нет обеих карт",
    "stock_gone": "колода кончилась или закрыта",
    "announced_before": "он уже объявлен",
    "marriage_off_lead": "объявляют только на своём ходу",
    "out_of_turn": "очередь другого игрока",
    "impossible": "столько взяток взять нельзя",
    "sum_comes_out": "сумма заказов сходится",
    "ordered_before": "он уже заказал",
    "ordered": "заказ",
    "not_beaten": "карты не бьют",
    "declared_late": "уже положены следующие карты",
    "declared": "слово об ответе",
}

#: why options cannot stand: alone (`value_…`) or together
REFUSALS: Mapping[str, str] = {
    "kunken_deck": "в кункен играют двумя колодами по 52 карты с джокерами",
    "jokers_deck": "две колоды с джокерами — для кункена, а не для этой игры",
    "macao_deck": "в макао играют колодой в 52 карты",
    "low_cards": "в колоде из 52 карт есть карты младше шестёрки, в играх семьи буры их нет: возьмите 36, 24"
    " или 20",
    "marriage_deck": "в марьяж играют колодой в 24 или 20 карт; выбрано: {deck}",
    "marriage_hands": "игроков {players}, на руках у каждого карт: {hand}; вместе это {dealt}, больше, чем в"
    " колоде",
    "dealer_last_undealt": "последняя карта сдающего бывает козырем, только если колода сдаётся целиком",
    "dealer_last_dealt": "колода сдаётся целиком, поэтому козырем должна быть последняя карта сдающего",
    "nine_exchange_deck": "чтобы менять козырную девятку, нужны девятки, а в выбранной колоде (карт: {deck}) их"
    " нет",
    "bura_hand": "столько карт на руках ({hand}) бывает в марьяже и кункене: в буре их 3, 4 или 5",
    "dealer_last_stock": "если козырь — последняя карта сдающего, добирать не из чего: это для марьяжа"
    " втроём",
    "hands_pack": "игроков {players}, на руках у каждого карт: {hand}; вместе с открытым козырем это больше, чем"
    " в колоде ({pack})",
    "lead_many": "разрешён заход, в котором карт: {count}, а на руках их {hand}",
    "lead_one": "заход с одной карты должен быть разрешён: иначе тот, у кого осталась одна карта, не сможет"
    " зайти",
    "shokha_deck": "шоха — шестёрка пик, а в выбранной колоде (карт: {deck}) шестёрок нет",
    "little_moscow_deck": "для малой Москвы с шестёрками нужны шестёрки, а в выбранной колоде (карт: {deck}) их нет:"
    " выберите десятки или «нет»",
    "moscow_aces_hand": "Москва из трёх тузов бывает при 3 или 4 картах на руках, а здесь их {hand}: выберите"
    " «нет»",
    "moscow_tens_hand": "Москва из тузов и десяток бывает при 4 картах на руках, а здесь их {hand}",
    "little_moscow_hand": "малая Москва бывает при 3 картах на руках, а здесь их {hand}: выберите «нет»",
    "four_ends_hand": "четыре конца бывают при 4 картах на руках, а здесь их {hand}",
    "precedence_combo": "в старшинстве комбинаций нет такой, которая здесь играет: {combo}",
    "threshold_pack": "нужно набрать больше {threshold}, а в колоде всего {most}",
    "play_out_window": "если каждую сдачу считают в конце, объявлений быть не должно",
    "no_claims": "сдача кончается объявлением, а объявлять здесь нельзя никогда",
    "sixty_needed": "ничья при шестидесяти — для игры до 61, а здесь нужно очков: {needed}",
    "one_left_players": "игра до последнего оставшегося — для трёх и более игроков, каждый за себя",
    "one_left_stakes": "ставку поднимают две стороны, а в игре до последнего оставшегося их больше",
    "void_redeal": "без объявлений пересдача «если никто не объявил» отменяла бы каждую сдачу",
    "stakes_table": "матч идёт либо на ставки, либо по таблице штрафов {table}, но не то и другое сразу",
    "no_seat": "места {place} нет; места: {places}",
    "closed_compensation": "компенсация (очков: {points}) назначена месту {place}, а там играют не в"
    " открытую",
    "value_listed": "«{title}»: {value} не подходит; выберите из: {listed}",
    "value_number": "«{title}»: {value} не подходит; нужно целое число от {low} до {high}",
    "value_number_or": "«{title}»: {value} не подходит; нужно {listed} или целое число от {low} до {high}",
    "value_list": "«{title}»: {value} не подходит; нужен список без повторов",
}

#: nouns that a number stands before, as `{count_cards}`: their forms for 1, for 2 to 4 and for 5, as far as they differ
PLURALS: dict[str, tuple[str, ...]] = {
    "cards": ("карта", "карты", "карт"),
    "points": ("очко", "очка", "очков"),
}
