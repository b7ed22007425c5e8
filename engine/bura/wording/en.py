"""What is said in English."""

from __future__ import annotations

from collections.abc import Mapping

from bura.infractions import Rule
from bura.result import Reason

#: the sentence of each rule id
SENTENCES: Mapping[Rule, str] = {
    Rule.OK: "Nothing to say.",
    Rule.EXTRA_CARD: "{seat} drew a card too many: {holds} in hand, {size} are allowed.",
    Rule.DRAW_OUT_OF_TURN: "{seat} drew before his turn.",
    Rule.FALSE_CLAIM: "{seat} claimed falsely: {lo_points}, {needed} are needed.",
    Rule.CLAIM_OUT_OF_WINDOW: "{seat} may not claim at this time: the claim is void.",
    Rule.PEEK_DISCARDS: "{seat} turned up face-down cards.",
    Rule.LOOK_OWN_PILE: "{seat} looked into his own pile.",
    Rule.LOOK_OTHER_PILE: "{seat} looked into the pile of {owner}.",
    Rule.MIXED_SUIT_LEAD: "{seat} led cards of different suits: {cards}.",
    Rule.LEAD_COUNT: "{seat} led {count_cards}; at most {most} may be led now.",
    Rule.LEAD_FACE_DOWN: "{seat} led a card face down.",
    Rule.LATE_LEAD_CARD: "{seat} added to the lead after a reply.",
    Rule.WRONG_COUNT: "{seat} laid {count_cards} to a lead of {led}.",
    Rule.PARTIAL_BEAT: "{seat} beats only some of the cards with {cards}: all are given.",
    Rule.LEAD_OUT_OF_TURN: "{seat} led out of turn: the lead is {turn}'s.",
    Rule.REPLY_OUT_OF_TURN: "{seat} replied out of turn: it is {turn}'s turn.",
    Rule.WRONG_PILE: "The trick went to {seat}, but it is {taker}'s.",
    Rule.BAD_RAISE: "{seat}'s raise is void: {why}.",
    Rule.FALSE_STOP: "{seat} said Stop without the combination.",
    Rule.FLIP_DISCARD: "{seat} turned up his face-down cards: they stay given.",
    Rule.MISSED_DRAW: "{seat} has not drawn {count_cards} due before the lead.",
    Rule.DISCARD_FACE_UP: "{seat} gave cards face up; here they must lie face down.",
    Rule.DISCARD_FACE_DOWN: "{seat} gave cards face down; here all cards are open.",
    Rule.TAKE_BACK: "{seat} took laid cards back.",
    Rule.BAD_ANSWER: "{seat} has no raise to answer: {why}.",
    Rule.PLAY_BEFORE_ANSWER: "{seat} laid a card while a raise waits for its answer.",
    Rule.REVOKE: "{seat} did not follow as the rules ask.",
    Rule.CLAIM_TRUE: "{seat}'s claim is true: {lo_points}, {needed} are needed.",
    Rule.CLAIM_MUST_COUNT: "{seat} claims: turn the pile and count, {lo} to {hi}, {needed} are needed.",
    Rule.CLAIM_DRAW: "{seat} has exactly {lo}: the deal is drawn.",
    Rule.COMBINATION: "{seat} shows {combination}.",
    Rule.COUNT_NEEDED: "All cards are played: count the piles.",
    Rule.DEAL_COUNTED: "All cards are played and counted.",
    Rule.DUPLICATE_CARD: "{card} is seen twice; the earlier reading (entry {earlier}) may be wrong.",
    Rule.FOREIGN_CARD: "{card} is not in a pack of {deck}.",
    Rule.IMPOSSIBLE_COUNT: "{count_cards} from where only {there} can be.",
    Rule.COUNT_MISMATCH: "The pile of {seat} has {count_cards}, the record {there}. Not found: {missing}",
    Rule.TRUMP_CHANGED: "The turned card reads {card} now, {before} before.",
    Rule.SEAT_GUESSED: "It was not seen who played; taken for {seat}.",
    Rule.CARD_UNREAD: "A card could not be read.",
    Rule.MISSED_ACT: "Something was not seen: {what}.",
    Rule.UNPLACED_ACT: "Something was seen that fits nowhere: {what}.",
    Rule.LATE_DRAW: "{seat} drew late.",
    Rule.AFTER_END: "The deal is over; this counts for nothing.",
    Rule.AMEND_REFUSED: "A correction is refused: {why}.",
    Rule.FALSE_MARRIAGE: "{seat}'s marriage does not count: {why}.",
    Rule.BAD_CLOSING: "{seat} may not close the stock now.",
    Rule.BAD_EXCHANGE: "{seat} may not exchange the trump nine now.",
    Rule.BAD_ORDER: "{seat}'s order of {tricks} does not stand: {why}.",
    Rule.BAD_DECLARATION: "{seat}'s word does not hold: {why}.",
}

