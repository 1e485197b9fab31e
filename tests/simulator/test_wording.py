"""The one renderer: every sentence of a game from codes and typed values, in both languages."""

import re
from dataclasses import replace

import pytest

from rulebook.content import reading
from rulebook.content.entries import Text
from rulebook.wording import sentences
from simulator.game import engine_of

RULES = reading.load("poison")
NAMES = ("Оля", "Саша", "Рита")
SAID = [
    ("refusal", "other_colour", {"card": "R4", "cauldron": 2, "colour": "blue"}, "синий", "blue"),
    ("event", "captured", {"seat": 0, "n": 1, "cards": ["R7"]}, "1\u00a0карту", "1\u00a0card:"),
    ("event", "captured", {"seat": 0, "n": 3, "cards": ["R7", "B1", "X4"]}, "3\u00a0карты", "3\u00a0cards"),
    ("event", "captured", {"seat": 0, "n": 7, "cards": ["R1"] * 7}, "7\u00a0карт:", "7\u00a0cards"),
    ("event", "scored", {"seat": 1, "n": 21}, "21\u00a0очко", "21\u00a0points"),
    ("event", "scored", {"seat": 1, "n": 11}, "11\u00a0очков", "11\u00a0points"),
    ("event", "scored", {"seat": 1, "n": -2}, "−2\u00a0очка", "−2\u00a0points"),
    ("event", "shared", {"seats": [0, 2], "n": 12}, "Оля и Рита", "Оля and Рита"),
    ("event", "shared", {"seats": [0, 1, 2], "n": 12}, "Оля, Саша и Рита", "Оля, Саша and Рита"),
    ("event", "overflowed", {"seat": 0, "cauldron": 1, "total": 17}, "13", "13"),
    ("event", "starts", {"seat": 5}, "Игрок\u00a06", "Player\u00a06"),
    ("event", "dealt", {"counts": [13, 13, 12]}, "13, 13", "13, 13"),
]


@pytest.mark.parametrize(("kind", "code", "params", "russian", "english"), SAID)
def test_values_become_words(kind, code, params, russian, english):
    assert russian in sentences.render(RULES, kind, code, params, "ru", NAMES)
    assert english in sentences.render(RULES, kind, code, params, "en", NAMES)


YOU = [
    (
        "kept",
        {"seat": 0, "n": 2, "colour": "red"},
        "Вы не сбрасываете красные",
        "You don’t shed",
    ),
    ("kept", {"seat": 1, "n": 2, "colour": "red"}, "Саша не сбрасывает красные", "Саша doesn’t"),
    ("starts", {"seat": 0}, "Начинаете вы.", "You start."),
    ("shared", {"seats": [0, 2], "n": 3}, "Вы и Рита делите победу", "You and Рита share"),
    ("shared", {"seats": [1, 2], "n": 3}, "Саша и Рита делят победу", "Саша and Рита share"),
]


@pytest.mark.parametrize(("code", "params", "russian", "english"), YOU)
def test_whoever_reads_is_told_as_you(code, params, russian, english):
    """docs/new-game-reference.md, `{seat?s|}`: verbs agree, in lists of people, too."""
    names = sentences.NamesTold.to(NAMES, 0)
    assert sentences.render(RULES, "event", code, params, "ru", names).startswith(russian)
    assert sentences.render(RULES, "event", code, params, "en", names).startswith(english)


def test_nobody_is_told_as_you_where_the_sentence_has_no_words_for_it():
    template = "Куб игрока {seat}. Плат{seats?ит|ите} {seats}."
    said = replace(RULES, words={"event": {"it": Text(template, template)}})
    names, params = sentences.NamesTold.to(NAMES, 0), {"seat": 0, "seats": [0]}
    assert sentences.render(said, "event", "it", params, "ru", names) == "Куб игрока Оля. Платите вы."
    assert sentences.render(said, "event", "it", params, "ru", NAMES) == "Куб игрока Оля. Платит Оля."


