"""A whole evening of «Алхимики»: four phones, the laboratory, everybody's notebook, one score sheet.

The world is the application's DEMO, so everything that comes out is known beforehand.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from games.alchemists.scoring.points import Player, Seal, Theory, gold_left, score, winners
from games.alchemists.simulator.deduction import codes
from games.alchemists.simulator.deduction.data import GAME, INGREDIENTS
from games.alchemists.simulator.deduction.deduction import deduce
from games.alchemists.simulator.deduction.facts import Fact, words
from games.alchemists.simulator.deduction.laboratory import Deed, Lab, facts_of, replay
from rulebook.wording import sentences
from tests.browser.alchemists import count, event, join, other, part, pick, to_the_bench
from tests.browser.conftest import Phones

NAMES = ("Оля", "Коля", "Рита", "Саша")
OLYA, KOLYA, RITA, SASHA = range(4)
TRUTH = codes.official("DEMO")


class Phone(NamedTuple):
    """A player's phone and the addresses that it has opened."""

    seat: int
    page: Page
    lab: str
    notebook: str = ""


class Noted(NamedTuple):
    """A fact that a player adds by hand, and the taps that do it."""

    fact: Fact
    tool: str
    chosen: Sequence[str]  # values of what is chosen
    button: str


NOTED = (
    Noted(Fact("mix", ("claw", "mandrake"), ("B-",)), "", ("claw", "mandrake"), "Зелье безумия"),
    Noted(Fact("mix", ("mushroom", "toad"), ("R+",)), "", ("mushroom", "toad"), "Зелье исцеления"),
    Noted(Fact("aspect", ("fern",), ("R", "-")), "Опровержение", ("fern",), "Красный минус"),
    Noted(
        Fact("sale", ("toad", "mandrake"), ("R+", "wrong")),
        "Продажа",
        ("toad", "mandrake", "R+"),
        "Неправильный знак",
    ),
)

# What each seat laid on which book at the end, and what it ended the game with.
THEORIES = (
    Theory("toad", "a1", (Seal(OLYA, "gold"),)),
    Theory("scorpion", "a3", (Seal(RITA, "silver"),)),
    Theory("flower", "a7", (Seal(KOLYA, "gold"), Seal(SASHA, "hedge_R"))),
    Theory("mushroom", "a5", (Seal(KOLYA, "silver"), Seal(SASHA, "gold"))),
    Theory("mandrake", "a6", (Seal(OLYA, "hedge_R"), Seal(RITA, "hedge_G"))),
)
GOODS = (
    {"gold": 5, "favours": 1, "artifacts": ("magic_mirror",)},
    {"gold": 2, "favours": 0, "artifacts": ()},
    {"gold": 4, "favours": 0, "artifacts": ("bronze_cup",)},
    {"gold": 3, "favours": 2, "artifacts": ("wisdom_idol",)},
)
REPUTATION = (14, 9, 11, 15)  # behind the last event of each


def name_of(code: str) -> str:
    return GAME.card_by_code[code].name.in_("ru")


def short_of(code: str) -> str:
    return GAME.card_by_code[code].short.in_("ru")


# --- At the bench -------------------------------------------------------------------------------------------


