"""docs/cases.md and the pages beside games tell the truth: examples run, tables name every key and code."""

import re
from importlib import import_module

import pytest
from django.conf import settings

from games.alchemists.scoring import points as calculator
from games.alchemists.simulator.deduction import facts, laboratory
from games.wizwar.simulator.engine.cards.passives import ENDLESS, LASTING
from games.wizwar.simulator.engine.data import LIKE
from rulebook import finder
from rulebook.content import reading
from simulator import case_words
from simulator.cases import case as format_of
from simulator.cases import casebook
from simulator.engine.refusal import BadPosition
from simulator.game import engine_of, every, played_games
from simulator.management.commands.referee import code_table
from tests.conformance.tables import names_a_seat

GAMES = reading.game_ids()
LANGUAGE = (settings.BASE_DIR / "docs" / "cases.md").read_text(encoding="utf-8")
PAGES = {game: finder.rooms("simulator")[game].path / "cases" for game in GAMES}
WORDS = {game: (home / "README.md").read_text(encoding="utf-8") for game, home in PAGES.items()}
MORE = {game: (home / "examples.md").read_text(encoding="utf-8") for game, home in PAGES.items()}
TEXT = "\n".join((LANGUAGE, *WORDS.values(), *MORE.values()))
EXAMPLES = re.findall(r"^```(?:toml|json)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", EXAMPLES, ids=[f"example-{n}" for n in range(1, len(EXAMPLES) + 1)])
def test_every_example_in_the_guide_runs_and_passes(text):
    for case in casebook.parse(text, "docs/cases.md"):
        outcome = casebook.evaluate(case)
        assert outcome.ok, [case_words.difference_text(each, outcome, "en") for each in outcome.differences]
        assert case.clause


def test_there_are_enough_examples_in_both_notations():
    assert len(EXAMPLES) >= 4
    assert any(text.startswith("{") for text in EXAMPLES)
    assert any(text.startswith("game") for text in EXAMPLES)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_table_of_codes_is_what_the_engine_says(game_id):
    page = PAGES[game_id] / "codes.md"
    text = page.read_text(encoding="utf-8")
    written = text.split(f"<!-- codes: {game_id}: begin -->\n")[1].split(f"<!-- codes: {game_id}: end -->")[0]
    message = f"write the output of `manage.py referee --codes {game_id}` between the marks in {page}"
    assert written.splitlines() == code_table(game_id), message


def test_the_language_is_short_and_leads_to_the_words_of_every_game():
    assert len(LANGUAGE.splitlines()) <= 150
    for game_id, home in PAGES.items():
        assert f"](../{home.relative_to(settings.BASE_DIR)}/README.md)" in LANGUAGE, game_id


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_an_example(game_id):
    assert f'game = "{game_id}"' in WORDS[game_id] + MORE[game_id]


def test_every_key_of_a_case_and_of_the_short_forms_is_explained():
    words = set(re.findall(r"`([a-z_]+)`", TEXT))
    expects = set().union(*format_of.EXPECTS.values())
    own = [(start, kind) for each in every().values() for start, kind in each.case_kinds.items()]
    own_keys = {key for start, kind in own for key in (start, *kind.keys, *kind.expects)}
    keys = format_of.CASE_KEYS | expects | format_of.SHEET_KEYS | own_keys
    assert keys - words == set()
    assert format_of.NEW_KEYS - set(re.findall(r"[a-z]+", TEXT)) == set()
    for game_id in played_games():
        short_form = import_module(engine_of(game_id).short.__module__)
        assert set(short_form.KEYS) - set(re.findall(r"`([a-z_]+)`", WORDS[game_id])) == set(), game_id


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_is_named_with_its_values(game_id):
    for option in reading.load(game_id).options:
        assert f"`{option.id}`" in WORDS[game_id]
        if not option.hidden and not names_a_seat(option):
            for choice in option.choices:
                written = (
                    f"`{str(choice.value).lower()}`"
                    if not isinstance(choice.value, str)
                    else f'`"{choice.value}"`'
                )
                assert written in WORDS[game_id], (option.id, choice.value)


def test_every_thing_that_is_done_in_the_laboratory_and_every_fact_and_cause_is_explained():
    words = set(re.findall(r"`([a-z_]+)", TEXT))
    assert set(laboratory.VERBS) | set(facts.KINDS) | set(calculator.REASONS) <= words
    keys = {key for kind in facts.KINDS.values() for key in kind.keys}
    assert keys <= words


TABLES = [table.splitlines()[2:] for table in re.findall(r"(?:^\|.*\n)+", TEXT, re.MULTILINE)]


@pytest.mark.parametrize("rows", TABLES)
def test_nothing_is_explained_twice_in_a_table(rows):
    firsts = [row.split("|")[1].strip() for row in rows]
    assert sorted(firsts) == sorted(set(firsts))


def test_the_entries_of_every_sheet_stand_in_one_table():
    sheets = "".join(text.partition("## The score sheet")[2] for text in WORDS.values())
    for entry in ("`life -3`", "`undo 2`", "`d4 3`", "`theory toad a1`", "`reputation 16`"):
        assert sum(entry in row for row in sheets.splitlines() if row.startswith("|")) == 1


def test_the_spells_that_may_stand_among_effects_are_named():
    (row,) = re.findall(r"^\| `effects` \|.*$", TEXT, re.MULTILINE)
    counted, _, endless = row.partition("with 0, which has no end,")
    assert set(re.findall(r"`(\w+)`", counted)) - {"effects"} == LASTING - ENDLESS - LIKE.keys()
    assert set(re.findall(r"`(\w+)`", endless)) == ENDLESS - LIKE.keys()


WRONG_PLACES = [
    ("gaps", "1c3n"),
    ("doors", "1c3w"),
    ("doors", "1b3s:99"),
    ("unlocked", "1c3w"),
    ("jammed", "1c3w"),
    ("ajar", "1c3w"),
    ("walls", "1c3n:99"),
    ("walls", "1c3n 1c3n"),
    ("illusion", "1c3n:99"),
    ("illusion", "1c3n=???"),
    ("fire", "1c3n 1c2s"),
    ("bush", "1c3"),
    ("bush", "1c4:99"),
    ("bush", "1c4 1c4"),
    ("stone", "2c3"),
    ("at", {"1": "1d4"}),
    ("treasures", {"T1a": "1d4"}),
    ("floor", "dagger@1d4"),
]


@pytest.mark.parametrize(("key", "value"), WRONG_PLACES)
def test_a_place_where_it_cannot_be_is_refused_under_the_keys_that_the_guide_names(key, value):
    told = TEXT.split("and `pos_place` for what can't be there.")[1].split("Besides,")[0]
    assert f"`{key}`" in told
    position = {"players": 2, "stone": "1d4", key: value}
    with pytest.raises(BadPosition) as caught:
        engine_of("wizwar").decode(position)
    assert [refusal.code for refusal in caught.value.refusals] == ["pos_place"]
