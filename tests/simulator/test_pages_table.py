"""The table's pages: starting, playing, refusals, undo, curtain, branching, hints, pouring into a sheet."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from rulebook.content import reading
from rulebook.content.typography import typeset
from scoring.models import EntryDraft, Refused, Sheet
from simulator.game import engine_of, played_games, table_of
from simulator.matches import play, views
from simulator.matches.access import access_of, seats_of
from simulator.models import Match, Move
from tests.daily import daily
from web import names
from web.refusal import Refusal

pytestmark = pytest.mark.django_db
POISON = engine_of("poison")


def start(client: Client, *kinds: str, game: str = "poison", **fields: str) -> Match:
    """A match whose seats are of these kinds, named А, Б, В…, dealt from seed 7."""
    rows = {f"kind-{place}": kind for place, kind in enumerate(kinds)}
    names = {f"name-{place}": "АБВГДЕ"[place] for place in range(len(kinds))}
    response = client.post(f"/play/{game}", {"seed": "7", **rows, **names, **fields})
    assert response.status_code == 302, response.content.decode()
    return Match.objects.get(public_id=response.url.rsplit("/", 1)[-1])


def lay(match: Match, state: Any) -> None:
    """The match begins with this state."""
    match.start = engine_of(match.game).encode(state)
    match.save(update_fields=["start"])


def replay(match: Match) -> play.Replay:
    return play.replay_of(Match.objects.get(pk=match.pk))


def seat_at(client: Client, match: Match, place: int) -> Client:
    """Another phone that sat down by the link of a seat."""
    phone = Client()
    response = phone.post(f"/play/l/{match.seats.get(place=place).token}")
    assert response.status_code == 302
    assert response.url == match.get_absolute_url()
    return phone


def send(client: Client, match: Match, seat: int, text: str, ply: int | None = None, **headers: str):
    fields = {"seat": seat, "ply": replay(match).ply if ply is None else ply, "move": text}
    return client.post(f"{match.get_absolute_url()}/move", fields, **headers)


def lift(client: Client, match: Match) -> None:
    """Whoever is to act takes the shared device."""
    match.refresh_from_db()
    fields = {"seat": replay(match).to_act[0], "version": match.version}
    assert client.post(f"{match.get_absolute_url()}/lift", fields).status_code == 302


def legal(match: Match) -> tuple[int, str]:
    """The seat to act and its first legal move."""
    now = replay(match)
    seat = now.to_act[0]
    return seat, str(now.engine.legal_moves(now.state, seat)[0])


def run(match: Match, plies: int = 1000, until: str = "", bot: str = "greedy") -> None:
    """Moves of a bot for every seat, straight into the record."""
    now = replay(match)
    game, state, rows = now.engine, now.state, []
    for ply in range(now.ply + 1, now.ply + 1 + plies):
        if not game.to_act(state):
            break
        seat = min(game.to_act(state))
        made = game.bots[bot](game.view(state, seat), game.legal_moves(state, seat), ply)
        step = game.apply(state, seat, made)
        rows.append(Move(match=match, ply=ply, seat=seat, text=str(made)))
        state = step.state
        if until in [event.kind for event in step.events]:
            break
    Move.objects.bulk_create(rows)
    match.refresh_from_db()
    match.finished = not game.to_act(state)
    match.touch("finished")


HTMX = {"HTTP_HX_REQUEST": "true"}


# Starting


def test_the_start_page_shows_every_open_option_with_its_choices_and_hides_the_others(client: Client) -> None:
    page = client.get("/play/poison").content.decode()
    for option in reading.load("poison").options:
        assert (f'name="option-{option.id}"' in page) is not option.hidden


def test_a_table_is_laid_for_a_reader_and_three_bots(client: Client) -> None:
    page = client.get("/play/poison").content.decode()
    kinds = re.findall(r'name="kind-\d" value="(\w*)" checked', page)
    assert kinds[:4] == ["here", *[table_of("poison").DEFAULT_BOT] * 3]
    assert re.findall(r'name="seats" value="(\d)" checked', page) == ["4"]


def test_a_match_is_started_with_its_seats_options_and_seed(client: Client) -> None:
    match = start(client, "here", "phone", "greedy", **{"option-dealer": "2"})
    assert [seat.kind for seat in match.seats.all()] == ["here", "phone", "greedy"]
    assert match.seed == "7"
    assert replay(match).state.dealer == 1


def test_two_players_need_the_house_rule_for_them(client: Client) -> None:
    """setup.players: three to six; poison-2 leaves two to a house rule."""
    fields = {"kind-0": "here", "kind-1": "flat"}
    refused = client.post("/play/poison", fields)
    assert refused.status_code == 422
    assert "/rules/poison/setup.players" in refused.content.decode()
    assert Match.objects.count() == 0
    allowed = client.post("/play/poison", {**fields, "option-two_players": "deal_four_remove_two"})
    assert allowed.status_code == 302


NO_STARTS = [
    {"name-0": "А" * 41},
    {"name-0": "Яна", "name-1": "Яна"},
    {"kind-0": "robot"},
    {"seed": "семь"},
    {"seed": "-1"},
    {"seed": "9" * 30},
    {"option-dealer": "9"},
    {"option-dealer": "4", "kind-3": ""},
    {"name-0": "А" * 10_000},
]


def test_a_start_form_that_makes_no_sense_is_refused_and_starts_nothing(client: Client) -> None:
    rows = {"kind-0": "here", "kind-1": "flat", "kind-2": "flat", "kind-3": "flat"}
    for fields in NO_STARTS:
        response = client.post("/play/poison", {**rows, **fields})
        assert response.status_code == 422, fields
        assert 'class="refusal"' in response.content.decode()
        assert Match.objects.count() == 0


def test_a_bad_name_is_marked_itself_and_names_are_no_longer_than_they_may_be(client: Client) -> None:
    rows = {"kind-0": "here", "kind-1": "flat", "kind-2": "flat", "name-0": "Яна", "name-2": "Яна"}
    page = client.post("/play/poison", rows).content.decode().replace("\N{NO-BREAK SPACE}", " ")
    fields = re.findall(r'<input class="input" name="name-\d"[^>]*>', page)
    assert ["aria-invalid" in field for field in fields] == [False, False, True, False, False, False]
    assert all(f'maxlength="{names.longest()}"' in field for field in fields)
    assert re.search(r'id="fault-3"[^>]*>.*?«Яна» здесь уже есть', page, re.S)
    assert page.count('class="refusal"') == 1


@pytest.mark.parametrize("game", ["poison", "potions"])
def test_one_player_too_many_is_refused_and_not_forgotten(client: Client, game: str) -> None:
    """setup.players: at most six, even where nobody has a name."""
    rows = {f"kind-{place}": "greedy" for place in range(7)}
    response = client.post(f"/play/{game}", rows)
    assert response.status_code == 422
    assert f"/rules/{game}/setup.players" in response.content.decode()
    assert Match.objects.count() == 0


def test_names_with_markup_are_shown_as_text(client: Client) -> None:
    match = start(client, "here", "flat", "flat", **{"name-0": "<b>Оля</b>"})
    page = client.get(match.get_absolute_url()).content.decode()
    assert "<b>Оля</b>" not in page
    assert "&lt;b&gt;Оля" in page


# Moves and refusals


def test_a_legal_move_is_a_button_of_its_own_where_there_is_no_script(client: Client) -> None:
    match = start(client, "here", "here", "here")
    seat, text = legal(match)
    client.post(f"{match.get_absolute_url()}/lift", {"seat": seat, "version": match.version})
    page = client.get(match.get_absolute_url()).content.decode()
    assert f'name="move" value="{text}"' in page
    assert send(client, match, seat, text).status_code == 302
    assert replay(match).ply == 1


FORBIDDEN = [
    ("pass", "turn.play"),
    ("look", "pile.closed"),
    ("play R9 1", "components.deck"),
    ("play R4 7", "cauldron.three"),
    ("eat R4", "turn.play"),
    ("", "turn.play"),
    ("play " + "R4 " * 4000, "turn.play"),
]


def test_what_the_rules_forbid_is_refused_with_its_clause_and_changes_nothing(client: Client) -> None:
    match = start(client, "here", "here", "here")
    lift(client, match)
    seat = replay(match).to_act[0]
    for text, clause in FORBIDDEN:
        if text.startswith("play R4 7"):
            text = f"play {replay(match).state.hands[seat][0]} 7"
        before = Match.objects.get(pk=match.pk).version
        response = send(client, match, seat, text, **HTMX)
        assert response.status_code == 422, (text, clause)
        assert f"/rules/poison/{clause}" in response.content.decode()
        assert replay(match).ply == 0
        assert Match.objects.get(pk=match.pk).version == before


def test_a_refusal_that_names_a_cauldron_has_the_key_to_it(client: Client) -> None:
    """cauldron.colour: «кладите в котёл 1: он уже красный» was advice without a key."""
    match = start(client, "here", "flat", "flat")
    position = {"players": ["А", "Б", "В"], "turn": "А", "hands": {"А": "R4 B1"}, "cauldrons": ["R7", "", ""]}
    lay(match, POISON.decode(position))
    refused = send(client, match, 0, "play R4 2", **HTMX).content.decode()
    keys = re.search(r'class="said-keys">(.*?)</div>', refused, re.S)
    assert keys
    assert re.findall(r'value="([^"]*)"', keys[1]) == ["play R4 1"]


def test_moving_out_of_turn_is_refused_by_the_order_of_turns(client: Client) -> None:
    match = start(client, "here", "here", "here")
    now = replay(match)
    other = (now.to_act[0] + 1) % 3
    response = send(client, match, other, f"play {now.state.hands[other][0]} 1")
    assert response.status_code == 422
    assert "/rules/poison/turn.order" in response.content.decode()


def test_a_seat_that_is_not_on_this_device_cannot_be_moved(client: Client) -> None:
    match = start(client, "here", "phone", "phone")
    for seat in (1, 2, 9):
        assert send(client, match, seat, "look").status_code == 403
    assert replay(match).ply == 0


def test_the_same_move_sent_twice_is_made_once_and_another_one_meets_a_conflict(client: Client) -> None:
    match = start(client, "here", "here", "here")
    lift(client, match)
    seat, text = legal(match)
    assert send(client, match, seat, text, ply=0).status_code == 302
    assert send(client, match, seat, text, ply=0).status_code == 302
    assert replay(match).ply == 1
    stale = send(client, match, seat, "play X4 1" if text != "play X4 1" else "look", ply=0)
    assert stale.status_code == 409
    assert replay(match).ply == 1


def test_of_several_moves_sent_at_once_those_are_made_that_can_be_or_of_a_whole_none(client: Client) -> None:
    """After the first it is somebody else's turn."""
    match = start(client, "here", "phone", "phone", **{"option-dealer": "3"})
    seat, text = legal(match)
    fields = {"seat": seat, "ply": 0, "move": f"{text}; {text}"}
    assert client.post(f"{match.get_absolute_url()}/move", {**fields, "whole": "1"}).status_code == 422
    assert replay(match).ply == 0
    assert client.post(f"{match.get_absolute_url()}/move", fields).status_code == 302
    assert replay(match).ply == 1


