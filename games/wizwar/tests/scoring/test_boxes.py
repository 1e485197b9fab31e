"""The life sheet with its expansions and in teams: monsters, forms, wishes, the victory of a team."""

import csv
import io
import json
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from games.wizwar.scoring.points import IN, KILLED
from games.wizwar.scoring.sheet.tracker import TEAMS, LastingSpell, TrackerTally
from rulebook.content.reading import load
from rulebook.printing.paper import PAPERS
from scoring import game as scoring
from scoring import printing
from scoring.boards import board_of
from scoring.models import LinkRole, Sheet, new_sheet
from scoring.sheets import get
from scoring.sheets.core import BOXES, YES, SheetEntry, state_of
from tests.daily import daily
from tests.rulebook.print_reader import SHORTER, make
from tests.scoring.people import Person, client_id

RULES = get("wizwar")
NAMES = ["Оля", "Коля", "Рита", "Саша"]
URL = "https://example.org/score/wizwar"
MONSTERS, ARTIFACTS = "monsters", "artifacts"
BOTH = (ARTIFACTS, MONSTERS)


def entries(*texts: str, boxes: tuple[str, ...] = BOTH, teams: bool = False) -> list[SheetEntry]:
    """A sheet for four with these events, each checked."""
    settings = [(BOXES, ",".join(boxes)), (TEAMS, YES if teams else "")]
    pairs = [pair for pair in settings if pair[1]] + [(f"log.t{n}", text) for n, text in enumerate(texts)]
    found: list[SheetEntry] = []
    for n, (cell, text) in enumerate(pairs, start=1):
        entry = SheetEntry(n, cell, text)
        refusal = RULES.check(state_of(4, found), entry)
        assert refusal is None, (text, refusal)
        found.append(entry)
    return found


def tally(*texts: str, boxes: tuple[str, ...] = BOTH, teams: bool = False) -> TrackerTally:
    return RULES.fold(4, entries(*texts, boxes=boxes, teams=teams))


def refused(
    text: str, *before: str, boxes: tuple[str, ...] = BOTH, teams: bool = False, cell: str = "log.new"
) -> tuple[str, str]:
    state = state_of(4, entries(*before, boxes=boxes, teams=teams))
    refusal = RULES.check(state, SheetEntry(0, cell, text))
    assert refusal is not None
    return refusal.code, refusal.clause


def told(found: TrackerTally, n: int = -1) -> list[tuple[str, str]]:
    """What followed from an event, the last one by default."""
    return [(note.remark.code, note.remark.clause) for note in found.events[n].notes]


def lives(found: TrackerTally) -> dict[str, int]:
    return {each.card: each.life for each in found.monsters}


# --- Monsters -----------------------------------------------------------------------------------------------


def test_a_monster_has_as_much_life_as_its_card_says() -> None:
    """monsters.live: at zero its piece leaves the board; wounds are noted as a wizard's are."""
    found = tally("monster troll 2", "wound 2:troll -4", "wound 2:troll +1")
    (troll,) = found.monsters
    assert (troll.life, troll.most) == (3, 6)
    assert sum(line.points for line in troll.lines) == 3
    assert troll.sources == (1, 2, 3)
    dead = tally("monster troll 2", "wound 2:troll -6")
    assert not dead.monsters
    assert told(dead) == [("sheet_monster_dead", "monsters.live")]


def test_two_monsters_of_one_card_are_told_apart() -> None:
    """monsters.hand: a card that created a monster is discarded at once, so it may come again."""
    found = tally("monster shadow 1", "monster shadow 2", "monster shadow 1", "wound 1:shadow:2 -1")
    assert [(each.seat, each.nth, each.life) for each in found.monsters] == [(0, 1, 3), (1, 1, 3), (0, 2, 2)]


