"""The table of «Алхимики», drawn from views alone: what stands where, the keys, what nobody else may see."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.engine.goods import receive_favours
from games.alchemists.simulator.engine.state import Immediate, Planning, State, top
from games.alchemists.simulator.engine.view import facts_of
from games.alchemists.simulator.table.faces import Drawer
from games.alchemists.simulator.table.field import CLOSED, DRAFT, NOW, OVER, WAITS
from games.alchemists.simulator.table.notebook import asking_of, known_of, missing
from games.alchemists.simulator.table.presenter import DrawnTable
from games.alchemists.simulator.table.theories import MAYBE, RIGHT, WRONG
from games.alchemists.tests.simulator import games
from rulebook.content import reading
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.engine.refusal import BadPosition
from simulator.game import engine_of, table_of
from tests.daily import Run, daily

GAME, TABLE, CONTENT = engine_of("alchemists"), table_of("alchemists"), reading.load("alchemists")
NAMES = ("Оля", "Коля", "Рита", "Саша")
ANSWERS_MOST = 40  # of one question
MIXED = "master,apprentice,master,master"


def draw(state: State, seat: int | None, lang: str = "ru") -> DrawnTable:
    """What the seat's page shows, with the words of its moves."""
    view, names = GAME.view(state, seat), NAMES[: state.players]
    legal = [] if seat is None else GAME.legal_moves(state, seat)
    words = {move: str(move) for move in legal}
    drawn: DrawnTable = TABLE.draw(CONTENT, view, names, words, (), lang, TABLE.totals(view))
    return drawn


def random_game(players: int, level: str, seed: int) -> Iterator[tuple[State, int, list[Move]]]:
    """Every position in which somebody is to act."""
    rng = random.Random(seed)
    state = GAME.new_game({"players": players, "options": {"level": level}}, seed).state
    while seats := sorted(GAME.to_act(state)):
        seat = rng.choice(seats)
        moves = GAME.legal_moves(state, seat)
        yield state, seat, moves
        state = GAME.apply(state, seat, rng.choice(moves)).state


@pytest.mark.parametrize("seed", range(3))
def test_what_a_round_has_brought_is_told_as_it_stood_when_the_round_was_over(seed: int) -> None:
    """series.rounds: reputation after each round, and by how much every marker moved in it."""
    stood = [(10, 10, 10)]
    for state, _, _ in random_game(3, "apprentice", seed):
        if state.round > len(stood):
            stood.append(tuple(board.reputation for board in state.boards))
        told = TABLE.results(CONTENT, GAME.view(state, 0), NAMES[:3], "ru")
        assert [result.points for result in told] == stood[:0:-1]
    for result, (before, after) in zip(reversed(told), pairwise(stood), strict=True):
        assert [moved.n for moved in result.moved] == [b - a for a, b in zip(before, after, strict=True)]


def area(drawn: DrawnTable, name: str) -> Any:
    return next(place for place in drawn.field.places if place.id == name)


def rows_of(drawn: DrawnTable, name: str) -> list[tuple[str, list[str]]]:
    """The cubes of an area: whose, and what becomes of each action."""
    return [(row.sign.name, [action.state for action in row.actions]) for row in area(drawn, name).rows]


def key(drawn: DrawnTable, move: str) -> Any:
    assert drawn.question is not None
    return next(each for each in drawn.question.keys if each.move == move)


# The question


@pytest.mark.parametrize(
    ("players", "level"), daily([(2, "apprentice"), (3, "master"), (4, MIXED)], [(4, MIXED)])
)
def test_every_answer_has_a_key_and_no_question_more_than_forty(players: int, level: str) -> None:
    for state, seat, moves in list(random_game(players, level, 3))[:: 3 if Run.is_daily else 1]:
        drawn = draw(state, seat)
        question = drawn.question
        assert question is not None
        if question.draft:
            continue  # its moves are drafted on the board: test_drafting
        offered = [each.move for each in question.keys] + ["decline"] * question.declines
        offered += [space.move for space in drawn.field.track if space.may]
        assert sorted(offered) == sorted(map(str, moves))
        assert len(moves) <= ANSWERS_MOST
        assert seat in {sign.seat for sign in question.seats}


