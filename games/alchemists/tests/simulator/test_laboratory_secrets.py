"""The world and other people's ingredients never reach a phone before the reveal, at any address.

The strongest test there is: a twin laboratory, with another world and other foreign ingredients that show the
same to the reader, must answer every request with the very same bytes.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest
from django.core import signing
from django.test import Client

from games.alchemists.simulator.deduction import laboratory as engine
from games.alchemists.simulator.deduction.chemistry import level, mix
from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS, PAIRS
from games.alchemists.simulator.laboratory.course import facts_of, is_of_the_house, replay_of
from games.alchemists.simulator.laboratory.models import LabEntry, Laboratory
from games.alchemists.tests.simulator.laboratories import DEMO, JSON, at_seat, by_code, done
from tests.daily import Run, daily

pytestmark = pytest.mark.django_db

Phones = dict[str, Client]
HTMX = {"HX-Request": "true"}
OWN = {"host": (0, 1), "third": (2,), "fourth": (3,), "watcher": ()}
EVENING = [
    (0, "student toad mushroom"),
    (1, "drink claw fern"),
    (2, "sell flower feather B+"),
    (3, "peek"),
    (3, "cap mandrake flower"),
    (2, "theory scorpion a2"),
    (3, "student claw toad"),
    (2, "peek"),
    (0, "debunk scorpion G"),
    (0, "round"),
    (1, "debunk flower fern G-"),
    (3, "debunk toad fern R+"),
    (3, "sell fern claw R-"),
    (0, "exhibit toad mushroom R+"),
    (3, "exhibit claw toad G+"),
    (2, "theory claw a0"),
]


def busy_addresses(lab: Laboratory) -> Iterator[str]:
    """What phones ask all the time."""
    url, last = lab.get_absolute_url(), lab.entries.count()
    yield from (url, f"{url}?v=0&tool=theory", f"{url}?v={lab.version}", f"{url}/log", f"{url}/mine")
    yield from (f"{url}/result/{last}", f"{url}/show/{last}")


def addresses(lab: Laboratory) -> Iterator[str]:
    """Everything that can be asked of a laboratory."""
    url, last = lab.get_absolute_url(), lab.entries.count()
    yield from busy_addresses(lab)
    for tool in ("sell", "debunk", "debunk&level=master", "exhibit", "theory"):
        yield f"{url}?tool={tool}"
    yield from (f"/en{url}", f"{url}?v=0", f"/en{url}/log", f"{url}/mine?seat=0", f"{url}/mine?seat=3")
    yield from (f"{url}/seats", f"{url}/reveal", f"{url}/invite", f"{url}/leader", f"{url}/leader.pdf")
    for n in {*range(1, last + 2, 5 if Run.is_daily else 1), last + 1}:
        yield from (f"{url}/result/{n}", f"{url}/show/{n}")
    yield from ("/play/recent", "/play/alchemists", f"/lab/c/{lab.code}")


POSTS: Sequence[tuple[str, Mapping[str, object]]] = (
    ("act", {"seat": 0, "text": "student toad toad", "client_entry_id": "try-try-try"}),
    ("act", {"seat": 3, "text": "reveal", "client_entry_id": "try-try-try"}),
    ("act", {"seat": 2, "text": "nonsense", "client_entry_id": "try-try-try"}),
    *(("act", {"seat": n, "text": "debunk feather B", "client_entry_id": "try-try-try"}) for n in range(4)),
    ("reveal", {}),
    ("leader", {}),
)
CHANGING_HEADERS = {"Set-Cookie", "Expires", "Last-Modified", "X-Request-ID"}


def answers(phone: Client, lab: Laboratory, asked: Callable[[Laboratory], Iterator[str]]) -> dict[str, bytes]:
    """Status, headers and body of every address, without what is new in each page anyway."""
    found = {address: whole(phone.get(address)) for address in asked(lab)}
    polls = [address for address in asked(lab) if "?v=" in address]
    found |= {f"{address} htmx": whole(phone.get(address, headers=HTMX)) for address in polls}
    for name, body in POSTS:
        found[f"POST {name} {body}"] = whole(phone.post(f"{lab.get_absolute_url()}/{name}", body, **JSON))
    for seat in range(4):
        found[f"POST mine {seat}"] = whole(phone.post(f"{lab.get_absolute_url()}/mine", {"seat": seat}))
    return found


def whole(response: object) -> bytes:
    text = response.content.decode(errors="replace")
    text = re.sub(r'(csrfmiddlewaretoken" value|x-csrftoken":|client_entry_id" value)=?"[^"]+"', "", text)
    headers = {name: value for name, value in response.headers.items() if name not in CHANGING_HEADERS}
    return f"{response.status_code} {sorted(headers.items())} {text}".encode()


def differ(page: bytes, other: bytes) -> tuple[bytes, bytes]:
    """Where two answers part."""
    n = next((n for n, (a, b) in enumerate(zip(page, other, strict=False)) if a != b), 0)
    return page[max(0, n - 60) : n + 60], other[max(0, n - 60) : n + 60]


def world_with(facts: Sequence[engine.Fact], chance: random.Random) -> dict[str, str]:
    """Another world in which `facts` hold."""
    formulas = list(ALCHEMICALS)
    while True:
        chance.shuffle(formulas)
        world = dict(zip(INGREDIENTS, formulas, strict=True))
        if world != DEMO and all(holds(world, fact) for fact in facts):
            return world


def holds(world: Mapping[str, str], fact: engine.Fact) -> bool:
    """A fact by plain looking, without the engine's sets of worlds."""
    value = "".join(fact.value)
    if fact.kind in ("mix", "not_mix"):
        return (mix(*(world[i] for i in fact.ingredients)) == value) == (fact.kind == "mix")
    if fact.kind == "sale":
        return level(mix(*(world[i] for i in fact.ingredients)), fact.value[0]) == fact.value[1]
    if fact.kind == "aspect":
        return engine.SIGNS[world[fact.ingredients[0]]][fact.value[0]] == fact.value[1]
    made = [
        mix(world[fact.ingredients[0]], world[other]) for other in INGREDIENTS if other != fact.ingredients[0]
    ]
    if fact.kind == "took_part":
        return value in made
    return any(level(potion, fact.value[0]) == fact.value[1] for potion in made)