@pytest.mark.parametrize("end", ["life 1 -15", "chest 1b home 3"])
def test_monsters_vanish_with_their_creator(end: str) -> None:
    """monsters.death: when a wizard dies; being out for lack of treasures means the same. Nobody's stays."""
    found = tally(
        "chest 1a home 2", "monster shadow 1", "monster democratic_monster 1", "monster troll 2", end
    )
    assert lives(found) == {"democratic_monster": 4, "troll": 6}
    assert ("sheet_monster_orphan", "monsters.death") in told(found)


def test_the_shadow_costs_a_life_point_and_the_last_one_kills() -> None:
    """monsters.shadow: nothing lessens it; you may pay with your last point, and you die."""
    found = tally("monster shadow 2", "upkeep 2:shadow")
    assert found.totals == (15, 14, 15, 15)
    assert found.scores[1].lines[-1][:2] == ("life_upkeep", "monsters.shadow")
    dead = tally("monster shadow 2", "set 2 1", "upkeep 2:shadow")
    assert dead.outs == (IN, KILLED, IN, IN)
    assert not dead.monsters


def test_a_monsters_kill_brings_no_cards() -> None:
    """monsters.loot, monsters.own_attack: its blow isn't its controller's attack."""
    found = tally("hit magical 5 1 by 2", "set 1 2", "hit physical 2 1 by monster")
    assert told(found) == [
        ("sheet_monster_blow", "monsters.own_attack"),
        ("killed", "death.out"),
        ("sheet_loot_none", "monsters.loot"),
    ]


def test_no_monster_is_created_in_the_first_round() -> None:
    """monsters.creating: it is an attack of that turn; the sheet may be behind, so it only points it out."""
    turns = [f"turn {n}" for n in range(1, 5)]
    assert [each.code for each in tally("monster troll 1").warnings] == ["sheet_truce_monster"]
    assert tally(*turns, "monster troll 1").warnings == []


@pytest.mark.parametrize(
    ("text", "before", "why"),
    [
        ("monster dragon 1", (), ("sheet_no_such_monster", "monsters.live")),
        ("monster troll 5", (), ("sheet_seat", "setup.players")),
        ("monster troll 1", ("life 1 -15",), ("sheet_out", "death.out")),
        ("wound 1:troll -1", (), ("sheet_no_monster", "monsters.live")),
        ("wound 1:troll -1", ("monster troll 1", "life 1 -15"), ("sheet_no_monster", "monsters.death")),
        ("wound 1:troll +1", ("monster troll 1",), ("sheet_monster_full", "monsters.live")),
        ("wound 1:troll -100", ("monster troll 1",), ("sheet_amount", "score.record")),
        ("wound 1:troll 3", ("monster troll 1",), ("sheet_amount", "score.record")),
        ("upkeep 1:troll", ("monster troll 1",), ("sheet_entry", "score.record")),
        ("gone 2:troll", ("monster troll 1",), ("sheet_no_monster", "monsters.live")),
        ("monster troll", (), ("sheet_entry", "score.record")),
    ],
)
def test_what_no_monster_can_do_is_refused(text: str, before: tuple[str, ...], why: tuple[str, str]) -> None:
    assert refused(text, *before) == why


# --- Forms and wishes ---------------------------------------------------------------------------------------


def test_a_new_form_replaces_the_old_one() -> None:
    """forms.one; other spells stay as they are."""
    found = tally("spell ghost 3 1 1", "spell invisible 2 1 1", "spell vampire 4 1 1")
    assert found.effects == (LastingSpell("invisible", 2, 0, 0), LastingSpell("vampire", 4, 0, 0))
    assert told(found) == [("sheet_form_replaced", "forms.one")]


def test_a_wish_costs_four_life_points_and_all_cards() -> None:
    """artifacts.price: nothing lessens it."""
    found = tally("wish 3")
    assert found.totals == (15, 15, 11, 15)
    assert found.scores[2].lines[-1][:2] == ("life_wish", "artifacts.price")
    assert told(found) == [("sheet_wish_cards", "artifacts.price")]


