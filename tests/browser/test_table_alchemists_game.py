"""A whole game of «Алхимики» by taps, two phones and two bots, up to the score sheet; and every question."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from simulator.engine.sharing import pack
from tests.browser.conftest import Phones
from tests.browser.forms import send
from tests.browser.places import box_of
from tests.browser.seats import take_seats, unfold
from tests.browser.test_table import sit_down
from tests.browser.test_table_alchemists import ANSWER, CUT, DESKTOP, PHONE, SIDEWAYS, show
from tests.daily import daily

SEED = 7
NAMES = ("Оля", "Саша")
BOTS = ("sensible", "greedy")
ROUNDS = 6
TURNS = 900  # taps, bots' turns and looks; a game takes less than half of that
TALLEST = 150  # pixels of a key: more means that its words don't fit
# Actions wanted of each area, round by round; as many are taken as cubes last for.
GATHER = {"forage": 2, "transmute": 1, "student": 1}
PLANS: Mapping[int, Mapping[str, int]] = {
    1: {"forage": 1, "student": 1, "drink": 1},
    2: GATHER,
    3: {"sell": 1, "publish": 1, "forage": 1},
    4: GATHER,
    5: {"sell": 1, "debunk": 1, "publish": 1},
    6: {"forage": 1, "exhibition": 2},
}
KEYS = """() => [...document.querySelectorAll('#move-form button[name="move"]:not([data-blocked])')]
    .map((key) => [key.value, key.textContent])"""
# A first tap ends what is being shown. The page plays bots by itself after a while: the button may be gone.
HURRY = """() => { document.body.click(); document.querySelector('[form="bot-form"]')?.click(); }"""
STALE = "document.getElementById('table').dataset.stale = '1'"
ROUND = re.compile(r"раунд (\d)")
SHARE = re.compile(r"(\d+)\s*%")


class Person:
    """Somebody at a phone: reads the keys, taps one. `asked` is what the keys were last about."""

    def __init__(self, page: Page, seat: int) -> None:
        self.page = page
        self.seat = seat
        self.keys: dict[str, str] = {}
        self.seen = 0  # the ply of the page when it was looked at
        self.told: list[tuple[str, list[str]]] = []  # above the table after a mix, and what is cut of it

    @property
    def verbs(self) -> set[str]:
        return {move.split()[0] for move in self.keys}

    @property
    def ply(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-ply") or 0)

    def look(self, newest: int = 0) -> bool:
        """Whether there is anything to answer; a page that others have left behind is opened again."""
        if self.ply < newest:
            self.page.reload()
        self.seen = self.ply
        self.keys = dict(self.page.evaluate(KEYS))
        return bool(self.keys)

    def swap(self, tap: str) -> None:
        """Taps, and waits until the table has come anew. The first tap may end what is being shown."""
        self.page.evaluate(STALE)
        self.page.evaluate("document.body.click()")
        self.page.locator(tap).first.click()
        expect(self.page.locator("#table[data-stale]")).to_have_count(0)

    def wait(self) -> None:
        """Until somebody has moved since the page was looked at; a bot needn't take its time."""
        self.page.evaluate(HURRY)
        expect(self.page.locator("#table")).not_to_have_attribute("data-ply", str(self.seen))

    def at_the_end(self) -> bool:
        return bool(self.page.locator(".at-ended h2").filter(has_text=re.compile("[Пп]обе")).count())

    def round(self) -> int:
        found = ROUND.search(self.page.locator(".at-when").inner_text())
        assert found
        return int(found.group(1))

    def answer(self) -> str:
        """Taps the cards of a pair, if it is one, then the key; the table must take it."""
        move = self.choice()
        key = f'#move-form button[name="move"][value="{move}"]'
        if self.page.locator(f"{key}[data-pair]").count():
            for place, code in enumerate(move.split()[1:]):
                same = self.page.locator(f'.al-pick[data-code="{code}"]')
                same.nth(min(place, same.count() - 1)).click()
        self.swap(key)
        expect(self.page.locator(".refusal")).to_have_count(0)
        if move.startswith("mix"):
            strip = self.page.locator(".at-last")
            self.told.append((strip.inner_text().replace("\N{NO-BREAK SPACE}", " "), strip.evaluate(CUT)))
        return "plan" if "plan " in move else move.split()[0]

    def choice(self) -> str:
        moves = [move for move in self.keys if move != "decline"]
        if self.verbs & {"plan", "assistant"}:
            return self.planned()
        if "space" in self.verbs:
            return moves[-1]  # the one with most cards
        if "bid" in self.verbs:
            return f"bid {1 - self.seat}"
        moves = [move for move in moves if move.startswith("publish")] or moves
        return max(moves, key=self.likely) if moves else "decline"  # the first of the likeliest

    def planned(self) -> str:
        """As many actions as wanted, or the most there are, set on the board; then «Готово»."""
        for area, n in PLANS[self.round()].items():
            for _ in range(n):
                if self.page.locator(f"#al-more-{area}:not(.none)").count():
                    self.swap(f"#al-more-{area}")
        return self.page.locator("button.at-go").get_attribute("value") or ""

    def likely(self, move: str) -> int:
        """How likely the key says that it comes off."""
        share = SHARE.search(self.keys[move])
        return int(share.group(1)) if share else 0


