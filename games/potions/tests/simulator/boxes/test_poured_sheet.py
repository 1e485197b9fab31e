"""Games with boxes, poured into a score sheet: the same points, and nothing to point out."""

import random

import pytest

from games.potions.rulebook.boxes.guild import sequences
from games.potions.scoring.points import ELEMENT, Play, card_of
from games.potions.scoring.sheet.rules import SHEET
from games.potions.simulator.engine import bots
from games.potions.simulator.table.presenter import finished_rounds
from scoring.sheets.core import FINISH, YES, SheetEntry, State, state_of
from simulator.game import engine_of
from tests.daily import daily

OWN = sequences.data_of(sequences.cards())[::-1]


def played(boxes: str, players: int, seed: int, **options: object) -> object:
    """A whole game of quick players who sometimes do anything."""
    game, rand = engine_of("potions"), random.Random(seed)
    config = {"players": players, "options": {"sets": boxes} | options}
    state = game.new_game(config, seed).state
    while seats := game.to_act(state):
        (seat,) = seats
        moves = game.legal_moves(state, seat)
        move = bots.policy(state, rand.random) if rand.random() < 0.6 else rand.choice(moves)
        state = game.apply(state, seat, move if move in moves else rand.choice(moves)).state
    return state


def named(play: Play) -> Play:
    """A play as the sheet has it: it tells copies of a card apart only as elements."""
    return play._replace(card=card_of(play.card).id) if play.card and play.kind != ELEMENT else play


@pytest.mark.parametrize("boxes", daily(["guild", "university", "guild,university"], ["guild,university"]))
@pytest.mark.parametrize("seed", range(4))
def test_the_sheet_of_a_played_game_has_its_points(boxes: str, seed: int) -> None:
    """Every play is taken, the totals are the engine's, the lines add up, and nothing is pointed out."""
    players = 2 + seed % 3
    state = played(boxes, players, seed)
    entries: list[SheetEntry] = []
    known = State(players, {})
    for n, (cell, text) in enumerate(SHEET.entries_of(finished_rounds(state)), start=1):
        entry = SheetEntry(n, cell, text)
        assert SHEET.check(known, entry) is None, (cell, text)
        entries.append(entry)
        known.cells[cell] = entry  # type: ignore[index]
    tally = SHEET.fold(players, entries)
    assert tally.totals == state.scores
    assert [named(row.play) for row in tally.plays] == [named(play) for play in state.history]
    assert tally.warnings == []
    closed = SHEET.fold(players, [*entries, SheetEntry(len(entries) + 1, FINISH, YES)])
    assert state_of(players, entries).finished is False
    assert closed.winners == engine_of("potions").result(state).winners


def test_own_columns_come_before_what_needs_them() -> None:
    """Ruling 74: the table's own columns travel into its sheet."""
    state = played("guild", 2, 5, columns=OWN)
    rounds = SHEET.entries_of(finished_rounds(state))
    assert [cell for cell, _ in rounds[:4]] == ["boxes", "columns", "sequence.1", "sequence.2"]


def test_the_base_game_pours_what_it_always_did() -> None:
    """The wire is frozen: the plays alone."""
    state = played("base", 2, 1)
    assert finished_rounds(state) == state.history
