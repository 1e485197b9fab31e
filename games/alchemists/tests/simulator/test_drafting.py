"""A plan that is drafted on the board: it is sent whole, nobody sees it before, and it can be taken back."""

import re
from random import Random
from urllib.parse import quote

import pytest
from django.test import Client

from games.alchemists.simulator.engine import drafting
from games.alchemists.simulator.engine.data import AREA_IDS, TRACKS
from games.alchemists.simulator.engine.state import NOTHING, Planning, State, top
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.test_pages_table import HTMX, begin, laid, text_of
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.game import engine_of, table_of
from simulator.matches import play
from simulator.models import Match
from tests.daily import daily
from tests.simulator.test_pages_table import lay, replay

GAME, TABLE = engine_of("alchemists"), table_of("alchemists")
FAVOURS = ("", "assistant", "associate merchant", "assistant custodian associate")


def planning(favours: str = "", round_: int = 2, players: int = 3) -> State:
    """The last seat plans first, with nothing planned yet."""
    state = games.favours(games.table(players, round_=round_), {players - 1: favours})
    return games.ready(evolve(state, phase="plan", at=0))


def drafted(state: State, *texts: str) -> tuple[Planning, tuple[str, str] | None]:
    """The draft that these make, and code and clause of what is refused."""
    begun = top(state.agenda)
    moves = [GAME.parse(state, begun.seat, text) for text in texts]
    plan, refusal = drafting.drafted(state, begun, moves)
    return plan, refusal and (refusal.code, refusal.clause)


# The engine


@pytest.mark.parametrize("favours", FAVOURS)
@pytest.mark.parametrize("players", daily([2, 3, 4], [4]))
def test_a_draft_answers_every_question_that_the_engine_asks(players: int, favours: str) -> None:
    """planning.sequence, ruling 107: whatever is set in whatever order, its answers are legal one after
    another and leave no question of the plan.
    """
    rng, shown = Random(players), set()
    for round_ in (1, 2, 6):
        state = planning(favours, round_, players)
        begun = top(state.agenda)
        for _ in range(10):
            draft = begun
            for _ in range(8):
                change = rng.choice(
                    [
                        Move("plan", (rng.choice(AREA_IDS), rng.randrange(3))),
                        Move("assistant", (rng.randrange(2),)),
                        Move("associate", (rng.choice(AREA_IDS),)),
                    ]
                )
                draft, _ = drafting.drafted(state, begun, [*drafting.settings(begun, draft), change])
            answers = [*map(str, drafting.answers(state, begun, draft))]
            after, events = games.play(state, *answers)
            assert not (isinstance(top(after.agenda), Planning) and top(after.agenda).seat == begun.seat)
            (planned,) = games.said(events, "planned")
            plan = {AREA_IDS[place]: n for place, n in enumerate(draft.actions) if n}
            assert (dict(planned["plan"]), planned["n"]) == (plan, draft.cubes)
            helped = [each["area"] for each in games.said(events, "associate_helps")]
            assert helped == list(draft.associates)
            shown.add(tuple(answers))
    assert len(shown) > 20


@pytest.mark.parametrize(
    ("round_", "texts", "refusal"),
    [
        (2, ["plan forage 4"], ("too_many_actions", "planning.cubes")),
        (2, ["plan forage 3", "plan drink 2", "plan student 1"], ("cubes_short", "planning.cubes")),
        (1, ["plan sell 1"], ("area_closed", "planning.first_round")),
        (6, ["plan student 1"], ("area_closed", "exhibition.place")),
        (2, ["assistant 2"], ("favours_short", "favour.play")),
        (2, ["associate forage"], ("favours_short", "favour.play")),
        (2, ["plan custodian 1"], ("favours_short", "favour.play")),
        (2, ["plan moon 1"], ("no_such_area", "planning.cubes")),
        (2, ["plan forage x"], ("unreadable", "turn.play")),
        (2, ["decline"], ("no_decline", "planning.decline")),
        (2, [""], ("unreadable", "turn.play")),
    ],
)
def test_what_a_draft_cannot_hold_is_refused_and_left_out(
    round_: int, texts: list[str], refusal: tuple[str, str]
) -> None:
    state = planning("assistant", round_)
    kept, _ = drafted(state, *texts[:-1])
    assert drafted(state, *texts) == (kept, refusal)


