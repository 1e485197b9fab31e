"""A hint on its page: there at once, asked on about by the page itself, for nobody else and never in vain."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from simulator.engine.game import Hint, Move, MovePlan, Why
from simulator.engine.weighing import Playouts, Weighing
from simulator.game import engine_of
from simulator.jobs import estimates, helper, jobs
from simulator.jobs.limits import time_limit
from simulator.matches.log import Words
from simulator.models import Match
from tests.simulator.test_pages_failing import plain
from tests.simulator.test_pages_position import FIELDS as FORM
from tests.simulator.test_pages_table import HTMX, replay, seat_at, send, start
from web.limits import HINTS, RateLimit
from web.polling import NOTHING_NEW, POLLING_STOPS

pytestmark = pytest.mark.django_db

POISON = engine_of("poison")
BOARD, EDITOR = "/play/poison/position", "/play/poison/position/edit"
WAITS = re.compile(r'<p class="hint-waits"[^>]*hx-get="([^"]*)"')


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints of Poison that cost nothing; each look is a part of its own."""
    estimates.standing.clear()

    def weighing(view: Any, seed: int, whole: bool = True) -> Weighing | None:
        world = POISON.world(view, seed)
        if view.seat is None or view.seat not in POISON.to_act(world):
            return None
        moves = POISON.legal_moves(world, view.seat)

        def value(world: int, move: Move, luck: int) -> float:
            return moves.index(move) + luck % 7

        return Playouts(moves, lambda rng: rng, value, seed, slip=1.0, most=480, fewer_is_better=True)

    monkeypatch.setattr(POISON, "weighing", weighing)


@pytest.fixture
def mine(client: Client) -> Match:
    """A match in which it is one's own turn."""
    return start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})


def asked(client: Client, match: Match, **more: Any) -> Any:
    return client.post(f"{match.get_absolute_url()}/hint", {"ply": replay(match).ply, **more}, **HTMX)


def asks_on(page: str) -> str:
    """Where a page asks on; empty where it doesn't."""
    found = WAITS.findall(page)
    assert len(found) <= 1
    return found[0].replace("&amp;", "&") if found else ""


def address(client: Client) -> str:
    """A shared position whose hint may be asked for."""
    page = client.post(EDITOR, FORM)
    return page.url.partition("?p=")[2]


def test_the_table_comes_at_once_and_the_hint_asks_on_until_it_is_done(client: Client, mine: Match) -> None:
    """Issue 42: «the page goes on asking by itself, «занята» is never shown»."""
    page = asked(client, mine)
    assert page.status_code == 200
    assert 'id="move-form"' in page.text
    url, worlds = asks_on(page.text), []
    while url:
        worlds.append(int(url.rpartition("counted=")[2]))
        part = client.get(url, **HTMX)
        assert part.status_code == 200
        assert part.text.lstrip().startswith("<section")
        assert "<form" not in part.text
        url = asks_on(part.text)
    assert worlds == sorted(set(worlds))
    assert worlds[0] == 30
    assert 'data-move="play' in part.text
    assert "Считаю" not in part.text


