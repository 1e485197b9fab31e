"""The table of «Маго-бой»: the maze, ways over squares, spells choice by choice, windows, the editor."""

import json
import random
import re
from html import unescape

import pytest
from django.test import Client

from games.wizwar.simulator.engine.data import CARD
from games.wizwar.simulator.engine.state import State
from games.wizwar.simulator.table import deal as table
from games.wizwar.simulator.table.question import read
from games.wizwar.tests.simulator.positions import TABLE
from rulebook.content import reading
from rulebook.content.typography import NO_BREAK, typeset
from simulator.game import engine_of
from simulator.matches import play
from simulator.models import Match
from tests.daily import daily
from tests.simulator import test_pages_secrets
from tests.simulator.test_pages_secrets import addresses, assert_alike, phone_of
from tests.simulator.test_pages_table import HTMX, lay, replay, run, seat_at, send, start

pytestmark = pytest.mark.django_db
WIZWAR = engine_of("wizwar")
GAME = reading.load("wizwar")


def begin(client: Client, *kinds: str, **fields: str) -> Match:
    return start(client, *kinds, game="wizwar", **fields)


def laid(client: Client, *kinds: str, **changes: object) -> Match:
    """A match with all as in `TABLE`, with `changes`; А is here, the others have phones if not said."""
    match = begin(client, *(kinds or ("here", "phone", "phone")))
    lay(match, WIZWAR.decode({**TABLE, **changes}))
    return match


def page_of(client: Client, match: Match, path: str = "") -> str:
    return unescape(test_pages_secrets.page_of(client, match, path))


def label(page: str, square: str) -> str:
    return re.search(rf'data-about="square:{square}"[^>]*aria-label="([^"]*)"', page)[1]


def plain(page: str) -> str:
    return page.replace(NO_BREAK, " ")


def sent(phone: Client, match: Match, *moves: str, seat: int = 0) -> None:
    """All these moves are made."""
    for move in moves:
        response = send(phone, match, seat, move)
        assert response.status_code == 302, (move, response.content.decode())


def refusal(phone: Client, match: Match, seat: int, move: str) -> str:
    """What a move is answered by that the rules forbid."""
    response = send(phone, match, seat, move, **HTMX)
    assert response.status_code == 422, move
    return plain(unescape(response.content.decode()))


def panel(page: str, place: str) -> str:
    return re.search(rf'id="at-{place}".*?(?=class="at-roles)', page, re.S)[0]


# The maze


def test_every_square_says_who_and_what_is_there_and_what_bounds_it(client: Client) -> None:
    page = page_of(client, laid(client))
    assert page.count('class="spot') == 75
    own = label(page, "1c3")
    for part in ("1‑c3. Дом: А", "Маг: А", "Сундук (В, а)", "Стена: восток и запад"):
        assert part in own
    assert "Маг: Б" in label(page, "1c2")
    assert "«Кинжал»" in label(page, "1c4")
    assert "Выход A: север" in label(page, "1c1")
    assert "Авто-перенос: восток" in label(page, "1e3")


def test_what_a_spell_has_changed_is_drawn_and_told(client: Client) -> None:
    """create.lasting: walls, fire, bushes and stones stay; fight.hit_points: damage stays on a wall."""
    changed = {
        "walls": "1c4e 1c3e:8",
        "gaps": "1e2e",
        "fire": "1b1e",
        "illusion": "1d1e",
        "jammed": "1b3s",
        "bush": "3a1",
        "stone": "3b1",
    }
    page = page_of(client, laid(client, **changed))
    assert "Созданная стена: восток" in label(page, "1c4")
    assert re.search(r'<text class="mz-crack"[^>]*>8</text>', page)
    assert "Стена огня: восток" in label(page, "1b1")
    assert "Призрачная стена: восток" in label(page, "1d1")
    assert typeset("Заклиненная дверь: юг") in label(page, "1b3")
    assert "Терновник" in label(page, "3a1")
    assert "Каменная глыба" in label(page, "3b1")


