"""A log of plays on several phones: «Зельеварение» as its pages, forms and answers have it."""

import json

import pytest
from django.test import Client

from games.potions.scoring.points import ASSEMBLE, ELEMENT, SPELL, Play
from games.potions.tests.scoring.sample import FATE, INFUSION
from rulebook.content.typography import typeset
from scoring.models import LinkRole, Refused, Sheet, new_sheet, sheet_from_rounds
from tests.scoring.people import Person, client_id, opened
from tests.scoring.samples import NAMES


@pytest.fixture
def sheet(db: None) -> Sheet:
    return new_sheet("potions", NAMES, "Кухня, вторник")


def write_log(person: Person, *texts: str) -> None:
    """Plays, each in a new cell."""
    for text in texts:
        assert person.write(f"play.{client_id()[13:]}x", text).status_code == 200


def post(person: Person, cell: str = "play.form", **fields: object) -> object:
    return person.post(cell, **fields)


# Entries


def test_two_phones_append_and_never_conflict(owner: Person, scorer: Person) -> None:
    assert owner.write("play.a1", INFUSION).status_code == 200
    assert scorer.write("play.b1", FATE).status_code == 200
    assert owner.sheet.fold().totals == (4, 4, 0)


def test_a_correction_is_an_entry_in_the_same_cell(owner: Person, scorer: Person) -> None:
    owner.write("play.a1", "1 assemble love_potion")
    assert scorer.write("play.a1", INFUSION, base=1).status_code == 200
    assert [row.play.card for row in owner.sheet.fold().plays] == ["infusion_of_divination"]
    assert owner.sheet.entries.count() == 2


def test_two_corrections_of_one_play_are_asked_in_words_which_is_right(owner: Person, scorer: Person) -> None:
    owner.write("play.a1", INFUSION)
    owner.write("play.a1", "1 assemble love_potion", base=1)
    late = scorer.write("play.a1", FATE, base=1)
    answer = late.json()
    assert late.status_code == 409
    assert answer["theirs"] == {"text": "1 assemble love_potion", "entry": 2}
    assert answer["said"] == {
        "theirs": "Оля: «Любовное зелье», +2",
        "yours": "Коля: «Порошок судьбы», +4; Оля +2",
    }
    assert answer["message"].startswith(
        typeset("Запись 1: с другого телефона Оля: «Любовное зелье», +2, а вы ввели")
    )
    assert scorer.sheet.entries.count() == 2


def test_any_entry_that_stands_is_undone_and_brought_back(owner: Person) -> None:
    write_log(owner, INFUSION, FATE, "3 element 1")
    assert owner.send("undo", {"entry": 2, "client_entry_id": client_id()}).json()["text"] == ""
    assert owner.sheet.fold().totals == (2, 0, 1)
    assert owner.send("undo", {"entry": 4, "client_entry_id": client_id()}).json()["text"] == FATE
    assert [row.number for row in owner.sheet.fold().plays] == [1, 2, 3]
    assert owner.sheet.fold().totals == (4, 4, 1)


def test_the_longest_play_fits(db: None) -> None:
    sheet = new_sheet("potions", list("абвгде"))
    client = Client()
    client.get(sheet.link(LinkRole.OWNER).path)
    text = "6 element elixir_of_plant_lord:thought_energy 1"
    assert Person(client, sheet).write("play." + "x" * 24, text).status_code == 200


GOOD = {"cell": "play.b1", "text": "2 element 1", "base": 0, "client_entry_id": "client-id-good"}
BAD_ENTRIES = [
    (GOOD | {"text": "4 element 1"}, 422),
    (GOOD | {"text": "1 element 2"}, 422),
    (GOOD | {"text": "1 element supreme_elixir 4"}, 422),
    (GOOD | {"text": "1 assemble nothing"}, 422),
    (GOOD | {"text": "1 assemble powder_of_fate 1"}, 422),
    (GOOD | {"text": "1 assemble spell_of_knowledge"}, 422),
    (GOOD | {"text": "9" * 5000}, 422),
    (GOOD | {"text": "<script>alert(1)</script>"}, 422),
    (GOOD | {"text": "1 assemble {card}"}, 422),
    (GOOD | {"text": "1 element\0 1"}, 400),
    (GOOD | {"cell": "r1.p1.red", "text": "2"}, 422),
    (GOOD | {"cell": "play.B1"}, 422),
    (GOOD | {"cell": "play." + "x" * 40}, 400),
    (GOOD | {"base": 7}, 409),
    (GOOD | {"cell": "finish", "text": "yes"}, 422),
    (GOOD | {"text": ["1 element 1"]}, 400),
    (GOOD | {"text": None}, 400),
    ({}, 400),
]


