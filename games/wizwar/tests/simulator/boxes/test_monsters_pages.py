"""«Дополнение 1» at the table: what is drawn and told of monsters, wands, squares; what can be done."""

import math
import random
import re
from collections.abc import Collection
from html import unescape
from itertools import product
from typing import Any

import pytest
from django.test import Client

from games.wizwar.simulator.engine.data import CARD, cards_of
from games.wizwar.simulator.engine.state import CREATURES
from games.wizwar.simulator.table.facade import WizWarTable
from games.wizwar.simulator.table.maze import STANDS
from games.wizwar.tests.simulator.boxes.positions import BEASTS
from games.wizwar.tests.simulator.test_pages import begin, label, page_of, panel, plain, refusal, sent
from games.wizwar.tests.simulator.test_table_words import key, said
from rulebook.content import reading
from simulator.engine import sharing
from simulator.game import engine_of
from simulator.models import Match
from tests.daily import Run, daily
from tests.simulator.test_pages_table import lay, replay, seat_at, send
from tests.wire.site import Form

pytestmark = pytest.mark.django_db
WIZWAR = engine_of("wizwar")
TABLE = WizWarTable(WIZWAR)
CONTENT = reading.whole("wizwar")
STEP = 3  # how often positions of a wild game are drawn
EDITOR = "/play/wizwar/position/edit"


def laid(client: Client, **changes: object) -> Match:
    """A match in which all lies as in `BEASTS`, with `changes`; А is here, the others have phones."""
    match = begin(client, "here", "phone", "phone", box="monsters")
    lay(match, WIZWAR.decode({**BEASTS, **changes}))
    return match


def beasts(page: str) -> dict[str, str]:
    """The lines of the list below the maze, as plain words."""
    lines = re.findall(r'data-beast="(\w+)">(.*?)</li>', page, re.S)
    words = {name: plain(re.sub(r"<[^>]*>", " ", line)) for name, line in lines}
    return {name: re.sub(r"\s+", " ", line) for name, line in words.items()}


# Starting


def test_a_match_with_the_box_is_started_through_the_form(client: Client) -> None:
    """monsters.box: its cards are shuffled into the deck."""
    page = client.get("/play/wizwar").content.decode()
    assert 'name="box" value="monsters"' in page
    match = begin(client, "here", "here", box="monsters")
    state = replay(match).state
    assert state.options.sets == "monsters"
    assert "troll" in {*state.deck, *(card for hand in state.hands for card in hand)}
    assert page_of(client, match)


# What is drawn and told


def test_monsters_stand_on_the_board_with_whose_they_are_and_their_life(client: Client) -> None:
    page = page_of(client, laid(client)).partition('id="maze-legend"')[0]
    assert "«Тролль», хозяин А, жизней 4 из 6" in label(page, "1c4")
    wild = label(page, "2c2")
    assert "ничей" in wild
    assert "хозяин" not in wild
    drawn = re.findall(r'<g class="mz-figure k-(\w+)( own)?">', page)
    assert [(colour, bool(own)) for colour, own in drawn] == [
        ("red", True),  # by squares: the imp, the troll, Б's shadow, nobody's
        ("red", True),
        ("blue", False),
        ("none", False),
    ]


def test_three_in_a_square_can_be_told_from_each_other(client: Client) -> None:
    """Played: a wizard, a troll and an imp in one square were tokens of 14 pixels under badges of life."""
    there = "m1 troll@1c3 w1; m2 fire_imp@1c3 w2; m3 shadow@1d4 w2"
    page = page_of(client, laid(client, monsters=there, at={"А": "1c3"})).partition('id="maze-legend"')[0]
    widths = re.findall(r'<g class="mz-figure[^>]*><rect [^>]*width="([\d.]+)"', page)
    assert [float(width) >= 0.5 for width in widths] == [True] * 3
    assert page.count('<g class="life">') == 1, "the square that is tapped tells the rest"
    told = label(page, "1c3")
    assert "«Тролль»" in told
    assert "жизней 6 из 6" in told


@pytest.mark.parametrize("there", [2, 3, 4, 5, 6])
def test_nobody_hides_the_middle_of_somebody_else(there: int) -> None:
    radius, centres = STANDS[there]
    assert radius >= 0.25
    pairs = [(one, other) for n, one in enumerate(centres) for other in centres[:n]]
    assert min(math.dist(one, other) for one, other in pairs) > 1.5 * radius