def at_the_table(new_phone: Phones) -> tuple[Person, Person]:
    host, guest = new_phone(), new_phone()
    host.goto("/play/alchemists/new")
    take_seats(host, ("here", "phone", *BOTS))
    for place, name in enumerate(NAMES):
        host.locator(f"[name=name-{place}]").fill(name)
    unfold(host)
    host.locator("#seed").fill(str(SEED))
    host.get_by_role("button", name="Раздать карты").click()
    host.wait_for_url("**/play/m/*")
    table = host.url
    host.get_by_role("link", name="Кто играет и ссылки").click()
    sit_down(guest, host, NAMES[1])
    host.goto(table)
    return Person(host, 0), Person(guest, 1)


def play(people: tuple[Person, Person], rounds: int = ROUNDS) -> Counter[str]:
    """To the end of the game, or of so many rounds; how often each verb was tapped, and both bid at once."""
    met: Counter[str] = Counter()
    host, guest = people
    for _ in range(TURNS):
        newest = max(person.ply for person in people)
        if host.look(newest):
            both = "bid" in host.verbs and guest.look(newest) and "bid" in guest.verbs
            met["both bid"] += both
            met[host.answer()] += 1
        elif guest.look(newest):
            met[guest.answer()] += 1
        elif host.at_the_end() or host.round() > rounds:
            return met
        elif host.seen == guest.seen:  # else one phone has had news since the other was looked at
            host.wait()
    raise AssertionError(f"no end: {met}")


@pytest.mark.long
@pytest.mark.thorough  # every day test_table_alchemists: one phone mixes, reads the answer and the notebook
def test_two_phones_and_two_bots_play_a_round_and_read_what_they_learned(
    new_phone: Phones, axe: Callable[..., None]
) -> None:
    """experiment.result: the answer stands whole above the table of whoever mixed, with the pair."""
    people = at_the_table(new_phone)
    expect(people[0].page.get_by_role("group", name="Какую услугу оставить?")).to_be_visible()
    axe(people[0].page)
    met = play(people, rounds=1)
    assert {"keep", "space", "plan", "mix"} <= (+met).keys(), met
    for person in people:
        assert person.told
        for said, cut in person.told:
            assert ANSWER.search(said), said
            assert cut == []
        expect(person.page.locator(".al-gold b")).to_have_text(re.compile(r"^\d+$"))
        show(person.page, "Книжка")
        expect(person.page.locator("#al-book-title")).not_to_contain_text(re.compile(r"40\s320\sмиров"))
        axe(person.page)


@pytest.mark.long
@pytest.mark.thorough
def test_a_whole_game_is_played_by_taps_and_poured_into_a_sheet(new_phone: Phones) -> None:
    """final.*, series.winner: the points of the page are those of the sheet; nobody's tap was refused."""
    people = at_the_table(new_phone)
    met = play(people)
    page = people[0].page
    points = page.locator(".at-ended .ledger tr.sum").first.locator("td").all_inner_texts()
    assert len(points) == 4
    guest = people[1].page
    guest.reload()
    expect(guest.locator(".at-ended .ledger tr.sum").first.locator("td")).to_have_text(points)
    page.get_by_role("button", name="Перенести в счёт").click()
    page.wait_for_url("**/score/s/*")
    page.locator('[data-part-link="reveal"]').click()
    expect(page.locator("#totals tfoot tr.sum td")).to_have_text([re.compile(rf"^\s*{n}\b") for n in points])
    assert {"publish", "debunk", "guarantee", "promise", "both bid"} <= (+met).keys(), met


# --- Every kind of question --------------------------------------------------------------------------------

TABLE: Mapping[str, Any] = {
    "players": ["Оля", "Коля", "Рита"],
    "turn": "Оля",
    "code": "DEMO",
    "round": 3,
    "gold": {"Оля": 12, "Коля": 8},
    "hands": {"Оля": "mushroom toad fern claw flower", "Коля": "claw fern", "Рита": "flower"},
}
TOAD = {"theories": {"toad": ["a0", "Коля: gold"]}}
MASTER = TOAD | {"options": {"level": "master"}}
OWN = {ingredient: [f"a{n}", "Оля"] for n, ingredient in enumerate(("toad", "fern", "mushroom", "claw"))}


def acting(area: str, *favours: str) -> dict[str, Any]:
    return {"actions": {"Оля": area}, "favours": {"Оля": " ".join(favours)} if favours else {}}


