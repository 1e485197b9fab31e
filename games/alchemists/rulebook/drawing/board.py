"""The board as figures: the order track, areas and their rows of cubes, the reputation track. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.rulebook.drawing import marks, pieces
from games.alchemists.rulebook.drawing.marks import WIDE, Point
from rulebook.content.entries import Card, GameContent, Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path, tinted, words

SPACE, APART = 36.0, 5.0  # height of a space of the order track, and what is between two
TRACK = 142.0
SIDES = {"4": Text("вчетвером", "four players"), "2-3": Text("вдвоём и втроём", "two or three players")}
GAINS = {"gold": "coin", "ingredients": "kind-ingredient", "favours": "kind-favour"}
ACT, PLAN = Text("действуют", "act"), Text("планируют", "plan")
AREAS = Text("Области по порядку и кубы за каждое действие", "Areas in their order, cubes for each action")
CLOSED = Text("закрыто", "closed")
REPUTATION = Text("Шкала репутации и её зоны", "The reputation track and its zones")
LOSS, GOLD, SMILE = Text("потери", "losses"), Text("продажа", "a sale"), Text("улыбка", "a smile")
AREA = "area_"


# --- The order track ----------------------------------------------------------------------------------------


class Flask(NamedTuple):
    """Whose flask stands on which space."""

    seat: int
    letter: str
    name: str


def track(asked: FigureRequest) -> list[Picture]:
    """The order track: the sides that the figure names, or that of its case, with the flasks of the case."""
    sides = asked.game.card_by_id["area_order"].data["sides"]
    if not asked.scenarios:
        return [_side(asked, side, {}, None) for side in sides]
    scenario = asked.scenarios[0]
    names = scenario.position["players"]
    side = next(side for side in sides if str(len(names)) in side.split("-"))
    flasks: dict[str, Flask] = {}
    for move in scenario.moves:
        name, _, space = move.partition(": space ")
        flasks.setdefault(space, Flask(names.index(name), marks.letter(asked.game, name, asked.lang), name))
    refused = scenario.expect.get("refusal", {})
    closed = refused["space"] if refused.get("code") == "space_closed" else None
    return [_side(asked, side, {} if closed else flasks, closed)]


def _side(asked: FigureRequest, side: str, flasks: Mapping[str, Flask], closed: str | None) -> Picture:
    """One side of the board from the top; arrows say who begins where a whole order is shown."""
    game, lang = asked.game, asked.lang
    spaces = game.card_by_id["area_order"].data["sides"][side]
    high = (SPACE + APART) * len(spaces) - APART
    drawn = [_space(space, n, closed) for n, space in enumerate(spaces)]
    placed = []
    for n, space in enumerate(spaces):
        if flask := flasks.get(space["id"]):
            placed.append(flask)
            at = Point(22, n * (SPACE + APART) + SPACE / 2)
            drawn.append(marks.marker(flask.seat, flask.letter, at))
    said, label = SIDES[side].in_(lang), SIDES[side].in_(lang)
    width = TRACK
    if len(placed) > 1:
        width = WIDE
        drawn += _turns(lang, high)
        said = ""
        label = " → ".join(marks.person(game, flask.name, lang) for flask in placed)
    elif placed or closed:
        said = ""
    return Picture("".join(drawn), (-1, -1, width + 2, high + 2), 1, label, said)


def _space(space: Mapping[str, Any], n: int, closed: str | None) -> str:
    """A space and what is drawn on it; the green one is for the paralysed."""
    y = n * (SPACE + APART)
    green, shut = not space.get("choosable", True), space["id"] == closed
    dashes = ' stroke-dasharray="5 4"' if shut else ""
    plate = marks.plate("fg-tint", 0, y, TRACK, SPACE, 1.5, dashes)
    drawn = [tinted("green" if green else "none", plate)]
    middle = y + SPACE / 2
    if not shut:
        drawn.append(marks.circle("fg-quiet", 22, middle, 12, 1.5, ' stroke-dasharray="3 4"'))
    x = 54.0
    for gain, icon in GAINS.items():
        number = space.get(gain, 0)
        if number < 0:
            drawn.append(marks.coin(f"−{-number}", Point(x + 2, middle), 14))
        for _ in range(number):
            drawn.append(marks.icon(icon, x, middle, 24, "teal" if gain == "favours" else ""))
            x += 26
    if not any(space.get(gain) for gain in GAINS):
        drawn.append(path(f"M46 {middle:g}h18", "fg-line", 2.5))
    if shut:
        drawn.append(marks.cross(Point(22, middle)))
    return "".join(drawn)


def _turns(lang: str, high: float) -> Iterator[str]:
    """Who acts first stands above, who plans first below."""
    for n, (said, start, end) in enumerate(((ACT, 24, high - 26), (PLAN, high - 26, 24))):
        x = 182 + n * 78
        yield marks.arrow(Point(x, start), Point(x, end), "fg-good" if n == 0 else "fg-line", 2.5)
        yield words(said.in_(lang), x, 14 if n == 0 else high - 4, 15)


# --- Areas and cubes ----------------------------------------------------------------------------------------


def areas(asked: FigureRequest) -> list[Picture]:
    """The areas of a round in the order in which they are carried out, with cubes for each action; areas that
    the round shuts are crossed out.
    """
    game, lang = asked.game, asked.lang
    number = asked.scenarios[0].position.get("round") if asked.scenarios else None
    shown = [card for card in _playable(game) if not _replaced(card, number)]
    high = 46.0
    drawn = [
        _area(game, lang, card, n * high, number is None or number in card.data["rounds"], n + 1)
        for n, card in enumerate(shown)
    ]
    return [Picture("".join(drawn), (0, 0, WIDE, high * len(shown)), 1, AREAS.in_(lang))]


def _playable(game: GameContent) -> list[Card]:
    cards = [card for card in game.of_kind("area") if "cubes" in card.data]
    return sorted(cards, key=lambda card: int(card.data["order"]))


def _replaced(card: Card, number: int | None) -> bool:
    """Whether an area isn't on the board: what comes in place of others, in other rounds than its own."""
    rounds = card.data["rounds"]
    return len(rounds) == 1 and number not in rounds