def test_an_associate_helps_where_cubes_stand_and_leaves_with_them() -> None:
    """associate.row"""
    state = planning("associate")
    assert drafted(state, "associate sell")[1] == ("associate_nowhere", "associate.row")
    with_one, refusal = drafted(state, "plan sell 1", "associate sell")
    assert (with_one.associates, refusal) == (("sell",), None)
    assert drafted(state, "plan sell 1", "associate sell", "associate sell")[1] == (
        "associate_twice",
        "associate.two",
    )
    assert drafted(state, "plan sell 1", "associate sell", "plan sell 0")[0].associates == ()


def test_an_associate_who_is_played_stays_and_others_come_below_him() -> None:
    """planning.sequence: from the top down, as the engine asks."""
    state, _ = games.play(planning("associate associate"), "plan forage 1", "plan transmute 1", "plan sell 1")
    while top(state.agenda).area < len(AREA_IDS):
        state, _ = games.play(state, str(GAME.legal_moves(state, top(state.agenda).seat)[0]))
    state, _ = games.play(state, "associate transmute")
    assert drafted(state, "associate sell")[0].associates == ("transmute", "sell")
    assert drafted(state, "associate sell", "associate none") == (top(state.agenda), None)
    assert drafted(state, "associate forage")[1] == ("other_asked", "planning.sequence")


def test_an_assistant_cannot_leave_from_under_cubes_that_stand() -> None:
    """assistant.cube: a cube more, as long as she is played."""
    state = planning("assistant")
    free = top(state.agenda).cubes
    full = ["assistant 1", "plan forage 3", "plan student 2"]
    full.append(f"plan buy_artifact {free + 1 - 5}")
    plan, refusal = drafted(state, *full)
    assert (plan.cubes, refusal) == (0, None)
    assert drafted(state, *full, "assistant 0") == (plan, ("cubes_short", "planning.cubes"))


# The page


def address(match: Match, *texts: str) -> str:
    return f"{match.get_absolute_url()}?draft={quote(';'.join(texts))}"


def ready_key(page: str) -> str:
    """The moves that stand on «Готово»."""
    return re.search(r'class="btn at-go[^>]*name="move" value="([^"]*)"', page).group(1)  # type: ignore[union-attr]


def board(page: str) -> str:
    return page[page.index('class="at-board"') : page.index('id="al-theories"')]


def trace(match: Match) -> tuple[int, int]:
    return Match.objects.get(pk=match.pk).version, replay(match).ply


@pytest.mark.django_db
def test_a_tap_sets_a_cube_and_leaves_no_trace(client: Client) -> None:
    """planning.cubes: the page counts what is left, and nothing is written or seen by others."""
    match, phones = laid(client, planning())
    before, others = trace(match), text_of(phones[0], match.get_absolute_url())
    page = text_of(phones[2], match.get_absolute_url())
    assert "Поставьте кубы на области: свободно 5." in page
    more = re.search(r'id="al-more-forage" href="([^"]*)"', page)
    assert more is not None
    page = text_of(phones[2], match.get_absolute_url() + more.group(1))
    assert "Поставьте кубы на области: свободно 4." in page
    assert ready_key(page).startswith("plan forage 1;plan transmute 0;")
    assert trace(match) == before
    assert board(text_of(phones[0], address(match, "plan forage 1"))) == board(others)
    assert board(text_of(phones[0], match.get_absolute_url())) == board(others)


@pytest.mark.django_db
def test_a_tap_that_cannot_be_is_refused_with_its_clause_and_the_draft_stays(client: Client) -> None:
    match, phones = laid(client, planning())
    answer = phones[2].get(address(match, "plan forage 2", "plan forage 4"), **HTMX)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "/rules/alchemists/planning.cubes" in html
    assert ready_key(re.sub(r"\s+", " ", html)).startswith("plan forage 2;")