def test_the_page_leads_to_the_sight_checker_with_the_maze_as_it_stands(client: Client) -> None:
    page = page_of(client, laid(client, walls="1c4e", stone="3b1"))
    query = re.search(r'data-query="([^"]*)"', page)[1]
    asked = read(dict(part.split("=", 1) for part in query.split("&"))).board
    state = WIZWAR.decode({**TABLE, "walls": "1c4e", "stone": "3b1"})
    assert (asked.kinds, asked.filled) == (state.board.kinds, state.board.filled)
    assert f'href="/sight/wizwar?{query}&a=1c3"' in page


# Walking


def test_squares_within_reach_are_offered_with_all_their_steps(client: Client) -> None:
    """move.steps: three squares in a turn."""
    page = page_of(client, laid(client))
    assert 'value="step n;step e"' in panel(page, "1d2")
    assert "2\u00a0шага" in label(page, "1d2")
    far = [len(way.split(";")) for way in re.findall(r'value="(step [nesw](?:;step [nesw])*)"', page)]
    assert max(far) == 3


def test_a_way_over_several_squares_is_walked_step_by_step(client: Client) -> None:
    match = laid(client)
    send(client, match, 0, "step n;step e")
    now = replay(match)
    assert [str(move) for _, move in now.record.moves] == ["step n", "step e"]
    assert "Маг: А" in label(page_of(client, match), "1d2")


def test_a_way_stops_where_it_cannot_go_on(client: Client) -> None:
    """object.fixed: a wall stops whoever walks."""
    match = laid(client)
    assert send(client, match, 0, "step n;step n;step n;step n").status_code == 302
    assert replay(match).ply < 4


def test_a_way_stops_where_something_asks(client: Client) -> None:
    """counter.indirect: who is burnt may soften it before he walks on."""
    match = laid(client, fire="1c2n@w3", at={"А": "1c2", "Б": "2c3"})
    kinds = replay(match).state.board.kinds
    way = "step n;step e" if kinds else ""
    send(client, match, 0, way)
    assert replay(match).ply == 1
    assert "Ответите?" in page_of(client, match)


def test_a_way_that_begins_with_a_wall_is_refused_and_nothing_changes(client: Client) -> None:
    match = laid(client)
    assert "/rules/wizwar/object.fixed" in refusal(client, match, 0, "step e;step n")
    assert replay(match).ply == 0


def test_a_way_that_is_sent_twice_is_walked_once(client: Client) -> None:
    match = laid(client)
    for _ in range(2):
        assert send(client, match, 0, "step n;step e", ply=0).status_code == 302
    assert replay(match).ply == 2


# What can be done


def test_what_lies_here_can_be_picked_up_without_a_tap_on_the_board(client: Client) -> None:
    there = {"at": {"А": "1c4", "Б": "1c2"}, "treasures": {"T3a": "1c4"}}
    page = page_of(client, laid(client, **there))
    quick = re.search(r'<div class="quick">.*?</div>', page, re.S)[0]
    assert re.findall(r'value="(take \w+)"', quick) == ["take T3a", "take dagger"]
    assert "· ход кончится" in plain(quick), "object.pick: it went straight to drawing"


def test_a_way_into_a_thornbush_says_that_the_turn_ends(client: Client) -> None:
    page = page_of(client, laid(client, bush="1b4"))
    ends = {place: "ход кончится" in plain(panel(page, place)) for place in ("1b4", "1c4")}
    assert ends == {"1b4": True, "1c4": False}


def test_of_what_one_has_only_a_treasure_can_be_put_down_without_a_tap(client: Client) -> None:
    """object.drop: whatever lies face up may be dropped, but the button of a card is with the card."""
    match = laid(client, treasures={"T3a": "А"}, shown={"А": "powerstone"})
    quick = re.search(r'<div class="quick">.*?</div>', page_of(client, match), re.S)[0]
    assert re.findall(r'value="(drop \w+)"', quick) == ["drop T3a"]


