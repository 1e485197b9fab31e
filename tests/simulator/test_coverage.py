"""The matrix: honest about what is shown and what is not, for a terminal, for programs and as a page."""

import io
import json
import re
import sys
from dataclasses import replace

import pytest
from django.core.management import call_command
from django.urls import reverse

from rulebook.content import reading
from simulator.cases import casebook, coverage
from simulator.matches import coverage_store
from tests.daily import daily
from tests.markup import AS_SENT

pytestmark = pytest.mark.whole

GAME = reading.load("poison")
LARGEST = [max(reading.game_ids(), key=lambda game_id: len(reading.load(game_id).clauses))]
CASES = 6  # of a clause: more than any game has on the average


def outcomes(*case_ids):
    return [coverage.witness(casebook.evaluate(casebook.find("poison", case_id))) for case_id in case_ids]


def test_nothing_is_shown_without_cases():
    found = coverage.cover(GAME, [])
    assert found.totals["marks_seen"] == 0
    assert found.totals["clauses_complete"] == 0
    missing = {gap.subject for gap in found.gaps if gap.kind == "clause_without_case"}
    assert missing == {clause.id for clause in GAME.clauses if clause.decided_by == "engine"}
    assert sum(gap.kind.startswith("ruling") for gap in found.gaps) == len(GAME.rulings)


def test_one_case_shows_what_it_brings_about_and_no_more():
    """overflow.take by example 1: captured is seen; what stays behind is seen, a refused position is not."""
    found = coverage.cover(GAME, outcomes("overflow-example-1"))
    rows = {row.clause.id: row for row in found.rows}
    assert rows["overflow.take"].complete
    assert [case.id for case in rows["overflow.take"].cases] == ["overflow-example-1"]
    assert {mark.code: mark.seen for mark in rows["overflow.stays"].shown} == {
        "stays": True,
        "pos_unopened": False,
        "sheet_captured": False,
    }
    assert coverage.Gap("mark_not_seen", "overflow.stays", "refusal:pos_unopened") in found.gaps


def test_a_ruling_is_left_to_the_table_only_where_the_table_decides_every_clause_of_it():
    """«No engine decides any of its clauses, so no case can show it»: one that it decides will do."""
    by_engine = {clause.id for clause in GAME.clauses if clause.decided_by == "engine"}
    mixed = next(
        ruling
        for ruling in GAME.rulings
        if by_engine & set(ruling.clauses) and not by_engine >= set(ruling.clauses)
    )
    gaps = {gap.kind for gap in coverage.cover(GAME, []).gaps if gap.subject == mixed.id}
    assert gaps == {"ruling_without_case"}


def test_a_case_that_fails_shows_nothing_and_is_a_gap_itself():
    (good,) = outcomes("overflow-example-1")
    bad = good._replace(ok=False)
    found = coverage.cover(GAME, [bad])
    assert found.totals["marks_seen"] == 0
    assert coverage.Gap("case_fails", "overflow-example-1") in found.gaps
    assert found.totals["cases_passed"] == 0


def test_a_passage_without_clause_or_reason_is_a_gap():
    stating = next(passage for passage in GAME.passages if passage.clauses)
    others = [passage for passage in GAME.passages if passage is not stating]
    game = replace(GAME, passages=(replace(stating, clauses=()), *others))
    assert coverage.Gap("passage_uncovered", str(stating.n)) in coverage.cover(game, []).gaps


def test_a_constant_counts_as_seen_once_a_case_of_its_clause_runs():
    rows = {row.clause.id: row for row in coverage.cover(GAME, outcomes("exactly-thirteen")).rows}
    assert {mark.code: mark.seen for mark in rows["overflow.limit"].shown}["limit"]
    assert not {mark.code: mark.seen for mark in rows["cauldron.three"].shown}["cauldrons"]


def test_all_cases_together_leave_only_what_people_decide():
    found = coverage.of(GAME)
    assert {gap.kind for gap in found.gaps} <= {"ruling_by_table"}
    assert found.totals["clauses_complete"] == found.totals["clauses_by_engine"]
    assert found.totals["cases"] == found.totals["cases_passed"] > 0


def test_the_matrix_is_worked_out_once():
    assert coverage.of(GAME) is coverage.of(GAME)


