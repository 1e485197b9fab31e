"""The life sheet of «Маго-бой» over the web: page, forms without scripts, several phones, exports, print."""

import json
import re
from collections.abc import Iterable
from html import unescape
from itertools import combinations, permutations
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import translation

from games.wizwar.scoring.sheet.tracker import AT_HOME, Chest, Snapshot
from games.wizwar.tests.scoring.sample import SAMPLE
from rulebook.content.reading import load
from rulebook.printing.paper import PAPERS
from scoring import printing
from scoring.boards import board_of
from scoring.models import EntryDraft, Sheet, new_sheet, sheet_from_rounds
from tests.daily import daily
from tests.rulebook.print_reader import AS_OPENED, blank, make
from tests.scoring.people import Person, client_id

NAMES = ["Оля", "Коля", "Рита"]
URL = "http://192.168.1.5:8000/score/wizwar"
pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(db: None) -> Sheet:
    return new_sheet("wizwar", NAMES, "Кухня")


def filled(person: Person) -> Person:
    person.fill(SAMPLE.cells)
    return person


def post(person: Person, **fields: str) -> str:
    """A form without scripts; where it leads."""
    answer = person.post(f"log.{client_id().replace('-', '')}", **fields)
    assert answer.status_code == 302, answer.content.decode()
    return answer.headers["Location"]


def test_a_new_sheet_begins_on_its_page() -> None:
    client = Client()
    answer = client.post("/score/wizwar", {"name": NAMES, "title": "Дача", "do": "start"})
    assert answer.status_code == 302
    page = client.get(answer.headers["Location"]).content.decode()
    assert page.count('data-zone="') == 3
    assert "Кто начинает?" in page


def test_the_page_says_why_and_whose_turn_it_is(owner: Person, viewer: Person) -> None:
    filled(owner)
    for person in (owner, viewer):
        page = person.page("sheet", why="2")
        assert "Урон 3 вместо 5: «Смягчение»" in page
        assert "/rules/wizwar/counter.half" in page
        assert "ходит Рита" in page
        assert "Перемирие" in page
        assert "Кубик: 3, вышло" in page
        assert "<script>" not in page.split("<main", 1)[1].split("</main", 1)[0]
    assert 'data-step="-1"' not in viewer.page()


def test_the_page_says_what_ends_with_the_turn_and_what_to_remember(owner: Person) -> None:
    """turn.lost and turn.length count by turns; draw.two, draw.limit, object.pick_ends are forgotten."""
    for n, text in enumerate(["spell invisible 1 2 3", "lose 2 1"]):
        owner.write(f"log.{n}", text)
    page = owner.page()
    follows = page.split('data-part="follows"')[1].split("</div>")[0]
    assert "Коля пропускает ход" in follows
    assert "«Невидимость»" in follows
    for clause in ("turn.lost", "turn.length", "draw.two", "draw.limit", "object.pick_ends"):
        assert f"/rules/wizwar/{clause}" in page


def test_every_change_is_written_by_a_form_without_scripts(owner: Person) -> None:
    post(owner, text="life 1 -5")
    post(
        owner,
        what="hit",
        kind="magical",
        points="5",
        v2="1",
        **{"v2-blunt": "1", "v2-absorb2": "1"},
        v3="1",
    )
    post(owner, what="hit", kind="physical", points="1", more="14", v3="1", **{"v3-soulstone": "1"})
    post(owner, what="hit", kind="physical", points="1", v2="1", by="1", shadowstone="1")
    post(owner, what="hit", kind="magical", points="1", v2="1", by="1", shadowstone="1")
    post(owner, what="life", seat="2", sign="+", n="7")
    post(owner, what="spell", card="blind", n="4", caster="1", subject="2")
    post(owner, what="lose", seat="2", n="1")
    assert post(owner, text="turn 1", then="table").endswith("?mode=table")
    texts = [entry.text for entry in owner.sheet.entries.all()]
    assert texts == [
        "life 1 -5",
        "hit magical 5 2:absorb,blunt 3",
        "hit physical 14 3",
        "hit physical 1 2 by 1:shadowstone",
        "hit magical 1 2 by 1",
        "life 2 +7",
        "spell blind 4 1 2",
        "lose 2 1",
        "turn 1",
    ]


def test_the_page_without_scripts_has_all_it_needs(owner: Person) -> None:
    page = owner.page("sheet", mode="table")
    assert ' flat" hx-headers' in page
    for button in ("life 1 -1", "life 3 +5", "chest 2b home 1", "turn 1", "first 3"):
        assert f'value="{button}"' in page
    assert any(f'value="d4 {n}"' in page for n in range(1, 5))
    fields = "what kind points more v2 v2-blunt by shadowstone seat sign n card caster subject"
    assert [field for field in fields.split() if f'name="{field}"' not in page] == []