class Evening:
    """The table: its phones, and everything that the laboratory was told, in order."""

    def __init__(self) -> None:
        self.phones: list[Phone] = []
        self.log: list[Deed] = []
        self.results: list[str] = []
        self.sheet = ""

    @property
    def state(self) -> Lab:
        return replay(len(NAMES), TRUTH, self.log)

    def bench(self, seat: int, tool: str = "", way: str = "") -> Page:
        """The laboratory on somebody's phone, at one of its tools."""
        page = self.phones[seat].page
        if page.url != self.phones[seat].lab:
            page.goto(self.phones[seat].lab)
        if tool:
            page.get_by_role("navigation", name="Что делаем").get_by_role("link", name=tool).click()
        if way:
            page.get_by_role("link", name=way).click()
        return page

    def act(self, seat: int, text: str, button: str, tool: str = "", way: str = "") -> Page:
        """Does something by taps: the choices are the words of the stored text behind its verb."""
        page = self.bench(seat, tool, way)
        for value in text.split()[1:]:
            page.locator(f"label.lb-in:has(input[value='{value}'])").click()
        page.get_by_role("button", name=button).click()
        self.log.append(Deed(seat, text))
        return page

    def outcome(self, seat: int, text: str, button: str, tool: str = "", way: str = "") -> Locator:
        """The same for what has an outcome: what the page tells of it."""
        page = self.act(seat, text, button, tool, way)
        page.wait_for_url("**/result/*")
        self.results.append(page.url)
        return page.locator(".lb-moment")

    def publish(self, seat: int, ingredient: str, alchemical: str) -> None:
        page = self.act(seat, f"theory {ingredient} {alchemical}", "Выложить теорию", "Теории")
        expect(page.locator(".lb-book", has_text=name_of(ingredient))).to_contain_text(NAMES[seat])

    def next_round(self, seat: int) -> None:
        page = self.bench(seat)
        page.get_by_text("Раунд и конец игры").click()
        page.get_by_role("button", name="Начать следующий раунд").click()
        self.log.append(Deed(seat, "round"))
        expect(page.locator("h1")).to_have_text(f"Раунд {self.state.round} из 6")


def sit_down(new_phone: Phones) -> Evening:
    """The host opens the laboratory by the application's code, the others join by ours."""
    evening = Evening()
    pages = [new_phone() for _ in NAMES]
    host = pages[OLYA]
    host.goto("/play/alchemists")
    host.get_by_role("link", name="Новая партия").click()
    for place, name in enumerate(NAMES):
        host.locator(f"[name=name-{place}]").fill(name)
    host.get_by_text("С ведущим или по коду").click()
    host.get_by_label("Код партии из приложения").fill("demo")
    host.get_by_role("button", name="Открыть лабораторию").click()
    host.wait_for_url("**/seats")
    code = host.locator(".lb-code-big").inner_text()
    for page, name in zip(pages[1:], NAMES[1:], strict=True):
        join(page, code, name)
    expect(host.locator("#lab-seats").get_by_text("со своего телефона")).to_have_count(3)
    to_the_bench(host)
    expect(host.locator("#lab-live")).to_contain_text("Мир по коду приложения DEMO")
    evening.phones = [Phone(seat, page, page.url) for seat, page in enumerate(pages)]
    return evening


# --- Rounds -------------------------------------------------------------------------------------------------


def refuse_two_equal(evening: Evening, seat: int) -> None:
    """mix.different: a page that sends one ingredient twice is refused, and nothing is written down."""
    page = evening.bench(seat)
    page.locator("label.lb-in:has(input[value=fern]) input").evaluate("box => box.value = 'scorpion'")
    for place in ("Папоротник", "Скорпион"):
        page.locator("label.lb-in", has_text=place).click()
    page.get_by_role("button", name="Выпить").click()
    refusal = page.locator(".lb-told")
    expect(refusal).to_contain_text("Нужны два разных ингредиента, а здесь дважды скорпион")
    expect(refusal.locator("a")).to_have_attribute(
        "href", re.compile(r"/rules/alchemists/mix\.different(\?|$)")
    )
    page.reload()
    expect(page.locator("#lab-log")).not_to_contain_text("Саша пробует")


def student_and_oneself(evening: Evening) -> None:
    """student.price: after something negative tests cost gold; Рита looks through the Periscope."""
    sour = evening.outcome(KOLYA, "student mushroom flower", "Дать студенту")
    expect(sour).to_contain_text("Зелье безумия")
    expect(sour).to_contain_text("Этот тест бесплатный, а следующие в этом раунде стоят 1")
    rita = evening.bench(RITA)
    rita.get_by_role("button", name="Подсмотреть в Перископ").click()
    rita.wait_for_url("**/result/*")
    seen = rita.locator(".lb-private")
    expect(seen).to_contain_text("В котле был ингредиент")
    ingredient = next(code for code in ("mushroom", "flower") if short_of(code) in seen.inner_text())
    evening.log.append(Deed(RITA, f"peek {ingredient}"))
    olya = evening.bench(OLYA)
    expect(olya.locator("#lab-live")).to_contain_text("студент недоволен: тест за 1 золотой")
    expect(olya.locator("#lab-log")).to_contain_text("Рита смотрит в Перископ")
    paid = evening.outcome(OLYA, "student toad feather", "Дать студенту")
    expect(paid).to_contain_text("за этот тест заплатите 1")
    refuse_two_equal(evening, SASHA)
    drunk = evening.outcome(SASHA, "drink fern scorpion", "Выпить")
    expect(drunk).to_contain_text("Отравление")