def test_of_several_moves_sent_at_once_none_is_made_by_cards_that_the_first_has_shown(client: Client) -> None:
    """Whoever gets new cards looks at them first."""
    match = start(client, "phone", "phone", "here")
    last = {"hands": {"В": "R4"}, "cauldrons": ["R7", "", ""], "turn": "В", "dealer": "А"}
    state = POISON.decode({"players": ["А", "Б", "В"], **last})
    lay(match, state)
    dealt = POISON.apply(state, 2, POISON.parse(state, 2, "play R4 1")).state
    assert POISON.to_act(dealt) == {2}
    assert send(client, match, 2, f"play R4 1; {POISON.legal_moves(dealt, 2)[0]}").status_code == 302
    assert replay(match).ply == 1


def test_moves_come_as_json_too(client: Client) -> None:
    match = start(client, "here", "here", "here")
    lift(client, match)
    seat, text = legal(match)
    url = f"{match.get_absolute_url()}/move"
    body = json.dumps({"seat": seat, "ply": 0, "move": "look"})
    refused = client.post(url, body, content_type="application/json")
    assert refused.status_code == 422
    assert refused.json()["clause"]["url"] == "/rules/poison/pile.closed"
    body = json.dumps({"seat": seat, "ply": 0, "move": text})
    assert client.post(url, body, content_type="application/json").json()["ply"] == 1
    other = json.dumps({"seat": seat, "ply": 0, "move": "look"})
    stale = client.post(url, other, content_type="application/json")
    assert stale.status_code == 409
    assert stale.json()["message"] == typeset("На столе уже другое положение. Вот оно.")


