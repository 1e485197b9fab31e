"""Each card of «Маго-бой» in its one place, and what it does; quoted one by one in the cases of the game."""

import json

import pytest

from games.wizwar.simulator.engine.cards.book import CARDS, KICK, THROW, record
from games.wizwar.simulator.engine.cards.passives import PASSIVES
from games.wizwar.simulator.engine.course import course_of, courses
from games.wizwar.simulator.engine.data import (
    ATTACKS,
    CARD,
    COPIES,
    COUNTERS,
    DECK,
    IMMEDIATE,
    KIND,
    LIKE,
    OBJECTS,
    PRINTED,
    STONES,
    VALUE,
)
from games.wizwar.simulator.engine.state import Act, Staged, Window
from rulebook.content.typography import NO_BREAK
from simulator.cases import casebook
from simulator.game import engine_of
from tests.daily import daily

GAME = engine_of("wizwar")
EVERY_BOX = max(courses(), key=lambda sets: len(courses()[sets]))
EVERY = course_of(EVERY_BOX)
PLAYED = tuple(EVERY.copies)  # the cards of the base game, and of the boxes that the engine has
NAMES = ["Оля", "Коля", "Рита"]
BESIDE = {"Оля": "1c3", "Коля": "1c4"}


def made(state, *texts):
    """The state after these moves, each by whoever is to choose."""
    for text in texts:
        seat = state.agenda[-1].seat
        state = GAME.apply(state, seat, GAME.parse(state, seat, text)).state
    return state


def position(**changes):
    return GAME.decode({"players": NAMES[:2], "at": BESIDE, **changes})


def verb_of(card):
    return "strike" if card in OBJECTS else "play"


# --- The deck -----------------------------------------------------------------------------------------------


def test_the_deck_has_124_cards_of_68_kinds():
    """components.deck: 34 numbers, 21 attacks, 44 neutral cards, 12 counteractions, 8 stones, 5 objects."""
    assert (len(DECK), len(COPIES)) == (124, 68)
    kinds = {KIND[card] for card in COPIES}
    counted = {kind: sum(COPIES[card] for card in COPIES if KIND[card] == kind) for kind in kinds}
    assert counted == {
        "number": 34,
        "attack": 21,
        "neutral": 44,
        "counteraction": 12,
        "magic_stone": 8,
        "object": 5,
    }


def test_there_is_no_number_one():
    """number.default: without a number it is 1, so the deck has none."""
    assert sorted(VALUE[card] for card in VALUE.keys() & PRINTED.keys()) == [3, 4, 5, 6]


@pytest.mark.parametrize("card", [card for card in PLAYED if KIND[card] == "neutral"])
def test_a_neutral_card_has_one_row(card):
    does = CARDS[card]
    assert (does.cast is not None) + does.along + (card in IMMEDIATE) == 1


@pytest.mark.parametrize("card", sorted(COUNTERS & PRINTED.keys()))
def test_a_counteraction_has_one_row(card):
    """counter.own_turn: it can be played in one's own turn, too."""
    assert CARDS[card].answer is not None
    assert CARDS[card].cast is not None


@pytest.mark.parametrize("card", [card for card in COPIES if KIND[card] == "attack"])
def test_an_attack_does_damage_or_has_a_row(card):
    assert (CARDS[card].land is not None) != (CARD[card].data.get("damage", {}).get("kind") == "magical") or (
        card in ("waterbolt", "slow_death")
    )


def test_every_card_but_the_numbers_has_a_record():
    assert CARDS.keys() - LIKE == {card for card in PLAYED if card not in VALUE} | {KICK, THROW}
    assert set(PASSIVES) <= set(CARDS)
    assert all(record(card) == record(like) for card, like in LIKE.items())


@pytest.mark.parametrize("card", list(PLAYED))
def test_a_card_has_a_case_that_quotes_it(card):
    case = casebook.find("wizwar", f"card-{card}")
    assert case.title["ru"].startswith(f"{CARD[card].name.ru.replace(NO_BREAK, ' ')}: ")
    assert case.title["en"].startswith(f"{CARD[card].name.en}: ")


# --- Points -------------------------------------------------------------------------------------------------

POINTS = [
    ("fireball", (), 5),  # always 5
    ("sudden_death", (), 10),  # always 10
    ("lightning_blast", (), 1),  # N, 1 without a number
    ("lightning_blast", ("number_6",), 6),
    ("lightning_blast", ("number_3", "number_5"), 8),  # with Add
    ("powerthrust", (), 3),  # N + 2
    ("powerthrust", ("number_6",), 8),
    ("stone_dead", ("number_4",), 8),  # N times the stones: two lie before the victim
    ("dagger", (), 3),
    ("large_rock", (), 3),
]


def aimed(state, numbers):
    """The compound move under way, aimed at Коля with these numbers and doubled where that is asked."""
    answers = {"target": "w2", "boost": "yes", **dict(zip(("with", "and"), numbers, strict=False))}
    while type(state.agenda[-1]) is Staged:
        verb = GAME.legal_moves(state, 0)[0].verb
        state = made(state, f"{verb} {answers.get(verb, 'none')}")
    return state