def test_every_passage_and_clause_stands_in_the_matrix():
    matrix = coverage.matrix(GAME)
    assert [row["n"] for row in matrix["passages"]] == [passage.n for passage in GAME.passages]
    assert [row["id"] for row in matrix["clauses"]] == [clause.id for clause in GAME.clauses]
    for row in matrix["passages"]:
        assert bool(row["clauses"]) != bool(row["no_rule"])
        for clause in row["clauses"]:
            assert row["n"] in next(each for each in matrix["clauses"] if each["id"] == clause)["passages"]


@pytest.fixture
def kept(settings, tmp_path):
    """A folder of data of its own, and a process that has shown nothing yet."""
    settings.DATA_DIR = tmp_path
    coverage_store._of.cache_clear()
    yield tmp_path / "coverage" / "poison.json"
    coverage_store._of.cache_clear()


def test_what_cases_showed_is_the_same_when_it_was_kept(kept):
    played = coverage_store.of(GAME)
    assert kept.exists()
    coverage_store._of.cache_clear()
    again = coverage_store.of(GAME)
    assert (again.totals, again.gaps) == (played.totals, played.gaps)
    for one, other in zip(played.rows, again.rows, strict=True):
        assert (one.shown, [case.id for case in one.cases]) == (
            other.shown,
            [case.id for case in other.cases],
        )


def test_what_is_kept_is_shown_without_playing_a_case(kept, monkeypatch):
    """«At most 10 × an empty page»: each process played all cases for whoever asked first."""
    coverage_store.make("poison")
    monkeypatch.setattr(casebook, "cases_of", lambda game_id: pytest.fail("the cases are read"))
    assert coverage_store.of(GAME).totals["cases_passed"] > 0


def steps_of(work):
    """How many instructions of Python `work` takes: its cost on whatever computer, however busy that is."""
    steps = 0

    def count(frame, event, arg):
        nonlocal steps
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        steps += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps


@pytest.mark.django_db
@pytest.mark.parametrize("game_id", daily(reading.game_ids(), LARGEST))
def test_whoever_asks_first_waits_little_longer_than_for_an_empty_page(client, kept, monkeypatch, game_id):
    """«At most 10 × an empty page», in a process that has read its templates."""
    game = reading.whole(game_id)
    rulings = [ruling.number for ruling in game.rulings]
    cases = [
        coverage.Witness(f"{clause.id}-{n}", {}, clause.id, [clause.id], rulings[:1], True, True, ())
        for clause in game.clauses
        for n in range(CASES)
    ]
    cases.append(
        coverage.Witness(
            "all",
            {},
            "",
            [],
            rulings,
            True,
            True,
            sorted({mark for clause in game.clauses for mark in clause.shown_by}),
        )
    )
    monkeypatch.setattr(coverage, "witnesses", lambda game_id: cases)
    coverage_store.make(game_id)
    address = reverse("simulator:coverage", args=[game_id])
    for page in ("/search", address):
        client.get(page)
    coverage_store._of.cache_clear()
    assert steps_of(lambda: client.get(address)) <= 10 * steps_of(lambda: client.get("/search"))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"digest": 1}', '{"digest": "other", "cases": []}'])
def test_what_is_spoilt_or_of_other_code_is_made_again(kept, text):
    kept.parent.mkdir()
    kept.write_text(text)
    assert "poison" in coverage_store.missing()
    assert coverage_store.of(GAME).totals["cases"] > 0
    assert "poison" not in coverage_store.missing()


def test_a_folder_that_takes_nothing_keeps_nobody_from_the_page(kept):
    kept.parent.write_text("a file where a folder should be")
    assert coverage_store.of(GAME).totals["cases"] > 0


def test_the_server_has_it_made_once_for_each_wish(kept, settings, monkeypatch):
    monkeypatch.setattr(coverage_store, "make", (made := []).append)
    run("coverage", "--wished")
    assert made == []
    (settings.DATA_DIR / "coverage.wanted").write_text("wish")
    assert "сыграны" in run("coverage", "--wished")
    assert set(made) == set(reading.game_ids())
    assert run("coverage", "--wished") == ""


def run(*args):
    out = io.StringIO()
    call_command("rules", *args, stdout=out)
    return out.getvalue()


