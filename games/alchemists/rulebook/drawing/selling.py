"""Selling a potion as figures: discounts, orders, levels of quality. Pure."""

from collections.abc import Mapping, Sequence

from games.alchemists.rulebook.drawing import marks, pieces
from games.alchemists.rulebook.drawing.marks import WIDE, Point
from games.alchemists.rulebook.reference.formulas import COLOURS, NEUTRAL
from rulebook.content.entries import Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, tinted, words

SELLERS = {"4": Text("вчетвером", "four players"), "3": Text("втроём", "three"), "2": Text("вдвоём", "two")}
CARD, CARD_HIGH = 92.0, 104.0
HALF = 142.0  # two pictures stand side by side on a phone
ROW, HEAD = 44.0, 34.0
COINS, LOST = 248.0, 284.0  # where the columns of prices and of reputation stand
PROMISED = Text("обещано: {}, вышло: {}", "promised: {}, came out: {}")
LEVELS = Text("Заказано: {}. Что какой уровень значит", "Ordered: {}. What each level means")


def discounts(asked: FigureRequest) -> list[Picture]:
    """The discounts that were laid, in the order in which they let sell; a smile of a zone has a plus."""
    game, lang, scenario = asked.game, asked.lang, asked.scenarios[0]
    names, events = scenario.position["players"], scenario.expect["events"]
    bids = {event["seat"]: event for event in events if event["kind"] == "bid"}
    order = next(event["seats"] for event in events if event["kind"] == "sale_order")
    drawn = []
    for n, name in enumerate(order):
        x, bid = n * (CARD + 12), bids[name]
        card = next(card for card in game.of_kind("discount") if card.data["discount"] == bid["n"])
        drawn.append(words(str(n + 1), x + CARD / 2, 14, 16, "fg-label"))
        drawn.append(tinted("ochre", marks.plate("fg-tint", x, 24, CARD, CARD_HIGH, 1.75)))
        drawn.append(words(f"−{bid['n']}" if bid["n"] else "0", x + CARD / 2, 72, 34))
        drawn.append(_smiles(card.data["smiles"], bid["smiles"], x + CARD / 2, 104))
        seat, letter = names.index(name), marks.letter(game, name, lang)
        drawn.append(marks.marker(seat, letter, Point(x + CARD / 2, 150)))
    label = " → ".join(marks.person(game, name, lang) for name in order)
    return [Picture("".join(drawn), (-1, 0, WIDE + 2, 168), 1, label)]


def _smiles(own: int, counted: int, x: float, y: float) -> str:
    """The smiles of a card, and those that a zone adds."""
    faces = [
        marks.icon("smile", x + (n - (counted - 1) / 2) * 27, y, 22, "" if n < own else "green")
        for n in range(counted)
    ]
    plus = x + (own - counted / 2) * 27
    return "".join(faces) + (words("+", plus, y + 5, marks.LETTER) if counted > own else "")


# --- Orders -------------------------------------------------------------------------------------------------


def orders(asked: FigureRequest) -> list[Picture]:
    """The three potions of an adventurer and their cells, for each number of players; the order that a case
    has is taken, what shares its cell is crossed out.
    """
    scenario = asked.scenarios[0]
    cells = asked.game.constants["sale_cells"]
    return [_orders(asked, scenario, number, cells[number]) for number in SELLERS]


def _orders(asked: FigureRequest, scenario: Scenario, number: str, cells: Sequence[int]) -> Picture:
    game, lang, names = asked.game, asked.lang, scenario.position["players"]
    potions = game.card_by_id[scenario.position["adventurers"].split()[0]].data["potions"]
    taken = scenario.position.get("orders", {}) if len(names) == int(number) else {}
    step = HALF / 3
    middles = [step * (n + 0.5) for n in range(3)]
    drawn = [marks.flask(game, code, lang, Point(x, 20)) for code, x in zip(potions, middles, strict=True)]
    closed = {cells[potions.index(code)]: name for name, code in taken.items()}
    for cell in dict.fromkeys(cells):
        own = [n for n in range(3) if cells[n] == cell]
        left, right = middles[own[0]] - step / 2 + 3, middles[own[-1]] + step / 2 - 3
        drawn.append(marks.plate("fg-sheet", left, 62, right - left, 28, 1.5))
        if name := closed.get(cell):
            letter = marks.letter(game, name, lang)
            drawn.append(marks.cube(Point((left + right) / 2, 76), 20, names.index(name), letter))
            drawn += [marks.cross(Point(middles[n], 20), 13) for n in own if potions[n] not in taken.values()]
    said = SELLERS[number].in_(lang)
    return Picture("".join(drawn), (0, 0, HALF, 92), 1, said, said)


# --- Quality ------------------------------------------------------------------------------------------------


def levels(asked: FigureRequest) -> list[Picture]:
    """Levels of quality, which potions each of them means for what was ordered, the price and the reputation;
    a ring is around the level that came out, a cube stands on the one that was promised.
    """
    game, lang, scenario = asked.game, asked.lang, asked.scenarios[0]
    wanted, came = _sale(scenario)
    promise = next((move.split()[-1] for move in scenario.moves if " guarantee " in move), "")
    cards = game.of_kind("quality")
    drawn = [marks.icon("coin", COINS, 15, 24, "ochre"), marks.icon("reputation", LOST, 15, 24)]
    for n, card in enumerate(cards):
        top = HEAD + n * ROW
        middle = top + ROW / 2
        if card.code == came:
            drawn.append(marks.plate("fg-good", 1, top + 1, WIDE - 2, ROW - 2, 2.5))
        if card.code == promise:
            name = scenario.moves[0].partition(":")[0]
            seat = scenario.position["players"].index(name)
            drawn.append(marks.cube(Point(18, middle), 22, seat, marks.letter(game, name, lang)))
        else:
            drawn.append(marks.icon(pieces.piece_icon(card), 18, middle, 24))
        drawn.append(marks.lettered(card.name.in_(lang), 34, middle, 104, look="fg-first"))
        drawn += [
            marks.token(game, code, lang, Point(156 + k * 31, middle), 14)
            for k, code in enumerate(_meant(wanted)[card.code])
        ]
        drawn.append(marks.coin(card.data["price"], Point(COINS, middle)))
        if card.data["loses_reputation"]:
            drawn.append(words(f"−{game.constants['bad_sale']}", LOST, middle + 5.4, 16))
    label = LEVELS.in_(lang).format(marks.short(game, wanted, lang))
    box = (-1, 0, WIDE + 2, HEAD + ROW * len(cards))
    if not promise:
        return [Picture("".join(drawn), box, 1, label)]
    ranks = {card.code: n for n, card in enumerate(cards)}
    said = PROMISED.in_(lang).format(*(marks.short(game, code, lang) for code in (promise, came)))
    return [Picture("".join(drawn), box, 1, label, said, "yes" if ranks[came] <= ranks[promise] else "no")]


def _sale(scenario: Scenario) -> tuple[str, str]:
    """What was ordered, and the level that came out."""
    sold = next(event for event in scenario.expect["events"] if event["kind"] == "sold")
    ordered = next((move.split()[-1] for move in scenario.moves if " order " in move), "")
    return ordered or sold["wanted"], sold["level"]


def _meant(wanted: str) -> Mapping[str, Sequence[str]]:
    """The potions that each level stands for."""
    colour, sign = wanted[0], wanted[1]
    other = "-" if sign == "+" else "+"
    return {
        "exact": [wanted],
        "sign": [each + sign for each in COLOURS if each != colour],
        "neutral": [NEUTRAL],
        "wrong": [each + other for each in COLOURS],
    }