def test_a_program_that_moves_for_another_seat_gets_its_sentence_as_json(client: Client) -> None:
    match = start(client, "here", "phone", "phone")
    body = json.dumps({"seat": 1, "ply": 0, "move": "look"})
    refused = client.post(f"{match.get_absolute_url()}/move", body, content_type="application/json")
    assert refused.status_code == 403
    assert typeset("не с этого телефона") in refused.json()["message"]


# Bots


def test_behind_the_curtain_a_move_is_refused_whatever_it_is(client: Client) -> None:
    """Even a refusal by the rules would tell what the hand there holds."""
    match = start(client, "here", "here", "here")
    (seat,) = replay(match).to_act
    for text in ("look", legal(match)[1]):
        page = send(client, match, seat, text)
        answer = send(client, match, seat, text, HTTP_ACCEPT="application/json")
        assert (page.status_code, answer.status_code) == (403, 403)
        assert typeset("Занавес ещё висит") in page.text
        assert answer.json()["message"].startswith(typeset("Занавес ещё висит"))
    assert replay(match).ply == 0


def test_a_bot_moves_once_however_often_pages_ask(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"})
    for _ in range(3):
        assert client.post(f"{match.get_absolute_url()}/bot", {"ply": 0}).status_code == 302
    assert replay(match).ply == 1


def test_a_bot_never_moves_for_a_person(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})
    client.post(f"{match.get_absolute_url()}/bot", {"ply": 0})
    assert replay(match).ply == 0