def test_a_bad_play_is_refused_with_a_sentence(scorer: Person) -> None:
    for fields, status in BAD_ENTRIES:
        answer = scorer.send("entries", fields)
        assert answer.status_code == status, (fields, status)
        assert len(answer.json()["message"]) > 10
        assert scorer.sheet.entries.count() == 0


def test_a_refusal_names_its_clause(scorer: Person) -> None:
    answer = scorer.write("play.a1", "1 assemble powder_of_fate 1").json()
    assert answer["message"] == typeset(
        "«Порошок судьбы»: половину получают хозяева взятых рецептов, а за свои же её нет."
    )
    assert answer["clause"]["url"] == "/rules/potions/assemble.own"


def test_a_viewer_writes_nothing(viewer: Person) -> None:
    assert viewer.write("play.a1", "1 element 1").status_code == 403
    page = viewer.page()
    assert 'id="pad"' not in page
    assert 'id="write"' not in page


# The page


def test_every_point_opens_with_its_clause_and_its_entry(owner: Person) -> None:
    write_log(owner, INFUSION, FATE, "1 element 1")
    page = owner.page("sheet", why=1)
    box = page.split('id="why-p1"')[1].split("</section>")[0]
    assert "Оля · почему 5" in box
    assert "hidden" not in box.split(">")[0]
    assert "Половина за рецепт «Порошок судьбы»: собирает Коля" in box
    for clause in ("assemble.points", "assemble.half", "element.new"):
        assert f"/rules/potions/{clause}" in box
    assert 'href="#play-2"' in box
    assert 'id="play-2"' in page


def test_tokens_stand_on_the_track_with_laps_in_words(owner: Person) -> None:
    """score.record: thirty fields, then the token is turned over and goes on."""
    write_log(owner, *["1 assemble dragon"] * 4, "2 element 1")
    page = owner.page()
    assert 'aria-label="Оля: круг 2, поле 2; Коля: поле 1; Рита: на старте"' in page
    assert page.count('class="track-field"') == 30
    assert page.split('class="track"')[1].split("</svg>")[0].count('class="turned"') == 1


def test_tokens_on_one_field_lie_side_by_side_with_different_signs(db: None) -> None:
    sheet = new_sheet("potions", ["Оля", "Ольга", "олег", "Я", "Ян", "Яна"])
    person = opened(sheet)
    write_log(person, *(f"{seat} element 1" for seat in range(1, 7)))
    page = person.page()
    tokens = page.split('class="track"')[1].split("</svg>")[0].split('class="token')[1:]
    places = {token.split('transform="')[1].split('"')[0] for token in tokens}
    signs = [token.split("</text>")[0].rsplit(">", 1)[1] for token in tokens]
    assert len(places) == 6
    assert len(set(signs)) == 6, signs


def test_the_log_is_read_from_the_top_with_halves_and_points(owner: Person) -> None:
    write_log(owner, INFUSION, FATE)
    log = owner.page().split('class="rows log"')[1].split("</ol>")[0]
    assert log.index("Порошок судьбы") < log.index("Настой прорицания")
    assert "Оля +2" in log
    assert "+4" in log


def test_a_page_that_writes_knows_who_may_have_what_a_card_asks_for(owner: Person, viewer: Person) -> None:
    """assemble.recipes: by ingredient; `!` where nobody else has it, nothing where nobody has."""
    write_log(owner, "2 assemble love_potion")
    holders = owner.page().partition('data-holders="')[2].partition('"')[0].split(" ")
    assert "powder_of_control:2!" in holders
    assert "powder_of_fate:" in holders
    assert "great_elixir_of_eternal_love:2!," in holders
    assert not any(each.startswith("love_potion:") for each in holders)  # elements come from the cupboard
    assert "data-holders" not in viewer.page()
    write_log(owner, "1 before 12")
    assert 'data-holders=""' in owner.page()


def test_what_can_not_be_is_pointed_out_with_what_would_make_it_legal(owner: Person) -> None:
    write_log(owner, *["1 assemble love_potion"] * 3)
    notice = owner.page().split('class="notice"')[1].split("</p>")[0]
    assert typeset("«Любовное зелье»: в счёте 3 раза, а в колоде таких 2") in notice
    assert "Заклятье познания" in notice
    assert "/rules/potions/knowledge.take" in notice
    write_log(owner, "2 spell spell_of_knowledge")
    assert 'class="notice"' not in owner.page()


def test_the_next_player_goes_round_and_stays_after_a_spell(owner: Person) -> None:
    """turn.order, spell.further."""

    def following() -> str:
        return owner.page().split('data-next="')[1][0]

    assert following() == "1"
    write_log(owner, "3 element 1")
    assert following() == "1"
    write_log(owner, "1 spell spell_of_knowledge")
    assert following() == "1"
    write_log(owner, "1 element 1")
    assert following() == "2"


