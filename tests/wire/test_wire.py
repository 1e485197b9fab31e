"""What leaves the house is read for ever: the corpus of this folder still comes out as it was written.

None of it may change without an upgrade that goes on reading the old form: positions in records and
addresses, codes and parameters, cells, columns, addresses, cookies. `make` says how the corpus was written
and when a part of it is written anew; `doors` is the one file to mend when code moves.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.daily import daily
from tests.wire import commands, dialogue, doors, looking, names, rooms, simulations, site, states
from tests.wire.corpus import canonical, plain, read_json, read_lines

MOST_TOLD = 12
STRUCK_ONLY = {"notebook_chances": "struck"}
Rows = Mapping[str, list[dict[str, Any]]]
# What pages may say better since: the history by rounds, sharing by one code first.
# Whose turn it is on a shared phone, of the student only what is news, on
# the key of a card only what is done with it, among news no beginnings, of a wall that it is one, damage
# without «очки», of a card that is laid its name alone, of a proof what its numbers are.
REWORDED = {
    r"(?:Алхимики|Alchemists) · (.+) · (?:Большое открытие|Great reveal|\d+ событий|\d+ events)": r"\1",
    r"запись (\d+)": r"Что сделать с записью \1",
    r"entry (\d+)": r"What to do with entry \1",
    r"(?:Раунд|Round) \d+, (.+)": r"\1",  # the round's own heading says it
    # These were corrected once they had ended: they are of the evening on which they did.
    r"(.+ · 14 (?:марта|March), )19:13": r"\g<1>19:10",
    r"(.+ · 14 (?:марта|March), )19:06": r"\g<1>18:53",
    r"(.+ · 14 (?:марта|March), )18:48": r"\g<1>18:38",
    r"(.+ · 14 (?:марта|March), )18:25": r"\g<1>18:08",
    r"Наведите камеру": "Писать вместе|Смотреть вместе",
    r"Point a camera": "Write together|Watch together",
    r"(Прибавить шагов|More steps): .+": r"\1",
    r"Ходит (\w+)": r"\1, ваш ход",
    r"(\w+) to move": r"\1, your turn",
    r"(Раунд \d)\. Студент новый и снова довольный\.": r"\1. Студент доволен.",
    r"(Round \d)\. There is a new student, and a happy one\.": r"\1. The student is happy.",
    r"(\w+) получает половину, (.+): рецепт (.+) собирает (\w+)\.": (
        r"\4 берёт чужой рецепт, и за \3 половину получает \1: \2."
    ),
    # an element in brackets tells cards of one name apart
    r"Положить карту (.+?)( \(.+?\))? в шкаф (.+)": r"Положить \1 в шкаф \3|Положить \1\2 в шкаф \3",
    r"(\w+) кладёт в шкаф (отдельно )?карту (.+?)(?: \(.+?\))?( как |: )(.+)": r"\1 кладёт в шкаф \2\3\4\5",
    r"((?:Lay|\w+ lays) .+?) \(.+?\) in the cupboard as (.+)": r"\1 in the cupboard as \2",
    r"(.+) (?:Раунд|Round) \d: [^.]+\. (.+)": r"\1 \2",
    r": \w+": "Отдать боту|Hand over to a bot",  # the seat's name is in the button's own
    r"(\w+) gets half, (.+): (\w+) assembles (.+)\.": (
        r"\3 uses another’s recipe, and \1 gets half for \4: \2."
    ),
    r"Здесь теперь преграда, «Создать стену»: (.+)": r"Теперь здесь стена: \1",
    r"An obstacle now stands here, Create Wall: (.+)": r"A wall stands here now: \1",
    r"(Физический|Магический) урон, (\d+)\sочк\w+": r"\1 урон: \2",
    r"(Physical|Magical) damage, (\d+)\spoints?": r"\1 damage: \2",
    r"The target takes (.+) points\.": r"Does \1 damage to the target.",
    # the chart of a sheet that a game was brought to has one step: to the round in which it came
    r"(раунд|round) 1": r"\1 5",
    r"потому что (\d+)": r"следует из записи \1",
    r"потому что (\d.+)": r"следует из записей \1",
    r"because of (\d+)": r"follows from entry \1",
    r"because of (\d.+)": r"follows from entries \1",
}


def differences(written: Any, now: Any, path: str = "") -> list[str]:
    """Where two JSON values differ, each place on a line; 1 and true are different."""
    if canonical(written) == canonical(now):
        return []
    if isinstance(written, dict) and isinstance(now, dict):
        keys = dict.fromkeys([*written, *now])
        pairs = [(f"{path}.{key}", written.get(key, "—"), now.get(key, "—")) for key in keys]
    elif isinstance(written, list) and isinstance(now, list) and len(written) == len(now):
        pairs = [(f"{path}[{n}]", old, new) for n, (old, new) in enumerate(zip(written, now, strict=True))]
    else:
        return [f"{path}: {str(written)[:300]} → {str(now)[:300]}"]
    return [line for place, old, new in pairs for line in differences(old, new, place)]


def lost(written: Any, now: Any, path: str = "") -> list[str]:
    """What was written and isn't there any more; more may have come since."""
    if isinstance(written, dict):
        return [
            line
            for key, value in written.items()
            for line in (lost(value, now[key], f"{path}.{key}") if key in now else [f"{path}.{key}"])
        ]
    if isinstance(written, list):
        return [
            f"{path}: {value}"
            for value in written
            if value not in now and not any(wider(str(value), str(each)) for each in now)
        ]
    return [] if written == now or wider(str(written), str(now)) else [f"{path}: {written} → {now}"]