def test_the_keys_of_a_pair_are_chosen_by_tiles_of_the_hand() -> None:
    """experiment.steps: two different ingredients of the hand; two alike have one tile, and no key."""
    state = games.acting("student", [(0, 1)], {0: "fern toad toad"})
    question = draw(state, 0).question
    assert question is not None
    assert [(tile.face.code, tile.n) for tile in question.tiles] == [("fern", 1), ("toad", 2)]
    assert [each.pair for each in question.keys] == ["fern toad"]


def test_cards_that_are_discarded_have_a_tile_each() -> None:
    """herbalist.any: any two cards, also two of a kind."""
    state = games.favour_deck(games.hand(games.table(), {0: "toad toad"}), "herbalist")
    state = games.ready(receive_favours(evolve(state, favours=state.favours[:-1]), 0, ("herbalist",)))
    question = draw(state, 0).question
    assert question is not None
    assert question.kind == "herbalist"
    assert len(question.tiles) == len(GAME.view(state, 0).hand) == 2 + 3
    assert "toad toad" in [each.pair for each in question.keys]


def test_chances_beside_keys_come_from_what_the_asked_seat_knows() -> None:
    """In the game DEMO mushroom and toad make healing: whoever mixed them is sure, the others aren't."""
    state = games.acting("student", [(0, 2), (1, 1)], {0: "mushroom mushroom toad toad", 1: "mushroom toad"})
    assert len(key(draw(state, 0), "mix mushroom toad").outcomes) == 7
    state, _ = games.play(state, "mix mushroom toad")
    assert len(key(draw(state, 1), "mix mushroom toad").outcomes) == 7
    state, _ = games.play(state, "decline")
    (sure,) = key(draw(state, 0), "mix mushroom toad").outcomes
    assert (sure.face.code, sure.percent.replace("\xa0", " ")) == ("R+", "100 %")


def test_a_guarantee_shows_what_it_would_pay() -> None:
    """sell.pay: 4 for a perfect match, less the discount."""
    state = games.acting("sell", [(0, 1), (1, 1)], {0: "mushroom toad", 1: "fern claw"})
    state, _ = games.play(state, "bid 2", "bid 0", "order R+ 0")
    assert key(draw(state, 0), "guarantee exact").gold == 4 - 2
    assert [each.move for each in draw(state, 0).question.keys] == ["guarantee exact", "guarantee sign"]


def test_smiles_beside_a_bid_are_those_that_will_count() -> None:
    """sell.smiles: a discount of 1 shows two, and in the green zone there is one more."""
    state = games.hand(games.table(), {0: "mushroom toad", 1: "fern claw"})
    state = games.cubes(games.board(state, 0, reputation=14), "sell", [(0, 1), (1, 1)])
    state = games.ready(state)
    assert [key(draw(state, seat), "bid 1").smiles for seat in (0, 1)] == [3, 2]


def test_a_seal_says_what_it_brings_and_which_mistake_it_forgives() -> None:
    """reveal.right, reveal.wrong, reveal.hedge."""
    state, _ = games.play(games.acting("publish", [(0, 1)], {0: "mushroom"}), "publish toad", "token a0")
    keys = [key(draw(state, 0), f"seal {kind}") for kind in ("gold", "silver", "hedge_G")]
    assert [(each.right, each.wrong, each.hedge) for each in keys] == [
        (5, -4, ""),
        (3, -4, ""),
        (0, -4, "зелёном"),
    ]


def test_a_publication_at_once_counts_the_formulas_that_may_be_laid() -> None:
    """debunk.immediate: about the debunked ingredient, or with the freed token."""
    state = games.theory(games.hand(games.table(), {0: "mushroom"}), "toad", "a0", {1: "gold"})
    state = games.cubes(games.cubes(state, "debunk", [(0, 1)]), "publish", [(0, 1)])
    state, _ = games.play(games.ready(state), "debunk toad R")
    assert isinstance(state.agenda[-1], Immediate)
    lefts = {each.move: each.left for each in draw(state, 0).question.keys}
    assert lefts["publish fern"] == 1, "with a0 alone"
    assert lefts["publish toad"] == 4, "any but those whose red is minus"