def held(card, numbers, *others):
    return " ".join((card, *others, *numbers, *(["add"] if len(numbers) > 1 else [])))


@pytest.mark.parametrize(("card", "numbers", "points"), POINTS)
def test_the_points_of_an_attack(card, numbers, points):
    """fight.hits: nobody answers, so it hits."""
    shown = {"Коля": "speedstone visionstone large_rock"}
    state = position(hands={"Оля": held(card, numbers)}, shown=shown)
    state = aimed(made(state, f"{verb_of(card)} {card}"), numbers)
    assert [wizard.life for wizard in state.wizards] == [15, 15 - points]


@pytest.mark.parametrize(("card", "numbers", "points"), [row for row in POINTS if row[0] not in OBJECTS])
def test_a_powerstone_adds_one_to_every_number_and_amplify_doubles_the_points(card, numbers, points):
    """Powerstone: each number card counts 1 more, the default 1 doesn't (ruling 77). Amplify: twice that."""
    more = len(numbers) * (2 if card == "stone_dead" else 1)
    shown = {"Оля": "powerstone", "Коля": "speedstone visionstone"}
    state = position(hands={"Оля": held(card, numbers, "amplify")}, shown=shown, life={"Коля": 99})
    state = aimed(made(state, f"play {card}"), numbers)
    assert state.wizards[1].life == 99 - (points + more) * 2


# --- Which counteraction answers which attack ---------------------------------------------------------------

SPELLS_WITH_POINTS = ("fireball", "lightning_blast", "waterbolt", "powerthrust", "sudden_death", "stone_dead")
SPELLS_WITH_TURNS = ("blind", "medusa", "lock_in_place")
OTHER_SPELLS = (
    *("slow_death", "drop_object", "swap", "teleport_opponent"),
    *("go_away", "thought_steal", "card_erasure", "drag"),
)
NO_SPELLS = ("dagger", "large_rock", "wizardblade", "kick")
ANY = {"full_shield", "teleport", "invisible", "shrink", "mist_body"}
REDUCERS, AGAINST_SPELLS = {"absorb", "blunt"}, {"absorb_spell", "full_reflection"}


def attacked_by(attack):
    """What Коля may answer with; the two share a square, and he has seven counteractions at a time."""
    answers, found = sorted(COUNTERS & PRINTED.keys()), set()
    for hand in (answers[::2], answers[1::2]):
        state = position(
            hands={"Оля": "number_3" if attack == "kick" else f"{attack} number_3", "Коля": " ".join(hand)},
            at={"Оля": "1c3", "Коля": "1c3"},
            shown={"Коля": "speedstone"},
        )
        state = aimed(
            made(state, "kick w2" if attack == "kick" else f"{verb_of(attack)} {attack}"), ["number_3"]
        )
        assert type(state.agenda[-1]) is Window
        found |= {move.args[0] for move in GAME.legal_moves(state, 1) if move.verb == "answer"}
    return found


def test_every_attack_is_in_one_of_the_lists():
    listed = {*SPELLS_WITH_POINTS, *SPELLS_WITH_TURNS, *OTHER_SPELLS, *NO_SPELLS}
    assert set(ATTACKS & COPIES.keys()) | {"kick"} == listed


ANSWERED = [
    # A spell with points may be absorbed, blunted and reflected.
    *((attack, ANY | REDUCERS | AGAINST_SPELLS | {"reflection"}) for attack in SPELLS_WITH_POINTS),
    # fight.durations: what lessens damage doesn't touch a duration, which is reflected.
    *((attack, ANY | AGAINST_SPELLS | {"reflection"}) for attack in SPELLS_WITH_TURNS),
    # A spell with neither points nor turns can't be halved.
    *((attack, ANY | AGAINST_SPELLS) for attack in OTHER_SPELLS),
    # card.physical, ruling 78: a shield stops what is no spell, Absorb and Blunt lessen it.
    *((attack, ANY | REDUCERS) for attack in NO_SPELLS),
]


@pytest.mark.parametrize(("attack", "answers"), ANSWERED)
def test_an_attack_may_be_answered_by_just_these(attack, answers):
    assert attacked_by(attack) == answers


def test_a_waterwall_answers_only_where_the_line_crosses_a_free_edge():
    state = made(position(hands={"Оля": "sudden_death", "Коля": "waterwall"}), "play sudden_death")
    assert "answer waterwall 0" in {str(move) for move in GAME.legal_moves(state, 1)}


# --- Every card in a full position --------------------------------------------------------------------------

