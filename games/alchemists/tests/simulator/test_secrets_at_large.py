"""Five hundred positions, each beside another state that differs only in what a seat can't know.

View, legal moves, refusals, hint, what is heard of the next move, and the page itself are the same to the
byte. Two of the tables run every day.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from django.test import Client

from games.alchemists.simulator.engine.data import MAX_PLAYERS, MIN_PLAYERS
from games.alchemists.simulator.engine.state import SEALED, State
from games.alchemists.tests.simulator.games import GAME
from simulator.engine.chance import Rng, substream
from simulator.engine.game import Move, Step
from simulator.game import table_of
from tests.daily import Run, daily
from tests.simulator.test_pages_table import HTMX, lay, seat_at, start

EACH = 28  # positions of every table
PAGES = 1 if Run.is_daily else 3  # of those, whose page is rendered
MIXED = {2: "master,apprentice", 3: "master,apprentice,master", 4: "apprentice,master,master,apprentice"}
GROUPS = [
    (players, level, bot)
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
    for level in ("apprentice", "master", MIXED[players])
    for bot in ("random", "wild")
]
EVERY_DAY = [(4, MIXED[4], "wild")]
UNHEARD = {"seal", "discard", "order", "promise", "publish", "token", "guarantee", "barmaid", "test"}
TOKEN = re.compile(  # always as long
    r'(?<=csrftoken":")\w{64}|(?<=csrfmiddlewaretoken" value=")\w{64}|(?<=client_entry_id" value=")[\w-]{16}'
)
ATTEMPTS = ("publish toad", "mix toad fern", "bid 3", "peek", "take claw", "debunk toad R", "keep merchant")


class Place(NamedTuple):
    """A position with the move that was made there and what came of it, and who looks."""

    state: State
    mover: int
    move: Move
    step: Step
    seat: int


@cache  # for the three tests of a table
def places(players: int, level: str, bot: str) -> Sequence[Place]:
    """Of several games, positions at random: half of them seen by whoever is to act, half by anybody."""
    rng = Rng(players * 1000 + len(level) * 10 + len(bot))
    config = {"players": players, "options": {"level": level}}
    found: list[Place] = []
    for seed in (3, 4, 5, 6):
        state, plies = GAME.new_game(config, seed).state, []
        while acting := GAME.to_act(state):
            mover = rng.choice(sorted(acting))
            legal = GAME.legal_moves(state, mover)
            move = GAME.bots[bot](GAME.view(state, mover), legal, substream(seed, len(plies)))
            step = GAME.apply(state, mover, move)
            seat = mover if rng.below(2) else rng.below(players)
            plies.append(Place(state, mover, move, step, seat))
            state = step.state
        sealed = [place for place in plies if type(place.state.agenda[-1]) in SEALED][1:]
        found += [sealed[rng.below(len(sealed))], *(rng.choice(plies) for _ in range(EACH // 4 - 1))]
    return found


def bytes_of(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, default=str).encode()


def seen(state: State, seat: int) -> bytes:
    return bytes_of(GAME.view_json(GAME.view(state, seat)))


def hidden(state: State, seat: int) -> dict[str, Any]:
    """All that a seat can't know, by name."""
    others = [screen for place, screen in enumerate(state.screens) if place != seat]
    return {
        "hands": [screen.hand for screen in others],
        "favours": [screen.favours for screen in others],
        "seals": [screen.placed for screen in others],
        "pairs": [screen.pairs for screen in others],
        "looks": [screen.peeked for screen in others],
        "discard": [screen.thrown for screen in others],
        "sealed": [screen.sealed for screen in others],
        "deck": state.deck,
        "favour deck": state.favours,
        "adventurers": state.adventurers,
        "world": state.truth,
        "chance": state.chance,
    }


