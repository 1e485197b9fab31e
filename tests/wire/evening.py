"""An evening at the site, through its own pages: sheets, matches, laboratories and notebooks of every kind.

What it leaves is the database of this corpus. Everybody does what people do: begins, writes, plays, undoes,
branches off, shares, comes from another phone. Nothing here reaches into the database.
"""

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from tests.wire import doors
from tests.wire.site import NAMES, Clock, Form, Phone, text_of

TABLET = "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)"
COMPUTER = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
GOLDEN = Path(__file__).resolve().parent.parent / "golden"
LOG_CELL = re.compile(r"(play|log|rep)\.m\d+")
# What no case writes: points from before a journal began, a sum as it was typed.
MORE_ENTRIES = {
    "poison": [("r1.p1.red", "3+2"), ("r1.p2.red", "1 + 1")],
    "potions": [("play.before", "1 before 12"), ("play.before2", "2 before 9")],
}
# The rulebook's example of counting, a round of it for each player.
ROUND = {"red": (2, 6, 5, 1), "blue": (3, 0, 2, 6), "purple": (0, 2, 6, 6), "poison": (1, 0, 2, 4)}


class Evening:
    """Everybody's phones, and what they have opened."""

    def __init__(self, clock: Clock):
        self.clock = clock
        self.host, self.guest = Phone(clock), Phone(clock, agent=TABLET)
        self.scorer, self.watcher = Phone(clock, agent=COMPUTER), Phone(clock)
        self.leader = Phone(clock)
        self.ids = (f"evening-{n:05}" for n in count(1))
        self.answers: list[dict[str, Any]] = []

    @property
    def phones(self) -> dict[str, Phone]:
        return {name: phone for name, phone in vars(self).items() if isinstance(phone, Phone)}

    def links(self, url: str, path: str) -> list[str]:
        """The links beginning with a path that the host's page shows, to be passed on."""
        found = re.findall(rf"(?:/en)?{re.escape(path)}[\w-]+", text_of(self.host.get(url)))
        return list(dict.fromkeys(found))


# --- Sheets -------------------------------------------------------------------------------------------------


def sheets(evening: Evening) -> None:
    """Sheets with all that cases write, one of a whole series, and people with each kind of link."""
    for (game_id, seats), rows in sorted(_rows_of_cases().items()):
        url = _new_sheet(evening, game_id, NAMES[:seats], f"Всё сразу, {seats}")
        _write_all(evening, url, [*rows, *MORE_ENTRIES.get(game_id, [])])
    url = _new_sheet(evening, "poison", NAMES, "Кухня, вторник")
    rounds = range(1, len(NAMES) + 1)
    points = [
        (f"r{n}.p{seat + 1}.{field}", str(row[(seat + n) % 4]))
        for n in rounds
        for field, row in ROUND.items()
        for seat in range(len(NAMES))
    ]
    _write_all(evening, url, [*points, ("finish", "1")])
    _new_sheet(evening, "alchemists", NAMES[:2], "")


def _rows_of_cases() -> dict[tuple[str, int], list[tuple[str, str]]]:
    """All that cases about sheets write, by game and number of players; a cell for each line of a log."""
    found: dict[tuple[str, int], list[tuple[str, str]]] = defaultdict(list)
    for name, text in sorted(doors.case_files().items()):
        for case in doors.cases_in(text, name):
            players = (case.sheet or {}).get("players", [])
            if case.sheet is None or len(players) not in range(
                doors.rules_of(case.game).players[0], doors.rules_of(case.game).players[1] + 1
            ):
                continue
            rows = found[case.game, len(players)]
            for cell, words in doors.written(case):
                log = LOG_CELL.fullmatch(cell)
                rows.append((f"{log[1]}.c{len(rows)}" if log else cell, words))
    return found


def _new_sheet(evening: Evening, game_id: str, names: Sequence[str], title: str) -> str:
    """Begun by the host, opened by a scorer and a watcher with their links."""
    url = evening.host.goes(f"/score/{game_id}", {"name": list(names), "title": title})
    scorer, viewer, _ = evening.links(f"{url}/share", "/score/l/")
    assert evening.scorer.goes(scorer) == evening.watcher.goes(viewer) == url
    for phone in (evening.host, evening.scorer, evening.watcher):
        phone.get(url)
    return url


