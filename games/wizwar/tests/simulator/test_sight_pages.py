"""«Видит ли?»: a maze in an address, two taps, a verdict with its rule; nothing in an address breaks it."""

import random
import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.wizwar.simulator.engine import board as boards
from games.wizwar.simulator.engine import sight
from games.wizwar.simulator.engine.geometry import SQUARES, layout_for, relocated
from games.wizwar.simulator.engine.places import read_edge, read_square, square_text
from games.wizwar.simulator.table import question as asking
from games.wizwar.simulator.table.question import of_board, read, write
from games.wizwar.simulator.table.sight import Target, look, stretches
from rulebook.content import reading
from rulebook.content.typography import typeset
from tests.daily import daily

pytestmark = pytest.mark.django_db
GAME = reading.load("wizwar")
HTMX = {"HTTP_HX_REQUEST": "true"}


def page(client: Client, query: str = "", **headers: str) -> str:
    response = client.get(f"/sight/wizwar?{query}", **headers)
    assert response.status_code == 200
    return unescape(response.content.decode())


def verdict(text: str) -> str:
    found = re.search(r'class="sight-verdict.*?</div></div>', text, re.S)
    return re.sub(r"<[^>]+>|\s+", " ", found[0]).strip() if found else ""


def link_of(text: str, square: str) -> str:
    """The query that a tap on a square leads to."""
    found = re.search(rf'href="/sight/wizwar\?([^"]+)" data-about="square:{square}"', text)
    assert found is not None
    return found[1]


# Asking


def test_without_an_address_the_classic_maze_of_four_lies_there_and_every_square_is_a_link(
    client: Client,
) -> None:
    text = page(client)
    assert text.count('class="spot"') == 4 * SQUARES
    assert "Нажмите клетку, откуда смотрит маг" in text
    assert "1‑c3. Дом. Стена: восток и запад" in text


def test_two_taps_ask_and_a_third_begins_again(client: Client) -> None:
    """sight.line: from the middle of one square to the middle of the other."""
    first = link_of(page(client), "1c3")
    assert typeset("Отсюда видно 3 клет") in page(client, first)
    second = link_of(page(client, first), "1c2")
    assert "Видно: между 1‑c3 и 1‑c2 есть свободная линия" in verdict(page(client, second))
    third = read(dict(part.split("=") for part in link_of(page(client, second), "2c3").split("&")))
    assert (third.a, third.b) == (read_square("2c3"), None)


def test_what_blocks_is_named_and_drawn_with_the_rule(client: Client) -> None:
    """sight.blocked: a wall blocks the line wherever it touches it."""
    text = page(client, "n=2&a=1c3&b=1d3")
    said = verdict(text)
    assert "Не видно" in said
    assert "Мешает стена: восточная сторона 1‑c3" in said
    assert "/rules/wizwar/sight.blocked" in text
    assert re.search(r'<path class="stops" d="M3 2.2L3 2.8"', text)


def test_a_line_over_the_edge_of_the_board_goes_on_from_the_other_side(client: Client) -> None:
    """maze.exits: opposite sides are joined, and sight goes over them."""
    text = page(client, "n=2&a=1c1&b=1c5&gap=1c1s")
    assert "продолжается с другой стороны" in verdict(text)
    assert text.count('class="leap"') == 2
    assert re.search(r'class="ray clear" d="M2.5 0.5L2.5 0M2.5 5L2.5 4.5"', text)


def test_a_line_may_end_in_the_middle_of_an_edge(client: Client) -> None:
    """sight.edge: to a wall the line goes to its middle, and the wall itself doesn't block."""
    text = page(client, "n=2&a=1c3&b=1c3e")
    assert "линия до середины границы свободна" in verdict(text)
    assert "/rules/wizwar/sight.edge" in text
    taps = page(client, "n=2&a=1c3&do=side")
    assert 'aria-label="Восточная сторона 1‑c3. Стена"' in taps