def test_the_command_prints_the_matrix_as_json():
    matrix = json.loads(run("coverage", "--json"))["poison"]
    take = next(row for row in matrix["clauses"] if row["id"] == "overflow.take")
    assert take["decided_by"] == "engine"
    assert take["scenario"] == "overflow-example-1"
    assert take["shown_by"]["event"] == {"captured": True}
    assert "overflow-example-1" in take["cases"]


def test_the_command_prints_a_line_for_each_passage_clause_and_gap():
    text = run("coverage")
    for passage in GAME.passages:
        assert f"{passage.n:4} {passage.label.en}" in text
    for clause in GAME.clauses:
        assert clause.id in text
    assert "gap: ruling by table: poison-31" in text


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["", "/en"])
def test_the_page_links_every_clause_and_names_every_gap(client, language):
    address = f"{language}/rules/poison/coverage"
    front = client.get(address).content.decode()
    assert f'href="{language}/rules/poison/ruling/poison-31"' in front
    queries = re.findall(rf'href="{address}(\?(?:chapter|part)=\w+)"', front)
    assert len(queries) == len(GAME.chapters) + 2
    page = "".join(client.get(address + query).content.decode() for query in queries)
    for clause in GAME.clauses:
        assert f'href="{language}/rules/poison/{clause.id}"' in page
    assert f'href="{language}/rules/poison/ruling/poison-31"' in page
    for passage in GAME.passages:
        assert f'id="p{passage.n}"' in page
    assert f'href="{language}/play/poison/example/overflow-example-1"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("game_id", daily(reading.game_ids(), LARGEST))
def test_players_get_one_sentence_and_a_bar_for_each_chapter(client, game_id):
    """Half a megabyte of identifiers took a second to draw, and 50,000 pixels to scroll."""
    game = reading.whole(game_id)
    address = f"/rules/{game_id}/coverage"
    answer = client.get(address)
    page = answer.content.decode()
    assert len(client.get(address, **AS_SENT).content) < 70_000
    assert page.count('class="scale-row"') == len(game.chapters)
    before, _, folded = page.partition(">Для разработчиков<")
    assert "<code>" not in page
    assert game.digest not in before
    assert game.digest in folded
    bars = re.findall(r'class="part" width="(\d+)".*?<b>\s*(\d+)\sиз\s(\d+)', page, re.DOTALL)
    totals = coverage_store.of(game).totals
    assert [sum(map(int, column)) for column in zip(*bars, strict=True)][1:] == [
        totals["clauses_complete"],
        totals["clauses_by_engine"],
    ]
    assert all(int(bar) == 100 * int(complete) // int(decided) for bar, complete, decided in bars)
    for chapter in game.chapters:
        part = client.get(address, {"chapter": chapter.id})
        assert len(client.get(address, {"chapter": chapter.id}, **AS_SENT).content) < 120_000
        rows = re.findall(r'class="coverage-clause" id="([^"]+)"', part.content.decode())
        assert rows == [clause.id for clause in game.in_chapter(chapter.id)]
        shown = re.sub(r"<details.*?</details>", "", part.content.decode(), flags=re.DOTALL)
        assert "<code>" not in shown


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["chapter=nowhere", "chapter=", "part=nothing"])
def test_a_chapter_or_list_that_is_not_there_is_a_kind_404(client, query):
    assert client.get(f"/rules/poison/coverage?{query}").status_code == 404


@pytest.mark.django_db
def test_the_page_marks_what_was_not_seen_in_words(client, monkeypatch):
    monkeypatch.setattr(
        coverage_store, "of", lambda game: coverage.cover(game, outcomes("overflow-example-1"))
    )
    address = reverse("simulator:coverage", args=["poison"])
    queries = [{"chapter": "turn"}, {"part": "rulings"}]
    page = "".join(client.get(address, query).content.decode() for query in queries)
    assert "не видели" in page
    assert "показано не всё" in page
    assert "случая нет" in page


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["passages", "rulings"])
def test_every_twentieth_number_of_a_list_leads_down_it(client, part):
    page = client.get(f"/rules/{LARGEST[0]}/coverage?part={part}").content.decode()
    leading = re.findall(r'<a [^>]*href="#([pr][^"]+)"', page)
    opened = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    assert leading == re.findall(r'<li id="([pr][^"]+)"', opened)[::20]


@pytest.mark.django_db
def test_a_game_without_rules_has_no_matrix(client):
    assert client.get("/rules/chess/coverage").status_code == 404