CURSED = ("load_stone",)  # curses.keep: nobody can do anything with it
ALONE = ("big_man",)  # played only where nobody else is
FULL = {
    "players": NAMES,
    "at": {"Оля": "1b4", "Коля": "1c4", "Рита": "1b4"},
    "life": {"Оля": 9, "Коля": 6, "Рита": 4},
    "treasures": {"T1a": "Коля", "T2a": "1a4"},
    "shown": {"Коля": "speedstone dagger", "Рита": "shieldstone"},
    "floor": "large_rock@1a4 bloodstone@1c4",
    "walls": "1a4s@w2 1c4s:9",
    "fire": "1c3s@w3",
    "illusion": "1d1s@w1",
    "bush": "1a3",
    "stone": "1e5",
    "effects": "invisible w3 w3 2; slow_death w1 w2 0",
    "script": [0, 1, 2, 3, 0, 1, 2, 3],
}


def playouts(state, most):
    """Plays on, in every choice several ways, until a turn goes on freely: the states then."""
    open_ones, done = [state], []
    while open_ones and len(done) < most:
        state = open_ones.pop()
        frame = state.agenda[-1] if state.agenda else None
        if frame is None or type(frame) is Act:
            done.append(state)
            continue
        moves = GAME.legal_moves(state, frame.seat)
        assert moves
        open_ones += [GAME.apply(state, frame.seat, move).state for move in moves[:: max(1, len(moves) // 4)]]
    return done


TURNED_TO = [card for card in PLAYED if card not in IMMEDIATE]


@pytest.mark.parametrize("card", daily(TURNED_TO, TURNED_TO[::3]))  # every day each is played by a case
def test_a_card_can_be_used_in_a_full_position_whatever_is_chosen(card):
    """Nothing is lost or doubled, and what comes of it can be written down and read again."""
    lies_there = f"{FULL['shown']} {FULL['floor']}"
    hand = "number_3" if card in lies_there and EVERY.copies[card] == 1 else f"{card} number_3"
    others = {"Коля": "absorb_spell absorb teleport", "Рита": "full_reflection blunt anti_anti"}
    hands = {"Оля": hand, **{name: text for name, text in others.items() if card not in text.split()}}
    options = {} if card in COPIES else {"sets": EVERY_BOX}
    at = FULL["at"] | ({"Рита": "1b3"} if card in ALONE else {})
    state = GAME.decode({**FULL, "hands": hands, "options": options, "at": at})
    first = [move for move in GAME.legal_moves(state, 0) if card in move.args and move.verb != "discard"]
    assert first or hand == "number_3" or record(card).along or card in CURSED
    for move in first:
        for end in playouts(GAME.apply(state, 0, move).state, 60):
            GAME.invariants(end)
            assert GAME.decode(json.loads(json.dumps(GAME.encode(end)))) == end


@pytest.mark.parametrize("stone", sorted(STONES & COPIES.keys()))
def test_a_stone_works_from_the_moment_it_is_shown(stone):
    """stone.what: face up, no longer in the hand, still one of the cards that count."""
    state = made(position(hands={"Оля": stone}), f"show {stone}")
    assert state.wizards[0].shown == (stone,)
    assert stone not in state.wizards[0].hand


def test_a_shadowstone_gives_nothing_for_what_its_owner_loses():
    """stone.what, card text: what you take from a wizard is added to your lives; one's own loss is a loss."""
    wall = position(
        hands={"Оля": "destroy_wall"}, shown={"Оля": "shadowstone"}, at={"Оля": "1c4", "Коля": "1c5"}
    )
    state = made(wall, "play destroy_wall", "target 1c4s")
    lives = [wizard.life for wizard in state.wizards]
    assert lives == [15 - 2 + 2, 15 - 2]  # only Коля's two points come to Оля


# --- Walking ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("add number_3 number_3", None),
        ("add number_3 number_5", "not_in_hand"),
        ("number_3 number_3", "no_add"),
    ],
)
def test_two_numbers_to_walk_by_are_two_cards_and_add_a_third(hand, code):
    """number.one, move.number: a card is played once, so that two alike are needed in hand."""
    state = position(hands={"Оля": hand})
    refusal = GAME.check(state, 0, GAME.parse(state, 0, "run number_3 number_3"))
    assert (refusal and refusal.code) == code


# --- Deals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        (["give number_3"], [("number_3", ""), ("", ""), ("", "")]),
        (["give number_3", "done"], [("number_3", ""), ("number_3", ""), ("", "")]),
        (["give number_3", "done", "give absorb"], [("number_3", ""), ("number_3", "absorb"), ("", "")]),
        (
            ["give number_3", "done", "give absorb", "done"],
            [("number_3", "absorb"), ("number_3", "absorb"), ("", "")],
        ),
    ],
)
def test_what_is_laid_for_a_deal_is_seen_by_its_two_sides_when_all_of_it_lies_there(said, seen):
    """fight.deal: a third sees nothing of it, nor does whoever only looks on."""
    hands = {"Оля": "number_3", "Коля": "absorb"}
    state = made(GAME.decode({"players": NAMES, "at": BESIDE, "hands": hands}), "offer w2", *said)
    deals = [GAME.view(state, seat).agenda[-1] for seat in (0, 1, 2, None)]
    laid = [(" ".join(deal.gives), " ".join(deal.returns)) for deal in deals]
    assert laid == [*seen, ("", "")]
