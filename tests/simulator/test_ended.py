"""The end of a match: places by what decides, the reader marked, rounds, a picture, once more."""

import io
import re
from html import unescape

import pytest
from django.test import Client
from PIL import Image

from games.poison.simulator.game import PoisonSimulator
from rulebook.content.entries import Text
from simulator.bulk.play import play as whole_game
from simulator.engine.dealing import TYPED
from simulator.game import Character, engine_of, played_games, table_of
from simulator.matches import play
from simulator.models import HERE, Match
from tests.simulator.test_pages_table import start

pytestmark = pytest.mark.django_db
NAMES = ["Оля", "Мята", "Шалфей", "Полынь"]


def ended(client: Client, game_id: str) -> Match:
    """A whole game between bots; the device has the first seat."""
    engine = engine_of(game_id)
    players = max(engine.seats[0], min(3, engine.seats[-1]))
    bot = "greedy" if "greedy" in engine.bots else "random"
    done = whole_game(game_id, {"players": players, "options": {}}, [bot] * players, 11)
    kinds = [HERE, *[bot] * (players - 1)]
    match = play.begin(done.record, [*map(play.SeatPlayer, NAMES, kinds)], dealing=TYPED)
    client.get(f"/play/l/{match.host_token}", follow=True)
    return match


def places(page: str) -> list[tuple[str, str, bool]]:
    """(names, points, whether the reader stands there) of each place, from the first on."""
    listed = page.partition('<ol class="places"')[2].partition("</ol>")[0]
    found = []
    for item in listed.split("<li")[1:]:
        names = " ".join(re.findall(r"<b>(.*?)</b>", item))
        points = re.search(r'class="place-points">\s*([−\d]+)', item)
        found.append((unescape(names), points[1].replace("−", "-") if points else "", ">вы<" in item))
    return found


@pytest.mark.parametrize("game_id", played_games())
def test_places_follow_what_decides_and_the_reader_is_marked(client: Client, game_id: str) -> None:
    """table.md b6: the last round's points were the largest figures, the totals that decide small."""
    match = ended(client, game_id)
    engine = engine_of(game_id)
    result = engine.result(play.replay_of(match).state)
    page = client.get(match.get_absolute_url()).content.decode()
    listed = places(page)
    assert all(name in str(listed) for name in NAMES[: len(result.scores)])
    assert all(NAMES[seat] in listed[0][0] for seat in result.winners)
    assert [mine for names, _, mine in listed if "Оля" in names] == [True]
    assert sum(mine for *_, mine in listed) == 1
    if table_of(game_id).totals(engine.view(play.replay_of(match).state, None)):
        shown = [int(points) for _, points, _ in listed]
        assert {*shown} == {*result.scores}
        assert shown[1:] == sorted(shown[1:], reverse=not engine.fewer_is_better)


def test_a_series_shows_a_line_a_round_and_by_how_much_it_was_won(client: Client) -> None:
    match = ended(client, "poison")
    scores = engine_of("poison").result(play.replay_of(match).state).scores
    page = client.get(match.get_absolute_url()).content.decode()
    table = page.partition("at-rounds")[2].partition("</table>")[0]
    rows = [[*map(int, re.findall(r"<td>(\d+)</td>", row))] for row in table.split("<tr>")[2:]]
    assert [*map(sum, zip(*rows, strict=True))] == [*scores]
    first, second = sorted(scores)[:2]
    assert re.search(rf"На {second - first}\s+оч", unescape(page))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Character:
    """`greedy` of Poison has a fault, and no other bot there."""
    character = Character("hurry", Text("Я спешу.", "I am in a hurry."))
    monkeypatch.setattr(PoisonSimulator, "characters", {"greedy": character})
    return character


@pytest.mark.usefixtures("hasty")
def test_a_character_tells_its_fault_once_the_game_is_over_and_not_before(client: Client) -> None:
    match = ended(client, "poison")
    page = client.get(match.get_absolute_url()).content.decode()
    told = page.partition("at-faults")[2].partition("</details>")[0]
    assert re.findall(r"<b>(.*?)</b>", told) == NAMES[1:3]
    assert told.count("<p>Я спешу.</p>") == 2
    assert told.count("#bot-poison-greedy") == 2
    assert "Мята: Я спешу." in client.get(f"{match.get_absolute_url()}/speech").json()["news"]
    english = client.get(f"/en{match.get_absolute_url()}").content.decode()
    assert "<p>I am in a hurry.</p>" in english
    past = client.get(f"{match.get_absolute_url()}?ply=4").content.decode()
    running = start(client, "here", "greedy", "greedy").get_absolute_url()
    pages = past, *(client.get(url).content.decode() for url in (running, f"{running}/speech"))
    assert not re.search("Я спешу|in a hurry", "".join(pages))


def test_the_picture_is_that_of_a_sheet_and_comes_once_the_game_is_over(client: Client) -> None:
    match = ended(client, "poison")
    url = f"{match.get_absolute_url()}/picture.png"
    assert f'href="{url}"' in client.get(match.get_absolute_url()).content.decode()
    answer = client.get(url)
    assert Image.open(io.BytesIO(answer.content)).size == (1080, 1350)
    assert "private" in answer["Cache-Control"]
    assert Client().get(url).status_code == 403, "as the match itself"
    running = start(client, "here", "greedy", "greedy")
    assert client.get(f"{running.get_absolute_url()}/picture.png").status_code == 404


def test_once_more_seats_the_same_people_with_the_same_options_and_other_cards(client: Client) -> None:
    before = start(client, "here", "greedy", "random", option_final_tie="single_best_round")
    answer = client.post(f"{before.get_absolute_url()}/again")
    made = Match.objects.exclude(pk=before.pk).get()
    assert answer.url == made.get_absolute_url()
    assert made.config == before.config
    assert [(seat.name, seat.kind) for seat in made.seats.all()] == [
        (seat.name, seat.kind) for seat in before.seats.all()
    ]
    assert made.drawn not in ("", before.seed), "it is dealt anew, by the shares of all"


def test_once_more_is_for_who_began_and_from_the_beginning(client: Client) -> None:
    match = start(client, "here", "greedy", "phone")
    guest = Client()
    guest.post(f"/play/l/{match.seats.get(place=2).token}")
    assert guest.post(f"{match.get_absolute_url()}/again").status_code == 403
    match.start = {"players": 3}
    match.save(update_fields=["start"])
    assert client.post(f"{match.get_absolute_url()}/again").status_code == 422
    assert Match.objects.count() == 1