@pytest.mark.parametrize("kind", ["refusal", "event", "warning"])
def test_sentences_begin_with_a_capital_and_end_with_a_stop(kind):
    for code, text in RULES.words[kind].items():
        for lang in ("ru", "en"):
            template = text.in_(lang)
            assert template.rstrip().endswith((".", "!", "?", "…", ".»")), (code, lang)
            assert "  " not in template
            first = template[0]
            assert first == "{" or first == first.upper(), (code, lang)


@pytest.mark.parametrize("kind", ["refusal", "event", "warning", "line", "move"])
def test_both_languages_say_the_same_things(kind):
    """A parameter that one language shows and the other hides would be a rule lost in translation."""
    place = re.compile(r"\{(\w+)")
    optional = {"refusal": {"seat", "name", "value"}, "event": set()}.get(kind, set())
    for code, text in RULES.words[kind].items():
        russian, english = (set(place.findall(text.in_(lang))) for lang in ("ru", "en"))
        assert (russian ^ english) <= optional, code


@pytest.mark.parametrize(
    ("n", "word"), [(0, "карт"), (1, "карта"), (2, "карты"), (5, "карт"), (11, "карт"), (21, "карта")]
)
def test_a_word_agrees_with_its_number(n, word):
    assert sentences.counted(n, ("карта", "карты", "карт"), "ru") == f"{n}\u00a0{word}"


@pytest.mark.parametrize("game_id", reading.game_ids())
def test_in_a_reason_a_bare_number_stands_before_nothing_that_it_counts(game_id):
    """«Лягут 1 из 20» and «21 очков» disagree with themselves: {n|очко|очка|очков} has a form for each."""
    content = reading.whole(game_id)
    said = {**content.shared_words["mark"], **content.words.get("mark", {})}
    counted = {
        form.split()[0]
        for text in said.values()
        for forms in re.findall(r"\{\w+\|([^{}]*)\}", text.ru)
        for form in forms.split("|")
    }
    for code, text in said.items():
        assert not counted & set(re.findall(r"\{n\}[\s\u00a0](\w+)", text.ru)), code
        assert not re.search(r"(?:дят|гут|вует|вуют|товы) \{\w+(?:\||\} из)", text.ru), code


def test_no_unfilled_place_and_no_list_brackets_are_left_in_any_move():
    game = engine_of("poison")
    state = game.new_game({"players": 4}, 1).state
    (seat,) = game.to_act(state)
    for move in game.legal_moves(state, seat):
        for lang in ("ru", "en"):
            text = sentences.render(RULES, "move", *game.say(state, seat, move), lang)
            assert not set("{}[]|") & set(text)


def test_what_is_a_place_or_a_thing_in_one_game_is_a_plain_text_in_another():
    """A sentence is made with the formatters of the game whose sentence it is."""
    template = Text("{place}, {target}, {object}, {pair}, {by}", "{place}, {target}, {object}, {pair}, {by}")
    params = {"place": "1-a2", "target": "w3", "object": "T1a", "pair": ["red", "w1"], "by": 2}
    stranger = replace(RULES, id="stranger", words={"event": {"it": template}})
    for lang, both in (("ru", "red и w1"), ("en", "red and w1")):
        said = sentences.render(stranger, "event", "it", params, lang, NAMES)
        assert said == f"1-a2, w3, T1a, {both}, 2"


@pytest.mark.parametrize(
    ("lang", "said"),
    [("ru", "За обвинение: никого. Видели: ничего."), ("en", "For it: nobody. They saw: nothing.")],
)
def test_an_empty_list_of_people_or_cards_is_said(lang, said):
    """As the plain table says it; nothing after a colon would be no sentence."""
    template = Text("За обвинение: {seats}. Видели: {cards}.", "For it: {seats}. They saw: {cards}.")
    game = replace(RULES, words={**RULES.words, "event": {"voted": template}})
    assert sentences.render(game, "event", "voted", {"seats": [], "cards": []}, lang, NAMES) == said


def test_a_code_or_parameter_that_does_not_exist_is_a_key_error():
    with pytest.raises(KeyError):
        sentences.render(RULES, "event", "exploded", {}, "ru")
    with pytest.raises(KeyError):
        sentences.render(RULES, "event", "starts", {}, "ru")
