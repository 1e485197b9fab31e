"""A pocket in a process of its own, with this computer's Python: what its worker would ask of it, as JSON."""

import json
import random
import sys
from pathlib import Path
from urllib.parse import urlencode

from pocket import caller, shims
from pocket.tests.addresses import addresses

HOME = Path(sys.argv[1])  # db.sqlite3 as an edition has it
SERVERS = {"public_id": "abcdefghjk", "token": "AbCdEfGhIjKlMnOpQrStUv", "code": "ABCDEF", "key": "0a" * 12}
OURS = {"public_id": "0bcdefghjk", "token": "0.AbCdEfGhIjKlMnOpQrStUv", "key": "0." + "0a" * 12}
ORIGIN = "https://pocket.example"
FORM = ("Content-Type", "application/x-www-form-urlencoded")
JSON, AHEAD = ("Content-Type", "application/json"), "/pocket-ahead?pocket"
STRANGER = {"pocket.from_here": False}


def rows_answered(names):
    """The addresses of rows called so, and how each is answered."""
    from django.urls import get_resolver

    found = {}
    for name in addresses(get_resolver()):
        pattern, params = name
        if set(params) & SERVERS.keys() and set(params) & set(names):
            values = {param: names.get(param, SERVERS.get(param, 1)) for param in params}
            path = "/" + pattern % values
            found[path] = caller.caller.answer("GET", path)[0]
    return found


def post(path, fields, about=caller.FROM_HERE):
    """As the worker would: the status, where it leads, what is to be kept."""
    body = urlencode(fields, doseq=True).encode()
    said = caller.call("POST", path, json.dumps([FORM]), body, about["pocket.from_here"])
    return said[0], dict(said[1]).get("Location", ""), said[3], said[4]


def main():
    caller.DATA, shims.ZONES = HOME, "/usr/share/zoneinfo"
    caller.boot("k" * 40)
    caller.sleep()
    caller.wake(ORIGIN)
    told = {"server": rows_answered(SERVERS), "ours": rows_answered(OURS), "draws": [random.random()]}
    random.setstate(random.Random(1).getstate())
    (HOME / caller.BASE).replace(HOME / caller.DATABASE)
    caller.wake(ORIGIN)
    told["draws"].append(random.random())
    game = sys.argv[2]
    fields = {"name": ["Оля", "Саша", "Коля"], "do": "start"}
    told["stranger"] = post(f"/score/{game}", fields, STRANGER)[0]
    status, where, rows, jar = post(f"/score/{game}", fields)
    told["made"] = [status, where, bool(rows)]
    told["seen"] = [get(where)[0], "Оля" in get(where)[2].decode()]
    caller.take(None, "")
    told["forgotten"] = get(where)[0]
    caller.take(rows, jar)
    told["restored"] = [get(where)[0], "Оля" in get(where)[2].decode()]
    told["full"] = full(where)
    told["papers"] = {path: get(path)[0] for path in (f"/print/{game}/reference.pdf", f"{where}/share")}
    told["sentence"] = get(f"{where}/share")[2].decode()
    told["ahead"] = ahead()
    told["lacking"] = [missed(path) for path in ("/search", "/search?q=%D1%8F%D0%B4", "/score/recent")]
    told["moved"] = moved(rows, jar, where)
    print(json.dumps(told))


def get(path):
    """The answer to who opens a page."""
    return caller.caller.answer("GET", path)


def ahead():
    """A move at a table of the server: how it is answered, whether by a table, whether nothing of it is to be
    kept, and how many matches and moves there are then.
    """
    from simulator.models import Match, Move

    said = caller.call("POST", AHEAD, json.dumps([JSON]), (HOME / "ahead.json").read_bytes(), True)
    count = Match.objects.count() + Move.objects.count()
    return said[0], 'id="table"' in said[2].decode(), said[3:5] == (None, None), count


def missed(path):
    """Whether the search index would have been needed, which isn't here."""
    return caller.call("GET", path, "[]", b"", True)[5]


def full(where):
    """What a browser hears whose storage is full, and how many rows there are then and were before."""
    before = count()
    said = caller.call("POST", f"{where}/finish", json.dumps([FORM]), b"", True, True)
    return said[0], said[2].decode(), before == count()


def moved(rows, jar, where):
    """Rows of another edition: whether they are there, and whether the content is this edition's."""
    import sqlite3

    old = sqlite3.connect(":memory:")
    plain = bytearray(rows)
    plain[18:20] = b"\1\1"  # a database in memory has no log beside it
    old.deserialize(bytes(plain))
    old.execute("DELETE FROM rulebook_facet")
    old.execute("UPDATE rulebook_game SET digest = 'another'")
    old.commit()
    caller.take(caller.move(old.serialize(), jar), jar)
    from rulebook.models import Game

    kept = get(where)
    return kept[0], "Оля" in kept[2].decode(), [*Game.objects.values_list("digest", flat=True)]


def count():
    from scoring.models import Sheet

    return Sheet.objects.filter(finished=False).count()


main()
