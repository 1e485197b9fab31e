"""What the table refuses, through its page: a sentence with its clause; nothing changes, nobody learns."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from rulebook.content import reading
from rulebook.wording.sentences import render
from simulator import engines
from simulator.engine.evolve import evolve
from simulator.games.alchemists.engine.state import State
from simulator.models import Match
from tests.daily import daily
from tests.simulator.games.alchemists import games
from tests.simulator.games.alchemists.games import board, cubes, favours, hand, play, ready, table, theory
from tests.simulator.test_pages_table import HTMX, course, lay, seat_at, send, start
from web.refusal import Refusal

pytestmark = pytest.mark.django_db
GAME, CONTENT = engines.get("alchemists"), reading.load("alchemists")
NAMES = ("А", "Б", "В")
OURS = "mushroom toad"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def planning(round_: int = 2) -> State:
    """В plans, with nothing planned yet."""
    return ready(evolve(table(round_=round_), phase="plan", at=0))


def space_taken() -> State:
    """А stands on the first space that could be chosen, and Б is asked."""
    state = GAME.new_game({"players": 3, "options": {}}, 1).state
    while type(state.agenda[-1]).__name__ != "Space":
        state, _ = play(state, games.legal(state)[0])
    return play(state, "space i2")[0]


def transmuting(n: int) -> State:
    return ready(cubes(cubes(hand(table(), {0: "toad fern"}), "transmute", [(0, n)]), "student", [(0, 1)]))


def bidding() -> State:
    return ready(cubes(board(hand(table(), {0: OURS, 1: OURS}), 0, reputation=6), "sell", [(0, 1), (1, 1)]))


def selling() -> State:
    """А, in the red zone, took an order with no discount."""
    state = cubes(board(hand(table(), {0: OURS}), 0, reputation=6), "sell", [(0, 1)])
    return play(ready(state), "order R+")[0]


def theorising(token: str = "a1") -> State:
    """А may publish; on the toad lies a theory with a seal of theirs."""
    return ready(theory(cubes(table(), "publish", [(0, 1)]), "toad", token, {0: "gold"}))


def seal_asked() -> State:
    state = theory(
        theory(cubes(table(), "publish", [(0, 1)]), "toad", "a1", {0: "gold"}), "fern", "a4", {0: "gold"}
    )
    return play(ready(state), "publish claw", "token a0")[0]


def debunking(level: str = "apprentice", **theories: str) -> State:
    state = cubes(table(level=level), "debunk", [(0, 1)])
    for ingredient, token in theories.items():
        state = theory(state, ingredient, token, {1: "gold"})
    return ready(state)


def buying() -> State:
    codes = ("boots_of_speed", "magic_mortar", "silver_chalice")
    state = cubes(board(table(), 0, gold=3), "buy_artifact", [(0, 1)])
    return ready(games.dealt(state, *codes))


def mixing(area: str, round_: int = 2) -> State:
    return ready(cubes(hand(table(round_=round_), {0: "toad toad fern"}), area, [(0, 1)]))


def exhibiting() -> State:
    state = board(hand(table(round_=6), {0: OURS}), 0, exhibited=("R+",))
    return ready(cubes(state, "exhibition", [(0, 1)]))


BAD: dict[str, tuple[Callable[[], State], int, str, str]] = {
    "the same ingredient twice, to the student": (
        lambda: mixing("student"),
        0,
        "mix toad toad",
        "mix.different",
    ),
    "the same ingredient twice, drunk": (lambda: mixing("drink"), 0, "mix toad toad", "mix.different"),
    "a card that isn't there": (lambda: mixing("drink"), 0, "mix toad claw", "setup.secret"),
    "a question about one ingredient": (
        lambda: debunking("master", toad="a0"),
        0,
        "test toad toad",
        "mix.different",
    ),
    "no such potion": (
        lambda: play(debunking("master", toad="a0"), "test toad fern")[0],
        0,
        "claim Y+",
        "mix.potions",
    ),
    "no such alchemical": (lambda: play(theorising(), "publish fern")[0], 0, "token a8", "publish.token"),
    "no such colour": (lambda: debunking(toad="a0"), 0, "debunk toad Y", "formula.circles"),
    "an action too many": (planning, 2, "plan forage 9", "planning.cubes"),
    "a cube too many": (
        lambda: play(planning(), "plan forage 2", "plan transmute 1", "plan sell 0")[0],
        2,
        "plan buy_artifact 2",
        "planning.cubes",
    ),
    "an area closed in this round": (lambda: planning(6), 2, "plan student 1", "exhibition.place"),
    "publishing in round one": (lambda: planning(1), 2, "plan publish 1", "planning.first_round"),
    "an order space taken": (space_taken, -1, "space i2", "order.choose"),
    "the green space": (space_taken, -1, "space paralysed", "order.green"),
    "an action that was declined": (
        lambda: play(transmuting(1), "decline")[0],
        0,
        "transmute toad",
        "planning.second",
    ),
    "an action a second time": (
        lambda: play(transmuting(1), "transmute fern")[0],
        0,
        "transmute toad",
        "planning.second",
    ),
    "a bid of 3 in the red zone": (bidding, 0, "bid 3", "reputation.red"),
    "a bid that no card makes": (bidding, 0, "bid 4", "setup.discounts"),
    "one's own theory endorsed again": (theorising, 0, "endorse toad", "endorse.once"),
    "a book with a theory": (theorising, 0, "publish toad", "publish.new"),
    "a token that lies already": (
        lambda: play(theorising(), "publish fern")[0],
        0,
        "token a1",
        "publish.token",
    ),
    "a seal that is spent": (seal_asked, 0, "seal gold", "seals.supply"),
    "an apprentice's debunk of no theory": (
        lambda: debunking(toad="a0"),
        0,
        "debunk fern R",
        "debunk.published",
    ),
    "a debunk while no theory lies": (debunking, 0, "debunk toad R", "debunk.when"),
    "a question while no theory lies": (lambda: debunking("master"), 0, "test toad fern", "debunk.when"),
    "a master's debunk as an apprentice": (
        lambda: debunking(toad="a0"),
        0,
        "test toad fern",
        "debunk.apprentice",
    ),
    "an apprentice's debunk as a master": (
        lambda: debunking("master", toad="a0"),
        0,
        "debunk toad R",
        "debunk.master",
    ),
    "a guarantee that the zone doesn't offer": (selling, 0, "guarantee wrong", "sell.limit"),
    "an artifact that can't be paid": (buying, 0, "buy boots_of_speed", "artifact.buy"),
    "an artifact of a later round": (buying, 0, "buy silver_chalice", "artifact.row"),
    "no such artifact": (buying, 0, "buy crown", "artifact.buy"),
    "a favour out of its time": (
        lambda: ready(cubes(favours(hand(table(), {0: OURS}), {0: "assistant"}), "transmute", [(0, 1)])),
        0,
        "assistant 1",
        "favour.play",
    ),
    "a potion that was shown with success": (exhibiting, 0, "promise R+", "exhibition.promise"),
    "the neutral potion promised": (exhibiting, 0, "promise N", "exhibition.promise"),
}


def tables(phones: list[Client], match: Match) -> list[str]:
    """What each sees of the table, but for the token of the form."""
    pages = [phone.get(match.get_absolute_url()).content.decode() for phone in phones]
    return [TOKEN.sub("", page[page.index('id="table"') : page.index("</main>")]) for page in pages]


def refused(what: str) -> tuple[State, int, str, Refusal]:
    """A position, who tries what there, and what the rules say."""
    make, seat, text, _ = BAD[what]
    state = make()
    seat = min(GAME.to_act(state)) if seat < 0 else seat
    refusal = GAME.check(state, seat, GAME.parse(state, seat, text))
    assert refusal is not None
    return state, seat, text, refusal


def test_bad_input_is_refused_with_its_clause() -> None:
    assert {what: refused(what)[3].clause for what in BAD} == {what: BAD[what][3] for what in BAD}


@pytest.mark.parametrize("what", daily(BAD, list(BAD)[::18]))  # one page tells them all
def test_bad_input_is_told_with_its_clause_and_nothing_changes(client: Client, what: str) -> None:
    state, seat, text, refusal = refused(what)
    match = start(
        client,
        "phone",
        "phone",
        "phone",
        game="alchemists",
        **{f"name-{n}": name for n, name in enumerate(NAMES)},
    )
    lay(match, state)
    phones = [seat_at(client, match, each) for each in range(3)]
    before, version = tables(phones, match), Match.objects.get(pk=match.pk).version
    response = send(phones[seat], match, seat, text, **HTMX)
    said = unescape(response.content.decode())
    assert response.status_code == 422
    assert render(CONTENT, "refusal", refusal.code, refusal.params, "ru", NAMES) in said
    assert f"/rules/alchemists/{refusal.clause}" in said
    assert said.index('class="at-dock"') < said.index('class="at-said"'), "in sight on a phone, cards or no"
    assert (course(match).ply, Match.objects.get(pk=match.pk).version) == (0, version)
    assert tables(phones, match) == before