#: wordings that depend on the facts
VARIANTS: Mapping[str, str] = {
    "claim_true_hidden": "{seat}'s claim is true: {seen} seen, with {hidden} face down at least {lo};"
    " {needed} are needed.",
    "false_claim_hidden": "{seat} claimed falsely: {seen} seen, with {hidden} face down at most {hi};"
    " {needed} are needed.",
    "claim_must_count_hidden": "{seat} claims: {seen} seen and {hidden} face down make {lo} to {hi};"
    " turn the pile and count to {needed}.",
    "false_claim_implicit": "{seat} turned cards, which is a claim: {span} points;"
    " it takes {needed}, and the right time.",
    "lead_count_allowed": "Cards led by {seat}: {count}; allowed: {allowed}.",
    "count_mismatch_bare": "The pile of {seat} has {count_cards}, the record {there}.",
    "missed_act_took": "The trick was gathered unseen.",
    "missed_act_drew": "A draw of {count_cards} by {seat} was not seen. If there was none, count this hand.",
    "missed_act_reply": "The reply of {seat} was not seen.",
    "missed_act_lead": "The lead of {seat} was not seen.",
    "missed_act_laid": "A card of {seat} in the last trick lay hidden: "
    "{seat} drew as many as others had laid. If not, count this hand.",
    "combination_combo": "{seat} shows {combination} and wins the deal.",
    "combination_annul": "{combination}: the deal is thrown in.",
    "combination_leaves": "{seat} shows {combination} and is out.",
    "combination_lead": "{seat} shows {combination} and takes the lead.",
    "combination_none": "{seat} shows {combination}; another goes before it.",
    "impossible_count_stock": "{seat} drew, but the stock is empty by the count.",
    "impossible_count_hand": "{seat} laid {count_cards}, but can hold only {there}.",
    "revoke_shown": "{seat} laid {card} on {on}, but shows {shown}: he could have followed.",
    "revoke_must_trump": "{seat} laid {card} on {on}, but shows {shown}: he had to trump.",
    "revoke_must_head": "{seat} laid {card} on {on}, but shows {shown}: he had to beat.",
    "revoke_held": "{seat} laid {card} on {on}, but is known to hold {shown}.",
    "combination_void": "{seat} shows {combination}, which gives no right out of turn here.",
    "extra_card_left": "{seat} drew from a stock that cannot fill every hand: here it is left as it is.",
    "extra_card_closed": "{seat} drew, but the stock is closed: nobody draws any more.",
    "false_stop_late": "{seat} said Stop too late: cards lie on the table.",
    "claim_out_of_window_loss": "{seat} may not claim at this time.",
}

#: what the table makes of a foul, by the option's value
RULINGS: Mapping[str, str] = {
    "deal_lost": "by the rules the deal is lost",
    "return_warn": "the card goes back, with a warning",
    "take_back": "take it back",
    "lose_deal": "the deal is lost",
    "lose_deal_double": "the deal is lost at double stake",
    "void_warn": "void, with a warning",
    "loss": "the deal is lost",
    "implicit_claim": "counts as a claim",
    "warn": "a warning",
    "treated_as_discard": "the cards are given",
    "restore_warn": "put right, with a warning",
    "stays_discard": "the cards stay given",
}