def wider(written: str, now: str) -> bool:
    """Whether a column takes longer texts than it did, and is else as it was."""
    lengths = [[int(n) for n in re.findall(r"varchar\((\d+)\)", each)] for each in (written, now)]
    bare = [re.sub(r"varchar\(\d+\)", "varchar", each) for each in (written, now)]
    return bare[0] == bare[1] and all(n <= more for n, more in zip(*lengths, strict=True))


# --- Without a database -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", doors.ENGINES)
def test_a_stored_position_is_read_and_written_as_it_was(game_id: str) -> None:
    """decode(encode(x)) is x, and the encoded form has the same keys and frames as ever."""
    rows, engine = read_lines(f"{game_id}.jsonl.gz"), doors.engine(game_id)
    assert len(rows) == 300
    wrong = [
        (row["from"], found)
        for row in rows
        if (found := differences(row["state"], plain(engine.encode(engine.decode(row["state"])))))
    ]
    assert wrong[:MOST_TOLD] == []


@pytest.mark.parametrize("nth", daily([1, 4], [4]))
@pytest.mark.parametrize("game_id", doors.ENGINES)
def test_a_stored_position_tells_everybody_what_it_told(game_id: str, nth: int) -> None:
    """Views, legal moves, their words, refusals, what moves lead to, points: all as written."""
    wrong = [
        (row["from"], found[:MOST_TOLD])
        for row in read_lines(f"{game_id}.jsonl.gz")[::nth]
        if (found := differences(row["told"], plain(states.describe(game_id, row["state"], row["tried"]))))
    ]
    assert wrong[:MOST_TOLD] == []


def test_cases_are_read_and_come_out_as_they_did() -> None:
    """The case files of that day: keys, codes, parameters, cells, what each player knows, deductions."""
    files = read_json("case_files.json.gz")
    now = [row for name, text in sorted(files.items()) for row in rooms.told(name, text)]
    written = read_lines("cases.jsonl.gz")
    assert [(row["game"], row["id"]) for row in now] == [(row["game"], row["id"]) for row in written]
    wrong = [
        (old["game"], old["id"], found[:MOST_TOLD])
        for old, new in zip(written, now, strict=True)
        if (found := differences(old, plain(new)))
    ]
    assert wrong[:MOST_TOLD] == []
    rooms_of_alchemists = [row for row in written if row["game"] == "alchemists"]
    assert len(rooms_of_alchemists) >= 100