def _area(game: GameContent, lang: str, card: Card, top: float, is_open: bool, n: int) -> str:
    middle = top + 23
    drawn = [path(f"M0 {top + 45.5:g}h{WIDE:g}", "fg-quiet", 1)]
    drawn.append(words(str(n), 8, middle + 5.4, 15, "fg-label"))
    drawn.append(marks.icon(pieces.piece_icon(card), 36, middle, 30, "accent" if is_open else "none"))
    look = "fg-first"
    drawn.append(marks.lettered(card.name.in_(lang), 58, middle, 136, look=look))
    if not is_open:
        drawn.append(marks.cross(Point(36, middle), 13))
        drawn.append(words(CLOSED.in_(lang), WIDE, middle + 5, 15, "fg-last"))
        return "".join(drawn)
    few, many = (card.data["cubes"][players] for players in ("3", "4"))
    x = WIDE + 8 - sum(18 * n for n in few) - 9 * (len(few) - 1)
    for k, price in enumerate(few):
        more = "" if k < len(many) else ' stroke-dasharray="3 3"'
        for _ in range(price):
            drawn.append(marks.cube(Point(x, middle), 16, more=more))
            x += 18
        x += 9
    return "".join(drawn)


def rows(asked: FigureRequest) -> list[Picture]:
    """Cubes in the rows of areas as they were planned: who plans first takes the lowest row."""
    game, lang, scenario = asked.game, asked.lang, asked.scenarios[0]
    names = scenario.position["players"]
    plans: dict[str, list[tuple[str, int]]] = {}
    for move in scenario.moves:
        name, _, said = move.partition(": plan ")
        area, number = said.split()
        if int(number):
            plans.setdefault(area, []).append((name, int(number)))
    wide, row, top = WIDE / len(plans), 28.0, 78.0
    drawn, told = [], []
    for n, (area, planned) in enumerate(plans.items()):
        card = game.card_by_id[AREA + area]
        x = wide * (n + 0.5)
        drawn.append(marks.icon(pieces.piece_icon(card), x, 18, 32, "accent"))
        drawn.append(marks.lettered(card.short.in_(lang).strip("«»"), x, 54, wide - 4))
        prices = card.data["cubes"][str(len(names))]
        for k in range(len(names)):
            y = top + row * (len(names) - 1 - k)
            look = "fg-tint"
            drawn.append(tinted("none", marks.plate(look, x - wide / 2 + 5, y, wide - 10, row - 4, 1)))
            if k < len(planned):
                name, actions = planned[k]
                drawn.append(_cubes(game, lang, names, name, prices[:actions], Point(x, y + row / 2 - 2)))
                told.append(f"{card.short.in_(lang)}: {marks.person(game, name, lang)}")
    return [Picture("".join(drawn), (0, 0, WIDE, top + row * len(names)), 1, "; ".join(told))]


