"""Cauldrons as figures: what a card makes of one, and which of them it may go into. Pure."""

from collections.abc import Iterator, Sequence

from games.poison.rulebook.drawing import marks
from games.poison.rulebook.drawing.marks import HEIGHT, WIDTH
from rulebook.content.entries import GameContent, Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path, words

GAP = 6.0  # between cards of a cauldron
EDGE = 4.0
LETTERS = 15.0
TAKEN, STAYS = Text("забрать", "take"), Text("остаётся", "stays")
OVERFLOW = Text("перелилось", "it spills")
CAULDRON = Text("котёл {}", "cauldron {}")
EMPTY = Text("пустой", "empty")
POT, BETWEEN = 100.0, 12.0  # width of a cauldron, and room between two
DEEP = 66.0


def _plays(scenario: Scenario) -> Iterator[tuple[str, int]]:
    """What is played into which cauldron, from 0."""
    for move in scenario.moves:
        verb, *said = move.partition(": ")[2].split()
        if verb == "play":
            yield said[0], int(said[1]) - 1


def _total(game: GameContent, cards: Sequence[str]) -> int:
    return sum(game.card_by_code[code].value for code in cards)


def _cauldrons(game: GameContent, scenario: Scenario) -> list[list[str]]:
    empty = [""] * game.constants["cauldrons"]
    return [cards.split() for cards in scenario.position.get("cauldrons", empty)]


# --- What a card makes of a cauldron ------------------------------------------------------------------------


def totals(asked: FigureRequest) -> list[Picture]:
    """A picture for each card that is played: the sum, and what is taken where that is over the limit.

    With `last` in `data` only the last one of each scenario.
    """
    found = []
    for scenario in asked.scenarios:
        drawn = list(_totals(asked, scenario))
        found += drawn[-1:] if asked.figure.data.get("last") else drawn
    return found


def _totals(asked: FigureRequest, scenario: Scenario) -> Iterator[Picture]:
    table = _cauldrons(asked.game, scenario)
    for code, n in _plays(scenario):
        before = table[n]
        spills = _total(asked.game, [*before, code]) > asked.game.constants["limit"]
        yield _row(asked, before, code, spills)
        table[n] = [code] if spills else [*before, code]


def _row(asked: FigureRequest, before: list[str], code: str, spills: bool) -> Picture:
    """The row of a cauldron with the card that comes last; below it what becomes of them."""
    cards = [*before, code]
    places = [
        EDGE + n * (WIDTH + GAP) + (14 if n == len(before) and before else 0) for n in range(len(cards))
    ]
    values = [str(asked.game.card_by_code[each].value) for each in cards]
    said = f"{' + '.join(values)} = {_total(asked.game, cards)}" if before else values[0]
    drawn = "".join(
        marks.card(asked.game, each, x, EDGE, thick=n == len(before))
        for n, (each, x) in enumerate(zip(cards, places, strict=True))
    )
    width = places[-1] + WIDTH + EDGE
    if not spills:
        return Picture(drawn, (0, 0, width, HEIGHT + 2 * EDGE), 1.0, said, said, "yes")
    drawn += _bracket(places[0], places[-2] + WIDTH, TAKEN.in_(asked.lang))
    drawn += _bracket(
        places[-1], places[-1] + WIDTH, STAYS.in_(asked.lang), middle=places[-1] + WIDTH / 2 + 14
    )
    label = f"{said}: {OVERFLOW.in_(asked.lang)}"
    return Picture(drawn, (0, 0, width + 30, HEIGHT + 38), 1.0, label, label, "no")


def _bracket(left: float, right: float, said: str, middle: float | None = None) -> str:
    y = EDGE + HEIGHT + 6
    line = path(f"M{left:g} {y:g}v5H{right:g}v-5", "fg-quiet", 1.5)
    return line + words(said, (left + right) / 2 if middle is None else middle, y + 21, LETTERS)


# --- Which cauldron a card may go into ----------------------------------------------------------------------


def choice(asked: FigureRequest) -> list[Picture]:
    """The table of each scenario and the card in question: ✓ where it may go, ✕ where it is refused."""
    return [_choice(asked, scenario) for scenario in asked.scenarios]


def _choice(asked: FigureRequest, scenario: Scenario) -> Picture:
    table, plays = _cauldrons(asked.game, scenario), list(_plays(scenario))
    refusal, legal = scenario.expect.get("refusal"), scenario.expect.get("legal", ())
    for code, n in plays[:-1] if refusal else plays:
        table[n] = [*table[n], code]
    asked_of = plays[-1][0] if refusal else legal[0].split()[1]
    good = {int(move.split()[2]) - 1 for move in legal if move.split()[1] == asked_of}
    if refusal and refusal["code"] == "colour_elsewhere":
        good.add(refusal["cauldron"] - 1)
    bad = {plays[-1][1]} if refusal else set()
    top = HEIGHT + 26
    drawn = [marks.card(asked.game, asked_of, _left(1) + POT / 2 - WIDTH / 2, EDGE, thick=True)]
    for n, cards in enumerate(table):
        drawn.append(_pot(asked, cards, _left(n), top))
        mark = marks.tick if n in good else marks.cross if n in bad else None
        if mark:
            drawn.append(mark(_left(n) + POT / 2, top + DEEP + 20))
    width = _left(len(table)) - BETWEEN + EDGE
    return Picture("".join(drawn), (0, 0, width, top + DEEP + 34), 1.0, _label(asked, asked_of, good, bad))


def _left(n: int) -> float:
    return EDGE + n * (POT + BETWEEN)


def _pot(asked: FigureRequest, cards: list[str], x: float, y: float) -> str:
    """A cauldron with its cards, which overlap where they are many."""
    pot = f"M{x:g} {y:g}h6q-2 {DEEP:g} 20 {DEEP:g}h{POT - 52:g}q22 0 20 {-DEEP:g}h6"
    step = min(WIDTH + 3, (POT - 28 - WIDTH) / max(1, len(cards) - 1))
    left = x + (POT - WIDTH - step * (len(cards) - 1)) / 2
    inside = "".join(marks.card(asked.game, code, left + n * step, y + 6) for n, code in enumerate(cards))
    if not cards:
        inside = words(EMPTY.in_(asked.lang), x + POT / 2, y + DEEP / 2 + 6, LETTERS, "fg-label")
    return path(pot, "fg-line", 2.5) + inside


def _label(asked: FigureRequest, code: str, good: set[int], bad: set[int]) -> str:
    """«Красная 7: котёл 1 ✓, котёл 2 ✕»."""
    marked = sorted([*((n, "✓") for n in good), *((n, "✕") for n in bad)])
    said = ", ".join(f"{CAULDRON.in_(asked.lang).format(n + 1)} {mark}" for n, mark in marked)
    return f"{asked.game.card_by_code[code].name.in_(asked.lang)}: {said}"