def sell(evening: Evening) -> None:
    """sell.make: everybody sees how good the potion was, nobody which potion."""
    evening.next_round(KOLYA)
    expect(evening.bench(OLYA).locator("#lab-live")).to_contain_text("студент доволен")
    sold = evening.outcome(OLYA, "sell toad claw B+", "Продать", "Продажа")
    expect(sold).to_contain_text("Нейтральный")
    expect(sold).to_contain_text("Минус 1")
    log = evening.bench(RITA).locator("#lab-log")
    expect(log).to_contain_text("Оля продаёт, заказано зелье мудрости:")


def publish_first(evening: Evening) -> None:
    evening.next_round(RITA)
    evening.publish(OLYA, "toad", "a1")
    evening.publish(KOLYA, "mushroom", "a4")
    evening.publish(SASHA, "fern", "a5")


def debunk_as_apprentices(evening: Evening) -> None:
    """debunk.fail, debunk.success: one circle is shown to all."""
    evening.next_round(SASHA)
    spared = evening.outcome(RITA, "debunk toad B", "Показать знак", "Опровержение")
    expect(spared).to_contain_text("Синий плюс")
    expect(spared).to_contain_text("Опровергнуть не удалось")
    fallen = evening.outcome(KOLYA, "debunk mushroom R", "Показать знак", "Опровержение")
    expect(fallen).to_contain_text("Теория опровергнута: гриб")
    expect(evening.bench(OLYA).locator("#lab-log")).to_contain_text("Ошибка в круге: красный")


def debunk_as_masters(evening: Evening) -> None:
    """debunk.one, conflict.denied: yes or no, the pair is said aloud."""
    evening.next_round(OLYA)
    yes = evening.outcome(RITA, "debunk fern toad B+", "Проверить", "Опровержение", "как магистр")
    expect(yes.get_by_role("heading")).to_have_text("Да")
    expect(yes).to_contain_text("Теория опровергнута: папоротник")
    evening.publish(RITA, "scorpion", "a3")
    evening.publish(KOLYA, "flower", "a7")
    evening.publish(SASHA, "mushroom", "a5")
    evening.publish(OLYA, "mandrake", "a6")
    no = evening.outcome(SASHA, "debunk flower scorpion B+", "Проверить", "Опровержение", "как магистр")
    expect(no.get_by_role("heading")).to_have_text("Нет")
    expect(no).to_contain_text("Две теории противоречат друг другу: цветок + скорпион")


def exhibit(evening: Evening) -> None:
    evening.next_round(KOLYA)
    made = evening.outcome(OLYA, "exhibit toad feather R+", "Создать зелье", "Выставка")
    expect(made).to_contain_text("Получилось!")
    failed = evening.outcome(KOLYA, "exhibit claw flower G+", "Создать зелье", "Выставка")
    expect(failed).to_contain_text("Не получилось")


# --- Notebooks ----------------------------------------------------------------------------------------------


def note(page: Page, noted: Noted) -> None:
    """Adds a fact by hand."""
    page.get_by_role("link", name="Записать", exact=True).click()
    if noted.tool:
        page.get_by_role("navigation", name="Что узнали").get_by_role("link", name=noted.tool).click()
    for value in noted.chosen:
        page.locator(f"label.lb-in:has(input[value='{value}'])").click()
    page.get_by_role("button", name=noted.button, exact=True).click()
    expect(page.locator(".nb-saved")).to_be_visible()