def test_a_refusal_names_the_player_and_the_clause(owner: Person) -> None:
    """turn.order: the same turn passed on two phones counts once."""
    post(owner, text="turn 1")
    answer = owner.write("log.zz", "turn 1")
    assert answer.status_code == 422
    assert "Сейчас ходит Коля" in answer.json()["message"]
    assert answer.json()["clause"]["url"].endswith("/wizwar/turn.order")
    page = owner.post("log.yy", text="turn 1")
    assert page.status_code == 422
    assert "Сейчас ходит Коля" in page.content.decode()
    assert owner.sheet.entries.count() == 1


def test_two_phones_tap_the_same_life_and_both_count(owner: Person, scorer: Person) -> None:
    """score.record: taps only append; only the very same entry can be a conflict."""
    assert owner.write("log.a", "life 1 -1").status_code == 200
    assert scorer.write("log.b", "life 1 -1").status_code == 200
    assert owner.sheet.fold().totals == (13, 15, 15)
    assert owner.write("log.a", "", base=1).status_code == 200
    answer = scorer.write("log.a", "life 1 -2", base=1)
    assert answer.status_code == 409
    assert "Оля: −2" in answer.json()["message"]
    assert owner.write("log.a", "life 1 -1", base=1).status_code == 409


def test_undoing_adds_an_entry_and_history_tells_all_in_words(owner: Person) -> None:
    filled(owner)
    answer = owner.send("undo", {"entry": 2, "client_entry_id": client_id()})
    assert answer.status_code == 200
    assert owner.sheet.fold().totals == (15, 12, 10)
    page = owner.page("history")
    for said in (
        "Оля: −3",
        "Магический урон 5: Коля и Рита",
        "ход передан",
        "Рита, а",
        "«Невидимость», 4\u00a0хода",
    ):
        assert said in page