@pytest.mark.parametrize("answer", [{}, {"move": "play R9 9"}, {"move": 5}])
def test_an_answer_of_the_helper_that_is_no_move_is_replaced_by_a_legal_one(
    client: Client, monkeypatch: pytest.MonkeyPatch, answer: dict
) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"})
    monkeypatch.setattr(play.helper, "do", lambda folder, job, patience: answer)
    only = {"hands": {"Б": "R4"}, "cauldrons": ["R7", "B1", "P1"], "turn": "Б"}  # red may go to red alone
    lay(match, POISON.decode({"players": ["А", "Б", "В"], **only}))
    client.post(f"{match.get_absolute_url()}/bot", {"ply": 0})
    assert replay(match).ply == 1


# Undo


def test_the_last_move_of_this_device_is_taken_back_while_nobody_else_saw_it(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})
    seat, text = legal(match)
    send(client, match, seat, text)
    assert client.post(f"{match.get_absolute_url()}/undo", {"ply": 1}).status_code == 302
    assert replay(match).ply == 0


def test_a_move_stands_once_a_bot_has_answered(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})
    send(client, match, *legal(match))
    client.post(f"{match.get_absolute_url()}/bot", {"ply": 1})
    refused = client.post(f"{match.get_absolute_url()}/undo", {"ply": 2})
    assert refused.status_code == 422
    assert "Бот уже ответил" in refused.content.decode()
    assert replay(match).ply == 2


def test_before_ones_first_move_there_is_nothing_to_take_back(client: Client) -> None:
    """Played: «Бот уже ответил» was told to somebody who hadn't moved."""
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"})
    client.post(f"{match.get_absolute_url()}/bot", {"ply": 0})
    refused = client.post(f"{match.get_absolute_url()}/undo", {"ply": 1})
    assert refused.status_code == 422
    assert "Отменять пока нечего" in refused.content.decode()


def test_a_move_stands_when_another_phone_has_seen_it(client: Client) -> None:
    match = start(client, "here", "phone", "greedy", **{"option-dealer": "3"})
    send(client, match, *legal(match))
    refused = client.post(f"{match.get_absolute_url()}/undo", {"ply": 1})
    assert refused.status_code == 422
    assert "увидел другой" in refused.content.decode()