def worlds_of(page: Page) -> int:
    """The number of worlds that the notebook says are left."""
    return int("".join(re.findall(r"\d", page.get_by_role("heading", level=1).inner_text())))


def spoken(fact: Fact) -> str:
    return sentences.render(GAME, "fact", *words(fact), "ru")


def open_notebook(evening: Evening, seat: int) -> None:
    """From the laboratory: what happened there is in the notebook by itself, a fact is added by hand."""
    page = evening.bench(seat)
    page.get_by_role("link", name="Записная книжка").click()
    page.wait_for_url("**/notebook/n/*")
    evening.phones[seat] = evening.phones[seat]._replace(notebook=page.url)
    known = [fact for _, fact in facts_of(evening.state, seat)]
    assert worlds_of(page) == deduce(tuple(known)).worlds
    note(page, NOTED[seat])
    known.append(NOTED[seat].fact)
    assert worlds_of(page) == deduce(tuple(known)).worlds
    page.get_by_role("link", name="Записи", exact=True).click()
    for fact in known:
        expect(page.locator(".nb-lines .nb-line", has_text=spoken(fact)).first).to_be_visible()
    page.get_by_role("link", name="Таблица").click()
    chain = (
        page.locator(".nb-chain").filter(has=page.locator(".nb-reasons", has_text=spoken(known[-1]))).first
    )
    chain.locator("summary").click()
    expect(chain.locator(".nb-reasons li", has_text=spoken(known[-1])).first).to_be_visible()
    ask_advice(page, seat)


def ask_advice(page: Page, seat: int) -> None:
    page.get_by_role("link", name="Советы").click()
    best = page.locator(".nb-tip").first
    expect(best.locator(".nb-why")).to_contain_text("Опыт скажет в среднем")
    expect(best.locator(".nb-value b")).to_have_text(re.compile(r"^\d+(,\d+)?"))


def clash_and_take_back(evening: Evening, seat: int) -> None:
    """notebook.clash: the two notes that can't both be true stand side by side, and one goes."""
    page = evening.phones[seat].page
    page.goto(evening.phones[seat].notebook)
    before = worlds_of(page)
    note(page, Noted(Fact("mix", ("fern", "scorpion"), ("G+",)), "", ("fern", "scorpion"), "Зелье ускорения"))
    clash = page.locator(".nb-clash")
    expect(clash.locator(".nb-line")).to_have_count(2)
    expect(clash.locator("a[href$='/alchemists/notebook.clash']")).to_have_count(1)
    clash.locator(".nb-line", has_text="ускорения").get_by_role("button").click()
    expect(clash).to_have_count(0)
    assert worlds_of(page) == before


# --- Secrets ------------------------------------------------------------------------------------------------


def formulas() -> list[str]:
    """What the log says of each ingredient at the great reveal."""
    pairs = ({"ingredient": code, "alchemical": TRUTH[code]} for code in INGREDIENTS)
    return [sentences.render(GAME, "event", "formula", params, "ru") for params in pairs]


def pairs_of(facts: Iterable[Fact]) -> list[str]:
    """«гриб + жаба» for each mix."""
    return [" + ".join(map(short_of, fact.ingredients)) for fact in facts if len(fact.ingredients) == 2]


def check_secrets(evening: Evening) -> None:
    """Before the reveal no page of a phone holds the world or what others have mixed."""
    public = {fact for _, fact in facts_of(evening.state, None)}
    for phone in evening.phones:
        own, foreign = known_and_foreign(evening, phone.seat)
        pairs = {both for fact in foreign if len(both := fact.ingredients) == 2}
        secrets = [*formulas(), *pairs_of(foreign), *(f"{a}{mark}{b}" for a, b in pairs for mark in " ,.")]
        for address in (phone.lab, f"{phone.lab}/log", f"{phone.lab}/mine"):
            phone.page.goto(address)
            assert told(secrets, phone.page.content()) == [], (NAMES[phone.seat], address)
        mixed = pairs_of(set(own) - public - {NOTED[phone.seat].fact})
        assert told(mixed, phone.page.content()) == mixed  # one's own are there
        for address in evening.results:
            answer = phone.page.request.get(address)
            assert answer.ok
            assert told(secrets, answer.text()) == [], (NAMES[phone.seat], address)
        worlds = deduce(own).worlds  # what follows from one's own facts a notebook may say
        secrets = [spoken(fact) for fact in foreign if deduce((*own, fact)).worlds < worlds]
        phone.page.goto(phone.notebook)
        content = phone.page.content()
        assert told(secrets, content, "(?!,)") == [], NAMES[phone.seat]  # with a comma: what is possible
        closed_to(phone, (phone.seat + 1) % len(NAMES))