@pytest.mark.parametrize(("number", "told"), [(1, "первый раунд, без атак"), (2, "можно атаковать")])
def test_a_turn_says_whether_one_may_attack(client: Client, number: int, told: str) -> None:
    """fight.first_round: nobody attacks in the first round, from the second on everybody may."""
    page = page_of(client, laid(client, round=number))
    assert told in page[page.index('class="turn-facts"') :]


def test_a_card_that_cannot_be_played_teaches_why(client: Client) -> None:
    match = laid(client, hands={"А": "medusa"}, at={"А": "1c3", "Б": "2a1"})
    page = page_of(client, match)
    assert re.search(r'class="btn role second blocked"[^>]*value="play medusa"', page)
    assert "/rules/wizwar/sight.blocked" in refusal(client, match, 0, "play medusa")


def test_a_card_that_only_answers_is_not_offered_as_if_it_did_something(client: Client) -> None:
    """counter.own_turn: «ничего не произойдёт, а карта потрачена»."""
    match = laid(client)
    page = page_of(client, match)
    assert re.search(r'class="btn role second" name="move" value="play blunt"><span>Сыграть впустую', page)
    assert not re.search(r'class="pick spell can[^>]*data-card="blunt"', page)
    assert re.search(r'class="pick spell can[^>]*data-card="create_wall"', page)


BARRED = [  # who tries, what was played before, where one taps, the move behind the lock, its rule
    (0, {"treasures": {"T3a": "1c3", "T2b": "А"}}, "", "1c3", "take T3a", "treasure.one"),
    (0, {"treasures": {"T2b": "А"}}, "", "1c3", "throw T2b", "treasure.throw"),
    (0, {"at": {"А": "1c3", "Б": "2a1"}}, "", "1b3", "step w", "object.fixed"),
    (0, {}, "play fireball", "1c3", "target w1", "fight.self"),
    (1, {"treasures": {"T3a": "1c2"}}, "", "1c2", "take T3a", "object.own_turn"),
]


@pytest.mark.parametrize(("seat", "changes", "before", "place", "move", "clause"), daily(BARRED, BARRED[::2]))
def test_what_is_barred_on_the_board_is_tapped_all_the_same_and_its_rule_told(
    client: Client, seat: int, changes: dict, before: str, place: str, move: str, clause: str
) -> None:
    match = laid(client, **changes)
    if before:
        send(client, match, 0, before)
    phone = client if seat == 0 else seat_at(client, match, seat)
    page, state = page_of(phone, match), replay(match).state
    assert re.search(rf'class="btn role[^"]* blocked" name="move" value="{move}"', panel(page, place))
    assert f"/rules/wizwar/{clause}" in refusal(phone, match, seat, move)
    assert replay(match).state == state


ADVISED = [  # what differs, what is tried, the move that its refusal advises
    ({"treasures": {"T3a": "1c3", "T2b": "А"}}, "take T3a", "drop T2b"),
    ({"hands": {"А": "pass_through_wall"}}, "phase w", "play pass_through_wall"),
]


@pytest.mark.parametrize(("changes", "tried", "advised"), ADVISED)
def test_a_refusal_that_advises_a_move_has_its_key_beside_it(
    client: Client, changes: dict, tried: str, advised: str
) -> None:
    refused = send(client, laid(client, **changes), 0, tried, **HTMX)
    keys = re.search(r'class="said-keys">(.*?)</div>', refused.content.decode(), re.S)
    assert keys
    assert re.findall(r'value="([^"]*)"', keys[1]) == [advised]


def test_a_square_that_is_no_target_has_its_refusal_and_one_too_far_its_rule(client: Client) -> None:
    """create.where: nothing is created on a home."""
    match = laid(client, hands={"А": "thornbush"}, at={"А": "1b1", "Б": "2a1"})
    page = page_of(client, match)
    assert "data-asks" not in page
    assert re.search(r"data-far>.*?/rules/wizwar/move\.steps", page)
    page = unescape(send(client, match, 0, "play thornbush", **HTMX).content.decode())
    assert 'data-asks="target"' in page
    assert "data-far" not in page
    assert "/rules/wizwar/create.where" in refusal(client, match, 0, "target 1c3")


