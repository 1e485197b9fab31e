"""The life sheet of a table with cards of its own: monsters with its lives and names, and whose they are."""

import html
import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.http import HttpResponse

from games.wizwar.rulebook import card_sets
from games.wizwar.rulebook.card_sets import LETTERS, LIMITS, MOST_OWN, known
from games.wizwar.rulebook.set_content import content_with
from games.wizwar.scoring.sheet import own_cards
from games.wizwar.scoring.sheet.tracker import CARDS, Snapshot
from scoring import printing
from scoring.boards import board_of
from scoring.exports import as_text
from scoring.models import Sheet, new_sheet
from scoring.sheets import get
from scoring.sheets.core import BOXES, LONGEST_TEXT, BadEntry, SheetEntry, state_of
from tests.scoring.people import Person, opened

RULES = get("wizwar")
SCRIPT = "<script>alert(1)</script>&{ref:x}*и ещё*"
SET = card_sets.read(
    {
        "copies": {"fireball": 4},
        "figures": {"troll": {"life": 9, "attack": 5}},
        "own": [
            {"like": "troll", "name": SCRIPT, "life": 2},
            {"like": "democratic_monster", "name": "Толпа"},
        ],
    }
)
WHOSE = f"карты стола {SET.key[:8]}"
TEXT = own_cards.text_of(SET)
PLAYED = [SheetEntry(1, BOXES, "monsters"), SheetEntry(2, CARDS, TEXT)]


def refused(text: str, *before: SheetEntry, cell: str = "log.new") -> tuple[str, str]:
    refusal = RULES.check(state_of(2, before), SheetEntry(0, cell, text))
    assert refusal is not None
    return refusal.code, refusal.clause


def begun() -> Person:
    """Somebody who writes on a sheet that goes by the set."""
    sheet = new_sheet("wizwar", ["Оля", "Коля"], boxes=["monsters"], carried={CARDS: TEXT})
    return opened(sheet)


def shown(response: HttpResponse) -> str:
    return response.content.decode().replace("\xa0", " ")


def test_a_sheet_writes_down_of_a_set_what_it_counts_by() -> None:
    """variants.cards: the name of the set, lives of monsters, cards of the table's own."""
    read = own_cards.read(TEXT)
    assert read.key == SET.key
    assert dict(read.cards.figures) == {"troll": (("life", 9),)}
    assert [(own.like, own.name, own.figures) for own in read.cards.own] == [
        ("democratic_monster", "Толпа", ()),
        ("troll", SCRIPT, (("life", 2),)),
    ]
    assert own_cards.text_of(card_sets.PRINTED) == ""
    assert own_cards.read("") == ("", card_sets.PRINTED)
    assert RULES.typed(["Оля", "Коля"], 0, 1, f"cards {TEXT}") == (CARDS, TEXT)


def test_the_largest_set_finds_room_in_its_cell() -> None:
    like = max(known(), key=len)
    names = [f"{n:02}".ljust(LETTERS, "ы") for n in range(MOST_OWN)]
    most = {card.id: {"life": LIMITS["life"][1]} for card in known().values() if "stats" in card.data}
    cards = card_sets.read({"figures": most, "own": [{"like": like, "name": name} for name in names]})
    assert len(cards.own) == MOST_OWN
    assert len(own_cards.text_of(cards)) <= LONGEST_TEXT
    assert own_cards.read(own_cards.text_of(cards)).cards == cards


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nonsense", "sheet_entry"),
        (f"{SET.key}  troll:09", "sheet_entry"),
        (f"{SET.key}  troll:6", "sheet_entry"),
        (f"{SET.key}  troll:", "sheet_entry"),
        (f"{SET.key}  troll:31", "cards_life"),
        (f"{SET.key}  dragon:3", "cards_unknown"),
        (f"{SET.key}  troll::Тролль", "cards_name_taken"),
        (f"{SET.key}  troll::{'ы' * 41}", "cards_name"),
        (f"{SET.key}" + "".join(f"  troll::{n}" for n in range(25)), "cards_own"),
    ],
)
def test_a_crafted_set_is_refused(text: str, code: str) -> None:
    """variants.cards: what comes in is judged like any set, and is written in one way alone."""
    with pytest.raises(BadEntry) as error:
        own_cards.read(text)
    assert error.value.refusal.code == code
    assert refused(text, cell=CARDS)[0] == code


def test_monsters_have_the_lives_of_the_set() -> None:
    """monsters.live, variants.cards: as much life as the table's card says, and no more; one of the table's
    own that is like nobody's monster is nobody's, too.
    """
    events = ["monster troll 1", "monster troll~1 2", "monster democratic_monster~1 2", "wound 2:troll~1 -1"]
    log = [SheetEntry(n, f"log.t{n}", text) for n, text in enumerate(events, start=3)]
    for n, entry in enumerate(log):
        assert RULES.check(state_of(2, [*PLAYED, *log[:n]]), entry) is None
    tally = RULES.fold(2, [*PLAYED, *log])
    assert [(each.card, each.life, each.most) for each in tally.monsters] == [
        ("troll", 9, 9),
        ("troll~1", 1, 2),
        ("democratic_monster~1", 4, 4),
    ]
    assert refused("wound 2:troll~1 +2", *PLAYED, *log) == ("sheet_monster_full", "monsters.live")
    assert refused("monster troll~2 1", *PLAYED) == ("sheet_no_such_monster", "monsters.live")
    orphaned = RULES.fold(2, [*PLAYED, *log, SheetEntry(9, "log.t9", "set 2 0")])
    assert [each.card for each in orphaned.monsters] == ["troll", "democratic_monster~1"]
    assert refused("", *PLAYED, *log, cell=CARDS) == ("sheet_in_use", "score.record")