def _write_all(evening: Evening, url: str, rows: Sequence[tuple[str, str]]) -> None:
    """Two phones write in turn; then something is corrected, undone, written over an old state, reopened."""
    last: dict[str, int] = {}
    writers = (evening.host, evening.scorer)
    for n, (cell, text) in enumerate(rows):
        fields = {"cell": cell, "text": text, "base": last.get(cell, 0), "client_entry_id": next(evening.ids)}
        answer = writers[n % 2].send(f"{url}/entries", fields)
        if answer.status_code == 200:
            last[cell] = answer.json()["entry"]
        if cell == "finish" and n < len(rows) - 1 and last.get("finish"):
            fields = {"text": "", "base": last["finish"], "client_entry_id": next(evening.ids)}
            last["finish"] = evening.host.send(f"{url}/finish", fields).json()["entry"]
    if not rows or rows[-1][0] == "finish":
        return
    undone = max(last.values())
    fields = {"entry": undone, "client_entry_id": next(evening.ids)}
    assert evening.scorer.send(f"{url}/undo", fields).status_code == 200
    fields = {"entry": undone + 1, "client_entry_id": next(evening.ids)}
    assert evening.host.send(f"{url}/undo", fields).status_code == 200


# --- Matches ------------------------------------------------------------------------------------------------


class Match:
    """A match under way: the phones at which its people sit, by seat."""

    def __init__(self, evening: Evening, url: str, seats: Mapping[int, Phone]):
        self.evening, self.url, self.seats = evening, url, seats

    def look(self, phone: Phone) -> Any:
        return phone.get(f"{self.url}/view.json").json()

    def step(self) -> bool:
        """Somebody moves: whoever has a choice, else a bot, else a curtain is lifted. False: nobody can."""
        for seat, phone in self.seats.items():
            seen = self.look(phone)
            if seen["moves"]:
                text = seen["moves"][(seen["ply"] * 7) % len(seen["moves"])]
                fields = {"seat": seat, "ply": seen["ply"], "move": text}
                if phone.send(f"{self.url}/move", fields).status_code == 200:
                    return True
        seen = self.look(self.evening.host)
        self.evening.host.post(f"{self.url}/bot", {"ply": seen["ply"]})
        if self.look(self.evening.host)["ply"] > seen["ply"]:
            return True
        fields = {"version": seen["version"]}
        lifted = [
            phone.post(f"{self.url}/lift", {"seat": seat, **fields}).status_code == 302
            for seat, phone in self.seats.items()
        ]
        return any(lifted)

    def play(self, most: int) -> "Match":
        for _ in range(most):
            if not self.step():
                break
        return self


# A match for each game that people and bots play to its end, with options that end it soon.
SHORT_GAMES: Mapping[str, Mapping[str, str]] = {
    "poison": {"option-dealer": "1", "option-show_captured_counts": "True"},
    "potions": {},
    "wizwar": {"option-turn_limit": "5", "option-two_players": "crossed"},
}


def matches(evening: Evening) -> None:
    """Matches of each engine: played to the end, under way on two phones and behind a curtain, opened from a
    record, branched off, begun in the editor.
    """
    for game_id in doors.ENGINES:
        _finished(evening, game_id)
        _on_two_phones(evening, game_id)
        _behind_a_curtain(evening, game_id)
        _from_a_record(evening, game_id)
        _from_the_editor(evening, game_id)


def _begin(evening: Evening, game_id: str, kinds: Sequence[str], seed: str, **options: str) -> str:
    people = iter(NAMES)
    fields = {"seed": seed, **options}
    for place, kind in enumerate(kinds):
        fields |= {f"kind-{place}": kind}
        fields |= {f"name-{place}": next(people)} if kind in ("here", "phone") else {}
    return evening.host.goes(f"/play/{game_id}", fields)


def _finished(evening: Evening, game_id: str) -> None:
    """To the end, and into a score sheet."""
    kinds = ["here", "random", "greedy"][: 2 if game_id != "poison" else 3]
    url = _begin(evening, game_id, kinds, "7", **SHORT_GAMES[game_id])
    Match(evening, url, {0: evening.host}).play(900)
    assert evening.host.get(f"{url}/record.json").status_code == 200, url
    evening.host.goes(f"{url}/pour", {})
    _watched(evening, url)


def _watched(evening: Evening, url: str) -> None:
    """The link for watching, which stands before the host's own."""
    assert evening.watcher.goes(evening.links(f"{url}/share", "/play/l/")[-2]) == url


def _on_two_phones(evening: Evening, game_id: str) -> None:
    """Under way: the host, a guest at another phone, bots; then branched off with unseen cards dealt anew."""
    kinds = ["here", "phone", "greedy", "random"]
    url = _begin(evening, game_id, kinds, "11")
    seat = evening.links(f"{url}/share", "/play/l/")[0]
    assert evening.guest.goes(seat, {}) == url
    _watched(evening, url)
    match = Match(evening, url, {0: evening.host, 1: evening.guest}).play(40)
    for _ in range(30):  # until it is the host's turn
        if match.look(evening.host)["moves"]:
            break
        match.step()
    ply = match.look(evening.host)["ply"]
    evening.host.post(f"{url}/undo", {"ply": ply})
    branch = evening.host.goes(f"{url}/fork", {"ply": match.look(evening.host)["ply"]})
    Match(evening, branch, {0: evening.host}).play(4)
    match.play(2)