@pytest.mark.parametrize(("players", "level", "bot"), daily(GROUPS, EVERY_DAY))
def test_what_a_seat_cannot_know_changes_no_byte_of_what_it_is_told(players, level, bot):
    """Ruling 131: view, moves, refusals, hint, and what is heard of a move that teaches it nothing hidden."""
    differ: Counter[str] = Counter()
    heard = 0
    for number, place in enumerate(places(players, level, bot)):
        state, seat = place.state, place.seat
        other = GAME.resample(state, seat, number)
        GAME.invariants(other)
        mine, theirs = hidden(state, seat), hidden(other, seat)
        differ.update(name for name in mine if mine[name] != theirs[name])
        assert seen(other, seat) == seen(state, seat)
        assert GAME.legal_moves(other, seat) == GAME.legal_moves(state, seat)
        for text in ATTEMPTS:
            assert GAME.check(other, seat, GAME.parse(other, seat, text)) == GAME.check(
                state, seat, GAME.parse(state, seat, text)
            )
        assert hint_of(other, seat) == hint_of(state, seat)
        heard += sounds_the_same(place, other)
    assert set(differ) >= set(mine) - {"sealed", "looks"}
    assert heard > EACH // 4


def hint_of(state: State, seat: int) -> bytes:
    return bytes_of(GAME.hint(GAME.view(state, seat), 5, 200))


def sounds_the_same(place: Place, other: State) -> bool:
    """Compares what the seat hears of the move, where the move can be made and teaches it nothing hidden."""
    if place.seat in place.step.learned or GAME.check(other, place.mover, place.move) is not None:
        return False
    again = GAME.apply(other, place.mover, place.move)
    assert told(again, place.seat) == told(place.step, place.seat)
    assert seen(again.state, place.seat) == seen(place.step.state, place.seat)
    return True


def told(step: Step, seat: int) -> bytes:
    return bytes_of([event.to_json() for event in step.events if event.visible_to(seat)])


@pytest.mark.parametrize(("players", "level", "bot"), daily(GROUPS, EVERY_DAY))
def test_moves_that_sound_the_same_to_another_look_the_same_to_it(players, level, bot):
    """setup.secret: whatever somebody has chosen unseen leaves no trace in what lies open."""
    unheard: Counter[str] = Counter()
    for place in places(players, level, bot):
        seat, looks, sounds = (place.mover + 1) % players, {}, defaultdict(set)
        for move in GAME.legal_moves(place.state, place.mover):
            step = GAME.apply(place.state, place.mover, move)
            sound = told(step, seat)
            assert looks.setdefault(sound, seen(step.state, seat)) == seen(step.state, seat), move
            sounds[move.verb].add(sound)
        for verb in UNHEARD & set(sounds):
            assert len(sounds[verb]) == 1, verb
            unheard[verb] += 1
    assert unheard


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "level", "bot"), daily(GROUPS, EVERY_DAY))
def test_the_page_of_a_seat_has_the_same_letters_in_both_worlds(client: Client, players, level, bot):
    """Neither its words nor its size tell anything: the page, its parts, and the view as data."""
    match = start(client, *["phone"] * players, game="alchemists")
    whole = [place for place in places(players, level, bot) if is_whole(place)][:PAGES]
    phones = {seat: seat_at(client, match, seat) for seat in {place.seat for place in whole} - {0}}
    for place in whole:
        phone = phones.get(place.seat, client)
        worlds = (place.state, GAME.resample(place.state, place.seat, 9))
        pages = [answers(phone, match, world) for world in worlds]
        assert pages[0] == pages[1]
        assert min(map(len, pages[0])) > 500


def is_whole(place: Place) -> bool:
    """Whether nobody has half chosen: a match has no such position at its start."""
    sealed = any(screen.sealed for screen in place.state.screens)
    return not sealed and not table_of("alchemists").under_way(place.state)


def answers(phone: Client, match: Any, world: State) -> list[str]:
    """What the seat's phone is sent at the addresses of a match that begins with this state."""
    lay(match, world)
    url = f"/play/m/{match.public_id}"
    found = [
        phone.get(url, **HTMX),
        phone.get(f"{url}/view.json"),
        phone.get(f"{url}/log"),
        phone.get(f"/en{url}"),
    ]
    assert {response.status_code for response in found} == {200}
    return [TOKEN.sub("", each.content.decode()) for each in found]