def test_a_list_tells_of_each_monster_what_is_left_of_its_turn(client: Client) -> None:
    """monsters.move, monsters.attack: its own steps, one blow a turn."""
    match = laid(client)
    told = beasts(page_of(client, match))
    assert "жизней 4 из 6 · 1‑c4 · 2 шага · может ударить на 3" in told["m1"]
    assert "ничей" in told["m3"]
    assert "шагов 3, удар 2" in told["m4"], "it isn't Б's turn"
    send(client, match, 0, "walk m1 n")
    send(client, match, 0, "hit m2 w2")
    send(seat_at(client, match, 1), match, 1, "pass")
    told = beasts(page_of(client, match))
    assert "1 шаг · " in told["m1"]
    assert "удар был" in told["m2"]


def test_what_lies_in_squares_is_drawn_and_told(client: Client) -> None:
    lies = {"ooze": "1d2", "dust": "1b4", "rosebush": "1e4", "floor": "handful_of_tacks@1b2"}
    page = page_of(client, laid(client, effects="big_man w3 w3 2", **lies))
    for square, word, drawn in (
        ("1d2", "Слизь", "mz-ooze"),
        ("1b4", "Облако пыли", "mz-dust"),
        ("1e4", "Розовый куст", "mz-rose"),
        ("2c3", "Великан", "mz-giant"),
        ("1b2", "Кнопки", "mz-strewn"),
    ):
        assert word in label(page, square)
        assert f'class="{drawn}"' in page


def test_the_charges_of_a_wand_are_open_to_all(client: Client) -> None:
    """wands.charges"""
    match = laid(client, shown={"Б": "wand_of_opening"}, charges="wand_of_opening:2")
    for phone in (client, seat_at(client, match, 2)):
        page = plain(page_of(phone, match))
        assert re.search(r"Жезл отпирания[^<]*<small>2 заряда</small>", page)


def test_the_sight_checker_knows_dust_and_giants(client: Client) -> None:
    """sight.blocked: dust and a giant are seen, and nothing behind them."""
    match = laid(client, dust="1c2", at={"А": "1c3", "Б": "1a1", "В": "2c3"}, monsters="")
    query = re.search(r'data-query="([^"]*)"', page_of(client, match))[1]
    assert "dust=1c2" in query
    page = plain(client.get(f"/sight/wizwar?{query}&a=1c3&b=1c1").content.decode())
    assert "Мешает облако пыли на 1‑c2" in page
    page = plain(client.get("/sight/wizwar?n=3&giant=1c2&a=1c3&b=1c1").content.decode())
    assert "Мешает великан на 1‑c2" in page
    page = plain(client.get("/sight/wizwar?n=3&giant=1c2&a=1c2&b=1c3").content.decode())
    assert "Видно" in page, "a giant himself looks out"


# What can be done


def test_squares_within_reach_of_a_monster_lead_it_there_with_all_its_steps(client: Client) -> None:
    match = laid(client, at={"А": "1a1", "Б": "1c2", "В": "2c3"})
    page = said(client, match)
    classes, words = key(panel(page, "1c2"), 'walk m1 n;walk m1 n" data-by="m1')
    assert words == "«Тролль»: пройти на 1‑c2, 2 шага"
    assert "second" in classes, "nobody leads it yet"
    assert 'data-about="square:1c4"' in page
    assert re.search(r'data-about="square:1c4"[^>]*data-leads="m1"', page)
    send(client, match, 0, "walk m1 n;walk m1 n")
    assert "«Тролль»" in label(page_of(client, match), "1c2")


def test_a_way_into_ooze_says_so(client: Client) -> None:
    """monsters.move; what hurts is said before one goes there."""
    page = said(client, laid(client, ooze="1b4", at={"А": "1a1", "Б": "1c2", "В": "2c3"}))
    assert "слизь поранит" in panel(page, "1b4")


def test_a_blow_is_a_key_where_its_target_stands(client: Client) -> None:
    page = said(client, laid(client))
    assert key(panel(page, "1c2"), "hit m2 w2")[1] == "«Огненный бес» бьёт: Б"
    assert "бьёт стену: южная сторона 1‑c4" in panel(page, "1c4")


def test_a_monster_that_is_attacked_is_called_by_its_card(client: Client) -> None:
    match = laid(client, monsters="m1 troll@1c2 w2", hands={"А": "fireball", "Б": "full_shield"})
    page = said(client, match, "play fireball")
    assert key(page, "target m1")[1] == "Цель: «Тролль»"
    sent(client, match, "target m1")
    page = plain(page_of(seat_at(client, match, 1), match))
    assert "А → «Тролль»: «Шар огня»" in page
    assert ">Ваш ответ</h1>" in page


