"""Setting up: who begins, hands, the first cupboard; and what boxes want of the games that are begun."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.courses import read_options
from games.potions.simulator.engine.cupboard import empty, lay
from games.potions.simulator.engine.data import MAX_PLAYERS, MIN_PLAYERS
from games.potions.simulator.engine.rules import EVERYBODY
from games.potions.simulator.engine.state import RULES, State
from simulator.engine.chance import Chance, script_of
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Step
from simulator.engine.options import check_players, first_seat
from simulator.engine.tuples import in_order


def new_game(config: Mapping[str, Any], seed: int, by_rules: int = RULES) -> Step:
    """Draws or names the first player, shuffles, deals, opens the cupboard; older rules deal alike, and
    `Options` says what is otherwise in them. Raises BadConfig.
    """
    options, course = read_options(config.get("options", {}))
    options = evolve(options, rules=by_rules)
    players = check_players(config.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    first, chance = first_seat(players, options.first_player), Chance(seed, script_of(config))
    decks: list[tuple[str, ...]] = []
    for cards in course.decks:
        shuffled, chance = chance.shuffled(cards)
        decks.append(tuple(shuffled))  # the first card of a scripted order is the top one
    if first is None:
        first, chance = chance.below(players)
    hands, opening, rest = _deal(course, decks, players)
    events = [
        Event.of("dealt", "setup.deal", {"n": sum(course.deals)}),
        *(Event.of("hand", "setup.deal", {"seat": s, "cards": list(h)}, (s,)) for s, h in enumerate(hands)),
        Event.of("opened", "setup.cupboard", {"cards": list(opening)}),
        Event.of("first_chosen", "setup.first", {"seat": first}),
    ]
    state = State(
        players=players,
        options=options,
        course=course,
        chance=chance,
        first=first,
        turn=1,
        decks=rest,
        hands=hands,
        shown=((),) * players,
        cupboard=lay(empty(course), opening, course.spells_on_top),
        tables=((),) * players,
        scores=(0,) * players,
        history=(),
        aside=(),
        agenda=(),
        parts=tuple([keeping.begin(players) for keeping in course.keeps]),
    )
    for prepare in course.after_deal:
        state = prepare(state, events)
    started = course.turns.start(state, first, events, state.turn)
    return Step.of(started, events, EVERYBODY[players])


def _deal(
    course: Course, decks: Sequence[tuple[str, ...]], players: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """(hands, opening cards, the rest), from the top of each deck: hands, then open cards (setup.deal)."""
    hands: list[tuple[str, ...]] = [()] * players
    opening: tuple[str, ...] = ()
    rest = []
    for top_down, deal, opened in zip(decks, course.deals, course.openings, strict=True):
        dealt = players * deal
        hands = [(*hand, *top_down[seat * deal : (seat + 1) * deal]) for seat, hand in enumerate(hands)]
        opening += top_down[dealt : dealt + opened]
        rest.append(top_down[dealt + opened :][::-1])
    return tuple([in_order(hand) for hand in hands]), opening, tuple(rest)


def rarities_of(options: Mapping[str, Any]) -> Iterable[str]:
    """What the boxes on the table want to be met."""
    return read_options(options)[1].rarities