def test_a_guests_move_stands_when_the_host_has_seen_it_and_begun_to_answer(client: Client) -> None:
    """The host's device is another one too; what the host has begun there isn't a guest's to take back."""
    match = start(client, "phone", "here", "greedy", **{"option-dealer": "3"})
    guest = seat_at(client, match, 0)
    assert send(guest, match, *legal(match)).status_code == 302
    refused = guest.post(f"{match.get_absolute_url()}/undo", {"ply": 1})
    assert refused.status_code == 422
    assert "увидел другой" in refused.content.decode()
    assert replay(match).ply == 1


def test_a_move_stands_once_the_next_person_here_has_lifted_the_curtain(client: Client) -> None:
    match = start(client, "here", "here", "greedy", **{"option-dealer": "3"})
    url = match.get_absolute_url()
    client.post(f"{url}/lift", {"seat": 0, "version": match.version})
    send(client, match, *legal(match))
    assert client.post(f"{url}/undo", {"ply": 1}).status_code == 302
    send(client, match, *legal(match))
    match.refresh_from_db()
    client.post(f"{url}/lift", {"seat": 1, "version": match.version})
    assert client.post(f"{url}/undo", {"ply": 1}).status_code == 422


def test_a_move_that_dealt_new_cards_stands(client: Client) -> None:
    match = start(client, "here", "here", "here")
    run(match, until="round_ended")
    refused = client.post(f"{match.get_absolute_url()}/undo", {"ply": replay(match).ply})
    assert refused.status_code == 422
    assert "открылись карты" in refused.content.decode()


# The curtain


