"""A recipe being assembled as a figure: what is taken from where, what comes of it, who gets what. Pure."""

from typing import NamedTuple

from games.potions.rulebook.drawing import laid, tiles
from games.potions.rulebook.drawing.laid import Laid
from games.potions.rulebook.drawing.tiles import HIGH, LINE, WIDE, WIDTH
from rulebook.content.entries import Ingredient, Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path
from rulebook.drawing.icons import element_icon, icon_group, kind_icon

BETWEEN = 12.0  # room for the plus between two ingredients
WIDEST = 132.0  # an ingredient with its name
HEAD = 20.0
VERBS = ("assemble", "build")
CUPBOARD = Text("из шкафа", "cupboard")
IN_HAND = Text("на руке", "in hand")
COVERED = Text("под рецептом", "under a recipe")
LIES = Text("в шкафу", "in the cupboard")
NOWHERE = Text("нет", "none")
INSTEAD = Text("вместо: {}", "in place of: {}")
HALF = Text("{}: {}, половина", "{}: {}, a half")
ALL = Text("{}: {}", "{}: {}")
NOTHING = Text("{}: ничего", "{}: nothing")
REFUSED = Text("собрать нельзя", "can’t be assembled")


class Taken(NamedTuple):
    """What fills a slot of a recipe: a card of a player, of the cupboard («»), or nothing. `where` says in
    words where the wanted thing lies that can't be taken.
    """

    asked: Ingredient
    card: str
    owner: str
    where: Text | None = None


def assembling(asked: FigureRequest) -> list[Picture]:
    """A picture for each scenario."""
    return [_picture(asked, scenario) for scenario in asked.scenarios]


def recipe_of(scenario: Scenario) -> str:
    """The card that is assembled."""
    said = (move.partition(": ")[2].split() for move in reversed(scenario.moves))
    return next(words[1] for words in said if words[0] in VERBS)


def taken(asked: FigureRequest, scenario: Scenario) -> list[Taken]:
    """What goes under the recipe, in the order in which it asks."""
    was, recipe = laid.before(asked.game, scenario), tiles.card_of(asked.game, recipe_of(scenario))
    stock = _stock(was, scenario)
    used = _used(asked, scenario)
    if used:
        stock = [one for code in used for one in [next(each for each in stock if each[0] == code)]]
    found: list[Taken | None] = []
    for wanted in recipe.ingredients:
        fits = next((one for one in stock if _fits(asked, wanted, *one)), None)
        if fits:
            stock.remove(fits)
        found.append(Taken(wanted, *fits) if fits else None)
    return [
        each or (Taken(wanted, *stock.pop(0)) if used and stock else _lacking(asked, wanted, was))
        for each, wanted in zip(found, recipe.ingredients, strict=True)
    ]


def _stock(was: Laid, scenario: Scenario) -> list[tuple[str, str]]:
    """What may be taken and whose it is, before all else what a move names."""
    offered = [(recipe.card, player) for player, recipes in was.tables.items() for recipe in recipes]
    said = [move.partition(": ")[2].split() for move in scenario.moves]
    seats = list(scenario.position["players"])
    named = [
        (words[1], seats[int(words[2]) - 1] if len(words) > 2 else "") for words in said if words[0] == "use"
    ]
    offered = [*offered, *((card, "") for stack in was.cupboard.values() for card in reversed(stack))]
    return [*(one for one in named if one in offered), *(one for one in offered if one not in named)]


def _used(asked: FigureRequest, scenario: Scenario) -> tuple[str, ...]:
    """The cards that went under the recipe, if the scenario says so."""
    recipe, by = recipe_of(scenario), laid.mover(scenario)
    events = scenario.expect.get("events", ())
    said = next((event["cards"] for event in events if event["kind"] == "assembled" and "cards" in event), "")
    after = laid.after(asked.game, scenario).tables.get(by, ())
    return tuple(said.split()) or next((each.under for each in after if each.card == recipe), ())


