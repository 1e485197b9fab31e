"""«Дополнение 2» at the table: artifacts and what shows on wizards, wishes, the curse, forms, the editor."""

import random
import re
from html import unescape

import pytest
from django.test import Client

from games.wizwar.simulator.engine.data import cards_of
from games.wizwar.simulator.table.deal import deal_unknown
from games.wizwar.tests.simulator.boxes.positions import TREASURY
from games.wizwar.tests.simulator.boxes.test_monsters_pages import played
from games.wizwar.tests.simulator.test_pages import begin, label, page_of, panel, plain, refusal, sent
from games.wizwar.tests.simulator.test_table_words import key, said
from simulator.engine import sharing
from simulator.game import engine_of
from simulator.models import Match
from tests.simulator.test_pages_table import lay, replay, seat_at, send
from tests.wire.site import Form

pytestmark = pytest.mark.django_db
WIZWAR = engine_of("wizwar")
CROWN, HAMMER = "artifact_sample_crown", "artifact_sample_hammer"
CROWN_NAME, HAMMER_NAME = "«Венец зрения (образец)»", "«Молот стен (образец)»"
BOTH = [("artifacts",), ("monsters",), ("artifacts", "monsters")]


def laid(client: Client, **changes: object) -> Match:
    """A match in which all lies as in `TREASURY`, with `changes`; А is here, the others have phones."""
    match = begin(client, "here", "phone", "phone", box="artifacts")
    lay(match, WIZWAR.decode({**TREASURY, **changes}))
    return match


def bare(html: str) -> str:
    return re.sub(r"\s+", " ", plain(unescape(re.sub(r"<[^>]*>", " ", html))))


def lines(page: str) -> dict[str, str]:
    """The list of artifacts below the maze, as plain words."""
    return {
        name: bare(line) for name, line in re.findall(r'data-artifact="(\w+)"[^>]*>(.*?)</li>', page, re.S)
    }


def keys_of(page: str, move: str) -> int:
    """How often a move has a key, without those that a page without scripts has."""
    return re.sub(r"<noscript>.*?</noscript>", "", page, flags=re.S).count(f'value="{move}"')


# Starting


@pytest.mark.parametrize("boxes", BOTH, ids=",".join)
def test_a_match_is_started_with_either_box_and_with_both(client: Client, boxes: tuple[str, ...]) -> None:
    """artifacts.box: all its cards are shuffled into the deck; the order of the boxes is nothing."""
    page = client.get("/play/wizwar").content.decode()
    assert re.findall(r'name="box" value="(\w+)"', page) == ["monsters", "artifacts"]
    match = begin(client, "here", "here", box=list(reversed(boxes)))
    state = replay(match).state
    assert state.options.sets == ",".join(boxes)
    assert set(cards_of(boxes)) <= {*state.deck, *state.discard, *state.aside} | {
        card for wizard in state.wizards for card in (*wizard.hand, *wizard.shown)
    }


# What is drawn and told


def test_an_artifact_on_the_floor_has_its_own_token_and_says_so(client: Client) -> None:
    """artifacts.tokens"""
    page = page_of(client, laid(client)).partition('id="maze-legend"')[0]
    assert f"Артефакт {CROWN_NAME}" in plain(label(page, "2c4"))
    assert page.count('<g class="mz-token">') == 1
    assert 'class="mz-object"' not in page


def test_everybody_sees_what_a_wizard_carries_and_has_become(client: Client) -> None:
    """artifacts.hiding, curses.shown: nothing hides them; on the board, in words, in the row of wizards."""
    match = laid(client)
    for phone in (client, seat_at(client, match, 1)):
        page = plain(page_of(phone, match)).partition('id="maze-legend"')[0]
        for square, words in (
            ("1c4", f"Маг: Б. Б: артефакт {HAMMER_NAME}"),
            ("2c3", "Маг: В. В: облик «Призрак»"),
            ("1c3", "Маг: А. А: проклятый «Камень-груз»"),
        ):
            assert words in label(page, square)
        assert re.findall(r'<g class="mz-badge is-(\w+)">', page) == ["curse", "artifact", "form"]
        strip = page[page.index('class="wizards ') : page.index("data-maze")]
        assert re.findall(r'class="wizard-badge" title="([^"]*)"', strip) == [
            "А: проклятый «Камень-груз»",
            f"Б: артефакт {HAMMER_NAME}",
            "В: облик «Призрак»",
        ]