def test_a_part_that_is_shown_already_is_not_sent_again(
    client: Client, mine: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = asks_on(asked(client, mine).text)
    monkeypatch.setattr(helper, "hint", lambda folder, job, *args, **more: estimates.counting(job))
    waits = client.get(url, **HTMX)
    assert (waits.status_code, waits.content) == (NOTHING_NEW, b"")


def test_before_there_is_anything_to_tell_there_is_the_table_with_the_hint_being_counted(
    client: Client, mine: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helper, "hint", lambda folder, job, *args, **more: estimates.counting(job))
    for more in (HTMX, {}):
        page = client.post(f"{mine.get_absolute_url()}/hint", {"ply": 0}, **more)
        assert page.status_code == 200
        assert asks_on(page.text).endswith("counted=0")
        assert "Считаю…" in page.text
        assert 'class="refusal"' not in page.text
        assert "scale-row" not in page.text


def test_plans_need_no_playout(client: Client, mine: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 42: «at 0.5 s the facts and plans that need no playout»."""
    move = POISON.legal_moves(replay(mine).state, 0)[0]
    monkeypatch.setattr(POISON, "plans", lambda view, hint: (MovePlan(move, Why("out_for", {})),))
    monkeypatch.setattr(Words, "mark", lambda say, code, params: code)
    monkeypatch.setattr(helper, "hint", lambda folder, job, *args, **more: estimates.counting(job))
    page = asked(client, mine).text
    assert "<b>out_for</b>" in page
    assert f'data-move="{move}"' in page[page.index("hint-plan") :]
    assert "scale-row" not in page
    assert asks_on(page)


@pytest.mark.parametrize(
    ("htmx", "patience", "last"), [(True, "HINT_PATIENCE", False), (False, "HINT_PATIENCE_ONCE", True)]
)
def test_without_a_script_one_answer_waits_for_more(
    client: Client,
    mine: Match,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    htmx: bool,
    patience: str,
    last: bool,
) -> None:
    settings.HINT_PATIENCE, settings.HINT_PATIENCE_ONCE = 0.3, 2.0
    waited = list[tuple[Any, ...]]()

    def hint(folder: Any, job: Any, seen: int, patience: float, last: bool) -> Any:
        waited.append((seen, patience, last))
        return jobs.run({**job, "playouts": 0})

    monkeypatch.setattr(helper, "hint", hint)
    page = client.post(f"{mine.get_absolute_url()}/hint", {"ply": 0}, **(HTMX if htmx else {}))
    assert waited == [(0, getattr(settings, patience), last)]
    assert asks_on(page.text) == ""


def test_a_page_of_another_ply_or_of_another_seat_asks_no_more(client: Client) -> None:
    match = start(client, "here", "phone", "phone", **{"option-dealer": "3"})
    url = asks_on(asked(client, match).text)
    assert seat_at(client, match, 1).get(url, **HTMX).status_code == POLLING_STOPS
    send(client, match, 0, str(POISON.legal_moves(replay(match).state, 0)[0]), 0)
    stopped = client.get(url, **HTMX)
    assert (stopped.status_code, stopped.content) == (POLLING_STOPS, b"")
    assert stopped.headers["HX-Reswap"] == "none", "what it shows stays"


def test_a_process_that_knows_less_than_the_page_takes_nothing_back(
    client: Client, mine: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 42: «within a hint «ошибка» is never taken back»."""
    url = asks_on(asked(client, mine).text)
    less = Hint((), 0, 1, worlds=15, done=True)
    monkeypatch.setattr(helper, "hint", lambda *args, **more: estimates.hint_json(less))
    stopped = client.get(url, **HTMX)
    assert (stopped.status_code, stopped.content) == (POLLING_STOPS, b"")


def test_the_address_of_a_part_opened_by_itself_leads_to_the_table(client: Client, mine: Match) -> None:
    url = f"{mine.get_absolute_url()}/hint/more?ply=0&counted=0"
    assert client.get(url).url == mine.get_absolute_url()


@pytest.mark.parametrize("worlds", ["-1", "abc", "1000000000", "1.5", "", "٣"])
@pytest.mark.parametrize("place", ["{match}/hint/more?ply=0&counted=", "{board}&counted="])
def test_crafted_worlds_are_refused_in_words(client: Client, mine: Match, worlds: str, place: str) -> None:
    """Issue 42, bad input."""
    board = f"{BOARD}?p={address(client)}"
    url = place.format(match=mine.get_absolute_url(), board=board) + worlds
    answer = client.get(url, **HTMX)
    assert answer.status_code == 400
    assert "Страница прислала не то" in plain(answer)
    assert "page sent" in client.get(f"/en{url}", **HTMX).text


def test_more_worlds_than_there_are_end_the_asking(client: Client, mine: Match) -> None:
    answer = client.get(f"{mine.get_absolute_url()}/hint/more?ply=0&counted=999999", **HTMX)
    assert (answer.status_code, answer.content) == (POLLING_STOPS, b"")


def test_a_crafted_seed_changes_nothing(client: Client, mine: Match) -> None:
    hints = []
    for more in ({}, {"seed": "7; DROP", "counted": "-1"}):
        estimates.standing.clear()
        hints.append(asked(client, mine, **more).text.partition('id="hint"')[2].partition("</section>")[0])
    assert hints[0] == hints[1] != ""


def test_a_hint_for_who_is_not_to_act_is_refused_in_words(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"})
    answer = asked(client, match)
    assert answer.status_code == 422
    assert "Подсказка приходит в свой ход" in plain(answer)
    stopped = client.get(f"{match.get_absolute_url()}/hint/more?ply=0&counted=0", **HTMX)
    assert stopped.status_code == POLLING_STOPS


def test_a_finished_game_has_no_hint(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 42, bad input: «a hint for … a finished game»."""
    letters = address(client)
    monkeypatch.setattr(POISON, "to_act", lambda state: frozenset())
    for url, form in ((BOARD, {"p": letters, "do": "hint"}), (EDITOR, FORM | {"do": "hint"})):
        answer = client.post(url, form)
        assert answer.status_code == 422
        assert "Эта партия окончена: подсказывать нечего." in plain(answer)
    assert client.get(f"{BOARD}?p={letters}&counted=0", **HTMX).status_code == POLLING_STOPS


def test_the_hint_of_a_position_asks_on_at_the_address_of_its_board(client: Client) -> None:
    letters = address(client)
    for page in (
        client.post(BOARD, {"p": letters, "do": "hint"}),
        client.post(EDITOR, FORM | {"do": "hint"}),
    ):
        assert page.status_code == 200
        url = asks_on(page.text)
        assert url.startswith(f"{BOARD}?p={letters}&counted=")
    while url:
        part = client.get(url, **HTMX)
        assert part.status_code == 200
        assert "Подсказка: ходит" in plain(part)
        url = asks_on(part.text)
    assert client.get(f"{BOARD}?p={letters}&counted=0").url == f"{BOARD}?p={letters}"


def failing(*args: Any, **more: Any) -> Any:
    raise ZeroDivisionError("R4")


def endless(*args: Any, **more: Any) -> Any:
    while True:
        pass


@pytest.mark.parametrize(
    ("broken", "said"), [(failing, "Подсказка сломалась"), (endless, "Подсказку считали дольше")]
)
@pytest.mark.parametrize("member", ["weighing", "reasoned"])
def test_a_policy_that_raises_or_loops_is_told_at_the_table(
    client: Client,
    mine: Match,
    monkeypatch: pytest.MonkeyPatch,
    broken: Callable[..., Any],
    said: str,
    member: str,
) -> None:
    """Issue 42, bad input: «a game's policy that raises or loops»."""
    url = asks_on(asked(client, mine).text)
    estimates.standing.clear()
    monkeypatch.setattr(jobs, "time_limit", lambda seconds: time_limit(0.05))
    monkeypatch.setattr(POISON, member, broken)
    for answer in (asked(client, mine), client.get(url, **HTMX)):
        assert answer.status_code == 422
        assert said in plain(answer)
        assert 'id="move-form"' in answer.text
        assert (answer.headers["HX-Retarget"], answer.headers["HX-Reswap"]) == ("#table", "outerHTML")


def test_a_policy_that_raises_is_told_at_a_position(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = address(client)
    monkeypatch.setattr(POISON, "weighing", failing)
    estimates.standing.clear()
    for url, form in ((BOARD, {"p": letters, "do": "hint"}), (EDITOR, FORM | {"do": "hint"})):
        answer = client.post(url, form)
        assert answer.status_code == 500
        assert "Подсказка сломалась: ошибка в самой игре." in plain(answer)
    assert client.get(f"{BOARD}?p={letters}&counted=0", **HTMX).status_code == POLLING_STOPS


def test_asking_on_about_one_hint_is_paid_for_once(
    client: Client, mine: Match, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit counts hints, not their parts."""
    settings.LIMITS = True
    taken = list[str]()
    take = RateLimit.take

    def noted(limit: RateLimit, request: HttpRequest) -> int:
        taken.append(limit.name)
        return take(limit, request)

    monkeypatch.setattr(RateLimit, "take", noted)
    url = asks_on(asked(client, mine).text)
    while url:
        url = asks_on(client.get(url, **HTMX).text)
    asked(client, mine)
    assert taken.count(HINTS.name) == 1
    client.post(BOARD, {"p": address(client), "do": "hint"})
    assert taken.count(HINTS.name) == 2
