"""A whole game of «Алхимики» by taps: two phones and two bots, from the deal to the score sheet."""

import re
from collections import Counter
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones

SEED = 7
NAMES = ("Оля", "Саша")
BOTS = ("sensible", "greedy")
TURNS = 900  # taps and bots' turns; a game takes about half of that
# Actions wanted of each area, by seat; as many are taken as cubes last for.
ROUND_ONE = {"forage": 1, "transmute": 1, "student": 1}
PLANS: tuple[Mapping[str, int], Mapping[str, int]] = (
    {"transmute": 1, "sell": 1, "publish": 1, "student": 1, "exhibition": 2},
    {"sell": 1, "debunk": 1, "forage": 1, "transmute": 1, "exhibition": 1},
)
KEYS = """() => [...document.querySelectorAll('#move-form button[name="move"]:not([data-blocked])')]
    .map((key) => [key.value, key.textContent])"""
STALE = "document.getElementById('table').dataset.stale = '1'"
SHARE = re.compile(r"(\d+)\s*%")


class Person:
    """Somebody at a phone: reads the keys, taps one. `asked` is what the keys were last about."""

    def __init__(self, page: Page, seat: int) -> None:
        self.page = page
        self.seat = seat
        self.keys: dict[str, str] = {}

    @property
    def verbs(self) -> set[str]:
        return {move.split()[0] for move in self.keys}

    def look(self, again: bool = False) -> bool:
        """Whether there is anything to answer; `again`: others have moved meanwhile."""
        if again:
            self.page.reload()
        self.keys = dict(self.page.evaluate(KEYS))
        return bool(self.keys)

    def swap(self, tap: str) -> None:
        """Taps, and waits until the table has come anew."""
        self.page.evaluate(STALE)
        self.page.locator(tap).first.click()
        expect(self.page.locator("#table[data-stale]")).to_have_count(0)

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
        return move.split()[0]

    def choice(self) -> str:
        moves = [move for move in self.keys if move != "decline"]
        if "plan" in self.verbs:
            return self.planned(moves)
        if "bid" in self.verbs:
            return f"bid {1 - self.seat}"
        return max(moves, key=self.likely) if moves else "decline"  # the first of the likeliest

    def planned(self, moves: list[str]) -> str:
        """As many actions as wanted, or the most there are."""
        area = moves[0].split()[1]
        wanted = ROUND_ONE if "раунд 1 " in self.page.locator(".at-when").inner_text() else PLANS[self.seat]
        least = wanted.get(area, 0)
        return max((move for move in moves if int(move.split()[2]) <= least), key=lambda move: move.split()[2])

    def likely(self, move: str) -> int:
        """How likely the key says that it comes off."""
        share = SHARE.search(self.keys[move])
        return int(share.group(1)) if share else 0


def sit_down(new_phone: Phones) -> tuple[Person, Person]:
    host, guest = new_phone(), new_phone()
    host.goto("/play/alchemists/new")
    for place, kind in enumerate(("here", "phone", *BOTS)):
        host.locator(f"[name=kind-{place}]").select_option(kind)
    for place, name in enumerate(NAMES):
        host.locator(f"[name=name-{place}]").fill(name)
    host.get_by_text("Зерно раздачи").click()
    host.locator("#seed").fill(str(SEED))
    host.get_by_role("button", name="Раздать карты").click()
    expect(host).to_have_url(re.compile("/play/m/"))
    table = host.url
    host.get_by_role("link", name="Кто играет и ссылки").click()
    link = host.locator(f'section:has(h2:text-is("{NAMES[1]}")) [data-copy]').get_attribute("data-copy")
    assert link
    guest.goto(link)
    host.goto(table)
    return Person(host, 0), Person(guest, 1)


def play(people: tuple[Person, Person]) -> Counter[str]:
    """To the end of the game; how often each verb was tapped, and how often both were asked to bid at once."""
    met: Counter[str] = Counter()
    for _ in range(TURNS):
        host, guest = people
        if host.look() or host.look(again=True):
            both = "bid" in host.verbs and guest.look(again=True) and "bid" in guest.verbs
            met["both bid"] += both
            met[host.answer()] += 1
        elif guest.look() or guest.look(again=True):
            met[guest.answer()] += 1
        elif host.page.locator(".at-ended h2").filter(has_text=re.compile("Побе")).count():
            return met
        elif host.page.locator('[form="bot-form"]').count():
            host.swap('[form="bot-form"]')
        else:
            host.page.evaluate(STALE)
            expect(host.page.locator("#table[data-stale]")).to_have_count(0)
    raise AssertionError(f"no end: {met}")


@pytest.mark.long
def test_a_whole_game_is_played_by_taps_and_poured_into_a_sheet(new_phone: Phones) -> None:
    """final.*, series.winner: the points of the page are those of the sheet; nobody's tap was refused."""
    people = sit_down(new_phone)
    met = play(people)
    print(met)
    page = people[0].page
    points = page.locator(".at-ended .ledger tr.sum").first.locator("td").all_inner_texts()
    assert len(points) == 4
    log = people[1].page
    log.reload()
    expect(log.locator(".at-ended .ledger tr.sum").first.locator("td")).to_have_text(points)
    page.get_by_role("button", name="Перенести в счёт").click()
    expect(page).to_have_url(re.compile("/score/s/"))
    page.locator('[data-part-link="reveal"]').click()
    expect(page.locator("#totals tfoot tr.sum td")).to_have_text(points)
    assert {"publish", "debunk", "guarantee", "promise", "both bid"} <= +met.keys()
