"""What changed: a text is not changed without a word on what it said before, when and why."""

import dataclasses
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from rulebook import papers, revising, shelf, views
from rulebook.content import editions, history
from rulebook.content.entries import Edition, GameContent, Revision, Text
from rulebook.content.faults import say
from rulebook.content.reading import game_ids, load, read_whole, read_whole_from
from rulebook.content.toml_file import NO_TEXT
from tests.rulebook import boxed_game

FIRST, DAY, LATER = "2026-08-01", "2026-08-02", "2026-08-03"
WHY = Text("Сказано яснее.", "Said more clearly.")
REASON = 'reason = { ru = "Яснее.", en = "Clearer." }'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A game with boxes, whose history begins on the first day, in its first commit."""
    home = boxed_game.write(tmp_path / "tiny")
    replace(home / "game.toml", "updated = 2026-07-30\n", "")
    (home / history.NAME).write_text("", encoding="utf-8")
    for _ in record(home, FIRST, begin=True):
        pass
    commit(home)
    return home


def commit(home: Path) -> None:
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(home.parent))
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "x")):
        subprocess.run([*git, *words], check=True)


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def record(
    home: Path, day: str, reason: Text = NO_TEXT, only: frozenset[str] = frozenset(), begin: bool = False
) -> list[str]:
    return [*revising.RevisionWriter(read_whole_from("tiny", home), day, reason, only).write(begin)]


def told(home: Path, today: str = LATER) -> list[str]:
    return [say(fault, "en") for fault in editions.faults(read_whole_from("tiny", home), today)]


def change_the_rule(home: Path, en: str = "Lay the {card:one}.") -> None:
    replace(home / "rules.toml", "On your turn lay the {card:one}.", en)


@pytest.mark.parametrize("game_id", game_ids())
def test_no_text_of_ours_has_changed_without_a_word_of_it(game_id: str) -> None:
    """`rules check` fails when a text has changed without an entry in `history.toml`."""
    reading = read_whole(game_id)
    assert editions.faults(reading, "9999-01-01") == ()
    assert reading.base.editions[-1].date == reading.base.updated
    assert editions.digest(editions.books(reading)[0].prints) == reading.base.digest


def test_a_changed_text_is_named_where_it_stands(home: Path) -> None:
    assert told(home) == []
    change_the_rule(home)
    boxed_game.change(home, "air", "cards.toml", 'ru = "Близнец"', 'ru = "Двойник"')
    assert told(home) == [
        "tiny/boxes/air/cards.toml:11: card twin: changed since the edition of 2026-08-01,"
        " and history.toml is silent: manage.py rules changed",
        "tiny/rules.toml:2: clause play.card: changed since the edition of 2026-08-01,"
        " and history.toml is silent: manage.py rules changed",
    ]


def test_what_nobody_reads_and_what_follows_from_other_files_is_no_change(home: Path) -> None:
    """A number that is computed, a comment, a no-break space: none of them changes what is said."""
    before = editions.books(read_whole_from("tiny", home))[0].prints
    replace(home / "rules.toml", "[[clause]]", '# a remark\n[[clause]]\nscenario = "some"\n')
    replace(home / "rules.toml", "В свой ход", "В\N{NO-BREAK SPACE}свой ход")
    assert editions.books(read_whole_from("tiny", home))[0].prints == before


def test_a_constant_changes_every_text_that_names_it(home: Path) -> None:
    replace(home / "game.toml", "hand = 3", "hand = 4")
    assert [line.partition(":")[0] for line in told(home)] == [
        "tiny/boxes/air/rules.toml",
        "tiny/boxes/water/rules.toml",
    ]


def test_the_frame_has_the_former_text_out_of_the_last_commit_with_it(home: Path) -> None:
    """And a frame without a reason is not enough; without markup the text can be read for ever."""
    change_the_rule(home)
    commit(home)  # the change is committed before anybody writes it down
    assert record(home, DAY)[-1].startswith("tiny: 1 entries wait for their reason")
    (one,) = read_whole_from("tiny", home).base.revisions
    assert (one.kind, one.id, one.date, one.what) == ("clause", "play.card", DAY, "changed")
    assert one.was == Text("В\N{NO-BREAK SPACE}свой ход выложите Раз.", "On your turn lay the one.")
    assert told(home) == [
        "tiny/history.toml:10: change clause:play.card, reason: no reason why it changed: must have ru and en"
    ]
    record(home, DAY, WHY)
    assert told(home) == []
    content = read_whole_from("tiny", home).content
    assert (content.updated, content.revisions[0].reason) == (DAY, WHY)


def test_one_reason_is_given_to_many_or_to_some(home: Path) -> None:
    change_the_rule(home)
    boxed_game.change(home, "air", "rules.toml", "you hold", "you keep")
    record(home, DAY, WHY, frozenset({"clause:air.card"}))
    reasons = {each.id: each.reason.en for each in read_whole_from("tiny", home).content.revisions}
    assert reasons == {"play.card": "", "air.card": WHY.en}
    record(home, DAY, Text("Иначе.", "Otherwise."))
    reasons = {each.id: each.reason.en for each in read_whole_from("tiny", home).content.revisions}
    assert reasons == {"play.card": "Otherwise.", "air.card": WHY.en}
    assert told(home) == []


def test_what_comes_and_what_goes_is_written_down_too(home: Path) -> None:
    replace(home / "rules.toml", 'id = "play.card"', 'id = "play.lay"')
    for box in ("air", "water"):
        boxed_game.change(home, box, "rules.toml", "play.card", "play.lay")
    record(home, DAY, WHY)
    content = read_whole_from("tiny", home).content
    assert [(each.id, each.what) for each in content.revisions] == [
        ("play.lay", "new"),
        ("play.card", "gone"),
    ]
    assert content.revisions[1].title.en == "Lay a card"
    assert content.revisions[1].was.en == "On your turn lay the one.\n\nhomemade"  # all that it said
    assert told(home) == []


def test_where_nobody_keeps_commits_the_author_fills_the_former_text_in(tmp_path: Path) -> None:
    home = boxed_game.write(tmp_path / "tiny")
    replace(home / "game.toml", "updated = 2026-07-30\n", "")
    (home / history.NAME).write_text("", encoding="utf-8")
    record(home, FIRST, begin=True)
    change_the_rule(home)
    record(home, DAY, WHY)
    assert [line.rpartition(": ")[0] for line in told(home)] == [
        "tiny/history.toml:9: change clause:play.card, was: no former text"
    ]


def test_the_second_change_of_a_day_keeps_the_text_of_the_day_before(home: Path) -> None:
    change_the_rule(home)
    record(home, DAY, WHY)
    replace(home / "rules.toml", "Lay the {card:one}.", "Do lay the {card:one}.")
    record(home, DAY, WHY)
    (one,) = read_whole_from("tiny", home).base.revisions
    assert one.was.en == "On your turn lay the one."
    assert told(home) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (f'entry = "clause:play.card"\ndate = {LATER}', "2026-08-03 has not come yet"),
        (f'entry = "clause:play.cart"\ndate = {FIRST}', "unknown entry clause:play.cart"),
        (f'entry = "claws:play.card"\ndate = {FIRST}\nwhat = "gone"', "unknown entry claws:play.card"),
        (f'entry = "clause:play.card"\ndate = {DAY}', "there is no edition of 2026-08-02"),
        ('entry = "clause:play.card"\ndate = "yesterday"', "must be a day such as 2026-07-30"),
        (f'entry = "clause:play.card"\ndate = {FIRST}\nwhy = "so"', "unknown key"),
        (f'entry = "clause:play.card"\ndate = {FIRST}\nwhat = "lost"', "“lost” is not one of"),
        (
            f'entry = "clause:play.card"\ndate = {FIRST}\ntitle = {{ ru = "а", en = "a", de = "ä" }}',
            "title.de: unknown key",
        ),
    ],
)
def test_a_history_that_cant_be_is_told_of(home: Path, change: str, complaint: str) -> None:
    """Bad input: a day that has not come, an entry that is not there."""
    with (home / history.NAME).open("a", encoding="utf-8") as file:
        file.write(f'\n[[change]]\n{change}\nwas = {{ ru = "Так.", en = "So." }}\n{REASON}\n')
    reading = read_whole_from("tiny", home)
    found = [*(say(fault, "en") for fault in reading.faults), *told(home, DAY)]
    assert any(line.startswith("tiny/history.toml:") and complaint in line for line in found)


def test_a_table_that_no_history_has_is_told_of(home: Path) -> None:
    """A misspelt name would hide what was changed."""
    with (home / history.NAME).open("a", encoding="utf-8") as file:
        file.write("\n[[changes]]\n")
    assert ["unknown key" in say(fault, "en") for fault in read_whole_from("tiny", home).faults] == [True]


def test_two_texts_of_one_day_are_one_too_many(home: Path) -> None:
    """Bad input: which of them stood there before?"""
    change = (
        f'\n[[change]]\nentry = "clause:play.card"\ndate = {FIRST}\nwas = {{ ru = "Так.", en = "So." }}\n'
    )
    with (home / history.NAME).open("a", encoding="utf-8") as file:
        file.write(2 * f"{change}{REASON}\n")
    assert told(home) == [
        "tiny/history.toml:13: change clause:play.card, entry: another change of this entry on 2026-08-01"
    ]


CARD, WAS = f'entry = "clause:play.card"\ndate = {FIRST}', 'was = { ru = "Так.", en = "So." }'
NONE = f'entry = "clause:play.none"\ndate = {FIRST}'


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (f"{CARD}\n{REASON}\n{WAS}", []),
        (f'{CARD}\nreason = {{ ru = "Яснее." }}\n{WAS}', ["no_reason"]),
        (f"{CARD}\n{WAS}", ["no_reason"]),
        (f"{CARD}\n{REASON}", ["no_was"]),
        (f'{CARD}\n{REASON}\nwas = {{ ru = "Так." }}', ["no_was"]),
        (f'{CARD}\n{REASON}\nfacts = {{ status = "ours" }}', []),
        (f'{CARD}\n{REASON}\nfacts = {{ status = "ours" }}\nwas = {{ en = "So." }}', ["no_was"]),
        (f'{CARD}\n{REASON}\nwhat = "new"', []),
        (f"{NONE}\n{REASON}\n{WAS}", ["asks_of_nothing"]),
        (f'{NONE}\n{REASON}\n{WAS}\nwhat = "gone"', []),
        (f'{NONE}\n{REASON}\nwhat = "gone"', ["no_was"]),
        (f'{NONE}\n{REASON}\nwhat = "gone"\nfacts = {{ status = "ours" }}', ["no_was"]),
    ],
)
def test_a_change_says_why_and_what_was_there_in_both_languages(
    home: Path, change: str, codes: list[str]
) -> None:
    """But what is new was nothing before, and where only facts have changed the text is what it was."""
    path = home / history.NAME
    path.write_text(f"{path.read_text(encoding='utf-8')}\n[[change]]\n{change}\n", encoding="utf-8")
    assert [fault.code for fault in editions.faults(read_whole_from("tiny", home), DAY)] == codes


def test_of_three_changes_two_may_be_of_one_entry(home: Path) -> None:
    """The day that has begun has come; who is told twice of one day is told so."""
    path = home / history.NAME
    rows = [
        f"\n[[change]]\n{entry}\n{REASON}\n{WAS}\n" for entry in (CARD, CARD.replace("card", "one"), CARD)
    ]
    rows[1] = rows[1].replace("clause:play.one", "card:one")
    path.write_text(path.read_text(encoding="utf-8") + "".join(rows), encoding="utf-8")
    (fault,) = editions.faults(read_whole_from("tiny", home), FIRST)
    assert (fault.code, fault.key) == ("two_texts", "entry")


def test_editions_follow_one_another_and_the_last_one_counts(home: Path) -> None:
    path = home / history.NAME
    text = path.read_text(encoding="utf-8")
    for before, codes in ((FIRST, []), (DAY, ["edition_order"]), ("2026-07-01", [])):
        path.write_text(f'[[edition]]\ndate = {before}\ndigest = "x"\n\n{text}', encoding="utf-8")
        assert [fault.code for fault in editions.faults(read_whole_from("tiny", home), LATER)] == codes
    change_the_rule(home)
    (fault,) = editions.faults(read_whole_from("tiny", home), LATER)
    assert (fault.code, fault.entry, fault.params) == ("unrecorded", "clause play.card", {"date": FIRST})


def test_fingerprints_that_were_written_by_hand_are_noticed(home: Path) -> None:
    """Whoever refreshes them without a word of what changed."""
    change_the_rule(home)
    prints = editions.books(read_whole_from("tiny", home))[0].prints
    (home / editions.NAME).write_text(revising.written_prints(prints), encoding="utf-8")
    assert told(home) == [
        "tiny/history.toml:4: edition 2026-08-01, digest: not the digest of editions.toml:"
        " manage.py rules changed"
    ]


@pytest.mark.parametrize("name", [history.NAME, editions.NAME])
def test_a_history_without_its_fingerprints_is_told_of_and_the_other_way_round(home: Path, name: str) -> None:
    (home / name).unlink()
    assert [line.partition(": ")[0] for line in told(home)] == [f"tiny/{name}"]


def test_a_game_without_a_history_needs_none(tmp_path: Path) -> None:
    """A stranger's game works as it did: its day stands in its head, every file counts."""
    home = boxed_game.write(tmp_path / "tiny")
    assert told(home) == record(home, DAY) == []
    content = read_whole_from("tiny", home).content
    assert (content.updated, content.editions, content.revisions) == ("2026-07-30", (), ())