def test_a_blow_is_answered_in_a_window_that_names_the_monster(client: Client) -> None:
    """monsters.blow"""
    match = laid(client)
    sent(client, match, "hit m2 w2")
    assert "«Огненный бес» → Б: удар, урон 2" in plain(page_of(seat_at(client, match, 1), match))
    assert "Спрашиваем: Б" in page_of(client, match)


def test_a_wand_is_charged_with_a_number_and_used(client: Client) -> None:
    """wands.unset, wands.charges"""
    match = laid(client)
    page = said(client, match)
    assert key(page, "charge wand_of_sparks")[1] == "Применить"
    page = said(client, match, "charge wand_of_sparks", "target w2")
    assert "С какой цифрой?" in page
    sent(client, match, "with number_3")
    send(seat_at(client, match, 1), match, 1, "pass")
    page = said(client, match)
    assert "назначаете заряды: «Жезл искр (образец)», 3" in page
    refused = said(client, match, "use wand_of_sparks")
    assert "/rules/wizwar/wands.once" in refused


def test_whether_a_shadow_is_kept_is_asked_with_what_it_costs(client: Client) -> None:
    """monsters.shadow"""
    match = laid(client)
    sent(client, match, "end", "draw 0")
    other = seat_at(client, match, 1)
    page = plain(page_of(other, match))
    assert "Держать дальше: «Тень»?" in page
    assert key(page, "keep m4")[1] == "Заплатить 1 жизнь: «Тень» останется"
    assert key(page, "release m4")[1] == "Не платить: «Тень» исчезнет"
    assert "Держать дальше: «Тень»?" in plain(page_of(client, match))
    assert "/rules/wizwar/monsters.shadow" in refusal(other, match, 1, "step n")


def voting(client: Client) -> tuple[Match, list[Client]]:
    """В's turn is over, and nobody's monster of Б has А and В in its square."""
    at = {"А": "2c2", "Б": "1c2", "В": "2c2"}
    match = laid(client, turn="Б", at=at, monsters="m3 democratic_monster@2c2 w2")
    phones = [client, seat_at(client, match, 1), seat_at(client, match, 2)]
    for move in ("end", "draw 0"):
        assert send(phones[1], match, 1, move).status_code == 302, move
    return match, phones


def test_all_vote_in_secret_and_nothing_tells_who_has(client: Client) -> None:
    """monsters.vote"""
    match, phones = voting(client)
    before = page_of(phones[2], match)
    assert key(before, "vote w1")[1] == "Ударить: А"
    assert key(before, "vote none")[1] == "Никого не бить"
    assert "Выбирают все. Вы ещё не выбрали." in before
    assert re.search(r"кого\sударит [^?]+, 2.c2\?", before), "where it stands"
    send(phones[0], match, 0, "vote w3")
    assert page_of(phones[2], match) == before
    own = page_of(phones[0], match)
    assert "Ваш голос: В" in own
    assert 'value="vote' not in own
    assert own.count(" acts at-turn") == 3, "everybody chooses, whoever has"


def test_tacks_are_picked_up_from_the_next_square(client: Client) -> None:
    match = laid(client, floor="handful_of_tacks@1c4", monsters="")
    page = said(client, match)
    assert key(panel(page, "1c4"), "gather 1c4")[1] == "Собрать кнопки с клетки 1‑c4 · весь ход"
    assert "кнопки поранят" in panel(page, "1c4")


def test_every_move_is_a_button_where_there_is_no_script(client: Client) -> None:
    page = page_of(client, laid(client))
    bare = page[page.index("<noscript>") :] if "<noscript>" in page else page
    for move in ("walk m1 n", "hit m2 w2", "charge wand_of_sparks"):
        assert f'value="{move}"' in bare


@pytest.mark.parametrize(("lang", "seed"), daily(product(("ru", "en"), (1, 2)), [("ru", 1), ("en", 2)]))
def test_every_move_and_every_event_has_words_and_every_position_is_drawn(lang: str, seed: int) -> None:
    """In a game that likes what the box brings most; nobody is called by a seat that there isn't."""
    game, names = random.Random(seed), ["А", "Б", "В"]
    wild = ("walk", "hit", "charge", "use", "gather", "vote", "keep")
    hands = {name: " ".join(cards) for name, cards in zip(names, dealt(game), strict=True)}
    state = WIZWAR.decode({**BEASTS, "hands": hands})
    tried, _ = played(state, game, lang, wild)
    assert {"walk", "hit"} <= tried