def test_a_counteraction_against_a_neutral_card_teaches_that_there_is_none(client: Client) -> None:
    """counter.neutral; before such a card it is simply not one's turn."""
    match = laid(client)
    other = seat_at(client, match, 1)
    assert 'value="play anti_anti"' in page_of(other, match)
    sent(client, match, "play create_wall", "target 1c3s")
    assert 'value="answer anti_anti 0"' in page_of(other, match)
    refused = send(other, match, 1, "answer anti_anti 0", **HTMX)
    assert "/rules/wizwar/counter.neutral" in refused.content.decode()


def test_how_a_sector_would_lie_is_chosen_by_its_picture(client: Client) -> None:
    match = laid(client, hands={"А": "rotate_sector relocate_sector"})
    page = unescape(send(client, match, 0, "play rotate_sector", **HTMX).content.decode())
    assert "Цель: сектор\xa02. Дом: Б" in page
    page = send(client, match, 0, "target s2", **HTMX).content.decode()
    pictures = set(re.findall(r'class="maze stage-sector".*?</svg>', page))
    assert len(pictures) == 3
    assert not any("mz-treasure" in picture for picture in pictures)
    for move in ("turn 1", "play relocate_sector", "target s3"):
        page = send(client, match, 0, move, **HTMX).content.decode()
    places = set(re.findall(r'value="place [-\d,]+"><svg[^>]*class="maze stage-sectors".*?</svg>', page))
    assert len(places) > 3


def test_a_spell_is_cast_choice_by_choice_and_nobody_else_sees_it_begin(client: Client) -> None:
    match = laid(client)
    other = seat_at(client, match, 1)
    before = page_of(other, match)
    first = unescape(send(client, match, 0, "play lightning_blast", **HTMX).content.decode())
    assert "Куда? Нажмите на поле" in first
    assert 'value="target w2"' in panel(first, "1c2")
    assert re.search(r'class="spot aim" [^>]*data-about="square:1c2"', first)
    assert page_of(other, match) == before
    second = unescape(send(client, match, 0, "target w2", **HTMX).content.decode())
    assert typeset("С какой цифрой?") in second
    assert "Цель: Б" in second
    assert page_of(other, match) == before


def test_an_edge_is_chosen_on_the_board_or_in_the_list(client: Client) -> None:
    match = laid(client)
    page = unescape(send(client, match, 0, "play create_wall", **HTMX).content.decode())
    assert re.search(r'class="rim aim" [^>]*data-edge="1c2n"', page) or 'class="rim aim"' in page
    assert re.search(r'id="options".*name="move" value="target 1\w+"', page, re.S)


def test_an_attack_asks_its_victim_and_shows_the_others_only_that_he_is_asked(client: Client) -> None:
    """counter.when: the victim may answer; the question betrays nothing of his hand."""
    match = laid(client)
    victim, witness = seat_at(client, match, 1), seat_at(client, match, 2)
    sent(client, match, "play fireball", "target w2")
    asked = page_of(victim, match)
    assert "Ответите?" in asked
    assert "А → Б: «Шар огня», урон 5" in asked
    answer = re.search(r'name="move" value="answer full_shield 0">(.*?)</button>', asked, re.S)
    for code, told in (("fireball", asked), ("full_shield", answer[1])):
        rule = GAME.card_by_id[code].rule.ru
        assert typeset(rule) in told, "a newcomer could not choose by names alone"
    assert 'class="btn at-choice second" name="move" value="pass"' in asked, "no answer is pushed forward"
    seen = page_of(witness, match)
    assert "А → Б: «Шар огня», урон 5" in seen
    assert "Спрашиваем: Б" in seen
    for secret in ("full_shield", "Полный щит", "absorb_spell"):
        assert secret not in seen