#: how a deal ended; ``{wins}`` and the like agree with who won or lost, ``{bracketed}`` and ``{listed}`` are the
#: points, and nothing where they are hidden
RESULTS: Mapping[Reason, str] = {
    Reason.CLAIM_TRUE: "{winners} {wins} the deal by a true claim{bracketed}, stake {stake}.",
    Reason.GOAL: "{winners} {wins} the deal by reaching the points needed{bracketed}, game points: {stake}.",
    Reason.CLAIM_FALSE: "{losers} {loses} the deal by a false claim{bracketed}, stake {stake}.",
    Reason.DEAL_LOST: "{losers} {loses} the deal by a claim at the wrong time, stake {stake}.",
    Reason.COMBO: "{winners} {wins} the deal by a combination, stake {stake}.",
    Reason.INFRACTION: "{losers} {loses} the deal by a foul, stake {stake}.",
    Reason.STAKE_REFUSED: "{losers} gave the deal up, {winners} {wins} {stake}.",
    Reason.COUNTED: "Counted{listed}. {winners} {wins}, stake {stake}.",
    Reason.DRAW: "A draw{listed}.",
    Reason.ONE_LEFT: "{losers} {stays} behind and {loses} the deal.",
    Reason.ANNUL: "The deal is thrown in.",
    Reason.VOID_REDEAL: "Nobody claimed: the deal is void{bracketed}.",
    Reason.UNDECIDED: "The cards were collected before the deal was decided{bracketed}.",
}
#: words of `RESULTS` that agree with how many won (wins) or lost (loses, stays): for one, for several
AGREE: dict[str, tuple[str, str]] = {
    "wins": ("wins", "win"),
    "loses": ("loses", "lose"),
    "stays": ("stays", "stay"),
}

#: words that stand for facts
WORDS: Mapping[str, str] = {
    "somebody": "somebody",
    "and": "and",
    "please_check": "Please check",
    "trump": "the trump",
    "trick": "the trick",
    "hand": "a hand",
    "pile": "a pile",
    "stock": "the stock",
    "bura": "bura",
    "moscow": "Moscow",
    "little_moscow": "little Moscow",
    "four_ends": "four ends",
    "molodka": "molodka",
    "no_stakes": "stakes are not raised here",
    "crawford_deal": "this deal is played unraised",
    "being_counted": "a claim is being counted",
    "card_already_led": "a card is already led",
    "same_side_twice": "the same side may not raise twice running",
    "not_on_lead": "only the side on lead may raise",
    "step_skipped": "it is not the next step",
    "nothing_to_answer": "nothing was raised",
    "not_the_responder": "another player answers",
    "own_raise": "his own side raised, the other side answers",
    "took": "a trick gathered",
    "drew": "a draw",
    "reply": "a reply",
    "lead": "a lead",
    "cards_laid": "cards laid",
    "cards_drawn": "a card drawn",
    "cards_returned": "a card put back",
    "cards_turned": "cards turned up",
    "taken_back": "cards taken back",
    "returned": "a card put back",
    "counted": "a count",
    "revealed": "cards turned up",
    "claimed": "a claim",
    "raised": "a raise",
    "accepted": "an acceptance",
    "refused": "a refusal",
    "stopped": "a Stop",
    "must_lead_king_or_queen": "its king or queen must be led",
    "not_held": "he does not hold both cards",
    "stock_gone": "the stock is gone or closed",
    "announced_before": "it was announced before",
    "marriage_off_lead": "it is announced on one's own lead",
    "out_of_turn": "it is another player's turn",
    "impossible": "so many tricks cannot be taken",
    "sum_comes_out": "the sum of the orders comes out",
    "ordered_before": "he has ordered already",
    "ordered": "an order",
    "not_beaten": "the cards do not beat",
    "declared_late": "somebody has laid since",
    "declared": "a word about a reply",
}