def twin(lab: Laboratory, own: Sequence[int]) -> int:
    """Turns a laboratory into one that its reader can't tell from it; how many foreign pairs changed."""
    chance = random.Random(lab.entries.count())
    known = [fact for seat in (None, *own) for _, fact in facts_of(lab, seat)]
    before = replay_of(lab)
    while True:
        world = world_with(known, chance)
        swapped = swap(before, world, own, chance)
        if swapped is not None:
            break
    for number, text in swapped.items():
        LabEntry.objects.filter(laboratory=lab, number=number).update(text=text)
    Laboratory.objects.filter(pk=lab.pk).update(truth=world)
    return sum(text != before.entry(number).text for number, text in swapped.items())


def swap(
    before: object, world: Mapping[str, str], own: Sequence[int], chance: random.Random
) -> dict[int, str] | None:
    """The log with other foreign ingredients that show the same in this world; None if there are none."""
    found: dict[int, str] = {}
    entries = [entry for entry in before.entries if not is_of_the_house(entry.text)]
    for n, entry in enumerate(entries):
        verb, *args = entry.text.split()
        if entry.seat in own or verb not in engine.MIXES:
            continue
        shown = before.events(entry, None)
        follower = entries[n + 1] if n + 1 < len(entries) else None
        seen = follower.text.split()[1] if follower and follower.text.startswith("peek") else ""
        mine = bool(seen) and follower.seat in own
        choices = [pair for pair in PAIRS if (not mine or seen in pair) and same(world, shown[0], pair)]
        if not choices:
            return None
        others = [pair for pair in choices if set(pair) != set(args[:2])]
        pair = chance.choice(others or choices)
        found[entry.number] = " ".join([verb, *pair, *args[2:]])
        if seen and not mine:
            found[follower.number] = f"peek {chance.choice(pair)}"
    return found


def same(world: Mapping[str, str], event: object, pair: tuple[str, str]) -> bool:
    """Whether a pair shows in this world what was shown."""
    made, p = mix(world[pair[0]], world[pair[1]]), event.params
    if event.kind == "sold":
        return level(made, p["wanted"]) == p["level"]
    return (made == p["potion"]) == (event.kind != "exhibit_failed")


@pytest.fixture
def phones(client: Client, led: Laboratory) -> Phones:
    """The host's phone with two seats, two phones of their own, and somebody who watches."""
    return {"host": client, "third": at_seat(led, 2), "fourth": at_seat(led, 3), "watcher": by_code(led)}


def phone_of(phones: Mapping[str, Client], seat: int) -> Client:
    return next(phones[name] for name, own in OWN.items() if seat in own)