# --- Paper --------------------------------------------------------------------------------------------------


@pytest.fixture
def on_shelf(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def whole(game_id: str) -> GameContent:
        return read_whole_from(game_id, home).content

    def games() -> dict[str, GameContent]:
        return {"tiny": read_whole_from("tiny", home).base}

    monkeypatch.setattr(shelf, "whole", whole)
    monkeypatch.setattr(shelf, "games", games)
    return home


@pytest.mark.parametrize("boxes", [(), ("air",), ("water",), ("air", "water")])
def test_a_paper_learns_what_has_changed_since(on_shelf: Path, boxes: tuple[str, ...]) -> None:
    """«A paper printed from an older edition leads to what changed», with the boxes that it was made with."""
    before = read_whole_from("tiny", on_shelf).with_boxes(boxes).content
    paper = papers.read(papers.address_of(before))
    assert paper is not None
    assert papers.known("tiny", paper) == papers.KnownEdition(())
    change_the_rule(on_shelf)
    boxed_game.change(on_shelf, "air", "rules.toml", "you hold", "you keep")
    record(on_shelf, DAY, WHY)
    found = papers.known("tiny", paper)
    assert found is not None
    assert {each.id for each in found.since} == {"play.card"} | ({"air.card"} if "air" in boxes else set())
    now = papers.read(papers.address_of(read_whole_from("tiny", on_shelf).with_boxes(boxes).content))
    assert now is not None
    assert papers.known("tiny", now) == papers.KnownEdition(())


def test_a_paper_of_no_edition_is_not_known(on_shelf: Path) -> None:
    assert papers.known("tiny", Edition(FIRST, "00000000")) is None
    assert papers.known("tiny", Edition("2025-01-01", "00000000")) is None


@pytest.mark.parametrize("said", ["", "2026-08-01", "2026-13-01-00000000", "2026-08-01-0000000g", "../../x"])
def test_an_address_that_no_paper_has_names_no_edition(said: str) -> None:
    assert papers.read(said) is None


# --- Pages --------------------------------------------------------------------------------------------------

TAKE = Revision(
    "clause", "overflow.take", LATER, "changed", WHY, Text("Заберите всё <b>.", "Take all <b>."), NO_TEXT
)
GONE = Revision("term", "pot", DAY, "gone", WHY, Text("Котелок.", "A pot."), Text("Котелок", "Pot"))


@pytest.fixture
def poison_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., GameContent]:
    """Poison with another history."""

    def make(*revisions: Revision, first: str = FIRST) -> GameContent:
        days = sorted({first, *(each.date for each in revisions)})
        kept = tuple(Edition(day, f"{n}" * 16) for n, day in enumerate(days))
        last = {"updated": days[-1], "digest": kept[-1].digest}
        poison = dataclasses.replace(load("poison"), editions=kept, revisions=revisions, **last)
        monkeypatch.setattr(shelf, "whole", lambda game_id: poison)
        monkeypatch.setattr(shelf, "games", lambda: {"poison": poison})
        return poison

    return make