def test_a_wizard_in_a_bush_is_not_seen_and_sees_only_his_own_square(client: Client) -> None:
    """sight.blocked and ruling 26: the bush may be aimed at, who is inside isn't seen."""
    assert "мага внутри не видно" in verdict(page(client, "n=2&a=1c3&b=1c2&bush=1c2"))
    assert "Мешает терновник на 1‑c3" in verdict(page(client, "n=2&a=1c3&b=1c2&bush=1c3"))
    assert "Мешает терновник на 1‑c3" in verdict(page(client, "n=2&a=1c2&b=1c4&bush=1c3"))


def test_a_door_stands_in_the_way_until_it_is_opened(client: Client) -> None:
    """door.others: a spell may go through a door that stands open."""
    shut = verdict(page(client, "n=2&a=1b3&b=1b4"))
    assert "закрытая дверь" in shut
    assert "Видно" in verdict(page(client, "n=2&a=1b3&b=1b4&open=1b3s"))


def test_the_question_is_asked_in_english_too(client: Client) -> None:
    text = unescape(client.get("/en/sight/wizwar?n=2&a=1c3&b=1d3").content.decode())
    assert "A wall is in the way: the east side of 1‑c3" in text


# Changing the maze by taps


def test_a_tap_on_an_edge_opens_a_door_then_breaks_it_then_mends_it() -> None:
    door = read_edge("1b3s")
    question = read({"n": "2", "do": "walls"})
    states = []
    for _ in range(3):
        question = asking.tapped_edge(question, door, boards.DOOR)
        states.append([key for key in asking.EDGES if door in question.of(key)])
    assert states == [["open"], ["gap"], []]


def test_a_tap_builds_a_wall_on_a_free_edge_and_takes_it_away_again() -> None:
    free = read_edge("1c2n")
    question = read({"n": "2", "do": "walls"})
    kind = question.board.kinds[free]
    edge = next(e for e in range(100) if question.board.kinds[e] == boards.OPEN) if kind else free
    built = asking.tapped_edge(question, edge, boards.OPEN)
    assert built.board.kinds[edge] == boards.WALL
    assert asking.tapped_edge(built, edge, boards.OPEN).board == question.board


@pytest.mark.parametrize(("mode", "kind"), [("bush", boards.BUSH), ("stone", boards.STONE)])
def test_a_tap_fills_a_square_and_empties_it_again(mode: str, kind: int) -> None:
    question = read({"n": "2", "do": mode})
    filled = asking.tapped_square(question, 3)
    assert filled.board.filled[3] == kind
    assert asking.tapped_square(filled, 3).board.filled[3] == boards.EMPTY


def test_the_form_lays_other_sectors_and_turns_them(client: Client) -> None:
    text = page(client, "n=3&s1=s7&t1=2&s2=s2&t2=0&s3=s3&t3=1")
    assert read({"n": "3", "s": "s7:2.s2.s3:1"}).sectors == (("s7", 2), ("s2", 0), ("s3", 1))
    assert "s=s7:2.s2.s3:1" in text


# Addresses


def random_question(rng: random.Random) -> asking.SightQuestion:
    players = rng.randint(2, 6)
    query = {
        "n": str(players),
        "s": ".".join(f"s{rng.randint(1, 8)}:{rng.randint(0, 3)}" for _ in range(players)),
        "do": rng.choice(asking.MODES),
        "a": square_text(rng.randrange(players * SQUARES)),
        "b": square_text(rng.randrange(players * SQUARES)) + rng.choice(["", "n", "e", "s", "w"]),
    }
    for key in asking.EDGES:
        query[key] = ".".join(
            square_text(rng.randrange(players * SQUARES)) + rng.choice("nesw") for _ in range(4)
        )
    for key in asking.SQUARE_LISTS:
        query[key] = ".".join(square_text(rng.randrange(players * SQUARES)) for _ in range(3))
    return read(query)


@pytest.mark.parametrize("seed", range(20))
def test_an_address_asks_just_what_it_was_written_from(seed: int) -> None:
    question = random_question(random.Random(seed))
    assert question.unread == ()
    assert read(dict(part.split("=", 1) for part in write(question).split("&"))) == question


