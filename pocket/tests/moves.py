"""Moves of random games, each foreseen as a phone with a pocket would: what is shown against what comes.

    python -m pocket.tests.moves [--moves 100000] [--pages 50] [--seed 1] [game …]

A line for each game: how many of its moves could be shown, how many of those pages were compared, and where
something differed. Every move is compared by what the seat sees, hears and may do next, and by its sentences;
every so many shown moves by the fragment of the page, without its token.
"""

import argparse
import json
import os
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails

from pocket import ahead
from simulator.engine.chance import substream
from simulator.engine.foresight import foresee
from simulator.engine.game import Move, Step
from simulator.engine.record import Record
from simulator.game import played_games
from simulator.matches.access import MatchAccess
from simulator.matches.board import MatchPresenter
from simulator.matches.play import Replay, Viewer
from simulator.models import HERE, Match, Seat
from tests.conformance.tables import AGENTS, TABLES, Table, canonical
from tests.markup import NEW_EACH_TIME

LONGEST = 500  # moves of a game; then another one begins
LANG = "ru"
NAMES = ("Оля", "Саша", "Коля", "Аня", "Юра", "Ира")


class Figures(NamedTuple):
    game: str
    moves: int = 0
    shown: int = 0
    pages: int = 0
    different: tuple[str, ...] = ()

    def __str__(self) -> str:
        share = 100 * self.shown / max(self.moves, 1)
        told = f"{self.game}: {self.moves} moves, {self.shown} shown ({share:.0f} %), {self.pages} pages"
        return f"{told}, {len(self.different)} differences {' | '.join(self.different[:5])}".rstrip()


class Turn(NamedTuple):
    """A move that is about to be made, and the match so far."""

    table: Table
    replay: Replay
    seat: int
    move: Move
    really: Step


def run(game_id: str, moves: int, pages: int, chance: random.Random) -> Figures:
    """`pages`: of so many shown moves one is compared as a page."""
    figures, turns = Figures(game_id), turns_of(game_id, chance)
    while figures.moves < moves:
        turn = next(turns)
        engine, state = turn.table.game, turn.replay.state
        foreseen = foresee(
            engine, engine.view(state, turn.seat), turn.seat, turn.move, chance.getrandbits(32)
        )
        figures = figures._replace(moves=figures.moves + 1)
        if foreseen is None:
            continue
        figures, is_page = figures._replace(shown=figures.shown + 1), figures.shown % pages == 0
        told = differs(turn, foreseen) or (is_page and page_differs(turn))
        figures = figures._replace(pages=figures.pages + is_page)
        if told:
            where = f"{turn.table} ply {turn.replay.ply} {turn.move}: {told}"
            figures = figures._replace(different=(*figures.different, where))
    return figures


def turns_of(game_id: str, chance: random.Random) -> Iterator[Turn]:
    """Of games without end, at any table of the game."""
    tables = [table for table in TABLES if table.game_id == game_id]
    while True:
        yield from _turns(chance.choice(tables), chance.getrandbits(32), chance.choice([*AGENTS]))


def shown_turn(game_id: str) -> Turn:
    """One whose move can be shown."""
    turns = turns_of(game_id, random.Random(4))
    return next(turn for turn in turns if foresee(turn.table.game, view_of(turn), turn.seat, turn.move))


def view_of(turn: Turn) -> Any:
    return turn.table.game.view(turn.replay.state, turn.seat)


def _turns(table: Table, seed: int, agent: str) -> Iterator[Turn]:
    engine, choose = table.game, AGENTS[agent](substream(seed, 1))
    record = Record(engine.id, engine.rules, table.options, seed)
    steps = [engine.new_game(table.options, seed)]
    while len(steps) < LONGEST and (acting := engine.to_act(steps[-1].state)):
        seat = min(acting)
        move = choose(engine.legal_moves(steps[-1].state, seat))
        really = engine.apply(steps[-1].state, seat, move)
        yield Turn(table, Replay(record, tuple(steps)), seat, move, really)
        record = record.with_move(seat, move)
        steps.append(really)


def differs(turn: Turn, foreseen: Step) -> str:
    """By what, if by anything."""
    engine, seat, replay = turn.table.game, turn.seat, turn.replay
    world = engine.resample(replay.state, seat, 0)
    before = board_of(turn)

    def shown(state: Any, step: Step) -> dict[str, Any]:
        heard = [event for event in step.events if event.visible_to(seat)]
        told = replay.table.told(state, step.state, heard)
        return {
            "view": canonical(engine.view_json(engine.view(step.state, seat))),
            "events": [event.to_json() for event in heard],
            "sentences": [before.say.event(event) for event in told],
            "who is next": engine.to_act(step.state),
            "moves": engine.legal_moves(step.state, seat),
            "learned": step.learned,
        }

    one, other = shown(replay.state, turn.really), shown(world, foreseen)
    return ", ".join(name for name, value in one.items() if other[name] != value)


def page_differs(turn: Turn) -> str:
    """By its fragment, which the pocket draws of what came to it as JSON."""
    told = json.loads(json.dumps(ahead.known(board_of(turn))))
    after = ahead.board_after(told, str(turn.move), False, LANG)
    if after is None:
        return "no page"
    record = turn.replay.record.with_move(turn.seat, turn.move)
    replay = Replay(record, (*turn.replay.steps, turn.really))
    really = board_of(turn._replace(replay=replay), is_new=replay.settled[-1] == replay.ply)
    one, other = fragment(really), fragment(after)
    if one == other:
        return ""
    lines = zip(one.splitlines(), other.splitlines(), strict=False)
    return "page: " + next((f"{a.strip()} / {b.strip()}" for a, b in lines if a != b), "its end")[:300]


def board_of(turn: Turn, is_new: bool = False) -> MatchPresenter:
    """The table of a match with bots, for whoever moves; it is in no database."""
    players = turn.table.seats
    match = Match(
        pk=1,
        public_id="abcdefghjk",
        game=turn.table.game_id,
        rules=turn.table.game.rules,
        config=turn.table.options,
        seed=str(turn.replay.record.seed),
        version=7 + is_new,
    )
    bot = turn.replay.table.DEFAULT_BOT
    seats = tuple(
        Seat(match=match, place=place, name=NAMES[place], kind=HERE if place == turn.seat else bot)
        for place in range(players)
    )
    access = MatchAccess(match, seats, True, (turn.seat,))
    viewer, seen = Viewer(turn.seat), turn.replay.seen_by(turn.seat)
    return ahead.KnownBoard(access, seen, viewer, seen.ply, LANG)


def fragment(board: MatchPresenter) -> str:
    request = RequestFactory().get("/", headers={"HX-Request": "true"})
    request.htmx = HtmxDetails(request)
    return NEW_EACH_TIME.sub("", ahead.fragment(request, board))


def main() -> None:
    parser = argparse.ArgumentParser(prog="pocket.tests.moves")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument(
        "--pages", type=int, default=50, help="one of so many shown moves is compared as a page"
    )
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for game_id in asked.games or played_games():
        print(run(game_id, asked.moves, asked.pages, random.Random(asked.seed)), flush=True)


if __name__ == "__main__":
    main()