def words(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).replace("\xa0", " ").split())


def test_the_page_of_changes_tells_them_by_day_the_newest_first(
    client: Client, poison_of: Callable[..., GameContent]
) -> None:
    poison_of(TAKE, GONE)
    page = words(client, "/rules/poison/history")
    days = [page.index("3 августа 2026 Сказано яснее."), page.index("2 августа 2026 Сказано яснее.")]
    assert days == sorted(days)
    assert "Раньше было Заберите всё &lt;b&gt;." in page
    assert "слово · убрано Котелок" in page
    html = client.get("/en/rules/poison/history").content.decode()
    assert 'href="/en/rules/poison/overflow.take"' in html
    assert "/term/pot" not in html  # it isn’t there any more


def test_where_nothing_has_changed_the_page_says_since_when(
    client: Client, poison_of: Callable[..., GameContent]
) -> None:
    poison_of()
    assert "С 1 августа 2026 ничего не менялось" in words(client, "/rules/poison/history")
    mark = "от 1 августа 2026, отпечаток 00000000."
    assert f"Редакция {mark}" in words(client, "/rules/poison/history")
    assert f"Теперешняя редакция {mark}" in words(client, f"/rules/poison/paper/{FIRST}-00000000")
    assert "Nothing has changed since 1 August 2026" in words(client, "/en/rules/poison/history")