def test_a_student_who_is_unhappy_says_so_where_one_is_asked() -> None:
    """student.price: after a negative potion a test costs a gold."""
    state = games.acting("student", [(0, 1)], {0: "mushroom toad"})
    prices = [draw(each, 0).question.price for each in (state, evolve(state, unhappy=True))]
    assert prices == [0, 1]
    assert area(draw(evolve(state, unhappy=True), 1), "student").price == 1


def test_a_planned_action_says_what_it_costs() -> None:
    """planning.cubes: the second transmutation takes two cubes more."""
    state = next(state for state, _, _ in random_game(2, "apprentice", 1) if state.phase == "plan")
    draft = area(draw(state, top(state.agenda).seat), "transmute").draft
    assert [(len(slot.cubes), slot.is_set) for slot in draft.slots] == [(1, False), (2, False)]
    assert draft.cost == 1


# The board


def test_areas_show_cubes_by_player_in_their_order() -> None:
    """planning.second: the open action, those that wait, and the ones that are over."""
    state = games.acting("transmute", [(0, 2), (1, 1)], {0: "fern", 1: "claw"})
    assert rows_of(draw(state, 2), "transmute") == [("Оля", [NOW, WAITS]), ("Коля", [WAITS])]
    state, _ = games.play(state, "transmute fern")
    assert rows_of(draw(state, 2), "transmute") == [("Оля", [OVER, WAITS]), ("Коля", [NOW])]
    assert [place.state for place in draw(state, 2).field.places[:3]] == [OVER, NOW, WAITS]


def test_the_exhibition_takes_the_place_of_student_and_drink_in_the_last_round() -> None:
    """exhibition.place"""
    first, last = draw(games.table(round_=1), 0), draw(games.table(round_=6), 0)
    assert [place.id for place in first.field.places][-2:] == ["student", "drink"]
    assert [place.id for place in last.field.places][-1] == "exhibition"
    assert {"student", "drink"}.isdisjoint(place.id for place in last.field.places)
    closed = [place.id for place in first.field.places if place.state == CLOSED]
    assert closed == ["sell", "debunk", "publish"], "planning.first_round"


def test_a_sale_closes_the_cell_of_its_order() -> None:
    """sell.slots: with three players the left and the middle order share a cell."""
    state = games.acting("sell", [(0, 1), (1, 1)], {0: "mushroom toad", 1: "fern claw"})
    state, _ = games.play(state, "bid 1", "bid 0", "order R+ 0", "guarantee exact", "mix mushroom toad")
    buyer = draw(state, 2).field.buyer
    assert [(order.potion.code, order.closed) for order in buyer.orders] == [
        ("R+", True),
        ("G+", True),
        ("B-", False),
    ]
    assert [order.sold and order.sold.name for order in buyer.orders] == ["Оля", None, None]


def test_seals_are_face_down_for_all_but_their_owner() -> None:
    """setup.secret: the kind of a seal is its owner's secret; its colour tells whose it is."""
    state = games.theory(games.table(), "toad", "a1", {0: "gold", 1: "hedge_B"})

    def seen(seat: int | None) -> list[tuple[str, str | None]]:
        book = next(book for book in draw(state, seat).theories.books if book.token)
        return [(seal.sign.name, seal.kind and seal.kind.code) for seal in book.seals]

    assert seen(0) == [("Оля", "gold"), ("Коля", None)]
    assert seen(1) == [("Оля", None), ("Коля", "hedge_B")]
    assert seen(None) == [("Оля", None), ("Коля", None)]


def test_a_theory_is_judged_by_what_the_viewer_knows() -> None:
    """In DEMO mushroom and toad make healing: the toad can't be a0, whose red is minus."""
    state = games.theory(games.table(), "toad", "a0", {2: "gold"})
    state = games.hand(state, {0: "mushroom toad"})
    state = games.ready(games.cubes(state, "student", [(0, 2)]))
    state, _ = games.play(state, "mix mushroom toad")
    odds = [
        next(book.odds for book in draw(state, seat).theories.books if book.token) for seat in (0, 1, None)
    ]
    assert odds == [WRONG, MAYBE, ""]
    assert RIGHT not in odds


