"""The journal with boxes as its pages, forms, exports and command have it."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games.potions.rulebook.boxes.guild import sequences
from games.potions.scoring import printing as journal_on_paper
from games.potions.scoring.boxes.guild.points import STONE
from games.potions.scoring.points import ELEMENT, Play
from games.potions.scoring.sheet.box import Setup
from rulebook.content import reading
from rulebook.printing.paper import PAPERS
from scoring import exports, printing
from scoring.boards import board_of
from scoring.models import LinkRole, Refused, Sheet, new_sheet, sheet_from_rounds
from tests.daily import daily
from tests.scoring.people import Person, client_id

NAMES = ["Оля", "Коля", "Рита", "Саша", "Константин", "Вера"]
BOTH = ("guild", "university")
LOG = (
    "1 assemble elixir_nigredo",
    "2 stage 1 1 1",
    "1 assemble lesser_talisman_of_generality",
    "3 assemble dragon 1 1",
    "4 assemble dragon 1 2:magema",
    "5 useful",
    "6 growth",
    "1 forest spell_of_forbidden_forest 3 4",
    "2 scruple scruple_of_conscience 1",
)


@pytest.fixture
def sheet(db: None) -> Sheet:
    return new_sheet("potions", NAMES, "Кухня, вторник", BOTH)


def write_log(person: Person, *texts: str) -> None:
    for n, text in enumerate(texts):
        assert person.write(f"play.c{n}", text).status_code == 200, text


def shown_to(person: Person) -> str:
    """The page as people read it."""
    return str(person.page()).replace("\u00a0", " ")


def test_the_start_form_offers_the_boxes(db: None) -> None:
    """A new sheet begins with those that are ticked."""
    client = Client()
    page = client.get("/score/potions").content.decode()
    assert page.count('name="box"') == len(BOTH)
    made = client.post("/score/potions", {"name": NAMES[:2], "box": ["university", "guild", "attic"]})
    assert made.status_code == 302
    sheet = Sheet.objects.get()
    assert [(entry.cell, entry.text) for entry in sheet.entries.all()] == [("boxes", "guild,university")]
    again = client.get(f"/score/potions?like={sheet.public_id}").content.decode()
    assert again.count("checked") == len(BOTH)


def test_without_a_box_a_sheet_is_what_it_was(db: None) -> None:
    """The wire is frozen: no entry, no setting, no part of a box on the page."""
    client = Client()
    client.post("/score/potions", {"name": NAMES[:2]})
    sheet = Sheet.objects.get()
    assert sheet.entries.count() == 0
    page = client.get(sheet.get_absolute_url()).content.decode()
    for word in ("data-setup", "works", "data-mark", "box-row", "sequences-setup"):
        assert word not in page
    assert 'name="box"' not in client.get("/score/poison").content.decode()


def test_boxes_that_there_are_not(db: None) -> None:
    with pytest.raises(Refused):
        new_sheet("potions", NAMES, boxes=["attic"])
    with pytest.raises(Refused):
        new_sheet("poison", NAMES[:3], boxes=["guild"])
    assert not Sheet.objects.exists()


def test_after_the_stone_the_page_says_that_the_game_is_over(owner: Person) -> None:
    """guild.stone.end: what was forgotten may be added, and is pointed out; a closed sheet is shut."""
    write_log(owner, "1 element 1")
    assert "Карты кончились у всех?" in shown_to(owner)
    assert owner.write("play.stone", "1 stone 1").status_code == 200
    page = shown_to(owner)
    assert "Карты кончились у всех?" not in page
    said = page[page.index("По правилам партия уже окончена") :]
    assert "guild.stone.end" in said[: said.index("</p>")]
    assert owner.write("play.late", "2 element 1").status_code == 200
    assert "После Философского Камня" in shown_to(owner)
    owner.finish()
    refused = owner.write("play.later", "2 element 1")
    assert refused.status_code == 422
    assert refused.json()["clause"]["url"] == "/rules/potions/series.rounds"


def test_a_stone_is_called_by_its_name_once(owner: Person) -> None:
    """Played by hand: «Камень в столбец III: Камень «Панацея жизни»» in the journal."""
    write_log(owner, "1 stone 1 stone_red_tincture")
    page = shown_to(owner)
    assert "Философский Камень «Красная тинктура» в столбец I" in page
    assert "в столбец I: Философский" not in page


@pytest.mark.parametrize("lang", daily(["ru", "en"], ["ru"]))
def test_every_kind_of_play_has_its_line_and_reason(owner: Person, lang: str) -> None:
    write_log(owner, *LOG, "2 stone 1")
    board = board_of(owner.sheet, lang)
    assert len(board.plays) == len(LOG) + 1
    for row in board.plays:
        assert row.title
        assert row.icon
        assert len(row.lines) == len(row.tally.lines)
    for why in board.whys:
        assert sum(n for _, n in why.parts) == why.n
    page = owner.page()
    assert page.count('class="seq-step"') == len(NAMES) * 3 * 7


def test_only_a_half_is_marked_as_one(owner: Person) -> None:
    """assemble.half, guild.sequence.half: owners get halves; university.scruple.pass: a loss is none."""
    write_log(owner, "2 stage 1 1 1", "2 scruple scruple_of_conscience 1")
    scruple, stage = re.findall(r'<li id="play-.*?</li>', owner.page(), re.S)
    assert "Оля −5" in scruple
    assert "#half" not in scruple
    assert "#half" in stage
    assert "#sequence" in stage


def test_a_score_below_zero_has_a_minus(owner: Person) -> None:
    """university.scruple.pass: a score may fall below zero; it is typeset «−5»."""
    write_log(owner, "2 scruple scruple_of_conscience 1")
    page = owner.page()
    assert '<span class="stand-points">−5<' in page
    assert '<span class="why-points">−5<' in page


def test_what_is_asked_of_owners_has_its_clause(owner: Person) -> None:
    """Each question names the clause it rests on: halves, a stage, the Forest, the Scruple."""
    page = owner.page()
    asked = re.findall(r'data-asks="([\w.]+)"', page)
    assert asked == [
        "assemble.half",
        "guild.sequence.half",
        "university.forest.points",
        "university.scruple.pass",
    ]
    found = {clause for _, clause in re.findall(r'data-ask="([^"]+)" data-clause="([^"]*)"', page)}
    assert found == set(asked[1:])


def test_the_stone_offers_to_close_the_sheet(owner: Person) -> None:
    """guild.stone.end."""
    write_log(owner, "2 stone 1")
    page = owner.page()
    assert 'class="verdict"' in page
    assert "Закончить счёт" in page
    assert not Sheet.objects.get(pk=owner.sheet.pk).finished


def test_the_form_without_scripts_writes_stages_and_silent_halves(owner: Person) -> None:
    fields = {"cell": "play.f1", "base": 0, "client_entry_id": client_id(), "who": "2"}
    form = fields | {"pick": "stage 1 1", "used-1": "1"}
    assert owner.client.post(owner.url("entries"), form).status_code == 302
    other = fields | {"cell": "play.f2", "client_entry_id": client_id(), "pick": "assemble dragon"}
    other |= {"used-1": ":magema", "used-3": "1"}
    assert owner.client.post(owner.url("entries"), other).status_code == 302
    assert [row.entry for row in owner.sheet.fold().plays] == [2, 3]
    assert owner.sheet.fold().totals[:3] == (1, 10, 4)
    page = owner.page("sheet", cell="play.f2")
    assert '<option value=":magema" selected>' in page


def test_a_sequence_card_is_named_and_shows_its_recipes(owner: Person) -> None:
    """guild.sequence.card."""
    fields = {"cell": "sequence.2", "base": 0, "client_entry_id": client_id(), "text": "sequence_card_a"}
    assert owner.client.post(owner.url("entries"), fields).status_code == 302
    page = owner.page()
    assert 'data-pick="stage 1 1 elixir_nigredo"' in page
    history = owner.page("history")
    assert "Карта Последовательности" in history


def test_own_columns_are_entered_once(owner: Person) -> None:
    """guild.sequence.own, ruling 74: in the reader's words; what can't be is refused with the clause."""
    text = sequences.text_of(sequences.cards(), "ru").replace("= 2 2", "= 3 3")
    owner.write("sequence.1", "sequence_card_b")
    assert owner.write("columns", text.replace("\n", "\r\n", 1)).status_code == 200
    assert owner.write("play.a", "1 stage 1 1 2").status_code == 200
    assert owner.sheet.fold().totals[:2] == (3, 1)
    wrong = owner.write("columns", "хлам", base=3)
    assert wrong.status_code == 422
    assert wrong.json()["clause"]["url"].endswith("guild.sequence.own")


def test_undoing_and_history_know_settings(owner: Person) -> None:
    owner.write("sequence.1", "sequence_card_b")
    owner.write("play.a", "2 scruple scruple_of_conscience 1")
    page = owner.page("history")
    assert "Гильдия Алхимиков" in page
    assert "−5" in page
    assert owner.send("undo", {"entry": 2, "client_entry_id": client_id()}).status_code == 200
    assert owner.sheet.fold().table.settings == {}


def test_exports(owner: Person) -> None:
    write_log(owner, *LOG)
    table = owner.rows()
    assert [int(n) for n in table[-1][3:]] == list(owner.sheet.fold().totals)
    data = json.loads(owner.get("export", "json").content)
    assert data["boxes"] == list(BOTH)
    again = owner.sheet.rules.score_table({key: data[key] for key in ("players", "boxes", "plays")})
    assert [score.points for score in again.scores] == data["totals"]
    assert "половины" in owner.page("export", "txt")


def test_the_command_counts_plays_with_boxes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`manage.py score potions`: points, lines with their clauses, warnings."""
    plays = [
        {"player": "Оля", "stage": [1, 1], "card": "elixir_nigredo", "used": ["Коля"]},
        {"player": "Коля", "growth": True},
        {"player": "Оля", "stone": 1},
    ]
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"players": ["Оля", "Коля"], "boxes": list(BOTH), "plays": plays}))
    call_command("score", "potions", str(file), "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["totals"] == [12, 2]
    assert [line["clause"] for line in told["lines"][0]] == ["guild.sequence.points", "guild.stone.points"]
    assert {warning["clause"] for warning in told["warnings"]} >= {"university.growth.point"}
    call_command("score", "potions", str(file))
    assert "Камень" in capsys.readouterr().out


def test_a_game_of_the_table_is_poured_in(db: None) -> None:
    """Its boxes and Sequence cards come before the plays; the Stone closes the sheet."""
    setup = Setup(BOTH, {"sequence.1": "sequence_card_a"})
    rounds = [setup, Play(0, ELEMENT, "dragon", 1), Play(0, STONE, "stone_red_tincture", 10, (), (1, 7))]
    sheet = sheet_from_rounds("potions", NAMES[:2], rounds)
    assert sheet.finished
    assert sheet.fold().totals == (11, 0)
    assert sheet.entries.first().cell == "boxes"


def test_the_printed_sheet_explains_every_point(owner: Person) -> None:
    write_log(owner, *LOG)
    html = printing.filled(board_of(owner.sheet, "ru"), "a4", "https://example.org/s")
    for number in ("guild.sequence.points", "university.forest.points", "university.scruple.pass"):
        assert reading.whole("potions").clause_by_id[number].number in html


def test_a_viewer_sees_the_sequences_and_no_form(viewer: Person, owner: Person) -> None:
    write_log(owner, "1 stage 1 1")
    page = viewer.page()
    assert 'class="seq-step"' in page
    assert 'id="sequences-setup"' not in page
    assert viewer.write("boxes", "", base=1).status_code == 403
    assert LinkRole.VIEWER < LinkRole.SCORER


def test_the_blank_sheet_has_tracks_for_the_boxes_on_the_table() -> None:
    """Paper for a table without phones: seven steps of three columns for everybody."""
    game = reading.load("potions", boxes=BOTH)
    html = printing.blank(game, "a4", "https://example.org/s", [6])
    bare = printing.blank(reading.load("potions"), "a4", "https://example.org/s", [6])
    assert "столбец III" in html
    assert "столбец III" not in bare
    steps = html.count("<rect") - bare.count("<rect")
    assert steps == 6 * 3 * 7


@pytest.mark.parametrize("boxes", [("guild",), ("university",), BOTH])
@pytest.mark.parametrize("players", [2, 6])
def test_a_blank_log_has_a_line_for_every_card_of_all_decks(boxes: tuple[str, ...], players: int) -> None:
    """setup.deck: 193 cards with both boxes, which one leaf hasn't the room for."""
    game = reading.load("potions", boxes=boxes)
    blank = journal_on_paper.blank(game, PAPERS["a4"], players)
    lines = [int(n) for page in blank.pages for log in page for n in re.findall(r">(\d+)</text>", log)]
    assert lines == list(range(1, len(lines) + 1))
    assert len(lines) >= sum(card.count for card in game.cards)
    assert len(blank.pages) % 2 == 0


def test_every_play_has_a_line_on_the_printed_sheet(db: None) -> None:
    """score.record: none of two hundred is left out."""
    plays = [Play(n % 6, ELEMENT, "", n % 2) for n in range(201)]
    sheet = sheet_from_rounds("potions", NAMES, [Setup(BOTH, {}), *plays])
    html = printing.filled(board_of(sheet, "ru"), "a4", "https://example.org/s")
    rows = re.findall(r'<td class="number">(\d+)</td>', html)
    assert rows == [str(n) for n in range(1, 202)]


@pytest.mark.parametrize(
    ("boxes", "title"),
    [
        ((), "Зельеварение. Практикум"),
        (("guild",), "Зельеварение. Практикум (Гильдия Алхимиков)"),
        (BOTH, "Зельеварение. Практикум (Гильдия Алхимиков и Университетский курс)"),
    ],
)
def test_a_result_says_with_which_boxes_it_was_played(db: None, boxes: tuple[str, ...], title: str) -> None:
    """Forty points are another thing with three phases in a turn."""
    board = board_of(new_sheet("potions", NAMES, "Кухня", boxes), "ru")
    assert exports.as_text(board, "https://example.org/s").splitlines()[0] == f"{title}. Кухня"
    html = printing.filled(board, "a4", "https://example.org/s")
    assert f"<title>{title}: Кухня</title>" in html
    assert f'<p class="kind">{title}</p>' in html


def test_the_address_of_a_blank_sheet_names_boxes(db: None) -> None:
    assert Client().get("/print/potions/sheet.pdf?boxes=attic").status_code == 400