def test_a_chain_of_answers_stands_in_its_order(client: Client) -> None:
    """counter.chain: a counteraction may be answered, too."""
    hands = {"А": "fireball absorb_spell", "Б": "full_reflection anti_anti"}
    match = laid(client, hands=hands)
    victim = seat_at(client, match, 1)
    sent(client, match, "play fireball", "target w2")
    sent(victim, match, "answer full_reflection 0", seat=1)
    sent(client, match, "answer absorb_spell 1")
    page = page_of(victim, match)
    first = page.index(typeset("1. Б: «Полное отражение» в ответ на «Шар огня»"))
    assert page.index(typeset("2. А: «Поглощение заклинаний» в ответ на «Полное отражение»")) > first
    assert 'value="answer anti_anti 2"' in page


def test_harm_that_is_no_attack_is_softened_or_let_pass(client: Client) -> None:
    """counter.indirect: only «Поглощение» and «Смягчение» answer it."""
    match = laid(client, fire="1c3n@w3", at={"А": "1c3", "Б": "2c3"})
    page = unescape(send(client, match, 0, "step n", **HTMX).content.decode())
    assert "урон 4" in page
    assert 'value="answer blunt 0"' in page


def test_everybody_sees_lives_effects_what_lies_open_and_who_loses_turns(client: Client) -> None:
    match = laid(client)
    page = page_of(seat_at(client, match, 2), match)
    assert "Медленная смерть" in page
    assert "А, без срока" in page
    assert "Камень силы" in page
    assert typeset("Пропустит 1 ход") in page
    assert "Несёт: сундук (Б, б)" in page


def test_only_the_treasures_of_others_are_told_as_brought_home(client: Client) -> None:
    """goal.treasures: two of those win."""
    match = laid(client, treasures={"T1a": "1c3", "T3a": "1c3"})
    home = re.findall(r"Чужое дома: (.*?)</p>", page_of(client, match))
    assert [typeset(text) for text in home] == [typeset("сундук (В, а)")]


def test_a_sector_is_chosen_by_its_picture(client: Client) -> None:
    """setup.sectors: each lays a sector of his own, turned as he likes."""
    match = begin(client, "phone", "phone", **{"option-sectors": "choose", "option-first_player": "1"})
    place = replay(match).to_act[0]
    phone = seat_at(client, match, place)
    page = page_of(phone, match)
    assert len(set(re.findall(r'value="lay s\d \d"', page))) == 32
    assert page.count("stage-sector") == 32
    assert send(phone, match, place, "lay s3 1").status_code == 302
    assert replay(match).state.board.sectors[place] == ("s3", 1)


def test_too_many_cards_are_discarded_from_the_hand(client: Client) -> None:
    """draw.over: whoever holds more than seven discards at once."""
    hand = "fireball lightning_blast number_3 number_5 create_wall blunt drag speed"
    page = page_of(client, laid(client, hands={"А": hand}))
    assert "Карт слишком много. Сбросьте ещё" in page
    assert 'value="discard fireball"' in page
    assert page.count('class="pick spell can"') == 8


def test_cards_are_drawn_by_buttons_of_their_own(client: Client) -> None:
    """draw.two: up to two cards at the end of a turn."""
    match = laid(client, hands={"А": "fireball"})
    page = unescape(send(client, match, 0, "end", **HTMX).content.decode())
    assert re.findall(r'at-choice[^>]*value="draw (\d)"', page) == ["2", "1", "0"]


@pytest.mark.parametrize(
    ("held", "asks", "draws"),
    [(5, "Возьмите до двух карт", 3), (6, "На руке место для одной карты", 2), (7, "На руке уже 7 карт", 1)],
)
def test_drawing_is_asked_for_as_there_is_room(client: Client, held: int, asks: str, draws: int) -> None:
    """draw.limit: «Возьмите до двух карт» stood over the key «Взять 1 карту», without a reason."""
    hand = ["fireball", "lightning_blast", "number_3", "number_5", "create_wall", "blunt", "drag"]
    match = laid(client, hands={"А": " ".join(hand[:held])})
    page = plain(unescape(send(client, match, 0, "end", **HTMX).content.decode()))
    assert asks in page
    assert len(re.findall(r'value="draw \d"', page)) == draws