@pytest.mark.parametrize("nth", daily([1, 3], [3]))
@pytest.mark.parametrize("game_id", doors.ENGINES)
def test_bots_play_the_same_games(game_id: str, nth: int) -> None:
    """`manage.py simulate`: the same digest for the same seed, in every configuration."""
    written = [row for row in read_json("simulations.json") if row[0]["game"] == game_id]
    assert {row[0]["config"] for row in written} <= set(doors.engine(game_id).configs)
    assert [[asked, simulations.run(asked)] for asked, _ in written[::nth]] == written[::nth]


def test_the_helper_answers_its_jobs_as_it_did() -> None:
    """A helper of one version may be asked by a worker of another."""
    jobs = read_json("jobs.json.gz")
    assert [plain(doors.job(job)) for job, _ in jobs] == [answer for _, answer in jobs]


def test_commands_print_what_they_printed() -> None:
    """Points from raw data, verdicts on cases, deductions: byte for byte."""
    written = read_json("commands.json.gz")
    assert differences(dict(written), dict(commands.printed())) == []


# --- The database -------------------------------------------------------------------------------------------


@pytest.fixture
def unblocked(django_db_blocker: Any) -> Iterator[None]:
    """These tests bring a database of their own."""
    with django_db_blocker.unblock():
        yield


@pytest.mark.usefixtures("unblocked")
def test_no_name_is_lost(tmp_path: Path) -> None:
    """Addresses, columns, constraints, codes, options, ids of the content, keys of cases."""
    with site.database(tmp_path / "db.sqlite3"):
        call_command("migrate", verbosity=0)
        assert lost(read_json("names.json"), plain(names.everything())) == []


@pytest.mark.usefixtures("unblocked")
def test_an_old_database_keeps_every_row() -> None:
    """Migrated to the end it holds each row as it was, in the tables and columns of that day."""
    with site.old_file() as file:
        written = site.rows(file)
    with site.evening_database() as file:
        now = site.rows(file)
        columns = {table: site.columns(file, table) for table in now}
    assert lost(written, _in_columns_of(written, now)) == []
    for table, one in read_json("rows.json").items():
        assert one["row"] in written[table]
        assert lost(one["columns"], columns[table]) == [], table


def _in_columns_of(written: Rows, now: Rows) -> Rows:
    """The rows of today without the columns that tables have had since."""
    return {
        table: [{column: row.get(column) for column in rows[0]} for row in now.get(table, [])]
        for table, rows in written.items()
        if rows
    }


@pytest.mark.usefixtures("unblocked")
def test_every_link_of_an_old_database_leads_where_it_led() -> None:
    """Capability links, where they lead, and the cookies that they leave: names, ages, flags."""
    cookies, written = read_json("cookies.json")["cookies"], read_json("tokens.json")
    with site.evening_database(), site.phones(cookies) as phones:
        now = [looking.token(site.Phone(phones["host"].clock), link["url"]) for link in written]
    assert differences(written, now) == []


@pytest.mark.usefixtures("unblocked")
@pytest.mark.parametrize("nth", daily([1, 9], [9]))
def test_every_page_of_an_old_database_shows_what_it_showed(nth: int) -> None:
    """With the cookies of that day: each page and printed sheet says the same, each file is the same.

    Notebooks of that day gave all worlds the same chance (clause notebook.chances): so does this reader.
    """
    cookies = {name: jar | STRUCK_ONLY for name, jar in read_json("cookies.json")["cookies"].items()}
    kept = [*read_json("pages.json.gz"), *read_json("files.json.gz")]
    pages = sorted(kept, key=lambda page: page["n"])[::nth]
    with site.evening_database(), site.phones(cookies) as phones, looking.printer():
        wrong = [(page["who"], page["url"], found) for page in pages if (found := _unlike(page, phones))]
    assert wrong[:MOST_TOLD] == []