def test_what_was_played_with_a_set_is_poured_with_it() -> None:
    """A match says what it was played with; one with the printed cards says what it always said."""
    game = Snapshot((15, 15), ("", ""), RULES.fold(2, []).chests)
    assert [cell for cell, _ in RULES.entries_of([game])] == ["log.m1"]
    pairs = RULES.entries_of([game._replace(boxes=("monsters",), cards=TEXT)])
    assert pairs[:2] == [(BOXES, "monsters"), (CARDS, TEXT)]


@pytest.mark.django_db
def test_a_sheet_shows_the_monsters_of_the_set_and_whose_they_are() -> None:
    """Names of 40 letters are text on the page, in the history, in the text for a chat and on paper."""
    assert len(SCRIPT) == LETTERS
    person = begun()
    assert person.write("log.a", "monster troll~1 2").status_code == 200
    page, history = shown(person.get()), shown(person.get("history"))
    assert f'href="/cards/wizwar/{SET.key}"' in page
    assert "Тролль 9<" in page
    assert WHOSE in history
    board = board_of(person.sheet, "ru")
    printed = printing.filled(board, "a4", "https://example.org").replace("\xa0", " ")
    assert WHOSE in printed
    assert WHOSE in as_text(board, "").replace("\xa0", " ")
    refused = person.write("log.b", "wound 2:troll~1 +1").json()
    assert SCRIPT in refused["message"]
    for each in (page, history, printed):
        assert html.escape(SCRIPT) in each
        assert "<script>alert" not in each


@pytest.mark.django_db
def test_the_next_sheet_of_the_same_people_has_the_same_cards() -> None:
    """The form carries the set along through its rows; what was crafted into it begins no sheet."""
    person = begun()
    form = shown(person.client.get("/score/wizwar", {"like": person.sheet.public_id}))
    (carried,) = re.findall(r'name="cell-cards" value="([^"]*)"', form)
    assert html.unescape(carried) == TEXT
    assert f"Счёт пойдёт по картам стола {SET.key[:8]}." in form
    fields = {"name": ["Оля", "Коля"], "cell-cards": TEXT}
    more = shown(person.client.post("/score/wizwar", {**fields, "do": "add-0"}))
    assert f'name="cell-cards" value="{html.escape(TEXT)}"' in more
    assert person.client.post("/score/wizwar", {**fields, "cell-cards": "<b>"}).status_code == 422
    assert person.client.post("/score/wizwar", fields).status_code == 302
    assert board_of(Sheet.objects.latest("pk"), "ru").set_key == SET.key


@pytest.mark.parametrize("written", [card_sets.data_of(SET), TEXT], ids=["file", "cell"])
def test_raw_data_brings_the_tables_own_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: object
) -> None:
    """variants.cards: `manage.py score` counts by them, given as the file of a set or as a sheet has them,
    and calls a card of the table's by its name.
    """
    data = {"players": ["Оля", "Коля"], "boxes": ["monsters"], "cards": written}
    log = ["monster democratic_monster~1 2", "hit magical 3 1 by 2"]
    file = tmp_path / "table.json"
    file.write_text(json.dumps(data | {"events": log}), encoding="utf-8")
    call_command("score", "wizwar", str(file))
    assert "Оля: 12" in capsys.readouterr().out
    file.write_text(
        json.dumps(data | {"events": [*log, "wound 2:democratic_monster~1 +1"]}), encoding="utf-8"
    )
    with pytest.raises(CommandError, match="Толпа"):
        call_command("score", "wizwar", str(file))


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ({"figures": {"troll": {"life": 31}}}, "от 1 до 30"),
        ([], "cards"),
        (7, "cards"),
        ("nonsense", "nonsense"),
        ({"dragons": 3}, "dragons"),
    ],
)
def test_raw_cards_that_can_not_be_are_told(tmp_path: Path, cards: object, said: str) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"players": ["Оля", "Коля"], "cards": cards}), encoding="utf-8")
    with pytest.raises(CommandError) as error:
        call_command("score", "wizwar", str(file))
    assert said in str(error.value).replace("\xa0", " ")


@pytest.mark.parametrize("life", [2, 14, 30])
def test_a_blank_sheet_has_the_monsters_of_the_set(life: int) -> None:
    """monsters.live, variants.cards: how much life each kind has, the table's own too; boxes to strike out
    for as many as there is room for, a line for more.
    """
    cards = card_sets.read({"own": [{"like": "troll", "name": SCRIPT, "life": life}]})
    game = content_with(cards, ("monsters",))
    made = printing.blank(game, "letter", "http://127.0.0.1/x", [6])
    assert "Тролль 6" in made
    assert f"{html.escape(SCRIPT)} {life}" in re.sub(r"</text><text[^>]*>", " ", made)
    assert "<script" not in made
    beasts = made.rpartition("<svg ")[2]
    assert beasts.count("<rect") == (8 * max(life, 6) if life < 30 else 0)
    assert all(
        float(x) + float(width) <= 215.9 - 24
        for x, width in re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', beasts)
    )
