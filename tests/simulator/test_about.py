"""Touch anything: what a table draws tells what it is, and hides what it must."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rulebook.content import reading
from rulebook.content.entries import LANGUAGES
from rulebook.content.typography import capital
from rulebook.wording.sentences import PLACE
from simulator.cases import casebook
from simulator.engine import sharing
from simulator.engine.game import Config
from simulator.game import engine_of, played_games, table_of
from simulator.lessons import book
from simulator.matches.about import told_of, why_not
from simulator.matches.log import Words
from simulator.models import Match
from simulator.table.about import BOX, LINES, ThingName, of_content
from tests.markup import folded
from tests.simulator.test_pages_table import HTMX, lay, replay, run, start

pytestmark = pytest.mark.django_db
GAMES = played_games()
DRAWN = re.compile(r'data-about="([^"]+)"')
JSON = {"Accept": "application/json"}
PLIES = 40
PEOPLE = ("Оля", "Коля", "Рита", "Саша", "Ира", "Лев")
RED = {
    "players": ["А", "Б", "В"],
    "hands": {"А": "B1 B2", "Б": "R1 R2", "В": "P1 P2"},
    "cauldrons": ["R4", "", ""],
    "turn": "А",
}


def things_in(page: str) -> list[str]:
    return list(dict.fromkeys(DRAWN.findall(page)))


def configs(game_id: str) -> list[Config]:
    """As the game is, and with the most options changed, so that all boxes are on the table."""
    first, *others = engine_of(game_id).configs.values()
    return [first, *sorted(others, key=lambda each: len(each.options))[-1:]]


def positions(client: Client, game_id: str) -> Iterator[tuple[Match, Any]]:
    """Matches of three some moves on, as random bots play them; the seat to act first is on this device."""
    game = engine_of(game_id)
    for config in configs(game_id):
        seats = 3 if 3 in config.seats else config.seats[0]
        match = start(client, *(["here"] + ["phone"] * (seats - 1)), game=game_id)
        options = {"players": seats, "options": dict(config.options)}
        lay(match, game.new_game(options, 3).state)
        run(match, PLIES, bot="random")
        yield Match.objects.get(pk=match.pk), replay(match)


def page_of(client: Client, match: Match) -> str:
    return client.get(match.get_absolute_url()).content.decode()


def say_of(match: Match, lang: str = "ru") -> Words:
    return Words(match.content, tuple(seat.name for seat in match.seats.order_by("place")), lang)


@pytest.mark.parametrize("game_id", GAMES)
def test_nothing_that_is_drawn_is_silent(client: Client, game_id: str) -> None:
    """In both languages: a name, a line at least, a clause of the game; and no two things say the same, but
    for copies of a card.
    """
    for match, now in positions(client, game_id):
        names, view = things_in(page_of(client, match)), now.engine.view(now.state, 0)
        assert len(names) > 3, "a table names its things"
        for lang in LANGUAGES:
            say = say_of(match, lang)
            told = {name: told_of(say, view, ThingName.of(name)) for name in names}
            assert [name for name, each in told.items() if not (each and each.name and each.lines)] == []
            said: dict[Any, str] = {}
            for name, each in told.items():
                assert each is not None
                assert each.clause in say.content.clause_by_id, name
                assert len(each.lines) <= LINES, name
                alike = said.setdefault((each.name, each.lines), each.card or name)
                assert alike == (each.card or name), f"{name} and {alike} share a text"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_things_of_an_example_tell_what_they_are(client: Client, game_id: str) -> None:
    """Some examples of clauses, at their own addresses."""
    examples = sorted({clause.scenario for clause in reading.whole(game_id).clauses} - {""})
    played = {case.id for case in casebook.cases() if case.game == game_id and case.start == "position"}
    for case_id in [each for each in examples if each in played][::24]:
        url = f"/play/{game_id}/example/{case_id}"
        names = things_in(client.get(url).content.decode())
        assert names, f"the drawing of {case_id} names its things"
        for name in names[::6]:
            assert client.get(url, {"thing": name}, **HTMX).status_code == 200, name
        assert client.get(url, {"thing": "nothing:1"}, **HTMX).status_code == 404


@pytest.mark.parametrize("game_id", GAMES)
def test_a_step_of_a_lesson_and_a_shared_position_tell_as_a_table_does(client: Client, game_id: str) -> None:
    """At the address of what is shown: of a step what may be done now, of a position what a thing is."""
    for lesson in book.lessons_of(game_id)[:1]:
        url = f"/play/{game_id}/lesson/{lesson.id}/{lesson.steps[0].id}"
        names = things_in(client.get(url).content.decode())
        assert names
        told = [client.get(url, {"thing": name}, headers=JSON).json() for name in names[::2]]
        assert any(each["moves"] for each in told)
        assert all(each["lines"] for each in told)
        assert client.get(url, {"thing": "nothing:1"}, headers=JSON).status_code == 404
    game = engine_of(game_id)
    state = game.new_game({"players": game.seats[-1], "options": {}}, 1).state
    letters = sharing.pack(game.short(state, PEOPLE[: game.seats[-1]]))
    url = f"/play/{game_id}/position"
    names = things_in(client.get(url, {"p": letters}).content.decode())
    assert names
    for name in names[::8]:
        assert client.get(url, {"p": letters, "thing": name}, headers=JSON).json()["lines"], name


@pytest.mark.parametrize("game_id", GAMES)
def test_a_name_is_that_of_the_catalogue_and_a_clause_that_of_the_entry(client: Client, game_id: str) -> None:
    """The clause is the one that the game has named for such things, or one that speaks of the entry, of its
    kind, or what holds for all that is in the box.
    """
    match = start(client, "here", "phone", "phone", game=game_id)
    say, topics = say_of(match), table_of(game_id).ABOUT
    content = say.content
    entries = [("card", code, card) for code, (card, _) in content.copies_by_code.items()]
    entries += [("card", card.code, card) for card in content.cards if not card.copies]
    entries += [("term", term.id, term) for term in content.terms]
    entries += [("element", element.id, element) for element in content.elements]
    for kind, code, entry in entries:
        about = of_content(content, topics, ThingName(kind, code), "ru")
        assert about is not None, f"{kind}:{code}"
        assert about.name == capital(entry.name.ru)
        named = {topic.clause for key, topic in topics.items() if key.partition(".")[0] == kind}
        speaking = {clause.id for clause in content.references_to(kind, entry.id).clauses}
        of_its_kind = content.clause_of_kind(getattr(entry, "kind", ""))
        speaking |= {of_its_kind.id} if of_its_kind else set()
        own = about.clause.startswith(f"{entry.id}.")
        assert own or about.clause in named | speaking | {BOX}, f"{kind}:{code}"


@pytest.mark.parametrize("game_id", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_say_the_same_of_everything(
    client: Client, game_id: str
) -> None:
    """What can't be done now says why by the true position: by nothing in it that the seat doesn't know."""
    for match, now in positions(client, game_id):
        game, say = now.engine, say_of(match)
        names = [ThingName.of(name) for name in things_in(page_of(client, match))]
        for seat in game.to_act(now.state):
            view = game.view(now.state, seat)
            worlds = [now.state, *(game.resample(now.state, seat, rng) for rng in (5, 99))]
            for thing in names:
                assert len({str(why_not(say, view, world, seat, thing)) for world in worlds}) == 1, thing
        for seat in (0, None):
            twin = game.view(game.resample(now.state, seat, 5), seat)
            for thing in names:
                assert told_of(say, game.view(now.state, seat), thing) == told_of(say, twin, thing), thing


def test_what_may_be_done_is_told_and_what_may_not_says_why_with_its_clause(client: Client) -> None:
    """Clause cauldron.mix: colours are never mixed in a cauldron."""
    match = start(client, "here", "phone", "phone")
    lay(match, engine_of("poison").decode(RED))
    url = match.get_absolute_url()
    hand = client.get(f"{url}/about", {"thing": "card:B2"}, headers=JSON).json()
    assert hand["moves"]
    assert not hand["refusal"]
    pot = client.get(f"{url}/about", {"thing": "pot:1"}, headers=JSON).json()
    assert (pot["name"], pot["lines"][0]) == ("Котёл 1", "Цвет: красный. В\u00a0сумме 4 из 13.")
    assert not pot["moves"]
    assert (pot["refusal"]["code"], pot["refusal"]["clause"]) == ("other_colour", "cauldron.mix")
    page = client.get(f"{url}/about", {"thing": "pot:1"}, **HTMX).content.decode()
    assert "цвета в котле не смешивают" in page.replace("\u00a0", " ")
    assert "Годится котёл её цвета" in page, "and what would make it possible"
    assert "/rules/poison/cauldron.line?from=" in page, "its own clause, with the way back"


def test_asking_changes_nothing_and_what_is_gone_is_told_so(client: Client) -> None:
    match = start(client, "here", "phone", "phone")
    run(match, 6)
    url, before = match.get_absolute_url(), (Match.objects.get(pk=match.pk).version, replay(match).ply)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"{url}/about", {"thing": "pot:2"}).status_code == 200
    assert [query["sql"] for query in asked if not query["sql"].startswith("SELECT")] == []
    assert (Match.objects.get(pk=match.pk).version, replay(match).ply) == before
    assert client.get(f"{url}/about", {"thing": "pot:2", "ply": 2}).status_code == 200
    for gone in ("", "pot", "pot:4", "pot:²", "card:Z9", "seat:7", "seat:-1", "term:", "no:1", "card:" * 99):
        answer = client.get(f"{url}/about", {"thing": gone}, **HTMX)
        assert answer.status_code == 404, gone
        assert "Этого на столе нет" in folded(answer.content.decode())
    assert client.get(f"{url}/about", {"thing": "pot:1", "ply": 999}).status_code == 404
    assert client.post(f"{url}/about", {"thing": "pot:1"}).status_code == 405
    assert Client().get(f"{url}/about", {"thing": "pot:1"}).status_code == 403, "nobody asks without a link"


def test_behind_the_curtain_no_hand_is_told_of(client: Client) -> None:
    """A card of the person who hasn't lifted it is one like any other: nobody is told what it may do."""
    match = start(client, "here", "here", "phone")
    now = replay(match)
    seat = now.to_act[0]
    codes = now.engine.view(now.state, seat).hand
    answers = [
        client.get(f"{match.get_absolute_url()}/about", {"thing": f"card:{code}"}, headers=JSON).json()
        for code in codes
    ]
    assert [each for each in answers if each["moves"] or each["refusal"]] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_a_remedy_stands_beside_its_refusal_and_says_something_else(game_id: str) -> None:
    """All of its places are among those of the refusal, in both languages."""
    content = reading.whole(game_id)
    for code, said in content.words.get("remedy", {}).items():
        refusal = content.sentence("refusal", code)
        for lang in LANGUAGES:
            places, known = (set(PLACE.findall(text.in_(lang))) for text in (said, refusal))
            assert {name for name, *_ in places} <= {name for name, *_ in known}, code
            assert said.in_(lang) not in refusal.in_(lang)


def test_the_refusals_that_are_met_most_say_what_would_make_it_possible() -> None:
    """Sixty of all games together; each of them has some."""
    counted = []
    for content in map(reading.whole, GAMES):
        codes = {*content.words["refusal"], *content.shared_words["refusal"]}
        counted.append(sum(content.has_sentence("remedy", code) for code in codes))
    assert sum(counted) >= 60
    assert min(counted) > 5
