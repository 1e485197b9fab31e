"""The sheet of «Алхимики» over the web: pages, forms without scripts, exports, links, and what is hostile."""

import json
import re
from html import unescape

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.alchemists.tests.scoring.sample import SAMPLE
from rulebook.content.typography import typeset
from scoring.models import Sheet, new_sheet, sheet_from_rounds
from tests.daily import daily
from tests.scoring.people import Person

NAMES = ["Оля", "Коля", "Рита"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(db: None) -> Sheet:
    return new_sheet("alchemists", NAMES, "Кухня")


def filled(person: Person) -> Person:
    person.fill(SAMPLE.cells)
    return person


def post(person: Person, cell: str, **fields: str) -> str:
    """A form without scripts; where it leads."""
    answer = person.post(cell, **fields)
    assert answer.status_code == 302, answer.content.decode()
    return answer.headers["Location"]


PARTS = ("", "track", "books", "reveal", "<script>")


@pytest.mark.parametrize("part", daily(PARTS, ("reveal", "<script>")))
def test_every_part_opens_for_everybody(sheet: Sheet, owner: Person, viewer: Person, part: str) -> None:
    filled(owner)
    for person in (owner, viewer):
        page = person.page("sheet", part=part, why="1", act="toad", open="person-1")
        assert "Большое открытие" in page
        assert "<script>" not in page.split("<main", 1)[1].split("</main", 1)[0]


def test_the_page_says_where_points_come_from(owner: Person) -> None:
    page = filled(owner).get("sheet", part="track", why="1").content.decode()
    assert "10 → 14" in page
    assert "14 → 12" in page
    assert "Зелёная зона" in page or "зелёная зона" in page
    assert "/rules/alchemists/reputation.green" in page
    page = owner.page("sheet", part="reveal", why="2")
    assert "Теория ошибочна: красный" in page
    assert "/rules/alchemists/reveal.hedge" in page
    assert "восстановлено нами" in page


def test_favours_are_told_with_the_gold_they_bring(owner: Person) -> None:
    """final.favours: «Золото 2» stood there beside six points for gold (played by hand, 6)."""
    for cell, text in (("gold.1", "2"), ("favours.1", "8"), ("gold.2", "3"), ("favours.2", "1")):
        assert owner.write(cell, text).status_code == 200
    page = owner.page("sheet", part="reveal").replace("\N{NO-BREAK SPACE}", " ")
    assert "<small>Золото 2, за 8 услуг ещё 16</small>" in page
    assert "<small>Золото 3, за 1 услугу ещё 2</small>" in page


def test_events_are_written_by_a_form_without_scripts(owner: Person) -> None:
    where = post(owner, "rep.f1", who="2", what="publish +1", authority="1")
    assert where.endswith("?part=track")
    post(owner, "rep.f2", who="1", what="conference_loss -1 C1", robe="1")
    texts = [entry.text for entry in owner.sheet.entries.all()]
    assert texts == ["2 publish +1 authority", "1 conference_loss -1 robe C1"]


def test_things_are_picked_by_a_form_without_scripts(owner: Person) -> None:
    fields = {"pick-magic_mirror": "1", "pick-periscope": "1"}
    assert post(owner, "artifacts.2", **fields).endswith("?part=reveal&open=person-2#person-2")
    assert owner.sheet.entries.get().text == "periscope magic_mirror"
    assert post(owner, "theory.toad", text="a1").endswith("?part=books&open=book-toad#book-toad")
    assert post(owner, "seal.toad.1", text="?", then="reveal").endswith("#answer-toad")
    assert post(owner, "truth.toad", text="a1").endswith("#answer-toad")
    assert post(owner, "set.g1", text="1").endswith("#numbers")


def test_a_refusal_stays_on_the_part_where_it_happened(owner: Person) -> None:
    """publish.token: the sentence, the clause, and nothing is lost."""
    post(owner, "theory.toad", text="a1")
    answer = owner.post("theory.fern", text="a1")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "уже опубликована (жаба)" in page
    assert "/rules/alchemists/publish.token" in page
    assert owner.sheet.entries.count() == 1


REFUSALS = [
    ("seal.fern.1", "gold", "endorse.theory"),
    ("truth.fern", "a4", "mix.world"),
    ("artifacts.2", "magic_mirror", "artifact.buy"),
    ("grants.1", "g1", "grants.one"),
    ("gold.1", "много", "score.record"),
    ("nothing.1", "1", "score.record"),
    ("rep.zz", "5 publish +1", "setup.players"),
]


def test_refusals_carry_a_sentence_and_a_clause(owner: Person) -> None:
    writer = filled(owner)
    for cell, text, clause in REFUSALS:
        base = {"gold.1": 9}.get(cell, 0)
        answer = writer.write(cell, text, base)
        assert answer.status_code == 422, (cell, text, clause)
        assert answer.json()["clause"]["url"].endswith(f"/alchemists/{clause}")
        assert not set("{}") & set(answer.json()["message"])
        assert owner.sheet.entries.count() == 11


def test_the_same_cell_on_two_phones_is_a_conflict_in_words(owner: Person, scorer: Person) -> None:
    assert owner.write("theory.toad", "a1").status_code == 200
    answer = scorer.write("theory.toad", "a2")
    assert answer.status_code == 409
    assert "Теория: жаба" in answer.json()["message"]
    assert "к+з−С+" in answer.json()["message"]


def test_every_cell_and_text_has_words_in_the_history(owner: Person) -> None:
    page = filled(owner).get("history").content.decode()
    for said in (
        "Печать: жаба, Оля",
        "«золотая звезда»",
        "Оля: прибавка по записи стола +4",
        "Артефакты: Оля",
    ):
        assert said in page


def test_exports_read_back_and_no_cell_is_a_formula(owner: Person) -> None:
    filled(owner)
    data = json.loads(owner.get("export", "json").content)
    assert data["totals"] == list(owner.sheet.fold().totals)
    assert data["players"][0]["reputation"] == 12
    rows = owner.rows()
    assert rows[0] == ["Что", typeset("Кто или о чём"), *NAMES]
    assert {len(row) for row in rows} == {5}
    assert all(not cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    text = owner.page("export", "txt")
    assert "репутация 12" in text


def test_what_is_exported_is_what_the_command_line_counts(owner: Person, tmp_path, capsys) -> None:
    filled(owner)
    exported = json.loads(owner.get("export", "json").content)
    raw = {key: exported[key] for key in ("truth", "theories", "players")}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(raw), encoding="utf-8")
    call_command("score", "alchemists", str(file), "--json")
    counted = json.loads(capsys.readouterr().out)
    assert counted["totals"] == exported["totals"]
    assert counted["winners"] == [1]
    assert counted["lines"][0][0] == {
        "label": typeset("Репутация к концу игры"),
        "points": 12,
        "clause": "final.reputation",
    }


def test_the_command_line_refuses_with_a_clause(tmp_path) -> None:
    """publish.token."""
    file = tmp_path / "game.json"
    theories = [{"ingredient": name, "alchemical": "a1", "seals": []} for name in ("toad", "fern")]
    players = [{"name": name, "reputation": 10} for name in NAMES]
    file.write_text(json.dumps({"truth": {}, "theories": theories, "players": players}), encoding="utf-8")
    with pytest.raises(CommandError, match=r"publish\.token"):
        call_command("score", "alchemists", str(file))


@pytest.mark.parametrize(("lang", "nobody"), [("ru", "Игрок"), ("en", "Player")])
def test_the_command_line_calls_players_by_their_names(tmp_path, lang: str, nobody: str) -> None:
    """endorse.once, seals.supply: the refusals are about somebody who has a name in the file."""
    players = [{"name": name, "reputation": 10} for name in NAMES]
    once = [{"player": 1, "seal": "gold"}, {"player": 1, "seal": "silver"}]
    often = [[{"player": 1, "seal": "gold"}]] * 3
    books = ("toad", "fern", "claw")
    for seals in ([once], often):
        theories = [
            {"ingredient": book, "alchemical": f"a{n}", "seals": each}
            for n, (book, each) in enumerate(zip(books, seals, strict=False))
        ]
        file = tmp_path / "game.json"
        file.write_text(json.dumps({"truth": {}, "theories": theories, "players": players}), encoding="utf-8")
        with pytest.raises(CommandError) as caught:
            call_command("score", "alchemists", str(file), lang=lang)
        assert NAMES[1] in str(caught.value)
        assert nobody not in str(caught.value)


def test_a_laboratory_fills_the_answers_and_a_hand_wins(owner: Person) -> None:
    sheet = sheet_from_rounds("alchemists", NAMES, [{"theories": {"toad": "a1"}}])
    sheet.sync_from_match([{"theories": {"fern": "a1"}, "truth": {"toad": "a5", "fern": "a1"}}])
    books = {book.ingredient: book for book in sheet.fold().books}
    assert books["toad"].alchemical == ""
    assert (books["fern"].alchemical, books["fern"].truth) == ("a1", "a1")
    sheet.sync_from_match([{"theories": {"fern": "a1"}, "truth": {"toad": "a5", "fern": "a1"}}])
    assert sheet.entries.count() == 5


def test_a_book_cleared_by_hand_takes_the_next_theory_but_not_the_same_again(owner: Person) -> None:
    """debunk.success: the theory leaves its book, which is free for another (publish.new)."""
    owner.sheet.sync_from_match([{"theories": {"toad": "a4"}}])
    owner.write("theory.toad", "", base=1)
    owner.sheet.sync_from_match([{"theories": {"toad": "a4"}}])
    assert [book.alchemical for book in owner.sheet.fold().books if book.ingredient == "toad"] == [""]
    owner.sheet.sync_from_match([{"theories": {"toad": "a5"}}])
    assert [book.alchemical for book in owner.sheet.fold().books if book.ingredient == "toad"] == ["a5"]


def test_a_theory_that_fell_waits_for_its_seals_to_be_turned(owner: Person) -> None:
    """debunk.losses: who loses what hangs on the seals, which only the sheet knows."""
    owner.sheet.sync_from_match([{"theories": {"toad": "a4"}}])
    owner.write("seal.toad.1", "?")
    owner.sheet.sync_from_match([{"theories": {"toad": "a5"}}])
    assert [book.alchemical for book in owner.sheet.fold().books if book.ingredient == "toad"] == ["a4"]
    owner.write("seal.toad.1", "", base=2)
    owner.write("theory.toad", "", base=1)
    owner.sheet.sync_from_match([{"theories": {"toad": "a5"}}])
    assert [book.alchemical for book in owner.sheet.fold().books if book.ingredient == "toad"] == ["a5"]


def acts(page: str) -> dict[str, str]:
    """What each act of the great reveal shows, by its ingredient."""
    parts = page.split('<article class="act" id="act-')[1:]
    return {part.split('"')[0]: part.split("</article>")[0] for part in parts}


def standing(act: str, when: str) -> list[tuple[str, str]]:
    """Who stands where in an act: (name, points) from first to last."""
    rows = act.split(f'class="act-standing {when}"')[1].split("</ol>")[0]
    return re.findall(r'<span class="grow cut">([^<]+)</span>.*?<b>([^<]+)</b>', rows)


def test_the_reveal_goes_one_ingredient_at_a_time_with_standings_moving(owner: Person) -> None:
    """What a book brings changes the points, and everybody is put in order anew."""
    filled(owner)
    act = acts(owner.page("sheet", part="reveal"))["toad"]
    before, after = standing(act, "before"), standing(act, "after")
    assert before[0][0] == "Оля"
    assert dict(before) != dict(after)
    points = [int(n.replace("\N{MINUS SIGN}", "-")) for _, n in after]
    assert points == sorted(points, reverse=True)


def test_who_falls_and_who_rises_is_said_in_places(owner: Person) -> None:
    for cell, text in [
        ("rep.a1", "1 gain +1"),
        ("theory.toad", "a1"),
        ("seal.toad.1", "gold"),
        ("truth.toad", "a4"),
    ]:
        assert owner.write(cell, text).status_code == 200
    act = acts(owner.page("sheet", part="reveal"))["toad"]
    assert [name for name, _ in standing(act, "after")] == ["Коля", "Рита", "Оля"]
    assert act.count("Мест вверх") == 2
    assert "from-above-2" in act
    assert "Мест" not in act.split('class="act-standing after"')[0]


def test_an_answer_is_written_in_its_act_before_any_is_known(owner: Person, viewer: Person) -> None:
    """The form for all answers stays behind «Вписать всё сразу»."""
    owner.write("theory.toad", "a1")
    owner.write("theory.fern", "a2")
    page = owner.page("sheet", part="reveal")
    assert "Начать открытие" in page
    assert '<a class="btn second" href="#answers">Вписать всё сразу</a>' in page
    assert "Что оказалось правдой?" in acts(page)["toad"]
    assert acts(viewer.page("sheet", part="reveal")) == {}
    where = post(owner, "truth.toad", text="a1", then="act")
    assert where.endswith("?part=reveal&act=toad#act-toad")
    shown = acts(owner.client.get(where).content.decode())
    assert "Теория верна" in shown["toad"]
    assert "Что оказалось правдой?" not in shown["toad"]
    assert "Что оказалось правдой?" in shown["fern"]


def lost(colour: str, *kinds: str) -> str:
    """debunk.losses, debunk.hedge: 5 for each seal but those that bet on this very mistake."""
    n = 5 * sum(kind != f"hedge_{colour}" for kind in kinds)
    return f"seal_lost -{n}" if n else "hedged 0"


def test_the_page_knows_what_a_debunk_costs_whatever_lay_there(owner: Person) -> None:
    """A theory or two at once (debunk.master), one seal of a player on each."""
    seals = ("gold", "hedge_B", "hedge_G", "hedge_R", "silver")
    page = owner.page("sheet")
    falls = json.loads(unescape(re.search('data-falls="([^"]+)"', page)[1]))
    assert {colour: dict(kinds) for colour, kinds in falls.items()} == {
        colour: {one: lost(colour, one) for one in seals}
        | {f"{one} {other}": lost(colour, one, other) for one in seals for other in seals if one <= other}
        for colour in "RGB"
    }
    assert falls["R"]["hedge_G hedge_R"] == "seal_lost -5"
    assert falls["R"]["hedge_R hedge_R"] == "hedged 0"
    assert 'data-what="debunk +2"' in page