def test_copies_left_are_told_to_the_pad(owner: Person) -> None:
    write_log(owner, "1 assemble love_potion", *["2 assemble dragon"] * 2)
    assert 'data-left="love_potion:1 dragon:-1"' in owner.page()


def test_the_end_names_the_winner_and_offers_another_game(owner: Person) -> None:
    """series.rounds, series.winner."""
    write_log(owner, INFUSION, FATE, "2 element 1")
    assert 'class="verdict"' not in owner.page()
    owner.finish()
    page = owner.page()
    verdict = page.split('class="verdict"')[1].split("</section>")[0]
    assert "Коля" in verdict
    assert "/rules/potions/series.winner" in verdict
    assert 'name="name" value="Коля"' in verdict
    assert "Ещё партию теми же" in verdict
    assert owner.write("play.z", "1 element 1").status_code == 422


def test_an_empty_sheet_may_be_closed(owner: Person) -> None:
    owner.finish()
    assert "ни одной записи" in owner.page()


def test_the_history_speaks_in_words(owner: Person) -> None:
    owner.write("play.a1", INFUSION)
    owner.write("play.a1", FATE, base=1)
    owner.write("play.a1", "", base=2)
    page = owner.page("history")
    assert "Запись 1:" in page
    assert "Оля: «Настой прорицания», +2" in page
    assert "Коля: «Порошок судьбы», +4; Оля +2" in page
    assert "пусто" in page
    assert page.count('value="history"') == 1


def test_the_page_exists_in_english(owner: Person) -> None:
    write_log(owner, INFUSION, FATE)
    page = owner.client.get("/en" + owner.url()).content.decode()
    assert "Powder of Fate" in page
    assert "Half for Powder of Fate" in page


QUERIES = ["cell=x", "cell=play.none", "why=x", "why=9", "why=-1", "round=5"]


def test_nonsense_in_the_query_is_ignored(owner: Person) -> None:
    write_log(owner, INFUSION)
    for query in QUERIES:
        assert owner.client.get(f"{owner.url()}?{query}").status_code == 200, query


# Without scripts


def test_a_form_writes_who_what_and_whose(scorer: Person) -> None:
    post(scorer, cell="play.one", who="1", pick="assemble infusion_of_divination")
    there = post(scorer, cell="play.two", who="2", pick="assemble powder_of_fate", **{"used-1": "1"})
    assert (there.status_code, there.url) == (302, scorer.url())
    assert scorer.sheet.fold().totals == (4, 4, 0)


def test_every_page_offers_a_cell_of_its_own(scorer: Person) -> None:
    def cell() -> str:
        return scorer.page().split('name="cell" value="')[1].split('"')[0]

    assert cell() != cell()


def test_the_form_of_a_play_shows_what_stands_there(scorer: Person) -> None:
    scorer.write("play.a1", "2 assemble powder_of_fate 1 ".strip())
    page = scorer.page("sheet", cell="play.a1")
    form = page.split('id="write"')[1].split("</form>")[0]
    assert 'name="who" value="2" checked' in form
    assert '<option value="assemble powder_of_fate" selected>' in form
    assert 'name="used-1" value="1" checked' in form
    assert 'name="who"' in form
    assert 'name="pick"' in form
    assert 'name="base" value="1"' in form
    assert 'id="unwrite"' in page


def test_a_play_that_the_form_can_not_name_stays_as_it_is(scorer: Person) -> None:
    scorer.write("play.a1", "2 element dragon 1")
    form = scorer.page("sheet", cell="play.a1").split('id="write"')[1]
    assert '<option value="element dragon 1" selected>' in form


def test_a_refused_form_keeps_what_was_chosen(scorer: Person) -> None:
    page = post(scorer, who="2", pick="assemble powder_of_fate", **{"used-2": "1"})
    assert page.status_code == 422
    text = page.content.decode()
    assert "/rules/potions/assemble.own" in text
    assert '<option value="assemble powder_of_fate" selected>' in text
    assert 'name="used-2" value="1" checked' in text
    assert 'name="cell" value="play.form"' in text


def test_a_conflict_of_forms_offers_both_in_words(owner: Person, scorer: Person) -> None:
    owner.write("play.a1", INFUSION)
    page = post(scorer, cell="play.a1", who="3", pick="element 1")
    text = page.content.decode()
    assert page.status_code == 409
    assert "Рита: новый элемент, +1" in text
    assert "Оля: «Настой прорицания», +2" in text
    assert 'name="text" value="3 element 1"' in text


# A game from the table


HISTORY = (
    Play(0, ASSEMBLE, "infusion_of_divination"),
    Play(1, ELEMENT, "elixir_of_wisdom:astral_energy", 1),
    Play(2, SPELL, "spell_of_knowledge:mushrooms"),
    Play(2, ASSEMBLE, "powder_of_fate", 0, (0,)),
)