def test_players_of_one_initial_have_different_signs() -> None:
    def letters(*names: str) -> list[str]:
        drawer = Drawer(CONTENT, "ru", names)
        return [drawer.sign(seat).letter for seat in range(len(names))]

    assert letters("Оля", "Коля", "Рита") == ["О", "К", "Р"]
    assert letters("Оля", "Ося", "Рита") == ["Ол", "Ос", "Р"]
    assert letters("Игрок 1", "Игрок 2") == ["И1", "И2"]


def test_seat_colours_are_no_colours_of_potions() -> None:
    drawer = Drawer(CONTENT, "ru", NAMES)
    tints = [drawer.sign(seat).tint for seat in range(4)]
    assert len(set(tints)) == 4
    assert set(tints).isdisjoint(colour.id for colour in CONTENT.colours)


# What nobody else may see


def test_a_plan_is_shown_when_it_is_complete() -> None:
    """planning.sequence: until then the others' tables don't change by anything; its maker sees drafts."""
    planner, before, drafts = None, {}, 0
    for state, seat, _ in random_game(3, "apprentice", 5):
        frame = top(state.agenda)
        if state.round > 3:
            break
        if not isinstance(frame, Planning):
            planner = None
            continue
        seen = {each: draw(state, each) for each in range(3) if each != seat}
        assert planner != seat or seen == before
        planner, before = seat, seen
        own = draw(state, seat)
        actions = [action for place in own.field.places for row in place.rows for action in row.actions]
        assert sum(action.state == DRAFT for action in actions) == sum(frame.actions)
        drafts += sum(frame.actions)
    assert drafts > 20


def test_a_plan_is_under_way_once_it_has_an_answer() -> None:
    """Or whoever planned before would look at the position before their own plan."""
    began = asked = 0
    for state, _, _ in random_game(3, "apprentice", 5):
        frame = top(state.agenda)
        if isinstance(frame, Planning):
            new = frame.cubes == state.boards[frame.seat].cubes and frame.area == first_area(
                state, frame.seat
            )
            assert TABLE.under_way(state) != new
            began += new
            asked += not new
    assert min(began, asked) > 10


def first_area(state: State, seat: int) -> int:
    held = "assistant" in state.screens[seat].favours
    return -1 if held else 0


@pytest.mark.parametrize("level", ["apprentice", "master"])
def test_a_table_holds_nothing_that_its_seat_cannot_know(level: str) -> None:
    """Positions that differ only in what a seat doesn't know are drawn alike, down to the last key."""
    for n, (state, _, _) in enumerate(random_game(3, level, 11)):
        if n % 18 == 0:
            for seat in range(3):
                assert draw(GAME.resample(state, seat, n), seat) == draw(state, seat)


def test_a_bystander_has_no_notebook() -> None:
    assert draw(games.table(), None).laboratory is None
    assert draw(games.table(), None).hand == ()


# The notebook


def test_the_notebook_is_filled_by_the_game() -> None:
    """ruling 130: own mixes and sales, all answers of debunks; a foreign mix says nothing of the world."""
    state = games.acting("student", [(0, 1), (1, 1)], {0: "mushroom toad", 1: "fern claw"})
    assert draw(state, 0).laboratory.grid["worlds"] == 40320
    state, _ = games.play(state, "mix mushroom toad")
    assert draw(state, 0).laboratory.grid["worlds"] == 5760
    assert draw(state, 1).laboratory.grid["worlds"] == 40320
    known = [
        cell.known for row in draw(state, 0).laboratory.triangle["rows"] for cell in row.cells if cell.known
    ]
    assert known == ["R+"]