def _fits(asked: FigureRequest, wanted: Ingredient, code: str, owner: str) -> bool:
    card = tiles.card_of(asked.game, code)
    if wanted.kind in ("element", "any"):
        return not owner and (wanted.kind == "any" or wanted.id in card.elements)
    named = card.kind if wanted.kind == "kind" else card.id
    return bool(owner) and named in wanted.ids


def _lacking(asked: FigureRequest, wanted: Ingredient, was: Laid) -> Taken:
    """A slot that stays empty, and where else the thing lies."""

    def suits(code: str) -> bool:
        card = tiles.card_of(asked.game, code)
        return wanted.id in card.elements if wanted.kind == "element" else card.id in wanted.ids

    under = (code for recipes in was.tables.values() for recipe in recipes for code in recipe.under)
    places = {
        IN_HAND: (code for cards in was.hands.values() for code in cards),
        COVERED: under,
        LIES: (code for stack in was.cupboard.values() for code in stack),
    }
    for where, codes in places.items():
        if code := next(filter(suits, codes), ""):
            return Taken(wanted, code, "", where)
    return Taken(wanted, "", "", NOWHERE)


def _picture(asked: FigureRequest, scenario: Scenario) -> Picture:
    slots = taken(asked, scenario)
    refused = "refusal" in scenario.expect
    wide = min(WIDEST, (WIDTH - BETWEEN * (len(slots) - 1)) / len(slots))
    step = wide + BETWEEN
    names = tiles.name_lines([_name(asked, slot) for slot in slots], wide)
    parts = []
    for n, slot in enumerate(slots):
        middle = n * step + wide / 2
        parts.append(_slot(asked, slot, middle))
        parts.append(tiles.written(names[n], middle, HEAD + HIGH + 20))
        if n:
            sign = n * step - BETWEEN / 2
            parts.append(path(f"M{sign - 5:g} {HEAD + HIGH / 2:g}h10m-5 -5v10", "fg-line", 2))
    y = HEAD + HIGH + 20 + LINE * len(names[0])
    ends = (wide / 2, (len(slots) - 0.5) * step - BETWEEN / 2)
    low = y + 8
    stem = 2 + WIDE / 2
    parts.append(path(f"M{ends[0]:g} {y - 8:g}V{low:g}H{ends[1]:g}V{y - 8:g}", "fg-quiet", 2))
    parts.append(tiles.arrow(max(stem, ends[0]), low, max(stem, ends[0]), low + 18))
    made, high = _made(asked, scenario, len(slots), refused, max(stem, ends[0]) - WIDE / 2, low + 24)
    said = f"{tiles.card_of(asked.game, recipe_of(scenario)).name.in_(asked.lang)}: " + " + ".join(
        _label(asked, slot) for slot in slots
    )
    words = REFUSED.in_(asked.lang) if refused else ""
    return Picture(
        "".join(parts) + made, (0, 0, WIDTH, low + 24 + high), 1.0, said, words, "no" if refused else ""
    )


def _label(asked: FigureRequest, slot: Taken) -> str:
    return f"{_name(asked, slot).replace(chr(10), ', ')} ({_where(asked, slot)})"


def _where(asked: FigureRequest, slot: Taken) -> str:
    if slot.where:
        return slot.where.in_(asked.lang)
    return tiles.name_of(asked.game, slot.owner, asked.lang) if slot.owner else CUPBOARD.in_(asked.lang)


def _slot(asked: FigureRequest, slot: Taken, middle: float) -> str:
    """A card with the half that is wanted, and above it whose it is."""
    head = tiles.written([_where(asked, slot)], middle, 13, "fg-label")
    x = middle - WIDE / 2
    if not slot.card:
        icon = element_icon(slot.asked.id) if slot.asked.kind == "element" else kind_icon(_kind(asked, slot))
        inside = tiles.gap() + f'<g class="fg-ink">{icon_group(icon, 11, 20, 24)}</g>'
    else:
        inside = _face(asked, slot)
    crossed = tiles.cross(middle + WIDE / 2, HEAD + 4, 5) if slot.where else ""
    return head + tiles.placed(inside, x, HEAD) + crossed