def known_and_foreign(evening: Evening, seat: int) -> tuple[tuple[Fact, ...], list[Fact]]:
    """What a seat knows of the world, and what only others have learned."""
    own = [fact for _, fact in facts_of(evening.state, seat)]
    everything = [fact for place in range(len(NAMES)) for _, fact in facts_of(evening.state, place)]
    return (*own, NOTED[seat].fact), [fact for fact in everything if fact not in own]


def told(secrets: Iterable[str], page: str, behind: str = "") -> list[str]:
    """Those that the page tells; `behind` is a pattern for what may follow."""
    page = page.casefold()
    return [secret for secret in secrets if re.search(re.escape(secret.casefold()) + behind, page)]


def closed_to(phone: Phone, other_seat: int) -> None:
    """lab.several, lab.leader: another's notes, another's notebook, the leader's board."""
    notebook = phone.lab.replace("/lab/m/", "/notebook/lab/")
    for address in (
        f"{phone.lab}/mine?seat={other_seat}",
        f"{notebook}/{other_seat}",
        f"{phone.lab}/leader",
        f"{phone.lab}/leader.pdf",
    ):
        assert phone.page.request.get(address).status == 403, (NAMES[phone.seat], address)


# --- The sheet ----------------------------------------------------------------------------------------------


def pour_theories(evening: Evening) -> None:
    """The host puts the theories on the board into the score sheet: a new one, later the same."""
    host = evening.bench(OLYA, "Теории")
    host.get_by_role("button", name="Теории в счёт").click()
    host.wait_for_url("**/score/s/*")


def open_sheets(evening: Evening) -> None:
    """A sheet for the people of the laboratory; the others open it by its link."""
    pour_theories(evening)
    host = evening.phones[OLYA].page
    evening.sheet = host.url
    host.locator(".phones").click()
    link = host.locator("#url-scorer").inner_text()
    for phone in evening.phones[1:]:
        phone.page.goto(link)
        phone.page.wait_for_url("**/score/s/*")
        expect(phone.page.locator(".stand")).to_have_count(len(NAMES))


def at_sheet(evening: Evening, seat: int, name: str) -> Page:
    """A part of the sheet on somebody's phone."""
    page = evening.phones[seat].page
    if page.url.partition("?")[0] != evening.sheet:
        page.goto(evening.sheet)
    part(page, name)
    return page


def standings(page: Page, *points: int) -> None:
    expect(page.locator(".stand-points")).to_have_text([re.compile(rf"^{n}\b") for n in points])


def lay(evening: Evening, seat: int, ingredient: str) -> None:
    """A seal that nobody has seen yet."""
    page = at_sheet(evening, seat, "books")
    pick(page, f"book-{ingredient}", f"seal.{ingredient}.{seat + 1}", "?")


def fell(evening: Evening, seat: int, ingredient: str, colour: str, turned: str, said: str) -> None:
    """debunk.losses: who debunked, which book, the seal that was turned, and everybody's change."""
    page = at_sheet(evening, seat, "track")
    event(page, seat + 1, "debunk +2")
    page.locator(f"[data-fallen={ingredient}]").click()
    page.locator(f"[data-colour={colour}]").click()
    page.locator(f'[data-turned="seal.{ingredient}.{turned}"]').click()
    expect(page.locator("#fall-write")).to_have_text(said)
    page.locator("#fall-write").click()