@pytest.mark.long
@pytest.mark.parametrize("role", daily(OWN, ("fourth",)))
def test_every_answer_is_the_same_from_a_world_that_a_reader_cannot_tell_apart(
    led: Laboratory, phones: Phones, role: str
) -> None:
    """After every second action of an evening, at every address (lab.secret, experiment.result).

    Every day after every twelfth, from a seat, of which there is more to hide from.
    """
    swapped = 0
    for n, (seat, text) in enumerate(EVENING, start=1):
        done(phone_of(phones, seat), led, seat, text)
        led.refresh_from_db()
        if n % (12 if Run.is_daily else 2):
            continue
        asked = addresses if n == len(EVENING) else busy_addresses
        real = {entry.number: entry.text for entry in led.entries.all()}
        pages = answers(phones[role], led, asked)
        swapped += twin(led, OWN[role])
        twins = answers(phones[role], led, asked)
        assert pages.keys() == twins.keys()
        for address, page in pages.items():
            assert page == twins[address], (address, *differ(page, twins[address]))
        Laboratory.objects.filter(pk=led.pk).update(truth=DEMO)
        for number, entry_text in real.items():
            led.entries.filter(number=number).update(text=entry_text)
    assert swapped > (1 if Run.is_daily else 10)


@pytest.mark.long
@pytest.mark.thorough  # every day the test above; that it would notice changes with it alone
def test_the_test_would_notice_a_leak(client: Client, led: Laboratory, phones: Phones) -> None:
    """The same comparison for the leader, who does see the world."""
    leader = Client()
    leader.post(f"/lab/leader/{led.leader_token}")
    done(client, led, 0, "student toad mushroom")
    led.refresh_from_db()
    pages = answers(leader, led, addresses)
    twin(led, ())
    twins = answers(leader, led, addresses)
    assert [address for address, page in pages.items() if page != twins[address]]


def test_polls_and_logs_name_no_ingredient_while_people_only_mix(led: Laboratory, phones: Phones) -> None:
    """Others see who did what with which result (experiment.result)."""
    for seat, text in EVENING[:4]:
        done(phone_of(phones, seat), led, seat, text)
    names = {led.content.card_by_code[code].short.ru for code in INGREDIENTS} | set(INGREDIENTS)
    for rest in ("?v=0", "/log", "/seats"):
        body = phones["watcher"].get(f"{led.get_absolute_url()}{rest}").content.decode().lower()
        assert not [name for name in names if name in body]


def test_cookies_hold_tokens_and_nothing_of_the_world(
    client: Client, led: Laboratory, phones: Phones
) -> None:
    done(client, led, 0, "student toad mushroom")
    for phone in phones.values():
        held = signing.loads(phone.cookies["labs"].value, salt="links-labs")
        assert set(held) == {"key", "tokens"}
        assert phone.cookies["labs"]["httponly"]
        assert not any(code in json.dumps(held) for code in INGREDIENTS)


@pytest.mark.parametrize("role", daily(OWN, ("fourth",)))
def test_tokens_of_others_are_on_no_page_and_no_browser_keeps_one(
    led: Laboratory, phones: Phones, role: str
) -> None:
    """A page passes on only what its own phone holds (lab.several)."""
    led.refresh_from_db()
    tokens = {name: led.seats.get(place=own[0]).token for name, own in OWN.items() if own}
    tokens |= {"host": led.host_token, "leader": led.leader_token}
    found = answers(phones[role], led, addresses)
    assert [address for address in addresses(led) if b"no-store" not in found[address]] == []
    text = b"".join(found.values()).decode(errors="replace")
    allowed = {tokens.get(role)} | ({led.leader_token} if role == "host" else set())
    assert not [token for token in tokens.values() if token in text and token not in allowed]


def test_after_the_reveal_the_world_is_everybodys_but_not_what_others_mixed(
    client: Client, led: Laboratory, phones: Phones
) -> None:
    """The answers are for all (reveal.answers); notes stay their owners'."""
    done(phones["third"], led, 2, "student toad mushroom")
    client.post(f"{led.get_absolute_url()}/reveal", {"confirm": "yes"})
    log = phones["fourth"].get(f"{led.get_absolute_url()}/log").content.decode()
    assert "Жаба: к+з−С+" in log
    assert "Гриб + жаба" not in log
    assert "Гриб + жаба" in phones["third"].get(f"{led.get_absolute_url()}/mine").content.decode()
