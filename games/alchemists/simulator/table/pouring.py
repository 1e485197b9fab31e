"""What a score sheet takes from a game: all that lies open, and at the end what was hidden. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.alchemists.scoring.points import AUTHORITY, GRANTS, INGREDIENTS, ROBE
from games.alchemists.scoring.sheet.cells import CONFERENCES, LEVELS, text_of_numbers
from games.alchemists.scoring.sheet.reveal import FACE_DOWN, ConferenceNumbers, Happening
from games.alchemists.simulator.engine import data
from games.alchemists.simulator.engine.options import CONFERENCE, Options, figures, level_of
from games.alchemists.simulator.engine.setup import SETTING_UP
from games.alchemists.simulator.engine.state import Shift, State, theories
from games.alchemists.simulator.engine.turns import OVER, final_players

AT_CONFERENCE = frozenset({"conference", "conference_loss"})  # causes with a token behind them


def finished_rounds(state: State) -> Sequence[Mapping[str, Any]]:
    """The game as it stands, for `games.alchemists.scoring.sheet.played`; nothing before round one.

    Gold, favours and the kinds of seals are told at the end: the sheet counts them once.
    """
    if state.phase == SETTING_UP:
        return ()
    found: dict[str, Any] = {
        "settings": settings(state.options),
        "tiles": tiles(state.options),
        "levels": [level_of(state.options, CONFERENCE, seat) for seat in range(state.players)],
        "opening": [opening(state, seat) for seat in range(state.players)],
        "events": [happening(shift) for shift in state.history],
        "theories": theories(state.books),
        "seals": seals(state),
        "spent": [board.seals for board in state.boards],
        "conflicts": [tuple(sorted(pair, key=INGREDIENTS.index)) for pair in state.conflicts],
        "artifacts": [board.artifacts for board in state.boards],
        "grants": [board.grants for board in state.boards],
    }
    if state.phase == OVER:
        players = final_players(state)
        found["gold"] = [player.gold for player in players]
        found["favours"] = [player.favours for player in players]
        found["feather"] = [player.feather_kinds for player in players]
        found["truth"] = dict(zip(INGREDIENTS, state.truth, strict=True))
    return (found,)


def opening(state: State, seat: int) -> int:
    """Reputation before the first event; a game may begin from any position."""
    moves = (shift.before for shift in state.history if shift.seat == seat)
    return next(moves, state.boards[seat].reputation)


def happening(shift: Shift) -> Happening:
    """A move on the track as the sheet has it."""
    confers = any(part.reason in AT_CONFERENCE for part in shift.parts)
    return Happening(
        shift.seat,
        shift.parts,
        ROBE in shift.artifacts,
        AUTHORITY in shift.artifacts,
        data.CONFERENCES[shift.round] if confers else "",
    )


def seals(state: State) -> dict[str, dict[int, str]]:
    """Who sealed which theory; with which seals, the great reveal shows."""
    over = state.phase == OVER
    return {
        name: {seat: state.screens[seat].placed[place] if over else FACE_DOWN for seat in book.seats}
        for place, (name, book) in enumerate(zip(INGREDIENTS, state.books, strict=True))
    }


def settings(options: Options) -> dict[str, str]:
    """The numbers that the table has set, as cells have them: conferences whole, points of grants."""
    named, own = {name for name, _ in options.numbers}, figures(options)
    found = {}
    for code in CONFERENCES:
        for level in LEVELS:
            if any(name.startswith(f"{code}.{level}.") for name in named):
                found[f"{code}.{level}"] = _conference(own.conferences[code, level])
    return found | {code: str(own.points[code]) for code in GRANTS if f"{code}.vp" in named}


def tiles(options: Options) -> dict[str, str]:
    """The ingredients of grants that the table has set, as cells have them."""
    named, own = {name for name, _ in options.numbers}, figures(options)
    return {code: " ".join(own.tiles[code]) for code in GRANTS if f"{code}.ingredients" in named}


def _conference(side: Mapping[str, Any]) -> str:
    """With a loss for each number of seals that is too few; the last one stands for all more."""
    losses = side["losses"]
    each = tuple(losses[min(n, len(losses) - 1)] for n in range(side["need"]))
    return text_of_numbers(ConferenceNumbers(side["need"], side["gain"], each, guessed=False))