@pytest.mark.parametrize(("life", "out"), [(5, IN), (4, KILLED), (1, KILLED)])
def test_with_four_life_points_or_fewer_whoever_wishes_dies(life: int, out: str) -> None:
    """artifacts.price: you may wish without life points enough. The cards are discarded already."""
    found = tally("hit magical 1 3 by 1", f"set 3 {life}", "wish 3")
    assert found.outs[2] == out
    assert ("sheet_loot_none", "artifacts.price") in told(found) or out == IN


# --- Without them -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "boxes", "code"),
    [
        ("monster troll 1", (ARTIFACTS,), "sheet_entry"),
        ("hit physical 2 1 by monster", (ARTIFACTS,), "sheet_entry"),
        ("wish 1", (MONSTERS,), "sheet_entry"),
        ("spell ghost 3 1 1", (MONSTERS,), "sheet_no_spell"),
        ("spell no_spell 3 1 2", (ARTIFACTS,), "sheet_no_spell"),
        ("monster troll 1", (), "sheet_entry"),
    ],
)
def test_what_a_box_adds_means_nothing_without_it(text: str, boxes: tuple[str, ...], code: str) -> None:
    assert refused(text, boxes=boxes)[0] == code


def test_a_box_in_use_stays_on_the_table() -> None:
    assert refused(MONSTERS, "monster troll 1", "wish 1", cell=BOXES) == ("sheet_in_use", "score.record")
    assert refused("dragons", cell=BOXES) == ("sheet_boxes", "components.deck")


# --- Teams --------------------------------------------------------------------------------------------------


def test_three_chests_in_homes_of_a_team_win() -> None:
    """teams.win: not of one's own team; a team mate who died wins with it."""
    found = tally("chest 2a home 1", "chest 2b home 3", "life 3 -15", "chest 4a home 1", teams=True)
    assert found.verdict is None
    found = tally(
        "chest 2a home 1", "life 3 -15", "chest 4a home 1", "chest 3a home 1", "chest 4b home 1", teams=True
    )
    assert found.verdict is not None
    assert (found.verdict.code, found.verdict.clause) == ("sheet_team_treasures", "teams.win")
    assert found.winners == (0, 2)
    (won, *_) = scoring.get("wizwar").finish.places(found)
    assert (won.seats, won.won, won.line.code if won.line else "") == ((0, 2), True, "won_in_team")


def test_a_team_wins_when_no_opponent_lives() -> None:
    """teams.win; two chests with one wizard aren't enough (goal.treasures doesn't hold)."""
    before = ("chest 2a home 1", "chest 4a home 1", "life 2 -15", "life 1 -15")
    assert tally(*before, teams=True).verdict is None
    found = tally(*before, "life 4 -15", teams=True)
    assert found.verdict is not None
    assert (found.verdict.code, found.winners) == ("sheet_team_last", (0, 2))


def test_a_team_mates_home_puts_nobody_out() -> None:
    """teams.out."""
    assert tally("chest 1a home 2", "chest 1b home 3", teams=True).outs == (IN,) * 4
    assert tally("chest 1a home 2", "chest 1b home 3").outs[0] != IN


def test_teams_are_for_four_or_six_and_agreed_before_the_first_entry() -> None:
    """teams.four, teams.six."""
    refusal = RULES.check(state_of(5, []), SheetEntry(0, TEAMS, YES))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("sheet_teams", "teams.four")
    assert refused(YES, "life 1 -1", cell=TEAMS) == ("sheet_teams_late", "teams.win")
    assert refused("", "life 1 -1", teams=True, cell=TEAMS) == ("sheet_teams_late", "teams.win")


# --- Over the web -------------------------------------------------------------------------------------------