@pytest.mark.parametrize("seed", daily(range(12), range(0, 12, 3)))
def test_the_verdict_agrees_with_the_engine_and_the_line_ends_where_it_should(seed: int) -> None:
    """sight.line: whatever is lit is seen, and the drawn line comes to its target."""
    question = random_question(random.Random(seed))
    board, rng = question.board, random.Random(seed)
    for _ in range(25):
        a, b = (rng.randrange(len(board.filled)) for _ in range(2))
        found = look(GAME, "ru", board, a, Target(square=b))
        assert found.clear == (sight.sees(board, a, b))
        assert (square_text(b) in found.seen) == sight.sees_into(board, a, b)
        line = sight.line(board, a, b, into=True)
        run = list(stretches(board.layout, a, *line.offset))
        if line.clear:
            assert tuple(piece.square for piece in run) == line.path


def test_a_board_of_a_game_becomes_a_question_about_it() -> None:
    layout = relocated(layout_for(4), 3, (0, 2))
    board = boards.lay_out(layout, (("s5", 1), ("s2", 0), ("s8", 3), ("s4", 2)))
    board = boards.put(
        board,
        next(e for e, k in enumerate(board.kinds) if k == boards.OPEN),
        boards.WALL,
        "create_wall",
        0,
        20,
    )
    board = boards.clear(board, next(e for e, k in enumerate(board.kinds) if k == boards.DOOR))
    board = boards.fill(board, 3, boards.STONE, 0, 0)
    again = read(dict(part.split("=", 1) for part in write(of_board(board)).split("&"))).board
    assert (again.kinds, again.filled, again.layout.places) == (
        board.kinds,
        board.filled,
        board.layout.places,
    )


NONSENSE = [
    "n=9",
    "n=-1&x=1",
    "n=%D0%B0",
    "s=s1",
    "s=s9.s9.s9.s9",
    "s=s1:7",
    "s=" + "s1." * 900,
    "at=0,0",
    "at=0,0.0,0.0,0.0,0",
    "at=99,0.1,1.2,2.3,3",
    "at=x",
    "a=9z9",
    "a=1c3&b=" + "1" * 5000,
    "a=4a1&n=2",
    "wall=1c3",
    "wall=1c3e&gap=1c3e&fire=1c3e&open=1c3e",
    "bush=1a1.1a1.7a1&stone=1a1",
    "do=nothing",
    "do=side",
    "do=walls&a=1c3&b=1c3e",
    "n=2&x=1&n=3",
    "a=1c3&b=1c3",
    "a=%F0%9F%98%80",
    "n=3&at=0,0.0,1.1,1&s=s1",
    "n=2&at=5,5.0,0&a=1c3&b=2c3",
]


@pytest.mark.parametrize("query", daily(NONSENSE, NONSENSE[::9]))
def test_nothing_in_an_address_breaks_the_page(client: Client, query: str) -> None:
    assert client.get(f"/sight/wizwar?{query}").status_code == 200
    assert client.get(f"/sight/wizwar?{query}", **HTMX).status_code == 200


def test_what_cannot_be_read_is_named(client: Client) -> None:
    assert "не разобрать, пропустили: 9, 8z8" in page(client, "n=9&a=8z8")


def test_other_methods_are_refused(client: Client) -> None:
    assert client.post("/sight/wizwar").status_code == 405


def test_a_table_gets_the_lines_alone(client: Client) -> None:
    query = urlencode({"n": "2", "a": "1c3", "b": "1c2"})
    text = page(client, query, **HTMX, HTTP_HX_TARGET="sight-layer")
    assert text.lstrip().startswith("<svg")
    assert 'data-hidden="1a1' in text
    assert 'id="sight-said" hx-swap-oob="innerHTML"' in text
    assert "<html" not in text


@pytest.mark.parametrize("url", ["/sight/wizwar?n=4", "/play/wizwar/position"])
def test_wherever_squares_are_named_the_maze_says_what_they_are_called(client: Client, url: str) -> None:
    """play.md (b) 18: «1‑c2» in targets, the log, the editor, and no coordinate drawn anywhere."""
    page = client.get(url).content.decode()
    assert re.findall(r'<text class="mz-place"[^>]*>(\d)<', page) == ["1", "2", "3", "4"]
    assert "".join(re.findall(r'<text class="mz-label"[^>]*>(\w)<', page)) == "abcde" * 2 + "12345" * 2
