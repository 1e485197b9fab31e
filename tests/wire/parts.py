"""The parts of the corpus, each written by a function; `make` says when."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management import call_command

from tests.wire import commands, dialogue, doors, evening, looking, names, rooms, simulations, site, states
from tests.wire.corpus import plain, read_json, read_lines, write, write_json, write_lines

POSITIONS = 300  # of each engine
GOLDEN = Path(__file__).resolve().parent.parent / "golden"
PACKED = 6  # positions in addresses, of each engine
EVERY_NTH = 4  # pages of those that other phones, and readers of English, are shown again


def positions() -> None:
    """Encoded positions of each engine from golden games, cases and games between bots."""
    for game_id in doors.ENGINES:
        pool = [found for found in _pool(game_id) if _readable(game_id, found)]
        chosen = states.choose(game_id, pool, POSITIONS)
        legal = [states.legal_texts(game_id, found.state) for found in chosen]
        write_lines(
            f"{game_id}.jsonl.gz",
            (
                {
                    "from": found.where,
                    "state": found.state,
                    "tried": (tried := states.strange_texts(legal, n)),
                    "told": states.describe(game_id, found.state, tried),
                }
                for n, found in enumerate(chosen)
            ),
        )


def _pool(game_id: str) -> Iterator[states.Found]:
    engine = doors.engine(game_id)

    def found(where: str, met: list[Any]) -> Iterator[states.Found]:
        for n, state in enumerate(met):
            yield states.Found(f"{where} {n:03}", plain(engine.encode(state)))

    for path in sorted((GOLDEN / game_id).glob("*.json")):
        yield from found(f"golden {path.stem}", doors.golden_states(path)[1])
    for name, text in sorted(doors.case_files().items()):
        for case in doors.cases_in(text, name):
            if case.game == game_id and case.start in ("position", "new"):
                yield from found(f"case {case.id}", [step.state for step in doors.judge(case).played.steps])
    for name, config in engine.configs.items():
        for players in config.seats:
            options = {**engine.bulk_options, **config.options}
            game = doors.bot_game(game_id, {"players": players, "options": options}, seed=11)
            yield from found(f"bots {name} {players}", game)


def _readable(game_id: str, found: states.Found) -> bool:
    """Whether a game may stop there: some cases show what stands between two stops, which is never stored."""
    try:
        doors.engine(game_id).decode(dict(found.state))
    except doors.BadPosition:
        return False
    return True


def cases() -> None:
    """Every file of cases as it is today, and what comes of each case."""
    files = doors.case_files()
    write_json("case_files.json.gz", files)
    write_lines(
        "cases.jsonl.gz", (row for name, text in sorted(files.items()) for row in rooms.told(name, text))
    )


def simulate() -> None:
    """What whole games between bots come to."""
    write_json("simulations.json", [[asked, simulations.run(asked)] for asked in simulations.planned()])


def jobs() -> None:
    """What bots choose and hints say in some positions."""
    write_json("jobs.json.gz", [[job, doors.job(job)] for job in _jobs()])


def _jobs() -> Iterator[Mapping[str, Any]]:
    for game_id in doors.ENGINES:
        rows = [row for row in read_lines(f"{game_id}.jsonl.gz") if row["told"]["legal"]][:: POSITIONS // 4]
        for n, row in enumerate(rows):
            asked = {
                "game": game_id,
                "state": row["state"],
                "seat": int(min(row["told"]["legal"])),
                "seed": n,
            }
            if n == 0:
                yield {"job": "estimate", "playouts": 1, **asked}
            for bot in doors.engine(game_id).bots:
                if n == 0 or bot in ("random", "greedy"):
                    yield {"job": "choose", "bot": bot, **asked}


def database() -> None:
    """A database file with an evening in it, and the cookies of its phones."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "db.sqlite3"
        with site.database(file), site.still(site.BEGAN, seed=1) as clock:
            call_command("migrate", verbosity=0)
            party = evening.Evening(clock)
            for part in (evening.sheets, evening.matches, evening.laboratories, evening.notebooks):
                part(party)
            cookies = {name: phone.cookies for name, phone in party.phones.items()}
        with sqlite3.connect(file) as made:
            made.execute("PRAGMA journal_mode = DELETE")
            made.execute("VACUUM")
        made.close()
        write("evening.sqlite3.gz", file.read_bytes())
        write_json("rows.json", {table: _one(file, table, rows) for table, rows in site.rows(file).items()})
    write_json("cookies.json", {"key": site.KEY, "cookies": cookies})


def _one(file: Path, table: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The columns of a table with their types, and a row of it."""
    return {"columns": site.columns(file, table), "row": rows[len(rows) // 2]}


def looks() -> None:
    """What the pages, files and links of that database show, and what their scripts are answered."""
    cookies = read_json("cookies.json")["cookies"]
    with site.evening_database():
        walks = [(who, prefix) for who in cookies for prefix in ("", "/en")]
        pages = {(who, prefix): _walked(cookies[who], prefix) for who, prefix in walks}
    chosen = [(who, url) for (who, prefix), urls in pages.items() for url in _some(who, prefix, urls)]
    with site.evening_database(), site.phones(cookies) as phones, looking.printer():
        chosen += [("leader", url) for url in _packed(phones["leader"])]
    with site.evening_database(), site.phones(cookies) as phones, looking.printer():
        looked = [(who, looking.look(phones[who], url)) for who, url in chosen]
    found = [{"n": n, "who": who, **seen} for n, (who, seen) in enumerate(looked)]
    files = [each for each in found if "body" in each]
    write_json("pages.json.gz", [each for each in found if "body" not in each])
    write_json("files.json.gz", files)
    with site.evening_database() as file, site.phones(cookies) as phones:
        links = [looking.token(site.Phone(phones["host"].clock), url) for url in site.tokens(file)]
    write_json("tokens.json", links)
    with site.evening_database(), site.phones(cookies) as phones:
        said = dialogue.steps(phones, pages["host", ""])
        heard = [{**step, **dialogue.answer(phones[step["who"]], step)} for step in said]
    write_json("dialogue.json.gz", heard)


def _walked(jar: Mapping[str, str], prefix: str) -> list[str]:
    with site.phones({"one": jar}) as phones, looking.printer():
        return list(looking.walk(phones["one"], prefix))


def _packed(phone: site.Phone) -> list[str]:
    """Positions in addresses, which anybody may open."""
    addresses = [url for game_id in doors.ENGINES for url in evening.editor_addresses(phone, game_id, PACKED)]
    return [*addresses, *(f"/en{url}" for url in addresses[::EVERY_NTH])]


def _some(who: str, prefix: str, urls: list[str]) -> list[str]:
    """Half of the host's pages in Russian, of the others some."""
    return urls[:: EVERY_NTH // 2] if (who, prefix) == ("host", "") else urls[::EVERY_NTH]


def prints() -> None:
    """What commands print."""
    write_json("commands.json.gz", list(commands.printed()))


def known() -> None:
    """The names that others hold."""
    with tempfile.TemporaryDirectory() as folder, site.database(Path(folder) / "db.sqlite3"):
        call_command("migrate", verbosity=0)
        write_json("names.json", names.everything())


PARTS: Mapping[str, Callable[[], None]] = {
    "positions": positions,
    "cases": cases,
    "simulations": simulate,
    "jobs": jobs,
    "evening": database,
    "looks": looks,
    "commands": prints,
    "names": known,
}