def test_a_list_tells_whose_each_artifact_is_and_what_it_does(client: Client) -> None:
    match = laid(client)
    told = lines(page_of(client, match))
    assert f"Б {plain(CARDS[HAMMER].rule.ru)}" in told[HAMMER]
    assert "на полу, 2‑c4" in told[CROWN]
    sent(client, match, f"wish {CROWN}")
    page = page_of(client, match)
    assert set(lines(page)) == {HAMMER}
    assert "Венец зрения (образец): исчез навсегда" in bare(page)


CARDS = cards_of(("artifacts",))


def test_a_cursed_card_says_why_it_stays(client: Client) -> None:
    """curses.keep"""
    match = laid(client)
    page = said(client, match)
    classes, words = key(page, "discard load_stone")
    assert "blocked" in classes
    assert words.endswith("Сбросить")
    assert "проклят, не сбросить" in page
    assert "/rules/wizwar/curses.keep" in said(client, match, "discard load_stone")
    assert "Камень-груз <small>проклят, не сбросить</small>" in page


# What can be done


def test_an_artifact_is_taken_after_walking_in(client: Client) -> None:
    """artifacts.take, artifacts.no_attack: the key is there as soon as one has come; before, why not."""
    match, move = laid(client), f"seize w2 {HAMMER}"
    page = said(client, match)
    classes, words = key(panel(page, "1c4"), move)
    assert "blocked" in classes
    assert words == f"Сейчас нельзя: Взять {HAMMER_NAME} у мага: Б"
    assert "/rules/wizwar/artifacts.take" in said(client, match, move)
    page = said(client, match, "step s")
    assert key(page[page.index('class="quick"') :], move)[1] == f"Взять {HAMMER_NAME} у мага: Б"
    page = said(client, match, move)
    assert f"Вы берёте {HAMMER_NAME}. У кого: Б" in page
    assert "Артефакт" in page
    assert f"А: артефакт {HAMMER_NAME}" in label(page, "1c4")


def test_a_ghost_walks_through_walls_and_fears_neither_bush_nor_fire(client: Client) -> None:
    """card.text, ruling 138: ways over the board go as the engine lets the ghost."""
    match = laid(client, effects="ghost w1 w1 2", shown={}, bush="1b2", fire="1b2s", at={"А": "1c3"})
    page = said(client, match)
    assert key(panel(page, "1b3"), "step w")[1] == "Шаг на запад"
    words = key(panel(page, "1b2"), "step n;step w")[1]
    assert words == "Пройти на 1‑b2, 2 шага"
    assert "терновник" not in words


def test_a_wish_lies_behind_a_fold_with_its_price(client: Client) -> None:
    """artifacts.wish, artifacts.price: whoever has the artifact, and wherever it lies."""
    match = laid(client)
    page = said(client, match)
    assert [keys_of(page, f"wish {card}") for card in (CROWN, HAMMER)] == [1, 1]
    words = key(page, f"wish {HAMMER}")[1]
    assert words == f"Пожелать, чтобы исчезло: {HAMMER_NAME} · 4 жизни и все карты"
    assert re.search(rf"<details[^>]*>(?:(?!</details>).)*wish {HAMMER}", page, re.S)
    assert 'class="btn at-choice second" name="move" value="end"' in page  # there is more to do
    page = said(client, match, f"wish {HAMMER}")
    assert f"Вы желаете, чтобы исчезло навсегда: {HAMMER_NAME}" in page
    assert "Вы сбрасываете все свои карты: 3" in page


def test_nobody_else_has_keys_for_wishes_while_nobody_asks(client: Client) -> None:
    match = laid(client)
    assert "wish" not in page_of(seat_at(client, match, 1), match)


def test_a_wish_may_stand_for_an_answer(client: Client) -> None:
    """Ruling 121: «in place of an answer to an attack», also by whoever has no card that fits."""
    match = laid(client, at={"А": "1c3", "Б": "1c4", "В": "1c2"}, effects="", hands={"А": "fireball"})
    sent(client, match, "play fireball", "target w2")
    page = plain(page_of(seat_at(client, match, 1), match))
    assert "Подходящей карты нет." in page
    assert "Остаётся пропустить" not in page
    assert "<summary>Или пожелать, чтобы артефакта не стало</summary>" in page
    assert keys_of(page, f"wish {HAMMER}") == keys_of(page, f"wish {CROWN}") == 1
    assert 'class="btn at-choice" name="move" value="pass"' in page, "a wish is no usual answer"