def _cubes(
    game: GameContent, lang: str, names: Sequence[str], name: str, prices: Sequence[int], at: Point
) -> str:
    """The cubes of somebody's actions in a row."""
    count = sum(prices)
    return "".join(
        marks.cube(
            Point(at.x + (k - (count - 1) / 2) * 21, at.y),
            18,
            names.index(name),
            marks.letter(game, name, lang),
        )
        for k in range(count)
    )


# --- The reputation track -----------------------------------------------------------------------------------

CELL = 30.0
LAST = 20  # the last space that is drawn; the highest zone has no end


def _zone(game: GameContent, n: int) -> Mapping[str, Any]:
    zones = game.constants["zones"]
    return next(zone for zone in reversed(zones) if zone["from"] <= n)


def _zone_tint(zone: Mapping[str, Any]) -> str:
    return "none" if zone["id"] == "plain" else zone["id"]


def _cell(game: GameContent, n: int, x: float, y: float) -> str:
    """A space of the track on the ground of its zone."""
    plate = f'<rect class="fg-tint" x="{x:g}" y="{y:g}" width="{CELL:g}" height="34" stroke-width="1"/>'
    return tinted(_zone_tint(_zone(game, n)), plate) + words(str(n), x + CELL / 2, y + 22, 15)


def reputation(asked: FigureRequest) -> list[Picture]:
    """The whole track in two rows, and what each zone changes."""
    game, lang = asked.game, asked.lang
    drawn = [_cell(game, n, (n - 1) % 10 * CELL, (n - 1) // 10 * 40) for n in range(1, LAST + 1)]
    top = 96.0
    for n, zone in enumerate(game.constants["zones"]):
        y = top + n * 42
        span = f"{zone['from']}–{zone['to']}" if "to" in zone else f"{zone['from']}+"
        plate = marks.plate("fg-tint", 0, y, 62, 34, 1.5)
        drawn.append(tinted(_zone_tint(zone), plate) + words(span, 31, y + 22, 15))
        drawn.append(marks.lettered(zone[lang], 72, y + 17, 76, look="fg-first"))
        if zone["loss"]:
            said = f"{LOSS.in_(lang)} {_signed(zone['loss'])}"
            drawn.append(words(said, 156, y + 22, 15, "fg-first"))
        if zone["smiles"]:
            drawn.append(marks.icon("smile", 248, y + 17, 20))
        if zone["gold"]:
            drawn.append(marks.coin(_signed(zone["gold"]), Point(285, y + 17), 14))
    return [Picture("".join(drawn), (-1, -1, WIDE + 2, top + 42 * 4), 1, REPUTATION.in_(lang))]


def _signed(number: int) -> str:
    return f"{number:+}".replace("-", "−")


def jump(asked: FigureRequest) -> list[Picture]:
    """For each case how a flask moves on the reputation track by its last event."""
    return [_jump(asked, scenario) for scenario in asked.scenarios]


def _jump(asked: FigureRequest, scenario: Scenario) -> Picture:
    game, lang = asked.game, asked.lang
    name, lines = next(iter(scenario.expect["lines"].items()))
    earlier = len([move for move in scenario.moves[:-1] if move.startswith(name)])
    points = [line.get("points", 0) for line in lines]
    before, steps = sum(points[: earlier + 1]), [n for n in points[earlier + 1 :] if n]
    after = before + sum(steps)
    low, high = min(before, after) - 1, max(before, after) + 1
    drawn = [_cell(game, n, (n - low) * CELL, 54) for n in range(low, high + 1)]
    start, end = ((n - low + 0.5) * CELL for n in (before, after))
    drawn.append(_arc(start, end))
    sums = " ".join(_signed(n) for n in steps) + (f" = {_signed(sum(steps)) if sum(steps) else 0}")
    width = max((high - low + 1) * CELL, 150.0)
    drawn.append(words(sums, min(max((start + end) / 2, 60), width - 60), 14, 16))
    drawn.append(marks.marker(0, marks.letter(game, name, lang), Point(start, 108)))
    zone = _zone(game, before)
    said = f"{marks.person(game, name, lang)}: {before} → {after}, {zone[lang]}"
    return Picture("".join(drawn), (-1, -2, width + 2, 126), 1, said, said)


def _arc(start: float, end: float) -> str:
    """From one space to another, above them; a ring where the flask stays."""
    if start == end:
        return marks.circle("fg-good", start, 71, 19, 2.5)
    way = f"M{start:g} 50C{start:g} 16 {end:g} 16 {end:g} 48"
    return path(f"{way}m-5 -8l5 8 5 -8", "fg-line", 2.5)