def test_advice_asks_with_what_the_seat_has() -> None:
    state = games.hand(games.table(level="apprentice"), {0: "mushroom toad toad"})
    state = games.theory(games.board(state, 0, reputation=18), "fern", "a4", {0: "gold", 1: "silver"})
    view = GAME.view(state, 0)
    asking = asking_of(view)
    assert (asking.hand["toad"], asking.zone, asking.buyer, asking.level) == (
        2,
        "blue",
        "barbarian",
        "apprentice",
    )
    assert asking.seals["gold"] == 1
    assert known_of(view).theories == {"fern": "a4"}
    assert missing("sales", view) == ""
    assert missing("sales", GAME.view(state, 1)) == "hand"
    assert missing("debunks", GAME.view(games.table(), 0)) == "theories"


# The editor


def fields_of(short: dict[str, Any], names: tuple[str, ...], lang: str) -> dict[str, list[str]]:
    """What the editor's form would send for a short form."""
    shown = TABLE.editor_fields(CONTENT, short, names, lang)
    return {
        **{
            name: [str(seat[name]) for seat in shown["seats"]]
            for name in shown["seats"][0]
            if name in TABLE.EDITOR_FIELDS
        },
        **{name: [book[name] for book in shown["books"]] for name in ("token", "truth", "seals")},
        **{name: [str(shown[name])] for name in ("row", "at", "round", "rest")},
    }


@pytest.mark.parametrize(("whole", "lang"), [(True, "ru"), (False, "ru"), (True, "en")])
def test_any_position_goes_through_the_fields_of_the_editor(whole: bool, lang: str) -> None:
    names = NAMES[:3]
    for n, (state, seat, _) in enumerate(random_game(3, "master", 2)):
        if n % 7:
            continue
        short = GAME.short(state, names, seat, whole)
        typed = TABLE.position_of(CONTENT, names, fields_of(short, names, lang))
        typed |= {key: short[key] for key in ("turn", "first", "options") if key in short}
        assert GAME.encode(GAME.decode(typed)) == GAME.encode(GAME.decode(short))


def position(**typed: list[str]) -> dict[str, Any]:
    fields = {name: typed.get(name, []) for name in TABLE.EDITOR_FIELDS}
    found: dict[str, Any] = TABLE.position_of(CONTENT, ("Оля", "Коля"), fields)
    return found


def test_names_are_read_as_people_type_them() -> None:
    found = position(
        hand=["мандр, пер вор; жаба", "3"],
        actions=["Сбор:2/1, ^Продажа"],
        artifact=["перископ"],
        token=["", "", "a1"],
        seals=["", "", "Оля: золот, Коля"],
    )
    assert found["hands"] == {"Оля": "mandrake feather toad", "Коля": 3}
    assert found["actions"] == {"Оля": "forage:2/1 ^sell"}
    assert found["artifacts"] == {"Оля": "periscope"}
    assert found["theories"] == {"toad": ["a1", "Оля: gold", "Коля"]}


@pytest.mark.parametrize(
    "typed",
    [
        {"hand": ["дракон"]},
        {"token": ["зелёный"], "seals": [""]},
        {"rest": ["не данные"]},
        {"round": ["семь"]},
        {"at": ["луна"]},
    ],
)
def test_what_names_nothing_is_refused(typed: dict[str, list[str]]) -> None:
    with pytest.raises(BadPosition) as error:
        GAME.decode(position(**typed))
    assert error.value.refusals


def test_unknown_things_are_dealt_as_they_may_be() -> None:
    """A world that is stated stays; without one any that fits what whoever is to act knows."""
    past = {"past": ["Оля: student mushroom toad = R+ @1"], "round": 2, "at": "order"}
    whole = {"players": ["Оля", "Коля"], "code": "DEMO", **past}
    assert TABLE.is_whole(whole)
    assert TABLE.deal_unknown(whole, 1) == whole
    open_ = {"players": ["Оля", "Коля"], **past}
    assert not TABLE.is_whole(open_)
    worlds = {GAME.decode(TABLE.deal_unknown(open_, seed)).truth for seed in range(6)}
    assert len(worlds) > 1
    fact = Fact("mix", ("mushroom", "toad"), ("R+",))
    for seed in range(3):
        state = GAME.decode(TABLE.deal_unknown(open_, seed))
        assert fact in facts_of(GAME.view(state, 0))
