"""What the table refuses, through its page: a sentence with its clause; nothing changes, nobody learns."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from games.alchemists.simulator.engine.state import State
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import board, cubes, favours, hand, play, ready, table, theory
from rulebook.content import reading
from rulebook.wording.sentences import render
from simulator.engine.evolve import evolve
from simulator.game import engine_of
from simulator.models import Match
from tests.daily import daily
from tests.simulator.test_pages_table import HTMX, lay, replay, seat_at, send, start
from web.refusal import Refusal

pytestmark = pytest.mark.django_db
GAME, CONTENT = engine_of("alchemists"), reading.load("alchemists")
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


def asking(ingredient: str) -> State:
    """А, a master, asks about the toad, whose theory is published, and another ingredient."""
    return play(debunking("master", toad="a0"), f"test toad {ingredient}")[0]


def with_an_assistant() -> State:
    """А transmutes, with a favour of planning in hand."""
    return ready(cubes(favours(hand(table(), {0: OURS}), {0: "assistant"}), "transmute", [(0, 1)]))


def publishing_fern() -> State:
    return play(theorising(), "publish fern")[0]


def three_planned() -> State:
    return play(planning(), "plan forage 2", "plan transmute 1", "plan sell 0")[0]


def asked_as_apprentice() -> State:
    return debunking(toad="a0")


def asked_as_master() -> State:
    return debunking("master", toad="a0")


def transmuting_after(text: str) -> State:
    """The one action of А's has been declined, or done."""
    return play(transmuting(1), text)[0]


# What is tried, where, by whoever is to act first there; the clause that forbids it.
BAD: dict[str, tuple[Callable[[], State], str, str]] = {
    "the same twice, to the student": (lambda: mixing("student"), "mix toad toad", "mix.different"),
    "the same ingredient twice, drunk": (lambda: mixing("drink"), "mix toad toad", "mix.different"),
    "a card that isn't there": (lambda: mixing("drink"), "mix toad claw", "setup.secret"),
    "a question about one ingredient": (asked_as_master, "test toad toad", "mix.different"),
    "no such potion": (lambda: asking("fern"), "claim Y+", "mix.potions"),
    "no such alchemical": (publishing_fern, "token a8", "publish.token"),
    "no such colour": (asked_as_apprentice, "debunk toad Y", "formula.circles"),
    "an action too many": (planning, "plan forage 9", "planning.cubes"),
    "a cube too many": (three_planned, "plan buy_artifact 2", "planning.cubes"),
    "an area closed in this round": (lambda: planning(6), "plan student 1", "exhibition.place"),
    "publishing in round one": (lambda: planning(1), "plan publish 1", "planning.first_round"),
    "an order space taken": (space_taken, "space i2", "order.choose"),
    "the green space": (space_taken, "space paralysed", "order.green"),
    "an action that was declined": (
        lambda: transmuting_after("decline"),
        "transmute toad",
        "planning.second",
    ),
    "an action again": (lambda: transmuting_after("transmute fern"), "transmute toad", "planning.second"),
    "a bid of 3 in the red zone": (bidding, "bid 3", "reputation.red"),
    "a bid that no card makes": (bidding, "bid 4", "setup.discounts"),
    "one's own theory endorsed again": (theorising, "endorse toad", "endorse.once"),
    "a book with a theory": (theorising, "publish toad", "publish.new"),
    "a token that lies already": (publishing_fern, "token a1", "publish.token"),
    "a seal that is spent": (seal_asked, "seal gold", "seals.supply"),
    "an apprentice's debunk of no theory": (asked_as_apprentice, "debunk fern R", "debunk.published"),
    "a debunk while no theory lies": (debunking, "debunk toad R", "debunk.when"),
    "a question while no theory lies": (lambda: debunking("master"), "test toad fern", "debunk.when"),
    "a master's debunk as an apprentice": (asked_as_apprentice, "test toad fern", "debunk.apprentice"),
    "an apprentice's debunk as a master": (asked_as_master, "debunk toad R", "debunk.master"),
    "a guarantee that the zone doesn't offer": (selling, "guarantee wrong", "sell.limit"),
    "an artifact that can't be paid": (buying, "buy boots_of_speed", "artifact.buy"),
    "an artifact of a later round": (buying, "buy silver_chalice", "artifact.row"),
    "no such artifact": (buying, "buy crown", "artifact.buy"),
    "a favour out of its time": (with_an_assistant, "assistant 1", "favour.play"),
    "a potion that was shown with success": (exhibiting, "promise R+", "exhibition.promise"),
    "the neutral potion promised": (exhibiting, "promise N", "exhibition.promise"),
}


def tables(phones: list[Client], match: Match) -> list[str]:
    """What each sees of the table, but for the token of the form."""
    pages = [phone.get(match.get_absolute_url()).content.decode() for phone in phones]
    return [TOKEN.sub("", page[page.index('id="table"') : page.index("</main>")]) for page in pages]


def refused(what: str) -> tuple[State, int, str, Refusal]:
    """A position, who tries what there, and what the rules say."""
    make, text, _ = BAD[what]
    state = make()
    seat = min(GAME.to_act(state))
    refusal = GAME.check(state, seat, GAME.parse(state, seat, text))
    assert refusal is not None
    return state, seat, text, refusal


def test_bad_input_is_refused_with_its_clause() -> None:
    assert {what: refused(what)[3].clause for what in BAD} == {what: BAD[what][2] for what in BAD}


@pytest.mark.parametrize("what", daily(BAD, list(BAD)[::18]))  # one page tells them all
def test_bad_input_is_told_with_its_clause_and_nothing_changes(client: Client, what: str) -> None:
    state, seat, text, refusal = refused(what)
    called = {f"name-{n}": name for n, name in enumerate(NAMES)}
    match = start(client, "phone", "phone", "phone", game="alchemists", **called)
    lay(match, state)
    phones = [seat_at(client, match, each) for each in range(3)]
    before, version = tables(phones, match), Match.objects.get(pk=match.pk).version
    response = send(phones[seat], match, seat, text, **HTMX)
    said = unescape(response.content.decode())
    assert response.status_code == 422
    assert render(CONTENT, "refusal", refusal.code, refusal.params, "ru", NAMES) in said
    assert f"/rules/alchemists/{refusal.clause}" in said
    assert said.index('class="at-dock"') < said.index('class="at-said"'), "in sight on a phone, cards or no"
    assert (replay(match).ply, Match.objects.get(pk=match.pk).version) == (0, version)
    assert tables(phones, match) == before