def test_a_match_can_be_looked_through_step_by_step_and_to_its_end(client: Client) -> None:
    match = begin(client, "here", "greedy", **{"option-turn_limit": "10"})
    run(match, 3000)
    assert replay(match).over
    page = page_of(client, match)
    assert "Побеждает" in page or "Победу делят" in page
    assert 'class="at-dock"' not in page, "nothing is played any more, so nothing covers the maze"
    for ply in (0, 1, replay(match).ply // 2):
        assert client.get(f"{match.get_absolute_url()}?ply={ply}").status_code == 200


# Secrets


@pytest.mark.parametrize("place", daily([0, 1, None], [1]))
def test_no_address_gives_away_the_cards_of_others(client: Client, place: int | None) -> None:
    match = laid(client)
    phone = phone_of(client, match, place)
    state = replay(match).state
    held = {seat: set(hand) for seat, hand in enumerate(state.hands)}
    foreign = set().union(*(held[seat] for seat in held if seat != place)) - held.get(place, set())
    for address in addresses(match, 0):
        text = phone.get(address).content.decode()
        if "view.json" in address:
            text = json.dumps(json.loads(text)["view"])
        for card in foreign:
            assert f'"{card}"' not in text, (address, card)


# The editor


def editor(client: Client, **fields: object) -> str:
    response = client.post("/play/wizwar/position", fields, follow=True)
    return unescape(response.content.decode())


def test_cards_are_typed_by_their_names_and_places_by_their_codes(client: Client) -> None:
    page = editor(
        client,
        name=["Оля", "Коля"],
        hand=["шар ог, цифра 3", "2"],
        shown=["", "кинжал"],
        at=["1c2", ""],
        life=["12", ""],
        chest_a=["Коля", ""],
        chest_b=["", "1a1"],
        floor="Большой камень 2c4",
        effects="Ослепление: Оля → Коля, 2",
        walls="1c2e",
        turn="0",
    )
    assert "Так может быть" in page
    for text in (
        "Шар огня, Цифра 3",
        "Кинжал",
        'value="1c2"',
        "Большой камень 2c4",
        "Ослепление: Оля → Коля, 2",
    ):
        assert text in page.replace(NO_BREAK, " ")


def test_unknown_hands_and_the_deck_are_dealt_at_random_but_every_card_once() -> None:
    short = {"players": ["А", "Б"], "hands": {"А": "fireball", "Б": 5}, "known": {"Б": "blunt"}, "deck": 20}
    dealt = table.deal_unknown(short, 5)
    assert table.deal_unknown(short, 5) == dealt != table.deal_unknown(short, 6)
    hand = dealt["hands"]["Б"].split()
    assert len(hand) == 5
    assert "blunt" in hand
    state = WIZWAR.decode(dealt)
    WIZWAR.invariants(state)
    assert len(state.deck) == 20
    assert table.is_whole(dealt)
    assert not table.is_whole(short)


def test_a_game_is_played_on_from_a_shared_position(client: Client) -> None:
    response = client.post(
        "/play/wizwar/position",
        {"name": ["Оля", "Коля"], "hand": ["шар ог", "3"], "turn": "1", "do": "play"},
    )
    match = Match.objects.get(public_id=response.url.rsplit("/", 1)[-1])
    assert replay(match).to_act == (1,)
    assert [seat.kind for seat in match.seats.all()] == ["greedy", "here"]


def test_a_game_goes_on_in_the_life_tracker_as_it_stands(client: Client) -> None:
    """score.record: lives and treasures come along, also in the middle of a game."""
    match = laid(client)
    answer = client.post(f"{match.get_absolute_url()}/pour")
    assert answer.status_code == 302
    sheet = client.get(answer.url).content.decode()
    for life in ("15", "9", "22"):
        assert life in sheet


# Undo


def test_a_move_is_taken_back_with_what_a_bot_has_begun_since(client: Client) -> None:
    """A bot writes its move choice by choice: an undo that comes in between leaves none of them behind."""
    hands = {"А": "blunt", "Б": "fireball"}
    match = laid(client, "here", "greedy", "greedy", hands=hands, lost={})
    sent(client, match, "end", "draw 0")
    play.move(match, 1, 2, "play fireball")
    assert client.post(f"{match.get_absolute_url()}/undo", {"ply": 2}).status_code == 302
    assert [move.text for move in match.moves.all()] == ["end"]


# Headings, the log, what is pointed at


def test_who_only_answers_is_not_told_that_it_is_his_turn(client: Client) -> None:
    """counter.when: the victim answers within the turn of the attacker."""
    match = laid(client)
    sent(client, match, "play fireball", "target w2")
    assert ">Ваш ответ</h1>" in page_of(seat_at(client, match, 1), match)
    page = page_of(client, match)
    assert ">Отвечает Б</h1>" in page
    acting = re.findall(r'<span class="sr-only">(\w+)</span><b class="cut">(\w)</b>', page)
    assert acting == [("отвечает", "Б")]


def test_a_walk_is_one_line_of_the_log(client: Client) -> None:
    """Where it led counts; who looks step by step still finds every square."""
    match = laid(client)
    send(client, match, 0, "step n;step e")
    for path in ("", "/log"):
        told = re.findall(r"Вы теперь на (1‑\w\d)", page_of(client, match, path).partition('class="log"')[2])
        assert told == ["1‑d2"]
    assert "Вы теперь на 1‑c2" in page_of(client, match, "?ply=1")


def news(page: str) -> str:
    """The line above the maze, its no-break spaces as plain ones."""
    line = page[page.index('class="at-last"') : page.index('class="at-board"')]
    return " ".join(re.sub(r"<[^>]*>", "", line).split())


def test_above_the_maze_stands_all_that_others_did_since_ones_own_move(client: Client) -> None:
    match = laid(client, lost={})
    other, looker = seat_at(client, match, 1), seat_at(client, match, 2)
    sent(client, match, "end", "draw 0")
    sent(other, match, "play full_shield", "discard anti_anti", seat=1)
    shield = "Б играет «Полный щит». Играет «Полный щит», и ничего не меняется. Сбрасывает карту."
    assert shield in news(page_of(client, match))
    assert "щит" not in news(page_of(other, match))
    assert "Раунд 2: ходит Б." not in news(page_of(looker, match)), "the heading says so"
    assert shield in news(page_of(looker, match))


def test_what_an_attack_did_is_told_first_to_whoever_answered_it(client: Client) -> None:
    """Played by hand, move 189: one's own «Не отвечать» ended the news, and the seven lives lost were only in
    the log.
    """
    match = laid(client)
    victim = seat_at(client, match, 1)
    sent(client, match, "play fireball", "target w2")
    sent(victim, match, "pass", seat=1)
    first = re.findall(r'<span class="news-line at-first"[^>]*>(.*?)</span>', page_of(victim, match), re.S)
    assert "Вы теряете 5 жизней" in plain(" ".join(first))


def test_a_refusal_draws_the_edge_that_is_in_the_way(client: Client) -> None:
    """sight.blocked: the wall that blocks the line is named and shown on the board."""
    match = laid(client, at={"А": "1c3", "Б": "1c2", "В": "1d3"})
    aimed = unescape(send(client, match, 0, "play lightning_blast", **HTMX).content.decode())
    assert re.search(r'blocked" name="move" value="target w3"', panel(aimed, "1d3"))
    refused = unescape(send(client, match, 0, "target w3", **HTMX).content.decode())
    assert "/rules/wizwar/sight.blocked" in refused
    assert "Прямую перекрывает восточная сторона 1‑c3" in refused
    assert '<path class="stops" d="M3 2.2L3 2.8"' in refused
    assert 'class="stops"' not in page_of(client, match)


def test_an_open_question_has_each_answer_once_where_there_is_no_script(client: Client) -> None:
    match = laid(client)
    sent(client, match, "play fireball", "target w2")
    page = page_of(seat_at(client, match, 1), match)
    assert page.count('value="answer full_shield 0"') == 1


@pytest.mark.parametrize("seed", daily([3, 11], [11]))
def test_no_event_names_a_card_to_somebody_who_may_not_know_it(seed: int) -> None:
    """Events are what the log, the last line above the board and view.json tell."""
    game = random.Random(seed)
    state = WIZWAR.new_game({"players": 3, "options": {}}, seed).state
    for _ in range(200):
        seat = min(WIZWAR.to_act(state), default=None)
        if seat is None:
            break
        moves = WIZWAR.legal_moves(state, seat)
        verb = game.choice(sorted({move.verb for move in moves}))
        step = WIZWAR.apply(state, seat, game.choice([move for move in moves if move.verb == verb]))
        for reader in range(3):
            known = known_to(state, reader) | known_to(step.state, reader)
            told = [event.params for event in step.events if event.visible_to(reader)]
            assert named(told) <= known, (reader, step.events)
        state = step.state


def known_to(state: State, reader: int) -> set[str]:
    """Cards that a seat has seen: its own, what lies open or was played, what it knows of other hands."""
    view = WIZWAR.view(state, reader)
    played = {effect.card for effect in state.effects} | {card for _, card in state.floor}
    return named([view.hand, view.wizards, view.agenda]) | played | {*state.discard, *state.aside}


def named(told: object) -> set[str]:
    """The cards among the texts of something nested."""
    if isinstance(told, str):
        return {told} & set(CARD)
    parts = told.values() if isinstance(told, dict) else told if isinstance(told, (tuple, list)) else ()
    return set().union(*(named(part) for part in parts))


# Two worlds that a seat can't tell apart

JUDGED = {"illusion": "1d1e:15@w1=?bs"}
UNDER_WAY: dict[str, tuple[dict[str, object], list[tuple[int, str]]]] = {
    "a turn": ({"known": {"В": "blunt"}}, []),
    "a spell that has begun": ({}, [(0, "play lightning_blast"), (0, "target w2")]),
    "a window": ({}, [(0, "play fireball"), (0, "target w2")]),
    "a chain": ({}, [(0, "play fireball"), (0, "target w2"), (1, "answer full_shield 0")]),
    "an answer that has begun": (
        {"hands": {"А": "fireball", "Б": "reflection number_3 blunt", "В": "blunt"}},
        [(0, "play fireball"), (0, "target w2"), (1, "answer reflection 0")],
    ),
    "an illusion that others have judged": (JUDGED, []),
    "a deal": ({}, [(0, "offer w2"), (0, "give blunt")]),
    "a deal to be answered": ({}, [(0, "offer w2"), (0, "give blunt"), (0, "done"), (1, "give anti_anti")]),
    "thoughts to be stolen": (
        {"hands": {"А": "thought_steal blunt", "Б": "speed anti_anti", "В": "fireball"}},
        [(0, "play thought_steal"), (1, "pass")],
    ),
    "thoughts that were read": (
        {"hands": {"А": "telepathy blunt", "Б": "speed anti_anti", "В": "fireball"}},
        [(0, "play telepathy"), (0, "target w2")],
    ),
}
TELLING = ("a deal to be answered",)  # cards that two seats see and the third doesn't, and a begun move


@pytest.mark.long
@pytest.mark.parametrize("name", daily(UNDER_WAY, TELLING))
def test_pages_of_two_worlds_that_a_seat_cannot_tell_apart_are_equal(client: Client, name: str) -> None:
    """Whatever is under way: hands, beliefs and begun moves of others leave no trace at any address."""
    changes, moves = UNDER_WAY[name]
    match = laid(client, **changes)
    state = replay(match).state
    for seat, text in moves:
        state = WIZWAR.apply(state, seat, WIZWAR.parse(state, seat, text)).state
    for seat in (0, 1, 2, None):
        assert_alike(match, phone_of(client, match, seat), state, seat)
