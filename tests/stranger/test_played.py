"""The stranger's game is played, hinted, shared, saved and resumed, counted and printed as it comes."""

import re
from io import BytesIO
from types import SimpleNamespace

import pypdf
import pytest
from django.template.loader import render_to_string
from django.test import Client

from rulebook.content import reading
from rulebook.wording.sentences import render
from scoring.models import LinkRole, new_sheet
from simulator.game import engine_of, table_of
from simulator.models import Match
from tests.daily import daily
from tests.markup import folded
from tests.scoring.people import Person
from tests.simulator.test_pages_table import HTMX, replay, seat_at, send, start

pytestmark = pytest.mark.django_db
GAME = "stranger"


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.fixture
def match(client: Client) -> Match:
    return start(client, "here", "phone", game=GAME)


@pytest.fixture
def guest(client: Client, match: Match) -> Client:
    """The second of two people, each with a phone of their own, whose cards are laid aside."""
    phone = seat_at(client, match, 1)
    for card in ("red", "pair"):
        ply = replay(match).ply
        assert send(client, match, 0, f"lay {card}", ply).status_code == 302
        assert send(phone, match, 1, f"lay {card}", ply).status_code == 302
    return phone


@pytest.mark.parametrize(("prefix", "bid"), [("", "ставит w3"), ("/en", "bids w3")])
def test_a_game_is_played_by_links_and_told_in_both_languages(
    client: Client, guest: Client, match: Match, prefix: str, bid: str
) -> None:
    """Clause turn.play: both bids count, and the log says them to a watcher once both are made."""
    url, watcher = match.get_absolute_url(), Client()
    watcher.get(f"/play/l/{match.viewer_token}")
    ply = replay(match).ply
    send(client, match, 0, "bid w3", ply)
    assert bid not in page(watcher, f"{prefix}{url}")
    send(guest, match, 1, "bid 1-a2", ply)
    for address in (f"{prefix}{url}", f"{prefix}{url}/log"):
        assert bid in page(watcher, address).replace("\u00a0", " ")
    assert page(client, f"{prefix}{url}/share")
    assert Client().get(url).status_code == 403, "nobody comes in without a link"


@pytest.mark.usefixtures("guest")
def test_its_hand_asks_for_a_card_and_without_a_script_each_move_is_a_button(
    client: Client, match: Match
) -> None:
    """docs/new-game.md: a game without a `_hand.html` has the plain one, with the words of each move."""
    said = re.compile(r'data-play="bid (\S+)" data-words="Поставить (\S+)"')
    html = page(client, match.get_absolute_url()).replace("\u00a0", " ")
    cards = [code for code, name in said.findall(html) if code == name]
    assert {"w3", "1-a2", "kick"} <= set(cards)
    plain = html.partition("<noscript>")[2]
    assert re.findall(r'value="bid (\S+)"', plain) == sorted(cards)
    ply = replay(match).ply
    assert send(client, match, 0, "bid w3", ply).status_code == 302
    assert not said.search(page(client, match.get_absolute_url())), "who has chosen is asked for nothing"


@pytest.mark.usefixtures("guest")
def test_a_refusal_cites_the_rule_and_a_hint_compares_every_card(client: Client, match: Match) -> None:
    refused = send(client, match, 0, "bid red", **HTMX)
    assert refused.status_code == 422
    assert f"/rules/{GAME}/setup.aside" in refused.content.decode()
    hint = client.post(f"{match.get_absolute_url()}/hint", {"ply": replay(match).ply}, **HTMX)
    assert hint.status_code == 200
    found = set(re.findall(r"Поставить\s([\w-]+)", hint.content.decode().partition('id="hint')[2]))
    assert {"w3", "1-a2", "kick"} <= found


def test_a_record_is_saved_and_resumed_elsewhere_and_a_position_is_shared(
    client: Client, guest: Client, match: Match
) -> None:
    """Plays to the end: only then the record shows all cards."""
    while replay(match).to_act:
        now = replay(match)
        for phone, seat in ((client, 0), (guest, 1)):
            move = str(now.engine.legal_moves(now.state, seat)[-seat])
            assert send(phone, match, seat, move, now.ply).status_code == 302
    result = replay(match).engine.result(replay(match).state)
    record = page(client, f"{match.get_absolute_url()}/record.json")
    other = Client()
    opened = other.post(f"/play/{GAME}/record", {"record": record})
    assert opened.status_code == 302
    again = Match.objects.get(public_id=opened.url.rsplit("/", 1)[-1])
    assert replay(again).engine.result(replay(again).state) == result
    shared = client.get(f"{match.get_absolute_url()}/position?ply=3")
    assert "Играть отсюда" in page(Client(), shared.url)


PRINTED = [("", "стратегия", ("reference", "sheet")), ("/en", "Strategy", ("cards", "rulebook"))]


@pytest.mark.pdf
@pytest.mark.parametrize(
    ("prefix", "word", "kinds"),
    daily(PRINTED, PRINTED[:1]),  # cards and rulebooks of others are printed in tests/rulebook
)
def test_what_is_printed_is_a_pdf_with_its_name(
    client: Client, prefix: str, word: str, kinds: tuple[str, ...]
) -> None:
    owner = Person(client, new_sheet(GAME, ["Оля", "Коля"]))
    client.get(owner.sheet.link(LinkRole.OWNER).path)
    assert owner.write("r1.p1.points", "7").status_code == 200
    for address in (*(f"/print/{GAME}/{kind}.pdf" for kind in kinds), owner.url("sheet_pdf")):
        answer = client.get(prefix + address)
        assert answer.status_code == 200, address
        text = "".join(sheet.extract_text() for sheet in pypdf.PdfReader(BytesIO(answer.content)).pages)
        assert word in text, address


def test_the_plain_table_tells_where_points_come_from() -> None:
    """docs/new-game-reference.md: `explain` stands below the points, each line by its word in `[line]`."""
    game, content, names = engine_of(GAME), reading.whole(GAME), ("Оля", "Коля")
    state = game.new_game({"players": 2}, 5).state
    while acting := game.to_act(state):
        seat = min(acting)
        state = game.apply(state, seat, game.legal_moves(state, seat)[-seat]).state
    (result,) = table_of(GAME).results(content, game.view(state, None), names, "ru")
    assert [points for _, points, _ in result.lines] == [each.points for each in game.explain(state)]
    context = {"result": result, "board": SimpleNamespace(names=names), "game": content}
    page = folded(render_to_string("simulator/default/_result.html", context))
    line = next(line for _, _, lines in result.lines for line in lines)
    said = render(content, "line", line.code, line.params, "ru", names)
    assert f"{said} <b>+{line.points}</b>" in page