def _unlike(written: dict[str, Any], phones: dict[str, site.Phone]) -> list[str]:
    """What a page or file doesn't show any more, or shows otherwise."""
    there = written.get("shows", [])

    def gone(page: site.Page) -> list[str]:
        lost = {said: _reworded(said) for said in site.missing(there, page)}
        lost = {said: now for said, now in lost.items() if not _says(page, now)}
        return [said for said, now in lost.items() if not _says_as_you(page, now)]

    now = looking.look(phones[written["who"]], _moved(written["url"]), gone)
    now["url"] = written["url"]
    if now.get("heading") in _reworded(written.get("heading", "")).split("|"):
        written = {**written, "heading": now["heading"]}
    if written["url"].endswith("/export.csv"):
        english = written["url"].startswith("/en/")
        written = {**written, "body": _as_cells_are_parted_now(written["body"], "," if english else ";")}
    if written["url"].endswith("/export.json"):
        now["body"] = _as_it_was(now["body"], written["body"])
        written = {**written, "body": json.loads(written["body"])}
    if "form" in written:  # a field that it has had since is nothing that an old page sends
        now["form"] = {name: sent for name, sent in now["form"].items() if name in written["form"]}
    missing = now.get("shows", [])
    return [
        *missing,
        *differences(written, {**written, **now, "shows": there} if there else {**written, **now}),
    ]


def _as_cells_are_parted_now(body: str, delimiter: str) -> str:
    """A file of old, parted as its language has it, and with numbers below zero that are numbers."""
    out = io.StringIO()
    rows = csv.reader(io.StringIO(body, newline=""))
    csv.writer(out, delimiter=delimiter).writerows(
        [re.sub(r"^'(-\d+)$", r"\1", cell) for cell in row] for row in rows
    )
    return out.getvalue()


def _as_it_was(body: str, before: str) -> Any:
    """A file of today, without what programs of that day don't know of."""
    now, known = json.loads(body), json.loads(before)
    entries = [{name: entry[name] for name in ("number", "cell", "text")} for entry in now["entries"]]
    return {name: now.get(name) for name in known} | {"entries": entries}


def _moved(url: str) -> str:
    """Where a page stands now: a position's address shows its board, and the editor is a step further."""
    return url.replace("/position?p=", "/position/edit?p=")


def _says(page: site.Page, words: str) -> bool:
    """Whether a page says it, in one of the languages where they differ."""
    return any(not site.missing([each], page) for each in words.split("|"))


def _says_as_you(page: site.Page, said: str) -> bool:
    """Whether a page says it sentence by sentence, to whoever reads of themselves as «вы», in one of the
    languages where they differ.
    """
    text = " ".join(" ".join(page.pieces).split())
    parted = [re.split(r"(?<=[.!?])\s(?=[А-ЯЁA-Z\d])", each) for each in said.split("|")]
    return any(all(re.search(_as_you(each), text) for each in sentences) for sentences in parted)


def _as_you(sentence: str) -> str:
    """A pattern of a sentence that names a person, or has «вы» for them and verbs that agree."""
    named = re.sub(r"Игрок\s\d|Оля|Коля|Рита|Саша", "@", sentence)
    pattern = r"\s".join(map(re.escape, named.split()))
    for ending, both in ((r"тся\b", "т(?:ся|есь)"), (r"(?<=[еёи])т\b", "те?"), (r"(?<=[a-z])s\b", "s?")):
        pattern = re.sub(ending, both, pattern)
    pattern = pattern.replace(r"\sis?\s", r"\s(?:is|are)\s")
    return pattern.replace("@", r"(?:Игрок\s\d|Оля|Коля|Рита|Саша|[Вв]ы|[Yy]ou)")


def _reworded(said: str) -> str:
    """How a page says it now; most as it did."""
    for old, new in REWORDED.items():
        if re.fullmatch(old, said):
            return re.sub(old, new, said)
    return said


@pytest.mark.usefixtures("unblocked")
def test_scripts_of_old_pages_are_answered_as_they_were() -> None:
    """JSON there and back: an entry, a retry, a conflict, a move, a refusal, an experiment, a note."""
    cookies, written = read_json("cookies.json")["cookies"], read_json("dialogue.json.gz")
    with site.evening_database(), site.phones(cookies) as phones:
        now = [{**step, **dialogue.answer(phones[step["who"]], step)} for step in written]
    assert differences(written, now) == []
    assert {step["status"] for step in written} >= {200, 204, 286, 403, 404, 409, 422}