def test_below_a_rule_stands_what_it_said_before(
    client: Client, poison_of: Callable[..., GameContent], monkeypatch: pytest.MonkeyPatch
) -> None:
    poison = poison_of(TAKE)
    monkeypatch.setattr(views, "holding", lambda *asked: poison)
    assert "Раньше было 3 августа 2026 . Сказано яснее." in words(client, "/rules/poison/overflow.take")
    assert "Раньше было" not in words(client, "/rules/poison/overflow.stays")


@pytest.mark.parametrize(
    ("said", "status", "sentence"),
    [
        (f"{LATER}-11111111", 200, "С тех пор ничего не изменилось: лист верен."),
        (f"{FIRST}-00000000", 200, "С тех пор изменилось вот что."),
        (
            f"{FIRST}-22222222",
            200,
            "Редакции с таким отпечатком мы не помним. Вот что изменилось с этого дня",
        ),
        ("2026-07-31-00000000", 200, "Лист старше нашей истории: она ведётся с 1 августа 2026."),
        ("9999-01-01-00000000", 404, "не день и отпечаток"),
        ("2026-02-30-00000000", 404, "не день и отпечаток"),
        ("../etc", 404, ""),
        ("<b>" + "x" * 2000, 404, ""),
    ],
)
def test_a_paper_is_told_what_has_changed_since(
    client: Client, poison_of: Callable[..., GameContent], said: str, status: int, sentence: str
) -> None:
    """What has changed since that paper, that nothing has, or, for an older one, that nobody knows."""
    poison_of(TAKE)
    page = words(client, f"/rules/poison/paper/{said}", status)
    assert sentence in page
    assert ("Сказано яснее." in page) == (f"{FIRST}-" in said)