ROWS = [
    "monster shadow 2",
    "wound 2:shadow -1",
    "upkeep 2:shadow",
    "monster democratic_monster 1",
    "spell ghost 3 1 1",
    "spell vampire 2 1 1",
    "wish 3",
    "chest 2a home 1",
]


@pytest.fixture
def sheet(db: None) -> Sheet:
    return new_sheet("wizwar", NAMES, "Дача", BOTH, (TEAMS,))


def plain(text: str) -> str:
    """A text without its no-break spaces."""
    return text.replace("\u00a0", " ")


def filled(person: Person) -> Person:
    person.fill((f"log.t{n}", text) for n, text in enumerate(ROWS))
    return person


@pytest.mark.django_db
def test_the_start_form_offers_boxes_and_teams() -> None:
    client = Client()
    form = client.get("/score/wizwar").content.decode()
    for field in (
        'name="box" value="monsters"',
        'name="box" value="artifacts"',
        'name="setting" value="teams"',
    ):
        assert field in form
    sent = {"name": NAMES[:3], "box": [MONSTERS], "setting": [TEAMS], "do": "start"}
    answer = client.post("/score/wizwar", sent)
    assert answer.status_code == 422
    page = plain(answer.content.decode())
    assert "Командами играют вчетвером или вшестером, а имён здесь 3" in page
    assert 'name="setting" value="teams" checked' in page
    assert Sheet.objects.count() == 0
    answer = client.post("/score/wizwar", sent | {"name": NAMES})
    assert answer.status_code == 302
    page = client.get(answer.headers["Location"]).content.decode()
    assert "команда 2" in page
    assert 'id="tool-monster"' in page
    assert "Желание" not in page
    (made,) = Sheet.objects.all()
    like = client.get("/score/wizwar", {"like": made.public_id}).content.decode()
    assert 'name="setting" value="teams" checked' in like


def test_the_page_shows_monsters_forms_wishes_and_teams(owner: Person, viewer: Person) -> None:
    filled(owner)
    for person in (owner, viewer):
        page = plain(person.page())
        monsters = page.split('data-part="monsters"')[1].split("</section>")[0]
        for said in ("Тень", "Коля", "2 из 3", "Народное чудовище", "ничьё", "4 из 4", "Рана: 1"):
            assert said in monsters, said
        for clause in ("monsters.live", "monsters.shadow", "artifacts.price", "teams.win", "teams.out"):
            assert f"/rules/wizwar/{clause}" in page, clause
        lasting = page.split('data-part="lasting"')[1].split("</section>")[0]
        assert "Вампир" in lasting
        assert "Призрак" not in lasting
        assert "Три чужих сундука в домах команды" in page
        assert "1/3" in page
    assert 'value="wish 1"' in owner.page()
    assert 'value="wish 1"' not in viewer.page()


def test_a_wish_is_asked_for_then_whose_it_is_and_then_for_its_price(owner: Person) -> None:
    """artifacts.price: it costs lives and a hand, or a wizard; so no button that writes it stands open, and
    the two folds before it need no script.
    """
    filled(owner)
    owner.write("log.low", "set 3 4")
    wishes = owner.page().split('data-part="wishes"')[1].split("</section>")[0]
    before, *of_each = wishes.split('name="wish"')
    assert before.count("<details") - before.count("</details") == 2  # the button, and the first player's own
    assert 'name="text"' not in before
    assert len(of_each) == len(NAMES)
    for place, one in enumerate(of_each, start=1):
        price, button = one.split("<button")
        assert f'value="wish {place}"' in button
        assert ("желание убьёт мага" in plain(price)) == (place == 3)