def test_exports_read_back_and_no_cell_is_a_formula(owner: Person, tmp_path, capsys) -> None:
    filled(owner)
    data = json.loads(owner.get("export", "json").content)
    assert data["totals"] == data["lives"] == [12, 12, 10]
    assert (data["round"], data["turn"]) == (1, "Рита")
    rows = owner.rows()
    assert rows[0] == ["Запись", "Раунд", "Что произошло", *NAMES]
    assert {len(row) for row in rows} == {6}
    assert all(not cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    text = owner.page("export", "txt")
    assert "Оля: 12" in text
    file = tmp_path / "game.json"
    file.write_text(json.dumps({key: data[key] for key in ("players", "events")}), encoding="utf-8")
    call_command("score", "wizwar", str(file), "--json")
    counted = json.loads(capsys.readouterr().out)
    assert counted["totals"] == data["totals"]
    assert counted["lines"][1][1] == {
        "label": "Урон 3 вместо 5: «Смягчение»",
        "points": -3,
        "clause": "counter.half",
    }
    file.write_text(
        json.dumps({key: data[key] for key in ("players", "lives", "outs", "chests")}), encoding="utf-8"
    )
    call_command("score", "wizwar", str(file), "--json")
    assert json.loads(capsys.readouterr().out)["totals"] == data["totals"]


def test_the_command_line_refuses_with_a_clause(tmp_path) -> None:
    """setup.players."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"players": NAMES, "events": ["life 7 -1"]}), encoding="utf-8")
    with pytest.raises(CommandError, match=r"setup\.players"):
        call_command("score", "wizwar", str(file))


def test_a_match_fills_the_sheet_and_what_hands_write_stays(owner: Person) -> None:
    now = Snapshot((9, 4, 15), ("", "", ""), (Chest(),) * 5 + (Chest(AT_HOME, 0),), 3, 1)
    sheet = sheet_from_rounds("wizwar", NAMES, [now])
    assert sheet.fold().totals == (9, 4, 15)
    assert not sheet.finished
    sheet.append(EntryDraft("log.hand", "life 1 -1", 0, "by-hand-0001"))
    later = now._replace(lives=(9, 0, 15), outs=("", "killed", ""), round=4)
    sheet.sync_from_match([now, later])
    assert sheet.fold().totals == (8, 0, 15)
    sheet.sync_from_match([later], over=True)
    sheet.refresh_from_db()
    assert sheet.finished


def test_a_match_in_teams_fills_a_sheet_of_teams(db: None) -> None:
    """teams.win: the sheet goes on by their rules while the match goes on, and tells which team has won."""
    names = ["Оля", "Коля", "Рита", "Паша"]
    now = Snapshot((9, 4, 7, 2), ("",) * 4, (Chest(),) * 2 + (Chest(AT_HOME, 0),) * 2 + (Chest(),) * 4, 3, 1)
    sheet = sheet_from_rounds("wizwar", names, [now._replace(in_teams=True)])
    assert (sheet.fold().winners, sheet.finished) == ((), False)
    later = now._replace(in_teams=True, chests=(*now.chests[:7], Chest(AT_HOME, 2)), round=4)
    for _ in range(2):  # what stands already isn't written again
        sheet.sync_from_match([now, later], over=True)
    sheet.refresh_from_db()
    assert (sheet.fold().winners, sheet.finished) == ((0, 2), True)
    assert [entry.cell for entry in sheet.entries.all()] == ["teams", "log.m1", "log.m1", "finish"]


def test_a_victory_shows_who_won_and_by_which_clause(owner: Person) -> None:
    """goal.treasures; death.out says why a player has nothing left."""
    for n, text in enumerate(["chest 2a home 1", "life 3 -15", "chest 2b home 1"]):
        owner.write(f"log.{n}", text)
    page = owner.page()
    assert "Оля побеждает: дома два чужих сундука" in page
    assert "/rules/wizwar/goal.treasures" in page
    assert "/rules/wizwar/death.out" in page
    owner.finish()
    text = owner.page("export", "txt").splitlines()
    assert text[2].startswith("Оля: 15")
    assert text[2].endswith("победа")


# --- On paper -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", daily(PAPERS, AS_OPENED))
def test_a_blank_sheet_is_a_page_for_each_number_of_players(paper: str) -> None:
    made = blank(load("wizwar"), paper)
    assert len(made.texts) == 5
    for players, page in enumerate(made.texts, start=2):
        assert f"Игроков: {players}" in page
        assert page.count("пропуск ходов") == players


def test_a_filled_sheet_explains_every_life(owner: Person) -> None:
    filled(owner)
    with translation.override("ru"):
        made = make(printing.filled(board_of(owner.sheet, "ru"), "a4", URL))
    page = " ".join(" ".join(made.texts).split())
    for said in (
        "Кухня",
        "Откуда жизни",
        "Урон 3 вместо 5: «Смягчение»",
        "Кубик: 3, вышло",
        "несёт Коля",
        "Невидимость",
    ):
        assert said in page


# --- What the page shows before a hit is written ------------------------------------------------------------

TAKES = {  # counter.half and the cards: what is left of so many points behind each card
    "absorb": lambda points: points - 3,
    "blunt": lambda points: points - points // 2,
    "bloodstone": lambda points: points - 1,
    "shieldstone": lambda points: points - 1,
}
REDUCERS = ("absorb", "absorb", "blunt", "blunt", "bloodstone", "shieldstone")
PREVIEWED = range(41)


def data_of(page: str, name: str) -> list[Any]:
    """What an attribute with JSON says, wherever the page has it."""
    return [json.loads(unescape(text)) for text in re.findall(f'data-{name}="([^"]+)"', page)]


def left_behind(points: int, order: Iterable[str]) -> int:
    """Nothing halves or softens what is no damage any more."""
    for card in order:
        points = max(0, TAKES[card](points))
    return points


def test_the_page_knows_what_gets_through_whatever_softens_it(owner: Person) -> None:
    """counter.half: the order that is best for the victim, half rounded up."""
    choices = {cards for n in range(7) for cards in combinations(REDUCERS, n)}
    (left,) = data_of(owner.page("sheet"), "left")
    assert left == {
        ",".join(cards): [
            min(left_behind(points, order) for order in set(permutations(cards))) for points in PREVIEWED
        ]
        for cards in choices
    }


@pytest.mark.parametrize("life", daily([1, 2, 3, 4, 15, 60], [2, 15]))
def test_the_page_knows_where_a_hit_leaves_everybody(owner: Person, life: int) -> None:
    """fight.life: never below 0; the Soulstone: magic stops at 3 lives and takes none of fewer."""
    if life != 15:
        post(owner, what="life", seat="1", sign="+" if life > 15 else "-", n=str(abs(life - 15)))
    plain, under_soulstone = data_of(owner.page("sheet"), "after")[0]
    assert plain == [max(life - points, 0) for points in PREVIEWED]
    assert under_soulstone == [max(life - points, min(life, 3)) for points in PREVIEWED]