def score_the_third_round(evening: Evening) -> None:
    """Publishing, seals face down, a conference, and a sale that leads out of the green zone."""
    for seat, ingredient in ((OLYA, "toad"), (KOLYA, "mushroom"), (SASHA, "fern")):
        event(at_sheet(evening, seat, "track"), seat + 1, "publish +1")
        lay(evening, seat, ingredient)
    rita = at_sheet(evening, RITA, "track")
    standings(rita, 11, 11, 10, 11)
    conference = rita.locator("[data-end=C1]")
    expect(conference.locator(".due")).to_contain_text(["Оля +1", "Коля +1", "Рита −1", "Саша +1"])
    conference.locator("[data-all]").click()
    olya = at_sheet(evening, OLYA, "track")
    other(olya, 1, "gain +2")
    standings(olya, 14, 12, 9, 12)
    olya.locator('[data-seat="1"]').click()
    sale = olya.locator('.reasons [data-what="sale -1"]')
    expect(sale).to_contain_text("14 → 12")  # reputation.green
    sale.click()
    for phone in evening.phones:
        standings(at_sheet(evening, phone.seat, "track"), 12, 12, 9, 12)


def score_the_debunks(evening: Evening) -> None:
    """debunk.own: what Коля gains and loses by his own theory is one event.

    The theory that fell waits in the sheet for its seal, though the host pours before.
    """
    pour_theories(evening)
    event(at_sheet(evening, RITA, "track"), 3, "debunk_failed -1")
    fell(evening, KOLYA, "mushroom", "R", "2 silver", "Записать: Коля −3")
    standings(evening.phones[KOLYA].page, 12, 9, 8, 12)


def score_the_fifth_round(evening: Evening) -> None:
    """Books that are free again take other theories; a conflict is a debunk that fells nothing."""
    fell(evening, RITA, "fern", "B", "4 hedge_B", "Записать: Рита +2, Саша 0")
    standings(evening.phones[RITA].page, 12, 9, 10, 12)
    pour_theories(evening)
    for phone in evening.phones:
        for theory in THEORIES[1:]:
            if any(seal.seat == phone.seat for seal in theory.seals):
                lay(evening, phone.seat, theory.ingredient)
        event(at_sheet(evening, phone.seat, "track"), phone.seat + 1, "publish +1")
    sasha = evening.phones[SASHA].page
    event(sasha, 4, "debunk +2")
    sasha.locator("[data-only]").click()
    standings(sasha, 13, 10, 11, 15)


def score_the_exhibition(evening: Evening) -> None:
    for seat, what in ((OLYA, "exhibit +1"), (KOLYA, "exhibit_failed -1")):
        page = at_sheet(evening, seat, "track")
        page.locator(f'[data-seat="{seat + 1}"]').click()
        page.locator("[data-go=fair]").click()
        page.locator(f'[data-what="{what}"]:visible').click()
    for phone in evening.phones:
        standings(at_sheet(evening, phone.seat, "track"), *REPUTATION)


def count_goods(evening: Evening) -> None:
    """Everybody writes down gold, favours and artifacts on their own phone."""
    for phone, goods in zip(evening.phones, GOODS, strict=True):
        page, place = at_sheet(evening, phone.seat, "reveal"), phone.seat + 1
        for kind in ("gold", "favours"):
            count(page, place, kind, goods[kind])
        for code in goods["artifacts"]:
            page.locator(f"#person-{place} label.check:has(input[name=pick-{code}])").click()
            form = page.locator(f'form[data-cell="artifacts.{place}"]')
            expect(form).to_have_attribute("data-text", code)


# --- The great reveal ---------------------------------------------------------------------------------------