def test_the_curtain_is_lifted_by_its_form_alone(client: Client) -> None:
    """Without scripts a page sends what its form holds, and the site takes no form without its token."""
    match = start(client, "here", "here", "here")
    client.handler.enforce_csrf_checks = True
    page = client.get(match.get_absolute_url()).content.decode()
    curtain = page[page.index('<form class="curtain"') :].partition("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', curtain))
    assert client.post(f"{match.get_absolute_url()}/lift", fields).status_code == 302
    assert "data-card" in client.get(match.get_absolute_url()).content.decode()


@pytest.mark.parametrize("game", [each for each in played_games() if table_of(each).HAS_SIDE_PANEL])
def test_behind_the_curtain_stands_nothing_that_stands_beside_the_table(client: Client, game: str) -> None:
    """Whoever passes the phone on may be looking: players and what lies before them wait, too."""
    match = start(client, "here", "here", game=game)
    url, person = match.get_absolute_url(), r'id="person-\d"'
    assert re.findall(person, client.get(url).content.decode()) == []
    lift(client, match)
    assert len(re.findall(person, client.get(url).content.decode())) == 2


def test_who_has_taken_the_shared_device_is_called_by_name(client: Client) -> None:
    match = start(client, "here", "here", "here")
    lift(client, match)
    name = "АБВ"[replay(match).to_act[0]]
    assert f"{name}, ваш ход" in client.get(match.get_absolute_url()).content.decode()


def test_a_page_that_shows_an_older_table_lifts_no_curtain(client: Client) -> None:
    """Whoever lifts the curtain looks at the table as it stands: a page of another version is stale."""
    match = start(client, "here", "here", "here")
    seat = replay(match).to_act[0]
    url = f"{match.get_absolute_url()}/lift"
    assert client.post(url, {"seat": seat, "version": match.version - 1}).status_code == 409
    assert not match.seats.get(place=seat).lifted
    assert client.post(url, {"seat": seat, "version": match.version}).status_code == 302
    assert match.seats.get(place=seat).lifted


def test_no_hand_is_on_the_page_until_its_person_lifts_the_curtain(client: Client) -> None:
    match = start(client, "here", "here", "here")
    seat = replay(match).to_act[0]
    url = match.get_absolute_url()
    hidden = client.get(url).content.decode()
    assert "Передайте телефон" in hidden
    assert "data-card" not in hidden
    assert "data-card" not in client.get(f"{url}?ply=0").content.decode()
    assert client.post(f"{url}/lift", {"seat": (seat + 1) % 3, "version": match.version}).status_code == 409
    client.post(f"{url}/lift", {"seat": seat, "version": match.version})
    assert shown_codes(client.get(url).content.decode()) == sorted(replay(match).state.hands[seat])
    send(client, match, *legal(match))
    assert "data-card" not in client.get(url).content.decode()


def shown_codes(page: str) -> list[str]:
    """The cards in the hand on a page."""
    return sorted(re.findall(r'data-card="([\w:]+)"', page))


# Waiting phones


def test_a_poll_is_answered_only_when_something_changed_and_stops_at_the_end(client: Client) -> None:
    match = start(client, "phone", "phone", "phone")
    url = match.get_absolute_url()
    assert client.get(f"{url}?v={match.version}").status_code == 204
    run(match, 3)
    assert client.get(f"{url}?v=1", **HTMX).status_code == 200
    run(match)
    final = client.get(f"{url}?v=1", **HTMX)
    assert final.status_code == 286
    assert "data-poll" not in final.content.decode()


def test_news_are_drawn_once_for_all_who_watch_and_a_draft_for_its_reader_alone(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers with the same eyes get equal news; what one tries comes back with the next question."""
    match, drawn, context = start(client, "here", "phone", "greedy"), list[object](), views._context
    run(match, 3)
    monkeypatch.setattr(views, "_context", lambda board: drawn.append(board) or context(board))
    url, watchers = match.get_absolute_url(), [Client(), Client()]
    for watcher in watchers:
        watcher.get(f"/play/l/{match.viewer_token}")
    told = [watcher.get(f"{url}?v=1", **HTMX).text for watcher in watchers]
    assert len({re.sub('name="csrfmiddlewaretoken" value="[^"]*"', "", news) for news in told}) == 1
    assert len(drawn) == 1
    tried = [watcher.get(f"{url}?v=1&draft=some+plan", **HTMX).text for watcher in watchers]
    assert all("draft=some+plan" in news for news in tried)
    assert len(drawn) == 3
    assert "<html" in watchers[0].get(f"{url}?v=1").text, "whoever has no htmx gets a page"


# Hints


def test_a_hint_shows_every_legal_move_with_its_interval_and_worlds(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})
    response = client.post(f"{match.get_absolute_url()}/hint", {"ply": 0})
    page = response.content.decode()
    now = replay(match)
    assert response.status_code == 200
    legal = sorted(map(str, POISON.legal_moves(now.state, 0)))
    assert sorted(re.findall(r'href="#play-\d+" data-move="([^"]*)"', page)) == legal, "a row chooses it"
    assert sorted(re.findall(r'id="play-\d+" name="move" value="([^"]*)"', page)) == legal, "without a script"
    assert page.count('class="scale"') == len(legal)
    assert re.search(r"\d,\d\u00a0±\u00a0\d,\d", page)
    assert re.search(r"Лучший ход сыгран в\s\d+\sраздач", page), "the number of worlds is shown"
    assert replay(match).ply == 0


def test_a_hint_is_for_the_person_to_act_alone(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"})
    response = client.post(f"{match.get_absolute_url()}/hint", {"ply": 0})
    assert response.status_code == 422
    assert 'class="scale"' not in response.content.decode()


# Time travel and branches


def test_stepping_back_shows_the_position_of_that_ply_through_ones_own_eyes(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy")
    run(match, 6)
    page = client.get(f"{match.get_absolute_url()}?ply=2").content.decode()
    assert typeset("Было: ход 2 из 6") in page
    assert 'name="move" value="play' not in page
    assert client.get(f"{match.get_absolute_url()}?ply=7").status_code == 404


def test_a_branch_of_a_running_match_deals_the_unseen_cards_anew(client: Client) -> None:
    match = start(client, "here", "flat", "phone")
    run(match, 5)  # each of the three has played since ply 2
    response = client.post(f"{match.get_absolute_url()}/fork", {"ply": 2})
    branch = Match.objects.exclude(pk=match.pk).get()
    assert response.url == branch.get_absolute_url()
    old, new = replay(match).steps[2].state, replay(branch).state
    assert (new.hands[0], new.cauldrons) == (old.hands[0], old.cauldrons)
    assert new.hands[1:] != old.hands[1:]
    assert branch.dealt_anew
    assert branch.seed != match.seed
    assert [seat.kind for seat in branch.seats.all()] == ["here", "flat", "flat"]
    assert "розданы наугад" in client.get(branch.get_absolute_url()).content.decode()


def test_a_branch_of_a_finished_match_keeps_the_true_cards(client: Client) -> None:
    match = start(client, "here", "flat", "flat")
    run(match)
    client.post(f"{match.get_absolute_url()}/fork", {"ply": 5})
    branch = Match.objects.exclude(pk=match.pk).get()
    assert replay(branch).state == replay(match).steps[5].state
    assert not branch.dealt_anew
    page = client.get(branch.get_absolute_url()).content.decode()
    assert "Карты настоящие" in page
    assert match.get_absolute_url() in page


def test_who_watched_a_match_branches_off_once_it_is_over_in_the_seat_to_act(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy")
    run(match)
    watcher, (seat,) = Client(), POISON.to_act(replay(match).steps[5].state)
    watcher.get(f"/play/l/{match.viewer_token}")
    assert watcher.post(f"{match.get_absolute_url()}/fork", {"ply": 5}).status_code == 302
    kinds = [each.kind for each in Match.objects.exclude(pk=match.pk).get().seats.all()]
    assert kinds.index("here") == seat


def test_only_a_seat_may_branch_off_a_running_match(client: Client) -> None:
    match = start(client, "here", "flat", "flat")
    watcher = Client()
    watcher.get(f"/play/l/{match.viewer_token}")
    assert watcher.post(f"{match.get_absolute_url()}/fork", {"ply": 0}).status_code == 422
    assert Match.objects.count() == 1


def test_the_list_of_matches_is_a_fragment_for_htmx_and_a_page_otherwise(client: Client) -> None:
    match = start(client, "here", "flat", "flat")
    fragment, page = (client.get("/play/recent", **headers).text for headers in (HTMX, {}))
    assert match.get_absolute_url() in fragment
    assert match.get_absolute_url() in page
    assert ("<html" in fragment, "<html" in page) == (False, True)


# Rounds, sheets, leaving


def test_a_finished_round_shows_its_points_with_clauses_and_is_poured_into_a_sheet_once(
    client: Client,
) -> None:
    match = start(client, "here", "greedy", "greedy", "greedy")
    assert client.post(f"{match.get_absolute_url()}/pour").status_code == 422
    run(match, until="round_ended")
    page = client.get(match.get_absolute_url()).content.decode()
    assert "Раунд 1 окончен" in page
    assert "/rules/poison/score.potion" in page
    first = client.post(f"{match.get_absolute_url()}/pour")
    again = client.post(f"{match.get_absolute_url()}/pour")
    assert first.url == again.url
    sheet = Sheet.objects.get()
    assert sheet.names() == ["А", "Б", "В", "Г"]
    assert client.get(first.url).status_code == 200


@pytest.mark.parametrize("game", daily(played_games(), ["poison"]))  # the form is one
def test_a_new_game_after_the_end_is_for_the_same_people_by_the_same_rules(client: Client, game: str) -> None:
    """Played by hand: the form had forgotten who sits at the table. It tells nobody else."""
    match = start(client, "here", "greedy", "greedy", game=game)
    run(match)
    page = client.get(match.get_absolute_url()).content.decode()
    (again,) = re.findall(r'href="(/play/[^"]+\?again=[^"]+)"', page)
    form = client.get(again).content.decode()
    assert re.findall(r'name="name-\d" value="([^"]*)"', form)[:4] == ["А", "Б", "В", ""]
    kinds = re.findall(r'name="kind-\d" value="(\w+)" checked', form)
    assert kinds[:3] == ["here", "greedy", "greedy"]
    assert 'name="seats" value="3" checked' in form
    assert 'value="А"' not in Client().get(again).content.decode()


def test_a_new_game_after_the_end_keeps_the_house_rules(client: Client) -> None:
    rule = "option-recolor_after_poison_overflow"
    match = start(client, "here", "greedy", "greedy", **{rule: "False"})
    form = client.get(f"/play/poison?again={match.public_id}").content.decode()
    chosen = form.partition(f'name="{rule}"')[2].partition("</select>")[0]
    assert re.findall(r'value="(\w+)" selected', chosen) == ["False"]
    folds = [re.search('<details class="fold" id="more"( open)?>', form)[1]]
    for query in ("", "?seed=7"):
        page = client.get(f"/play/poison{query}").content.decode()
        folds.append(re.search('<details class="fold" id="more"( open)?>', page)[1])
    assert folds == [" open", None, None], "open where there is something to see"


def test_phones_that_pour_at_once_fill_one_sheet(client: Client) -> None:
    match = start(client, "here", "here", "here")
    run(match, until="round_ended")
    rounds = replay(match).state.history
    phones = [access_of(seats_of(pk=match.pk), [match.host_token]) for _ in range(3)]
    assert len({play.sync_sheet(phone, rounds, "", over=False).pk for phone in phones}) == 1


def test_later_rounds_are_poured_into_the_sheet_that_the_phones_have_open(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy", "greedy")
    run(match, until="round_ended")
    first = client.post(f"{match.get_absolute_url()}/pour")
    sheet = Sheet.objects.get()
    by_hand = sheet.append(EntryDraft("r2.p1.red", "", 0, "by-hand"))
    run(match, until="round_ended")
    second = client.post(f"{match.get_absolute_url()}/pour")
    assert second.url == first.url
    sheet = Sheet.objects.get()
    assert [round.complete for round in sheet.fold().rounds] == [True, False, False, False]
    assert sheet.entries.filter(cell="r2.p1.red").get() == by_hand  # what somebody wrote stays
    assert sheet.entries.filter(cell__startswith="r2.").count() == 16


def test_a_sheet_that_refuses_what_was_played_says_so_at_the_table(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger's sheet may: nothing is half written, and the table stays."""
    match = start(client, "here", "greedy", "greedy")
    run(match, until="round_ended")

    def refuse(*args: object) -> None:
        raise Refused(Refusal("sheet_people_closed", "series.rounds"))

    monkeypatch.setattr(play, "sheet_from_rounds", refuse)
    answer = client.post(f"{match.get_absolute_url()}/pour")
    assert (answer.status_code, "/rules/poison/series.rounds" in answer.text) == (422, True)
    assert 'class="refusal"' in answer.text
    assert Sheet.objects.count() == 0


def test_a_sheet_that_was_closed_by_hand_gets_a_successor(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy", "greedy")
    run(match, until="round_ended")
    client.post(f"{match.get_absolute_url()}/pour")
    Sheet.objects.get().append(EntryDraft("finish", "1", 0, "closed"))
    run(match, until="round_ended")
    client.post(f"{match.get_absolute_url()}/pour")
    assert [sheet.fold().played for sheet in Sheet.objects.order_by("pk")] == [1, 2]


def test_the_host_gives_the_seat_of_somebody_who_left_to_a_bot(client: Client) -> None:
    """series.leave, poison-31: finished rounds stand, the bot plays on."""
    match = start(client, "here", "phone", "greedy")
    phone = seat_at(client, match, 1)
    assert phone.post(f"{match.get_absolute_url()}/seat", {"seat": 1}).status_code == 403
    assert client.post(f"{match.get_absolute_url()}/seat", {"seat": 1}).status_code == 302
    assert match.seats.get(place=1).kind == "flat"
    assert "data-card" not in phone.get(match.get_absolute_url()).content.decode()
    assert send(phone, match, 1, "look").status_code == 403


def test_asking_before_shedding_offers_both_answers_as_buttons(client: Client) -> None:
    """majority.shed with the teaching option: the player decides."""
    match = start(client, "here", "greedy", "greedy", **{"option-shed_majority": "ask_player"})
    run(match, until="round_ended")
    while not any(str(made).startswith("keep") for made in POISON.legal_moves(replay(match).state, 0)):
        run(match, 1)
    page = client.get(match.get_absolute_url()).content.decode()
    for text in ("keep", "shed"):
        assert f'name="move" value="{text} ' in page