def sent(phone: Client, match: Match, text: str, ply: int = 0, **more: str) -> int:
    fields = {"seat": 2, "ply": ply, "move": text, **more}
    return int(phone.post(f"{match.get_absolute_url()}/move", fields, **HTMX).status_code)


@pytest.mark.django_db
def test_a_plan_is_made_whole_or_not_at_all(client: Client) -> None:
    """planning.sequence: others hear of it once, however many moves it takes."""
    match, phones = laid(client, planning())
    version, _ = trace(match)
    assert sent(phones[2], match, "plan forage 1;plan transmute 9", whole="1") == 422
    assert trace(match) == (version, 0)
    whole = ready_key(text_of(phones[2], address(match, "plan forage 2", "plan student 1")))
    assert sent(phones[2], match, whole, whole="1") == 200
    assert trace(match) == (version + 1, len(whole.split(";")))
    assert "«Сбор ингредиентов» ×2" in text_of(phones[0], match.get_absolute_url())
    assert sent(phones[2], match, whole, whole="1") == 200, "sent again by a page that missed the answer"
    assert trace(match) == (version + 1, len(whole.split(";")))


@pytest.mark.django_db
def test_a_part_that_was_made_is_not_taken_for_the_whole(client: Client) -> None:
    match, phones = laid(client, planning())
    whole = ready_key(text_of(phones[2], address(match, "plan forage 2")))
    assert sent(phones[2], match, "plan forage 2") == 200
    assert sent(phones[2], match, whole, whole="1") == 409
    assert replay(match).ply == 1
    rest = ready_key(text_of(phones[2], address(match, "plan student 1")))
    assert rest.startswith("plan transmute 0;")
    assert sent(phones[2], match, rest, ply=1, whole="1") == 200


@pytest.mark.django_db
def test_a_plan_is_taken_back_whole(client: Client) -> None:
    """Step by step eight taps led back to the first area."""
    match = begin(client, "random", "random", "here")
    lay(match, planning())
    whole = ready_key(text_of(client, address(match, "plan forage 2", "plan student 1")))
    assert sent(client, match, whole, whole="1") == 200
    answer = client.post(f"{match.get_absolute_url()}/undo", {"ply": replay(match).ply}, **HTMX)
    assert answer.status_code == 200
    assert replay(match).ply == 0


@pytest.mark.django_db
def test_a_hint_keeps_the_draft(client: Client) -> None:
    match, phones = laid(client, planning())
    fields = {"ply": 0, "draft": "plan forage 2"}
    page = phones[2].post(f"{match.get_absolute_url()}/hint", fields, **HTMX).content.decode()
    assert ready_key(re.sub(r"\s+", " ", page)).startswith("plan forage 2;")


@pytest.mark.django_db
def test_a_space_of_the_order_is_taken_on_the_board(client: Client) -> None:
    """order.choose: each space answers a tap, a taken one with its refusal."""
    state = evolve(games.table(), phase="order", at=0, spaces=(NOTHING,) * 3)
    match, phones = laid(client, state)
    seat = replay(match).to_act[0]
    page = text_of(phones[seat], match.get_absolute_url())
    free = re.findall(r'class="al-take" name="move" value="([^"]*)">', page)
    assert free == [str(move) for move in sorted(GAME.legal_moves(replay(match).state, seat), key=space_rank)]
    assert 'class="al-take"' not in text_of(phones[seat - 1], match.get_absolute_url())


def space_rank(move: Move) -> int:
    return [space.id for space in TRACKS[3]].index(move.args[0])


def test_nothing_but_a_plan_is_drafted() -> None:
    assert TABLE.is_drafted(planning())
    assert not TABLE.is_drafted(games.acting("student", [(0, 1)], {0: "mushroom toad"}))
    assert play.texts_of("a;b") == ["a", "b"]
