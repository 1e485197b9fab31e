"""The pages of pairs that `manage.py advice pairs` writes (issue 42, «With and without reasons»)."""

import pytest

from simulator.bulk.advice import pairs
from simulator.engine.game import Proposition
from simulator.game import engine_of
from simulator.management.advice_pairs import LETTERS, pages
from simulator.matches.log import Words


def pair_of_poison(number):
    rules = engine_of("poison")
    config = {"players": 3, "options": {}}
    state = rules.new_game(config, number).state
    (seat,) = rules.to_act(state)
    first, last = rules.legal_moves(state, seat)[:: len(rules.legal_moves(state, seat)) - 1]
    reasons = (Proposition("speaks_for", {}), Proposition("speaks_against", {}, good=False))
    return pairs.MovePair(
        f"game {number}", config, rules.encode(state), seat, str(first), str(last), reasons, 2.5
    )


@pytest.fixture
def made(monkeypatch):
    monkeypatch.setattr(Words, "mark", lambda say, code, params: f"{code}.")
    some = [pair_of_poison(number) for number in range(12)]
    return some, pages("poison", some, 4, "ru")


def test_pages_of_pairs_tell_what_is_better_by_reasons_alone(made):
    """«neutral sentences for both, order shuffled, no figures, no bands, no «лучше»»."""
    some, found = made
    for text in found.texts.values():
        assert text.count("**А.**") == text.count("**Б.**") == len(some)
        assert ".." not in text
        assert not {"лучше", "хорошо", "сойдёт", "ошибка", "2,5", "2.5"} & set(text.lower().split())
    assert "speaks" not in found.texts["bare"]
    assert found.texts["reasoned"].count("speaks_for") == len(some)


def test_the_key_tells_the_good_move_and_either_letter_may_be_it(made):
    some, found = made
    for page in ("bare", "reasoned"):
        assert {row["letter"] for row in found.key[page]} == set(LETTERS)
        assert sorted(row["position"] for row in found.key[page]) == sorted(pair.where for pair in some)
    questions = found.texts["reasoned"].split("## ")[1:]
    for question, row in zip(questions, found.key["reasoned"], strict=True):
        (line,) = (line for line in question.splitlines() if "speaks_for" in line)
        assert line.startswith(f"**{row['letter']}.**")
    assert found.key["bare"] != found.key["reasoned"]