def reveal(evening: Evening) -> None:
    """lab.secret, reveal.answers: only the host, only after a confirmation, and for everybody."""
    kolya = evening.phones[KOLYA].page
    kolya.goto(f"{evening.phones[KOLYA].lab}/reveal")
    refusal = kolya.locator(".refusal")
    expect(refusal).to_contain_text("Ответы открывает только телефон хозяина")
    expect(refusal.locator("a")).to_have_attribute("href", re.compile(r"/alchemists/lab\.secret(\?|$)"))
    for phone in evening.phones[1:]:
        phone.page.goto(phone.lab)
    host = evening.bench(OLYA)
    host.get_by_text("Раунд и конец игры").click()
    host.get_by_role("link", name="Открыть ответы").click()
    host.get_by_role("button", name="Открыть ответы").click()
    expect(host.locator(".refusal")).to_contain_text("Сначала отметьте")
    host.get_by_role("checkbox").check()
    host.get_by_role("button", name="Открыть ответы").click()
    for phone in evening.phones:
        expect(phone.page.locator(".lb-answer")).to_have_count(len(INGREDIENTS))
        assert told(formulas(), phone.page.request.get(f"{phone.lab}/log").text()) == formulas()
    host.get_by_role("button", name="Записать в счёт").click()
    host.wait_for_url("**/score/s/*")


def turn_seals(evening: Evening) -> None:
    """Book by book on the host's phone: the seals, then the answer."""
    page = at_sheet(evening, OLYA, "reveal")
    page.locator("[data-act-go]").click()
    for theory in sorted(THEORIES, key=lambda each: INGREDIENTS.index(each.ingredient)):
        step, act = page.locator("[data-act-step]:visible"), page.locator(f"#act-{theory.ingredient}")
        expect(step).to_have_text("Открыть печати")
        step.click()
        for seal in theory.seals:
            cell = f"seal.{theory.ingredient}.{seal.seat + 1}"
            act.locator(f'form[data-cell="{cell}"] button[value="{seal.kind}"]').click()
        expect(act.locator(".turn-up")).to_have_count(0)
        step.click()
        expect(act.locator(".act-verdict")).to_be_visible()
        step.click()
    expect(page.locator("#act-idol")).to_contain_text("Саша")
    page.locator("[data-act-step]:visible").click()


def number(text: str) -> int:
    return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))


def check_totals(evening: Evening) -> None:
    """The same totals, lines and winner on all four phones, and as the calculator counts them."""
    players = [
        Player(name, n, goods["artifacts"], (), goods["favours"], goods["gold"])
        for name, n, goods in zip(NAMES, REPUTATION, GOODS, strict=True)
    ]
    theories = sorted(THEORIES, key=lambda each: INGREDIENTS.index(each.ingredient))
    scores = score(TRUTH, theories, players)
    totals = [each.points for each in scores]
    leaders = winners(totals, [gold_left(player) for player in players])
    assert [NAMES[seat] for seat in leaders] == ["Оля"]
    for phone in evening.phones:
        page = at_sheet(evening, phone.seat, "reveal")
        if phone.seat != OLYA:
            page.locator("[data-act-skip]").click()
        expect(page.locator(".verdict")).to_contain_text(f"Победа: Оля, {totals[OLYA]} победных")
        assert [number(cell) for cell in page.locator("#totals tr.sum td").all_inner_texts()] == totals
        for seat, each in enumerate(scores):
            page.locator(f'[data-why="final-p{seat + 1}"]').click()
            why = page.locator(f"#final-p{seat + 1}")
            expect(why).to_be_visible()
            lines = [number(text) for text in why.locator(".why-points").all_inner_texts()]
            assert lines == [line.points for line in each.lines]
            assert why.locator(".why-lines .clause-link").count() == len(lines)


@pytest.mark.thorough  # laboratory, notebook and sheet have tests of their own every day
def test_a_table_of_four_phones_plays_an_evening(new_phone: Phones) -> None:
    """The laboratory, everybody's notebook, the sheet with its tracker, the great reveal, the winner."""
    evening = sit_down(new_phone)
    student_and_oneself(evening)
    sell(evening)
    publish_first(evening)
    open_sheets(evening)
    score_the_third_round(evening)
    debunk_as_apprentices(evening)
    score_the_debunks(evening)
    debunk_as_masters(evening)
    score_the_fifth_round(evening)
    exhibit(evening)
    score_the_exhibition(evening)
    for phone in evening.phones:
        open_notebook(evening, phone.seat)
    clash_and_take_back(evening, SASHA)
    check_secrets(evening)
    count_goods(evening)
    reveal(evening)
    turn_seals(evening)
    check_totals(evening)