# What differs from TABLE, then the verbs that are answered before the question.
QUESTIONS: Mapping[str, tuple[Mapping[str, Any], tuple[str, ...]]] = {
    "herbalist": (acting("forage") | {"asked": "herbalist"}, ()),
    "space": ({"at": "order"}, ()),
    "planning": ({"at": "plan"}, ()),
    "helpers": ({"at": "plan", "favours": {"Оля": "assistant associate custodian"}}, ()),
    "bid": ({"actions": {"Оля": "sell", "Коля": "sell"}}, ()),
    "forage": (acting("forage"), ()),
    "transmute": (acting("transmute", "sage"), ()),
    "custodian": (acting("custodian"), ()),
    "sell": (acting("sell", "merchant"), ()),
    "guarantee": (acting("sell"), ("order",)),
    "barmaids": (acting("sell", "barmaid"), ("order", "guarantee")),
    "sale": (acting("sell"), ("order", "guarantee")),
    "buy_artifact": (acting("buy_artifact", "shopkeeper"), ()),
    "debunk": (acting("debunk") | TOAD, ()),
    "debunk of a master": (acting("debunk") | MASTER, ()),
    "claim": (acting("debunk") | MASTER, ("test",)),
    "publish": (acting("publish") | TOAD, ()),
    "token": (acting("publish"), ("publish",)),
    "seal": (acting("publish"), ("publish", "token")),
    "student": (acting("student"), ()),
    "drink": (acting("drink"), ()),
    "exhibition": (acting("exhibition") | {"round": 6}, ()),
    "promise": (acting("exhibition") | {"round": 6}, ("promise",)),
    "grant": (acting("publish") | {"asked": "grant", "theories": OWN}, ()),
    "cap": (acting("student") | {"asked": "cap 1", "artifacts": {"Оля": "thinking_cap"}}, ()),
    "peek": (
        {"at": "student", "asked": "peek", "actions": {"Коля": "student/1"}}
        | {"artifacts": {"Оля": "periscope"}, "past": ["Коля: student flower feather"]},
        (),
    ),
    "mortar": (
        {"at": "student", "asked": "mortar toad", "actions": {"Оля": "student/1"}}
        | {"artifacts": {"Оля": "magic_mortar"}, "past": ["Оля: student mushroom toad"]},
        (),
    ),
    "immediate": (
        {"at": "debunk", "asked": "immediate scorpion a1", "actions": {"Оля": "debunk/1 publish"}}
        | {"past": ["Оля: debunk scorpion G = +"]},
        (),
    ),
    "altar": (acting("buy_artifact") | {"asked": "altar", "artifacts": {"Оля": "altar_of_gold"}}, ()),
}


TALL = """(most) => [...document.querySelectorAll(".al-key:not([hidden])")]
    .filter((key) => key.offsetHeight > most).map((key) => key.value)"""


def ask(page: Page, kind: str) -> None:
    """The table on which a question of this kind is open."""
    differs, verbs = QUESTIONS[kind]
    send(page, "/play/alchemists/position", {"p": pack({**TABLE, **differs}), "do": "play"})
    expect(page.locator("#al-asked")).to_be_visible()
    person = Person(page, 0)
    for verb in verbs:
        assert person.look()
        person.keys = {move: said for move, said in person.keys.items() if move.split()[0] == verb}
        person.answer()
    assert person.look()


@pytest.mark.thorough
@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_kind_of_question_fits_and_axe_finds_nothing(
    page: Page, axe: Callable[..., None], kind: str
) -> None:
    ask(page, kind)
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        assert page.evaluate(SIDEWAYS) <= 0
        assert page.evaluate(TALL, TALLEST) == []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            axe(page)


def test_keys_to_publish_and_to_endorse_fit_on_a_phone(page: Page, axe: Callable[..., None]) -> None:
    """publish.endorse: beside a formula the words once had the width of a letter."""
    ask(page, "publish")
    assert page.evaluate(TALL, TALLEST) == []
    axe(page)


DRAWN = {"forage": ".al-cards", "publish": ".al-books", "space": ".al-track", "debunk": ".al-books"}


@pytest.mark.parametrize("kind", daily(DRAWN, ["publish"]))
def test_a_row_of_the_hint_is_drawn_on_the_board(page: Page, kind: str) -> None:
    """Issue 42: «A tap on a row draws it on the board»: what it is about is ringed, a word stands beside."""
    ask(page, kind)
    page.get_by_role("button", name="Подсказка").click()
    rows = page.locator('.hint-row:not([data-move="decline"]):not([data-move="draw"])')
    rows.first.click()
    ringed = page.locator(f"{DRAWN[kind]} [data-about].named:visible")
    expect(ringed.first).to_contain_text("из подсказки")
    rows.first.press("Tab")
    page.locator("#al-asked").click()
    expect(ringed).to_have_count(0)


@pytest.mark.thorough  # every day test_table_dock holds it of a phone
def test_in_a_large_room_the_question_covers_nothing_of_the_board(page: Page) -> None:
    page.set_viewport_size(DESKTOP)
    ask(page, "debunk of a master")
    dock = box_of(page.locator(".at-dock"))
    for part in (".al-field", ".al-theories", ".al-book", ".al-people"):
        box = box_of(page.locator(part))
        beside = box["x"] + box["width"] <= dock["x"]
        assert beside or box["y"] >= dock["y"] + dock["height"], part