def _kind(asked: FigureRequest, slot: Taken) -> str:
    if slot.asked.kind == "kind":
        return slot.asked.id
    return asked.game.card_by_id[slot.asked.ids[0]].kind


def _face(asked: FigureRequest, slot: Taken) -> str:
    card = tiles.card_of(asked.game, slot.card)
    if slot.asked.kind not in ("element", "any"):
        return tiles.tile(card, tiles.RECIPE if slot.where is None else "")
    only = slot.asked.id if slot.asked.id in card.elements else ""
    return tiles.tile(card, tiles.ELEMENT, only)


def _name(asked: FigureRequest, slot: Taken) -> str:
    """What is taken: an element, a recipe; in place of what, if of something else."""
    lang, card = asked.lang, tiles.card_of(asked.game, slot.card) if slot.card else None
    elements = asked.game.element_by_id
    if slot.asked.kind == "element" and (card is None or slot.asked.id in card.elements):
        return elements[slot.asked.id].name.in_(lang)
    if card is None:
        ids = slot.asked.ids
        return asked.game.card_by_id[ids[0]].name.in_(lang) if slot.asked.kind != "kind" else ""
    carried = slot.asked.kind in ("element", "any")
    own = (elements[card.elements[0]] if carried else card).name.in_(lang)
    if _fits(asked, slot.asked, slot.card, slot.owner) or slot.where:
        return own
    wanted = slot.asked.ids[0]
    other = elements[wanted] if carried else asked.game.card_by_id[wanted]
    return f"{own}\n{INSTEAD.in_(lang).format(other.name.in_(lang))}"


def _made(
    asked: FigureRequest, scenario: Scenario, under: int, refused: bool, x: float, y: float
) -> tuple[str, float]:
    """The recipe with backs on it, and beside it who gets what; with its height."""
    game, lang = asked.game, asked.lang
    card = tiles.card_of(game, recipe_of(scenario))
    face = tiles.tile(card, tiles.RECIPE)
    if refused:
        drawn = f"<g{tiles.FAINT}>{tiles.placed(face, x, y)}</g>" + tiles.cross(x + WIDE, y + 4, 5)
        high = HIGH
    else:
        drawn, high = heap(face, under, x, y)
    left = x + WIDE + 26
    lines = tiles.lines_of(card.name.in_(lang), WIDTH - left)
    drawn += tiles.written(lines, left, y + 16, "fg-first", 16)
    row = y + 20 + LINE * len(lines)
    for said in () if refused else _gains(asked, scenario, card.points):
        drawn += tiles.written([said], left, row, "fg-first")
        row += 20
    return drawn, max(high, row - y) + 4


def heap(face: str, under: int, x: float, y: float) -> tuple[str, float]:
    """A recipe with the cards that belong to it, face down and shifted; with its height."""
    backs = [tiles.placed(tiles.back(), x + 5 + 5 * n, y + 28 + 7 * n) for n in range(under)]
    return tiles.placed(face, x, y) + "".join(backs), HIGH + (21 + 7 * under if under else 0)


def _gains(asked: FigureRequest, scenario: Scenario, points: int) -> list[str]:
    """«Оля: +4», «Саша: +2, половина»; the owners of what was taken get their line even for nothing."""
    found, by = laid.gains(asked.game, scenario), laid.mover(scenario)
    owners = [slot.owner for slot in taken(asked, scenario) if slot.owner]
    said = []
    for player in dict.fromkeys([by, *found, *owners]):
        n, name = found.get(player, 0), tiles.name_of(asked.game, player, asked.lang)
        half = player != by and n * asked.game.constants["half_divisor"] == points
        text = NOTHING if not n and player != by else HALF if half else ALL
        said.append(text.in_(asked.lang).format(name, tiles.plus(n)))
    return said
