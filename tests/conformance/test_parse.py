"""Whatever somebody sends as a move is a move or is refused with a clause: no text breaks `parse` or `check`.

FUZZ_TEXTS sets the number of texts for each game (5,000 here, 100,000 with --all, a million at night); for
every 30,000 of them another game of each table is played to ask them in, here of the two that differ most.
"""

import json
from functools import cache

import pytest

from rulebook.content import reading
from rulebook.wording import sentences
from scoring import sheets
from scoring.sheets.core import SheetEntry, state_of
from simulator.cases import casebook
from simulator.engine.chance import Rng
from simulator.engine.game import Move
from simulator.engine.rules import Rules
from simulator.game import engine_of, played_games
from tests.conformance.tables import DAILY, TABLES
from tests.conformance.texts import Fault, Texts, Vocabulary, fuzz_texts, positions, words_of_cases
from web.refusal import Refusal

GAMES = played_games()
LANGUAGES = ("ru", "en")


@cache
def plies_of(game_id, texts):
    more = texts // 30_000
    return positions(game_id, 1 + more, TABLES if more else DAILY)


@cache
def foreign_words(game_id):
    """The words of the other games, which mean nothing here."""
    return tuple(word for other in GAMES if other != game_id for word in words_of_cases(other))


@pytest.mark.parametrize("game_id", GAMES)
def test_no_text_breaks_an_engine_and_every_refusal_has_a_clause_and_a_sentence(game_id, fuzz_texts_each):
    game, rules, said = engine_of(game_id), reading.whole(game_id), {}
    plies = plies_of(game_id, fuzz_texts_each)
    for refusal in fuzz_texts(game, plies, foreign_words(game_id), fuzz_texts_each, 81):
        if refusal is not None:
            said[refusal.code, refusal.clause, len(str(refusal.params)) // 8] = refusal
    least = min(8, len(rules.words.get("refusal", {})) // 2)  # a small game has little to refuse
    assert len({code for code, _, _ in said}) >= max(1, least), "the texts are too far from the game"
    for refusal in said.values():
        assert refusal.clause in rules.clause_by_id
        for lang in LANGUAGES:
            assert sentences.render(rules, "refusal", refusal.code, refusal.params, lang)


LONG = 21  # entries of a sheet
SHEETS_OF_CASES = [case for case in casebook.cases() if case.sheet and case.moves]


@pytest.mark.parametrize("game_id", reading.game_ids())
def test_no_text_breaks_a_sheet_either(game_id, fuzz_texts_each):
    """A tenth of the texts: sheets read less, and only what people write into cases."""
    rules, clauses = sheets.get(game_id), reading.whole(game_id).clause_by_id
    mine = [case for case in SHEETS_OF_CASES if case.game == game_id]
    lines = {row.partition(": ")[2] for case in mine for row in case.moves} or {"1 points 1"}
    rng, names = Rng(82), ("Оля", "Коля", "Рита")
    texts, entries = Texts(rng, Vocabulary(lines), foreign_words(game_id)), []
    for n in range(1, fuzz_texts_each // 10 + 1):
        text = texts.next(sorted(lines))
        entries = entries if len(entries) < LONG else []  # all at once: an entry may rest on an earlier one
        entry = SheetEntry(n, *rules.typed(names, rng.below(3), len(entries) + 1, text))
        refusal = rules.check(state_of(len(names), entries), entry)
        if refusal is None:
            entries = [*entries, entry]
            rules.fold(len(names), entries)
        else:
            assert refusal.clause in clauses, text


class Brittle:
    """A real engine that breaks at one word, said by whoever is to act: a case has no name for a stranger."""

    def __init__(self, game):
        self.game = game

    def __getattr__(self, name):
        return getattr(self.game, name)

    def parse(self, state, seat, text):
        if "pas" in text and seat in self.game.to_act(state):
            raise LookupError("what is that?")
        return self.game.parse(state, seat, text)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_text_that_breaks_an_engine_is_found_made_small_and_printed_as_a_case(game_id, fuzz_texts_each):
    game = Brittle(engine_of(game_id))
    with pytest.raises(Fault) as caught:
        list(fuzz_texts(game, plies_of(game_id, fuzz_texts_each), ("pass", "past"), 100_000, 1))
    message = str(caught.value)
    assert "LookupError: what is that?" in message
    assert "text 'pas'" in message
    (case,) = casebook.parse(message.strip().splitlines()[-1], "fuzz")
    assert casebook.evaluate(case).ok
    assert json.loads(message.strip().splitlines()[-1])["moves"][0].endswith(": pas")


class Dice(Rules):
    """One of two dice is thrown, whose codes are digits alone, or some counters are taken."""

    def to_act(self, state):
        return frozenset({0})

    def candidates(self, state, seat):
        return [Move("throw", ("7",)), Move("throw", ("8",)), Move("take", (7,))]

    def check(self, state, seat, move):
        if type(move.args[0]) is not (int if move.verb == "take" else str):
            return Refusal("bad_move", "turn.play")
        return None if move.args == ("8",) else Refusal("locked", "turn.lock")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("throw 8", Move("throw", ("8",))),
        ("throw 7", Move("throw", ("7",))),
        ("throw 9 7", Move("throw", ("9", 7))),
        ("take 7", Move("take", (7,))),
        ("other 7", Move("other", (7,))),
    ],
)
def test_a_code_of_digits_alone_comes_to_its_own_refusal(text, move):
    """docs/new-game.md: a verb has the same types in its places, so «throw 7» is a card, legal or not."""
    game = Dice()
    found = game.parse(None, 0, text)
    assert found == move
    assert [type(arg) for arg in found.args] == [type(arg) for arg in move.args]
    if text == "throw 7":
        assert game.check(None, 0, found).code == "locked"
