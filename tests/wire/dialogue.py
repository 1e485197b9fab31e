"""What scripts of pages send and get: JSON there and back, written down once, said again later."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from tests.wire.site import Phone

Sent = Mapping[str, Any]
# What answers say in words, which may be put better one day, and the numbers of clauses, which are computed.
IN_WORDS = frozenset({"message", "said", "number"})


def answer(phone: Phone, step: Mapping[str, Any]) -> dict[str, Any]:
    """The status and the JSON that come for a step, without the sentences; of pages the status alone."""
    sent = step["sent"]
    response = phone.get(step["url"]) if sent is None else phone.send(step["url"], sent)
    told: Any = None
    if response.headers.get("Content-Type", "").startswith("application/json"):
        told = response.json()
        if response.status_code >= 400:
            told = _without_words(told)
    return {"status": response.status_code, "json": told}


def _without_words(told: Any) -> Any:
    if not isinstance(told, dict):
        return told
    return {key: "…" if key in IN_WORDS else _without_words(value) for key, value in told.items()}


def steps(phones: Mapping[str, Phone], pages: list[str]) -> Iterator[dict[str, Any]]:
    """Things to say to everything that the host's phone has opened; each is to be said before the next."""
    ids = (f"dialogue-{n:04}" for n in count(1))
    for url in sorted(
        {"/".join(page.partition("?")[0].split("/")[:4]) for page in pages if not page.startswith("/en/")}
    ):
        for about, say in ABOUT.items():
            if url.startswith(about):
                yield from say(url, phones["host"], ids)


def _step(who: str, url: str, sent: Sent | None = None) -> dict[str, Any]:
    return {"who": who, "url": url, "sent": sent}


def _sheet(url: str, host: Phone, ids: Iterator[str]) -> Iterator[dict[str, Any]]:
    """A correction, the same again, an old state, a bad cell, somebody who only watches, taking back."""
    entries = host.get(f"{url}/export.json").json()["entries"]
    number = len(entries)
    yield _step("scorer", f"{url}/totals?v={number}")
    yield _step("scorer", f"{url}/totals?v=0")
    if not entries:
        return
    cell = next((entry["cell"] for entry in entries if entry["text"]), entries[0]["cell"])
    last = max(entry["number"] for entry in entries if entry["cell"] == cell)
    text = next(entry["text"] for entry in entries if entry["cell"] == cell)
    fields = {"cell": cell, "text": text, "base": last, "client_entry_id": next(ids)}
    yield _step("scorer", f"{url}/entries", fields)
    yield _step("scorer", f"{url}/entries", fields)
    yield _step("host", f"{url}/entries", {**fields, "base": 0, "client_entry_id": next(ids)})
    yield _step("host", f"{url}/entries", {**fields, "cell": "nowhere", "client_entry_id": next(ids)})
    yield _step("host", f"{url}/entries", {**fields, "text": "???", "client_entry_id": next(ids)})
    yield _step("watcher", f"{url}/entries", fields)
    yield _step("leader", f"{url}/entries", fields)
    yield _step("host", f"{url}/undo", {"entry": number, "client_entry_id": next(ids)})
    yield _step("host", f"{url}/undo", {"entry": 99999, "client_entry_id": next(ids)})
    finish = {"text": "1", "base": 0, "client_entry_id": next(ids)}
    yield _step("host", f"{url}/finish", finish)
    yield _step("scorer", f"{url}/totals?v=0")


def _match(url: str, host: Phone, ids: Iterator[str]) -> Iterator[dict[str, Any]]:
    """A legal move, nonsense, an old ply, another's seat, a watcher."""
    seen = host.get(f"{url}/view.json").json()
    yield _step("host", f"{url}?v={seen['version']}")
    yield _step("host", f"{url}?v=0")
    for seat in (0, 1):
        fields = {"seat": seat, "ply": seen["ply"], "move": "fly to the moon"}
        yield _step("host", f"{url}/move", fields)
        yield _step("guest", f"{url}/move", fields)
        yield _step("watcher", f"{url}/move", fields)
        yield _step("host", f"{url}/move", {**fields, "ply": seen["ply"] + 5})
        for move in seen["moves"][:1]:
            yield _step("host", f"{url}/move", {**fields, "move": move})


def _laboratory(url: str, host: Phone, ids: Iterator[str]) -> Iterator[dict[str, Any]]:
    """An experiment, the same again, what the rules forbid, what is warned of, another's seat."""
    for text in ("drink toad feather", "drink toad toad", "cook toad", "theory toad a3", "debunk toad R"):
        fields = {"seat": 0, "text": text, "client_entry_id": next(ids)}
        yield _step("host", f"{url}/act", fields)
        yield _step("host", f"{url}/act", fields)
        yield _step("guest", f"{url}/act", fields)
    yield _step("host", f"{url}/act", {"seat": 0, "text": "reveal", "client_entry_id": next(ids)})
    yield _step("guest", f"{url}/take", {"seat": "0"})


def _notebook(url: str, host: Phone, ids: Iterator[str]) -> Iterator[dict[str, Any]]:
    """A fact, a guess, facts that are none, a note that isn't there."""
    fact = {"kind": "mix", "pair": ["claw", "feather"], "result": "B-"}
    facts = (fact, {**fact, "pair": ["claw", "claw"]}, {**fact, "result": "X"}, {**fact, "kind": "dream"})
    for each in facts:
        yield _step("host", f"{url}/note", {"fact": each, "client_entry_id": next(ids)})
    yield _step("host", f"{url}/note", {"fact": fact, "guess": True, "client_entry_id": next(ids)})
    yield _step("scorer", f"{url}/note", {"fact": fact, "client_entry_id": next(ids)})
    yield _step("host", f"{url}/remove", {"note": "999", "client_entry_id": next(ids)})


ABOUT = {"/score/s/": _sheet, "/play/m/": _match, "/lab/m/": _laboratory, "/notebook/n/": _notebook}
