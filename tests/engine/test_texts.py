"""Sentences: complete in all four languages, with the same facts, and none that is not used."""

from __future__ import annotations

import re
import string
from dataclasses import replace

import pytest

from bura.bounds import Points
from bura.infractions import RULES, Rule, Severity, Status, Verdict, foul, ruling_for
from bura.options import catalogue
from bura.result import DealResult, Reason
from bura.rules import RULESETS, find_ruleset
from bura.sentences import AGREE, LANGUAGES, PLURALS, REFUSALS, RESULTS, RULINGS, SENTENCES, VARIANTS, WORDS
from bura.texts import card_text, result_text, ruling_text, seat_text, sentence, word


def fields(template: str) -> set[str]:
    """The facts a template asks for; a number counts the same with its noun and without."""
    nouns = re.compile(rf"_({'|'.join(PLURALS['en'])})$")
    return {nouns.sub("", name) for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("table", [SENTENCES, VARIANTS, RULINGS, RESULTS, WORDS, REFUSALS], ids=range(6))
def test_every_language_has_the_same_keys_and_facts(table: dict[str, dict[str, str]]) -> None:
    assert set(table) == set(LANGUAGES)
    for lang in LANGUAGES:
        assert list(table[lang]) == list(table["en"]), lang
        for key, template in table[lang].items():
            assert template
            if table is not WORDS:
                assert fields(template) <= fields(table["en"][key]) | {"seat", "points"}, (lang, key)


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_a_sentence_even_without_its_facts(rule: Rule, lang: str) -> None:
    text = sentence(Verdict(Status.UNCLEAR, rule, "A"), {"A": "Nino"}, lang)
    assert text
    assert "{" not in text


def test_languages_do_not_mix() -> None:
    """Russian and Ukrainian are Cyrillic, Georgian is Georgian, and no sentence was left in English."""
    scripts = {"ru": "[а-яё]", "uk": "[а-яіїєґ]", "ka": "[ა-ჰ]"}
    for lang, script in scripts.items():
        for table in (SENTENCES, VARIANTS, RESULTS, REFUSALS):
            for template in table[lang].values():
                plain = re.sub(r"{\w+}", "", template)
                assert re.search(script, plain, re.IGNORECASE), template
                assert not re.search(r"[a-z]{3,}", plain), template


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_end_has_a_sentence(reason: Reason, lang: str) -> None:
    result = DealResult(1, reason, ("A",), ("B",), 2, (("A", Points(1, 3)), ("B", Points(4, 4))))
    text = result_text(result, {"A": "Nino"}, lang)
    assert text
    assert "{" not in text


#: four at a table of pairs, and how each language says that two of them won, and with what points
NAMES = {"A": "Anna", "B": "Boris", "C": "Cleo", "D": "Dan"}
PAIRS = DealResult(
    1, Reason.COUNTED, ("B", "D"), ("A", "C"), 1, (("AC", Points(37, 37)), ("BD", Points(81, 83)))
)


@pytest.mark.parametrize(
    ("lang", "counted", "claimed"),
    [
        (
            "en",
            "Counted: Anna and Cleo 37, Boris and Dan 81–83. Boris and Dan win, stake 1.",
            "Boris and Dan win the deal by a true claim (Anna and Cleo 37, Boris and Dan 81–83), stake 1.",
        ),
        (
            "ru",
            "По счёту: Anna и Cleo 37, Boris и Dan 81–83. Победители: Boris и Dan, ставка 1.",
            "Boris и Dan: сдача выиграна верной заявкой (Anna и Cleo 37, Boris и Dan 81–83), ставка 1.",
        ),
        (
            "uk",
            "За рахунком: Anna і Cleo 37, Boris і Dan 81–83. Виграють Boris і Dan, ставка 1.",
            "Boris і Dan: роздачу виграно правдивою заявою (Anna і Cleo 37, Boris і Dan 81–83), ставка 1.",
        ),
        (
            "ka",
            "დათვლით: Anna და Cleo 37, Boris და Dan 81–83. იგებენ Boris და Dan, ფსონი 1.",
            "Boris და Dan: დარიგება მოგებულია სწორი განაცხადით (Anna და Cleo 37, Boris და Dan 81–83), ფსონი 1.",
        ),
    ],
)
def test_partners_are_named_and_verbs_agree(lang: str, counted: str, claimed: str) -> None:
    assert result_text(PAIRS, NAMES, lang) == counted
    assert result_text(replace(PAIRS, reason=Reason.CLAIM_TRUE), NAMES, lang) == claimed


def test_several_losers_and_single_ones() -> None:
    told = {
        reason: (
            result_text(replace(PAIRS, reason=reason), NAMES),
            result_text(replace(PAIRS, reason=reason, winners=("B",), losers=("A",)), NAMES),
        )
        for reason in (Reason.CLAIM_FALSE, Reason.ONE_LEFT, Reason.STAKE_REFUSED, Reason.INFRACTION)
    }
    assert told[Reason.INFRACTION][0] == "Anna and Cleo lose the deal by a foul, stake 1."
    assert told[Reason.INFRACTION][1] == "Anna loses the deal by a foul, stake 1."
    assert told[Reason.ONE_LEFT][0] == "Anna and Cleo stay behind and lose the deal."
    assert told[Reason.ONE_LEFT][1] == "Anna stays behind and loses the deal."
    assert told[Reason.STAKE_REFUSED][0] == "Anna and Cleo gave the deal up, Boris and Dan win 1."
    assert told[Reason.CLAIM_FALSE][1].startswith("Anna loses the deal by a false claim (")
    one_left = DealResult(1, Reason.ONE_LEFT, (), ("A", "B", "C"))
    assert [result_text(one_left, NAMES, lang) for lang in LANGUAGES] == [
        "Anna, Boris and Cleo stay behind and lose the deal.",
        "В игре остаются Anna, Boris и Cleo — сдача проиграна.",
        "რჩებიან Anna, Boris და Cleo — დარიგება წაგებულია.",
        "У грі лишаються Anna, Boris і Cleo — роздачу програно.",
    ]


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_hidden_points_leave_no_hole(reason: Reason, lang: str) -> None:
    text = result_text(replace(PAIRS, reason=reason, points=()), NAMES, lang)
    assert not re.search(r"\(\s*\)|: ?[.,]|\s[.,]|  ", text), text
    assert text.endswith(".")
    assert set(AGREE[lang]) <= set(AGREE["en"])


@pytest.mark.parametrize("rule", Rule)
def test_every_option_that_rules_exists_and_its_values_have_words(rule: Rule) -> None:
    info = RULES[rule]
    if info.option is None:
        assert info.loses is None
        return
    option = catalogue()[info.option]
    assert info.loses is None or info.loses in option.values
    for preset in RULESETS:
        severity, ruling = ruling_for(find_ruleset(preset), rule)
        assert ruling is not None
        assert (severity is Severity.LOSS) == (ruling == "deal_lost" or info.severity is Severity.LOSS)


@pytest.mark.parametrize(
    ("option", "value", "severity", "ruling"),
    [
        ("extra_card", "deal_lost", Severity.LOSS, "deal_lost"),
        ("extra_card", "return_warn", Severity.WARNING, "return_warn"),
    ],
)
def test_the_ruling_follows_the_option(option: str, value: str, severity: Severity, ruling: str) -> None:
    rules = find_ruleset("classic31").with_options({option: value})
    verdict = foul(rules, Rule.EXTRA_CARD, "A", (1,))
    assert (verdict.severity, verdict.ruling) == (severity, ruling)


def test_small_words() -> None:
    assert card_text("10H KS ?") == "10♥ K♠ ?"
    assert seat_text(None, {}) == "somebody"
    assert seat_text("A", {"A": ""}) == "A"
    assert word("no such key", "ru") == "no such key"
    assert ruling_text(None) == ""
    assert ruling_text("return_warn", "xx") == "the card goes back, with a warning"
    assert sentence(Verdict(Status.FOUL, Rule.TAKE_BACK, "A"), lang="xx") == "A took laid cards back."


def test_an_accusation_seen_weakly_is_a_request_to_check() -> None:
    verdict = Verdict(Status.UNCLEAR, Rule.EXTRA_CARD, "A", (("holds", 4), ("size", 3)))
    assert sentence(verdict).startswith("Please check: A drew a card too many")


def test_nouns_follow_their_numbers() -> None:
    assert {tuple(PLURALS[lang]) for lang in LANGUAGES} == {tuple(PLURALS["en"])}
    told = {
        lang: [
            sentence(Verdict(Status.FOUL, Rule.FALSE_CLAIM, "A", (("lo", lo), ("needed", 31))), None, lang)
            for lo in (1, 3, 11, 22, 25)
        ]
        for lang in LANGUAGES
    }
    wanted = {
        "en": ["1 point,", "3 points,", "11 points,", "22 points,", "25 points,"],
        "ru": ["1 очко,", "3 очка,", "11 очков,", "22 очка,", "25 очков,"],
        "uk": ["1 очко,", "3 очки,", "11 очок,", "22 очки,", "25 очок,"],
        "ka": ["1 ქულა,", "3 ქულა,", "11 ქულა,", "22 ქულა,", "25 ქულა,"],
    }
    for lang, parts in wanted.items():
        assert all(part in text for part, text in zip(parts, told[lang], strict=True)), told[lang]
    laid = Verdict(Status.FOUL, Rule.WRONG_COUNT, "A", (("count", 1), ("led", 2)))
    assert sentence(laid) == "A laid 1 card to a lead of 2."
    # a number that is not known is an ellipsis, with or without its noun
    assert "…" in sentence(Verdict(Status.UNCLEAR, Rule.WRONG_COUNT, "A"))