def test_before_an_artifact_strikes_the_others_are_asked_in_turn(client: Client) -> None:
    """artifacts.wish: «just before the artifact takes effect»; what is aimed at is said by name."""
    match = laid(client, shown={"А": HAMMER}, at={"А": "1c3", "Б": "1c4", "В": "2c3"}, effects="")
    sent(client, match, f"strike {HAMMER}", "target 1c3w")
    phones = [seat_at(client, match, 1), seat_at(client, match, 2)]
    page = plain(page_of(phones[0], match))
    assert ">Ваш ответ</h1>" in page
    assert "А замахивается. Цель: восточная сторона 1‑b3" in page
    assert "Пропустить удар или пожелать, чтобы артефакта не стало?" in page
    offered = [page.index(f'value="wish {card}"') for card in (HAMMER, CROWN)]
    assert offered == sorted(offered), "the one that strikes comes first"
    watching = plain(page_of(client, match))
    assert "Спрашиваем: Б" in watching
    assert "А замахивается" in watching
    assert "/rules/wizwar/artifacts.wish" in refusal(phones[0], match, 1, "step n")
    for seat, phone in enumerate(phones, start=1):
        send(phone, match, seat, "pass")
    page = said(client, match)
    assert "в этот ход уже бил" in page
    assert "В этот ход уже бил." in lines(page)[HAMMER]
    assert "/rules/wizwar/artifacts.uses" in said(client, match, f"strike {HAMMER}")


# Words


@pytest.mark.parametrize(("lang", "sets"), [("ru", "artifacts,monsters"), ("en", "artifacts")])
def test_every_move_and_every_event_has_words_and_every_position_is_drawn(lang: str, sets: str) -> None:
    """In a game that likes what the box brings most; nobody is called by a seat that there isn't."""
    wild = {"seize", "wish", "strike", "kick", "play", "step"}
    state = WIZWAR.decode({**TREASURY, "options": {"sets": sets}, "life": {"А": 40, "Б": 40, "В": 40}})
    tried, told = played(state, random.Random(3), lang, wild)
    assert {"seize", "wish"} <= tried
    assert "wished" in told


# The editor


def test_the_editor_takes_artifacts_curses_and_forms_by_their_names(client: Client) -> None:
    page = client.get("/play/wizwar/position/edit", {"p": sharing.pack(TREASURY)}).content.decode()
    form = Form(page, "editor").sent
    assert form["set"] == ["artifacts"]
    assert form["floor"] == ["Венец зрения (образец) 2c4"]
    assert form["shown"][1] == "Молот стен (образец)"
    form |= {"set": ["artifacts", "monsters"], "effects": ["Оборотень: А → А, 2; Великан: Б → Б, 1"]}
    form["shown"] = ["камень-груз", "молот стен", ""]
    response = client.post("/play/wizwar/position", form)
    assert response.status_code == 302, response.content.decode()
    again = sharing.unpack(response.url.split("?p=")[1])
    assert again["options"] == {"sets": "artifacts,monsters"}
    assert again["shown"] == {"А": "load_stone", "Б": HAMMER}
    assert again["effects"] == "werewolf w1 w1 2; big_man w2 w2 1"
    assert WIZWAR.decode(again)


def test_the_editor_takes_what_artifacts_have_done_this_turn(client: Client) -> None:
    """artifacts.take, artifacts.uses, artifacts.wish: by names of cards and of people, and back."""
    told = {"gone": CROWN, "struck": HAMMER, "seized": "w2 w3", "entered": "2c4"}
    position = {**TREASURY, "floor": "", **told}
    form = Form(
        client.get("/play/wizwar/position/edit", {"p": sharing.pack(position)}).content.decode(), "editor"
    ).sent
    assert form["gone"] == ["Венец зрения (образец)"]
    assert form["struck"] == ["Молот стен (образец)"]
    assert form["seized"] == ["Б, В"]
    assert form["entered"] == ["2c4"]
    assert form["rest"] == [""]
    form |= {"gone": ["венец зрения"], "seized": ["В"], "entered": ["1b3"], "struck": [""]}
    response = client.post("/play/wizwar/position", form)
    assert response.status_code == 302, response.content.decode()
    again = sharing.unpack(response.url.split("?p=")[1])
    changed = {key: again.get(key) for key in told}
    assert changed == {"gone": CROWN, "struck": None, "seized": "w3", "entered": "1b3"}
    assert WIZWAR.decode(again)


def test_no_hand_that_is_dealt_at_random_hides_an_artifact() -> None:
    """artifacts.shown, curses.shown"""
    position = {"players": ["А", "Б"], "options": {"sets": "artifacts"}, "hands": {"А": 7, "Б": 7}}
    for seed in range(40):
        dealt = deal_unknown(position, seed)
        held = {card for hand in dealt["hands"].values() for card in hand.split()}
        assert not held & {CROWN, HAMMER, "load_stone"}
        WIZWAR.decode(dealt)