def test_a_match_pours_its_plays_and_only_the_new_ones_again(db: None) -> None:
    sheet = sheet_from_rounds("potions", NAMES, HISTORY[:2])
    assert (sheet.fold().totals, sheet.finished) == ((2, 1, 0), False)
    sheet.sync_from_match(HISTORY)
    sheet.sync_from_match(HISTORY)
    assert sheet.fold().totals == (4, 1, 4)
    assert sheet.entries.count() == 4
    sheet.sync_from_match(HISTORY, over=True)
    sheet.refresh_from_db()
    assert sheet.finished
    assert sheet.fold().winners == (0, 2)


def test_a_poured_play_that_somebody_corrected_stays_corrected(owner: Person) -> None:
    owner.sheet.sync_from_match(HISTORY[:1])
    owner.write("play.m1", "1 assemble love_potion", base=1)
    owner.sheet.sync_from_match(HISTORY[:2])
    assert [row.play.card for row in owner.sheet.fold().plays] == [
        "love_potion",
        "elixir_of_wisdom:astral_energy",
    ]


def test_what_a_hand_writes_is_its_own_whatever_id_its_page_gives(owner: Person) -> None:
    """A cell that somebody wrote in stays theirs; the id of an entry is for its page to choose."""
    owner.sheet.sync_from_match(HISTORY[:1])
    owner.write("play.m1", "1 assemble love_potion", base=1, client_entry_id="played-by-hand")
    owner.sheet.sync_from_match(HISTORY[:2])
    assert owner.sheet.fold().plays[0].play.card == "love_potion"


def test_a_poured_play_that_was_taken_back_at_the_table_is_emptied_and_filled_again(owner: Person) -> None:
    sheet = owner.sheet
    sheet.sync_from_match(HISTORY)
    owner.write("play.m3", "1 element 1", base=3)
    sheet.sync_from_match(HISTORY[:1])
    assert [row.text for row in sheet.fold().plays] == ["1 assemble infusion_of_divination", "1 element 1"]
    sheet.sync_from_match((*HISTORY[:1], Play(1, ELEMENT, "dragon", 0)))
    assert [row.play.card for row in sheet.fold().plays] == ["infusion_of_divination", "dragon", ""]
    numbers = [entry.number for entry in sheet.entries.all()]
    sheet.sync_from_match((*HISTORY[:1], Play(1, ELEMENT, "dragon", 0)))
    assert [entry.number for entry in sheet.entries.all()] == numbers == list(range(1, 9))


def test_a_whole_match_is_a_closed_sheet(db: None) -> None:
    assert sheet_from_rounds("potions", NAMES, HISTORY, over=True).finished


def test_a_history_that_can_not_be_leaves_nothing(db: None) -> None:
    with pytest.raises(Refused):
        sheet_from_rounds("potions", NAMES, [Play(7, ELEMENT, "", 1)])
    assert Sheet.objects.count() == 0


# Taken along


def test_csv_has_a_line_for_each_play_and_the_totals(owner: Person) -> None:
    write_log(owner, INFUSION, FATE)
    rows = owner.rows()
    assert rows[0] == ["Запись", "Игрок", "Что сыграно", "Оля", "Коля", "Рита"]
    assert rows[2] == ["2", "Коля", "«Порошок судьбы»", "2", "4", ""]
    assert rows[3] == ["", "", "Всего", "4", "4", "0"]


def test_json_is_what_the_command_line_reads(owner: Person) -> None:
    write_log(
        owner, INFUSION, FATE, "3 element supreme_elixir 2", "3 spell spell_of_knowledge", "1 element 0"
    )
    text = owner.page("export", "json")
    data = json.loads(text)
    assert data["totals"] == [4, 4, 2]
    assert data["plays"][1] == {
        "player": "Коля",
        "assemble": "powder_of_fate",
        "used": ["Оля"],
        "gains": {"Коля": 4, "Оля": 2},
    }
    for role in LinkRole:
        assert owner.sheet.link(role).token not in text
    scored = owner.sheet.rules.score_table({"players": data["players"], "plays": data["plays"]})
    assert [score.points for score in scored.scores] == data["totals"]


def test_text_for_a_chat_says_what_the_points_are_made_of(owner: Person) -> None:
    write_log(owner, INFUSION, FATE, "2 element 1")
    lines = owner.page("export", "txt").splitlines()
    assert lines[0] == "Зельеварение. Практикум. Кухня, вторник"
    assert lines[2:5] == [
        "1. Коля: 5 (рецепты 4, элементы 1)",
        "2. Оля: 4 (рецепты 2, половины 2)",
        "3. Рита: 0",
    ]
    assert lines[6].startswith(typeset("В счёте 3 запис"))
    assert lines[-1].endswith(owner.sheet.viewer_token)