def _behind_a_curtain(evening: Evening, game_id: str) -> None:
    """Two people at one phone, where a third has left and a bot sits now."""
    url = _begin(evening, game_id, ["here", "here", "phone"], "13")
    assert evening.host.goes(f"{url}/seat", {"seat": "2", "kind": "greedy"}) == f"{url}/share"
    Match(evening, url, {0: evening.host, 1: evening.host}).play(14)


def _from_a_record(evening: Evening, game_id: str) -> None:
    """A golden game, looked through and branched off with its true cards."""
    golden = min((GOLDEN / game_id).glob("*.json"), key=lambda path: (path.stat().st_size, path.name))
    record = doors.golden_record(golden)
    url = evening.host.goes(f"/play/{game_id}/record", {"record": json.dumps(record)})
    branch = evening.host.goes(f"{url}/fork", {"ply": len(record["moves"]) // 2})
    seat = Match(evening, branch, {}).look(evening.host)["view"].get("seat")
    Match(evening, branch, {seat or 0: evening.host}).play(6)


def _from_the_editor(evening: Evening, game_id: str) -> None:
    """A position from an example of the rules, played on from the editor."""
    url = editor_addresses(evening.host, game_id, 1)[0].replace("/position?", "/position/edit?")
    form = Form(text_of(evening.host.get(url)), "editor").sent
    begun = evening.host.goes(f"/play/{game_id}/position", {**form, "do": "play"})
    seat = Match(evening, begun, {}).look(evening.host)["view"].get("seat")
    Match(evening, begun, {seat or 0: evening.host}).play(3)


def editor_addresses(phone: Phone, game_id: str, most: int) -> list[str]:
    """Positions packed into addresses, as examples of the rules offer them; those of files far apart."""
    files = sorted(doors.case_files().items())
    cases = [case for name, text in files for case in doors.cases_in(text, name) if case.game == game_id]
    drawn = [case.id for case in cases if case.position is not None]
    found: dict[str, None] = {}
    for case_id in drawn[:: max(1, len(drawn) // (4 * most))]:
        page = text_of(phone.get(f"/play/{game_id}/example/{case_id}"))
        found |= dict.fromkeys(re.findall(rf'href="(/play/{game_id}/position\?p=[\w-]+)', page)[:1])
    return [*found][:most]


# --- Laboratories and notebooks -----------------------------------------------------------------------------

DEMO_ACTIONS = (
    (0, "student mushroom toad"),
    (1, "peek"),
    (1, "drink fern claw"),
    (2, "cap scorpion feather"),
    (0, "sell fern toad G+"),
    (1, "theory toad a1"),
    (2, "theory fern a2"),
    (0, "debunk fern R"),
    (0, "debunk scorpion B"),
    (0, "round"),
    (1, "sell mandrake flower R-"),
    (0, "peek"),
    (2, "exhibit mushroom toad R+"),
    (1, "exhibit fern claw B+"),
    (0, "theory claw a0"),
    (0, "withdraw claw"),
    (2, "student mandrake flower"),
)
MASTER_ACTIONS = (
    (0, "student mushroom fern"),
    (1, "theory toad a1"),
    (1, "theory scorpion a3"),
    (0, "debunk toad scorpion G+"),
    (0, "debunk toad claw N"),
    (1, "drink toad scorpion"),
    (0, "round"),
)
TAPS: Sequence[Mapping[str, Any]] = (
    {"tool": "mix", "i": ["mushroom", "toad"], "result": "R+"},
    {"tool": "sale", "i": ["toad", "fern"], "wanted": "G+", "level": "sign"},
    {"tool": "mix", "i": ["fern", "mushroom"], "result": "N"},
    {"tool": "foreign", "way": "potion", "i": ["claw"], "result": "B+"},
    {"tool": "foreign", "way": "potion", "result": "R-"},
    {"tool": "foreign", "way": "sale", "wanted": "R+", "level": "sign"},
    {"tool": "foreign", "way": "sale", "i": ["toad"], "wanted": "R+", "level": "sign"},
    {"tool": "debunk", "way": "apprentice", "i": ["scorpion"], "aspect": "R +"},
    {"tool": "debunk", "way": "master", "i": ["toad", "claw"], "result": "G-", "answer": "no"},
    {"tool": "theory", "i": ["toad"], "alchemical": "a1"},
    {"tool": "theory", "i": ["fern"], "alchemical": "a4"},
    {"tool": "debunk", "way": "conflict", "i": ["toad", "fern"]},
    {"tool": "guess", "i": ["flower"], "alchemical": "a6", "guess": "is"},
    {"tool": "guess", "i": ["mandrake"], "alchemical": "a7", "guess": "is_not"},
)


def laboratories(evening: Evening) -> None:
    """One on three phones, one with a leader for masters, one whose answers are open, in a score sheet."""
    url = _laboratory(evening, NAMES[:3], level="apprentice", official="DEMO")
    _sit_down(evening, url, evening.guest, 1)
    done = _does(evening, url, {0: evening.host, 1: evening.guest, 2: evening.host}, DEMO_ACTIONS)
    assert {verb for verb, _, _ in (text.partition(" ") for text in done)} >= {"student", "peek", "theory"}
    _notebooks_of(evening, url)
    url = _laboratory(evening, NAMES[:2], level="master", led="yes")
    door = evening.links(f"{url}/invite", "/lab/leader/")[0]
    assert evening.leader.goes(door, {}).endswith("/leader")
    _does(evening, url, {0: evening.host, 1: evening.host}, MASTER_ACTIONS)
    url = _laboratory(evening, NAMES, level="apprentice", official="QWIN")
    _sit_down(evening, url, evening.guest, 3)
    _does(evening, url, dict.fromkeys(range(3), evening.host), DEMO_ACTIONS[:8])
    evening.host.goes(f"{url}/reveal", {"confirm": "yes"})
    evening.host.goes(f"{url}/pour", {})


def _laboratory(evening: Evening, names: Sequence[str], **fields: str) -> str:
    """The address of a new laboratory, whose code a watcher has typed."""
    asked = {f"name-{place}": name for place, name in enumerate(names)}
    url = evening.host.goes("/lab/new", {**asked, **fields}).rpartition("/")[0]
    evening.watcher.goes(evening.links(f"{url}/seats", "/lab/c/")[0])
    return url


def _sit_down(evening: Evening, url: str, phone: Phone, place: int) -> None:
    phone.goes(evening.links(f"{url}/seats", "/lab/c/")[0])
    assert phone.goes(f"{url}/take", {"seat": place}) == url


def _does(
    evening: Evening, url: str, phones: Mapping[int, Phone], actions: Sequence[tuple[int, str]]
) -> list[str]:
    """What was done of these actions; what has a caution is done behind it."""
    done = []
    for seat, text in actions:
        fields = {"seat": seat, "text": text, "client_entry_id": next(evening.ids)}
        answer = phones[seat].send(f"{url}/act", fields)
        if "sure" in answer.json():
            answer = phones[seat].send(f"{url}/act", {**fields, "sure": answer.json()["sure"]})
        if answer.status_code == 200:
            done.append(text)
    return done


def notebooks(evening: Evening) -> None:
    """One of its own with facts of every kind, some taken back and put back, advice asked."""
    url = evening.host.goes("/notebook/", {})
    evening.guest.goes(evening.links(f"{url}/share", "/notebook/l/")[0])
    for taps in TAPS:
        sent = {"client_entry_id": next(evening.ids), "way": "", **taps}
        assert evening.host.post(f"{url}/note", sent).status_code == 302, taps
    for verb, note in (("remove", "3"), ("remove", "4"), ("restore", "3")):
        sent = {"client_entry_id": next(evening.ids), "note": [note]}
        evening.host.goes(f"{url}/{verb}", sent)
    for topic in ("experiments", "sales", "theories", "debunks", "exhibition"):
        buttons = re.findall(
            r'name="(\w+)" value="([^"]+)"', text_of(evening.host.get(f"{url}/advice/{topic}"))
        )
        for name, value in dict(buttons).items():  # the last button of each kind
            evening.host.post(f"{url}/ask/{topic}", {name: value})
    empty = evening.guest.goes("/notebook/", {})
    fact = {"kind": "mix", "pair": ["claw", "fern"], "result": "B+"}
    sent = {"fact": fact, "client_entry_id": next(evening.ids)}
    assert evening.guest.send(f"{empty}/note", sent).status_code == 200


def _notebooks_of(evening: Evening, lab: str) -> None:
    """Books of seats: the guest's on a phone of its own, the host's behind the curtain of a shared one."""
    public_id = lab.rpartition("/")[2]
    own = evening.guest.goes(f"/notebook/lab/{public_id}/1")
    evening.guest.post(
        f"{own}/note",
        {
            "client_entry_id": next(evening.ids),
            "tool": "mix",
            "way": "",
            "i": ["toad", "claw"],
            "result": "G-",
        },
    )
    shared = evening.host.goes(f"/notebook/lab/{public_id}/0")
    evening.host.goes(f"{shared}/open", {})