#: why options cannot stand: alone (`value_…`) or together
REFUSALS: Mapping[str, str] = {
    "kunken_deck": "kunken is played with deck = 2x52+jokers",
    "jokers_deck": "the two packs with jokers are for kunken, not for {preset}",
    "macao_deck": "macao is played with deck = 52",
    "low_cards": "deck = 52 has cards below the six, which no game of the Bura family uses: take 36, 24 or"
    " 20",
    "marriage_deck": "marriage is played with deck = 24 or 20, not {deck}",
    "marriage_hands": "{players} hands of {hand} cards are {dealt}, more than the pack holds",
    "dealer_last_undealt": "trump_card_place = dealer_last_card is for a pack that is dealt out completely",
    "dealer_last_dealt": "the whole pack is dealt, so trump_card_place must be dealer_last_card",
    "nine_exchange_deck": "nine_exchange needs nines, and a pack of {deck} has none",
    "bura_hand": "hand_size = {hand} is for marriage and kunken: Bura hands have 3, 4 or 5 cards",
    "dealer_last_stock": "trump_card_place = dealer_last_card leaves no stock to draw from: it is for"
    " marriage66_3p",
    "hands_pack": "{players} hands of {hand} cards and a turned trump need more than the {pack} cards of the"
    " pack",
    "lead_many": "lead_counts allows {count} cards, but a hand has {hand}",
    "lead_one": "lead_counts must allow one card: whoever holds a single card could not lead",
    "shokha_deck": "shokha is the six of spades, and a pack of {deck} has no sixes",
    "little_moscow_deck": "little_moscow = sixes_with_trump needs sixes, and a pack of {deck} has none: choose tens or"
    " off",
    "moscow_aces_hand": "moscow = three_aces is for hands of 3 or 4 cards, not {hand}: choose off",
    "moscow_tens_hand": "moscow = aces_and_tens4 is for hands of 4 cards, not {hand}",
    "little_moscow_hand": "little_moscow is for hands of 3 cards, not {hand}: choose off",
    "four_ends_hand": "four_ends is for hands of 4 cards, not {hand}",
    "precedence_combo": "precedence says nothing of {combo}, which these rules use",
    "threshold_pack": "more than {threshold} points are asked for, but a pack has {most}",
    "play_out_window": "deal_end = play_out counts every deal at its end, so claim_window must be none",
    "no_claims": "deal_end = {deal_end} waits for a claim, which claim_window = none never allows",
    "sixty_needed": "sixty_claim = draw is for games to 61, and here {needed} points are needed",
    "one_left_players": "deal_end = until_one_left is for three or more players, each for himself",
    "one_left_stakes": "stakes are raised between two sides, and deal_end = until_one_left has more",
    "void_redeal": "no_claim_end = void_redeal throws in every deal when deal_end = play_out allows no"
    " claims",
    "stakes_table": "a match goes either by stakes or by penalty_table = {table}, not by both",
    "no_seat": "there is no seat {place}: seats are {places}",
    "closed_compensation": "open_compensation gives {points} points to seat {place}, whose hand is not open",
    "value_listed": "“{title}” cannot be {value}: choose one of {listed}",
    "value_number": "“{title}” cannot be {value}: it takes a whole number from {low} to {high}",
    "value_number_or": "“{title}” cannot be {value}: it takes {listed} or a whole number from {low} to"
    " {high}",
    "value_list": "“{title}” cannot be {value}: it takes a list without repetitions",
}

#: nouns that a number stands before, as `{count_cards}`: their forms for 1, for 2 to 4 and for 5, as far as they differ
PLURALS: dict[str, tuple[str, ...]] = {"cards": ("card", "cards"), "points": ("point", "points")}