def test_forms_without_scripts_create_monsters(owner: Person) -> None:
    sent = {"base": 0, "what": "monster", "card": "troll", "seat": "2", "cell": "log.one"}
    answer = owner.client.post(owner.url("entries"), sent | {"client_entry_id": client_id()})
    assert answer.status_code == 302
    blow = {"what": "hit", "kind": "physical", "points": "3", "v1": "1", "by": "monster", "shadowstone": "1"}
    sent = {"base": 0, "cell": "log.two", "client_entry_id": client_id(), **blow}
    assert owner.client.post(owner.url("entries"), sent).status_code == 302
    texts = [entry.text for entry in owner.sheet.entries.all()]
    assert texts[2:] == ["monster troll 2", "hit physical 3 1 by monster"]


def test_undoing_takes_back_and_history_tells_in_words(owner: Person) -> None:
    filled(owner)
    assert owner.send("undo", {"entry": 4, "client_entry_id": client_id()}).status_code == 200
    assert lives(owner.sheet.fold())["shadow"] == 3
    page = plain(owner.page("history"))
    for said in ("Дополнения на столе", "Дополнение 1", "Как играем: командами", "желает", "Тень"):
        assert said in page, said


def test_exports_read_back(owner: Person, tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(owner)
    data = json.loads(owner.get("export", "json").content)
    assert data["boxes"] == list(BOTH)
    assert data["teams"] is True
    assert data["monsters"][0] == {"card": "shadow", "creator": 2, "life": 2}
    assert data["totals"] == [15, 14, 11, 15]
    table = plain(owner.get("export", "csv").content.decode("utf-8-sig"))
    rows = list(csv.reader(io.StringIO(table), delimiter=";"))
    assert ["", "", "Тень", "", "2 из 3", "", ""] in rows
    assert ["", "", "Народное чудовище, ничьё: 4 из 4", "", "", "", ""] in rows
    assert ["", "", "Команда", "1", "2", "1", "2"] in rows
    file = tmp_path / "game.json"
    kept = ("players", "boxes", "teams", "events")
    file.write_text(json.dumps({key: data[key] for key in kept}), encoding="utf-8")
    call_command("score", "wizwar", str(file), "--json")
    assert json.loads(capsys.readouterr().out)["totals"] == data["totals"]


def test_the_end_names_the_team(owner: Person) -> None:
    """teams.win."""
    filled(owner)
    for n, text in enumerate(["chest 4a home 3", "chest 4b home 1"]):
        assert owner.write(f"log.e{n}", text).status_code == 200
    page = plain(owner.page())
    assert "Побеждает команда 1: Оля и Рита" in page
    assert "Победа команды" in page
    owner.finish()
    text = plain(owner.page("export", "txt"))
    assert [line.endswith("победа команды") for line in text.splitlines()[2:6]] == [True, True, False, False]
    assert "Побеждает команда 1" in text


@pytest.mark.parametrize("paper", daily(PAPERS, SHORTER))
def test_a_blank_sheet_has_lines_for_monsters_where_their_box_is_on_the_table(paper: str) -> None:
    """monsters.live: each kind has the life that its card says; a number of players still takes a page."""
    fewest_and_most = (2, 6)
    made = make(printing.blank(load("wizwar", boxes=(MONSTERS,)), paper, URL, fewest_and_most))
    for players, page in zip(fewest_and_most, made.texts, strict=True):
        said = " ".join(plain(page).split())
        assert f"Игроков: {players} · Дополнение 1" in said
        assert said.count("пропуск ходов") == players
        assert "Тролль 6" in said
    assert "Тролль" not in printing.blank(load("wizwar", boxes=(ARTIFACTS,)), paper, URL)


def test_a_filled_sheet_prints_monsters_and_teams(
    owner: Person, holder: Callable[[LinkRole], Person]
) -> None:
    filled(owner)
    with translation.override("ru"):
        made = make(
            printing.filled(board_of(owner.sheet, "ru"), "a4", "http://192.168.1.5:8000/score/wizwar")
        )
    page = " ".join(" ".join(made.texts).split())
    for said in ("команда 1", "Тень (Коля): 2 из 3", "ничьё", "Цена желания: 4", "плата за ход"):
        assert said in page, said