def played(state: Any, game: random.Random, lang: str, wild: Collection[str]) -> tuple[set[str], set[str]]:
    """The verbs and the events of a game at random that likes some verbs; all of it is said and drawn."""
    names, tried, told = ["А", "Б", "В"], set[str](), set[str]()
    for ply in range(100 if Run.is_daily else 150):
        acting = sorted(WIZWAR.to_act(state))
        if not acting:
            break
        seat = game.choice(acting)
        moves = WIZWAR.legal_moves(state, seat)
        said_of = {move: TABLE.says(state, seat, move) for move in moves}
        words = {move: TABLE.sentence(CONTENT, "move", *it, lang, names) for move, it in said_of.items()}
        assert not [text for text in words.values() if not text or strange(text)]
        tried |= {move.verb for move in moves}
        if ply % STEP == 0:
            for viewer in (seat, None):
                view = WIZWAR.view(state, viewer)
                TABLE.draw(CONTENT, view, names, words if viewer == seat else {}, (), lang, ())
        liked = [move for move in moves if move.verb in wild] or moves
        before, step = state, WIZWAR.apply(state, seat, game.choice(liked if game.random() < 0.6 else moves))
        state = step.state
        for event in TABLE.told(before, state, step.events):
            told.add(event.kind)
            assert not strange(TABLE.sentence(CONTENT, "event", event.kind, event.params, lang, names))
    return tried, told


def strange(text: str) -> bool:
    """Whether somebody is named who doesn't sit there."""
    return bool(re.search(r"(?:Игрок|Player)\s\d|\bm\d\b|[{}]", text))


def dealt(game: random.Random) -> list[list[str]]:
    """Hands full of what the box has, but for what already stands on the board."""
    there = {word.partition("@")[0] for word in str(BEASTS["monsters"]).split()}
    cards = ["number_3", "number_4", *(code for code in BOX if code not in there)]
    game.shuffle(cards)
    return [cards[:5], cards[5:10], cards[10:14]]


BOX = sorted(cards_of(("monsters",)).keys() - cards_of().keys())


# The editor


def test_the_editor_shows_monsters_and_keeps_what_it_has_no_field_for(client: Client) -> None:
    page = unescape(client.get("/play/wizwar/position", {"p": sharing.pack(BEASTS)}).content.decode())
    assert "«Тролль», хозяин А, жизней 4 из 6" in page
    assert "Жезл искр" in page
    fields = dict(Form(page_at(client, {**BEASTS, "charges": "wand_of_sparks:2"}), "editor").fields)
    assert fields["set"] == "monsters"
    assert plain(fields["monsters"]).splitlines()[0] == "Тролль 1c4: А, 4"
    assert fields["rest"] == '{"charges": "wand_of_sparks:2"}'


def page_at(client: Client, position: dict[str, object]) -> str:
    """The editor with a shared position."""
    return client.get(EDITOR, {"p": sharing.pack(position)}).content.decode()


def test_monsters_are_typed_by_name_once_their_box_is_ticked(client: Client) -> None:
    """monsters.box: without the box nobody asks about them."""
    asked = {"name": ["А", "Б"], "turn": "0", "do": "fields"}
    assert 'name="monsters"' not in client.post(EDITOR, asked).content.decode()
    assert 'name="monsters"' in client.post(EDITOR, {**asked, "set": "monsters"}).content.decode()
    typed = {**asked, "do": "check", "set": "monsters", "monsters": "тролль 1c4: Б\nm3 огненный б 2c2: А, 1"}
    response = client.post(EDITOR, typed)
    assert response.status_code == 302, response.content.decode()
    found = WIZWAR.decode(sharing.unpack(response.url.split("?p=")[1])).wizards
    told = [(one.card, one.owner, one.life) for one in (found[CREATURES], found[CREATURES + 2])]
    assert told == [("troll", 1, CARD["troll"].data["stats"]["life"]), ("fire_imp", 0, 1)]


@pytest.mark.parametrize(
    "line",
    [
        "Дракон 1c4: А",
        "Тролль: А",
        "Тролль 9z9: А",
        "Тролль 1c4: Ы",
        "Тролль 1c4",
        "Тролль 1c4: А, 0",
        "m0 Тролль",
    ],
)
def test_a_monster_that_cannot_be_is_refused_and_its_field_named(client: Client, line: str) -> None:
    """monsters.live, setup.squares: nothing that was typed is lost."""
    typed = {"name": ["А", "Б"], "turn": "0", "set": "monsters", "monsters": line}
    response = client.post(EDITOR, typed)
    page = unescape(response.content.decode())
    assert response.status_code == 422
    refusals = re.findall(r'class="refusal".*?</p>', page, re.S)
    assert any("monsters" in each for each in refusals) or "9z9" in refusals[0], refusals
