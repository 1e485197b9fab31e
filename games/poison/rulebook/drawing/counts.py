"""Numbers of cards as figures: the deck, the hands, who has the most of a colour. Pure."""

from collections import Counter
from collections.abc import Mapping

from games.poison.rulebook import reference
from games.poison.rulebook.drawing import marks
from games.poison.rulebook.drawing.value_cards import colour_of
from rulebook.content.entries import Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path, words

CELL, LINE = 56.0, 34.0
HEADS = 106.0  # of the column at the left
LETTERS, NUMBERS = 15.0, 18.0
POINTS = Text("очки", "points")
CARDS = Text("карт", "cards")
ASIDE = Text("в стороне", "aside")
PEOPLE: Mapping[int, Text] = {
    3: Text("втроём", "three"),
    4: Text("вчетвером", "four"),
    5: Text("впятером", "five"),
    6: Text("вшестером", "six"),
}
VALUE = Text("число", "value")


def _line(y: float, width: float) -> str:
    return path(f"M0 {y:g}H{width:g}", "fg-quiet", 1)


def deck(asked: FigureRequest) -> list[Picture]:
    """How many cards of each value there are of each colour, with their sums."""
    table, lang = reference.deck_table(asked.game), asked.lang
    heads = [*(str(value) for value in table["values"]), CARDS.in_(lang)]
    cell = 41.0
    parts = [words(VALUE.in_(lang), 0, 22, LETTERS, "fg-label-first")]
    parts += [words(head, HEADS + (n + 0.5) * cell, 22, LETTERS, "fg-label") for n, head in enumerate(heads)]
    width, y = HEADS + len(heads) * cell, 30.0
    for colour, numbers, total in table["rows"]:
        parts += [_line(y, width), marks.sign(colour, 0, y + 8)]
        parts.append(words(colour.forms[lang]["pl"], 24, y + 22, LETTERS, "fg-first"))
        said = [*(str(n) if n else "–" for n in numbers), str(total)]
        parts += [words(each, HEADS + (n + 0.5) * cell, y + 23, NUMBERS) for n, each in enumerate(said)]
        y += LINE
    return [Picture("".join(parts), (0, 0, width, y + 1), 1.0, asked.figure.title.in_(lang))]


def deals(asked: FigureRequest) -> list[Picture]:
    """The hands for each number of players, the starter's first; for three the pile that doesn't play."""
    lang, hands = asked.lang, reference.deals(asked.game)
    cell = 41.0
    parts, y, left = [], 0.0, 84.0
    width = left + cell * hands[-1][0]
    deck_size = sum(card.count for card in asked.game.cards)
    for players, sizes in hands:
        parts.append(words(PEOPLE[players].in_(lang), 0, y + 26, LETTERS, "fg-first"))
        for n, size in enumerate(sizes):
            x = left + n * cell
            parts.append(path(f"M{x:g} {y + 3:g}h34v34h-34z", "fg-line", 1.5))
            parts.append(words(str(size), x + 17, y + 26, NUMBERS))
        if rest := deck_size - sum(sizes):
            x = left + len(sizes) * cell
            parts.append(path(f"M{x:g} {y + 3:g}h34v34h-34z", "fg-quiet", 1.5, ' stroke-dasharray="4 4"'))
            parts.append(words(str(rest), x + 17, y + 26, NUMBERS, "fg-label"))
            parts.append(words(ASIDE.in_(lang), x + 44, y + 26, LETTERS, "fg-label-first"))
        y += 44
    return [Picture("".join(parts), (-1, 0, width + 2, y), 1.0, asked.figure.title.in_(lang))]


def majorities(asked: FigureRequest) -> list[Picture]:
    """Who took how many of each colour: the colour that somebody sheds is struck out, a tie has its sign."""
    return [_majorities(asked, scenario) for scenario in asked.scenarios]


def _majorities(asked: FigureRequest, scenario: Scenario) -> Picture:
    game, lang = asked.game, asked.lang
    taken = {name: _taken(asked, scenario, name) for name in scenario.position["players"]}
    events = scenario.expect.get("events", ())
    shed = {(event["colour"], event["seat"]) for event in events if event["kind"] == "shed"}
    tied = {(event["colour"], event.get("n")) for event in events if event["kind"] == "tied"}
    width = HEADS + CELL * len(taken)
    parts = [words(_name(asked, name), _middle(n), 22, LETTERS, "fg-label") for n, name in enumerate(taken)]
    y = 30.0
    for colour in game.colours:
        numbers = [of[colour.id] for of in taken.values()]
        if not any(numbers):
            continue
        parts += [_line(y, width), marks.sign(colour, 0, y + 8)]
        parts.append(words(colour.forms[lang]["pl"], 24, y + 22, LETTERS, "fg-first"))
        for n, (name, number) in enumerate(zip(taken, numbers, strict=True)):
            parts.append(words(str(number) if number else "–", _middle(n), y + 23, NUMBERS))
            if (colour.id, name) in shed:
                parts.append(path(f"M{_middle(n) - 14:g} {y + 26:g}l28 -18", "fg-good", 2.5))
            elif number and (colour.id, number) in tied:
                parts.append(words("=", _middle(n) + 17, y + 23, NUMBERS, "fg-label"))
        y += LINE
    scores: Mapping[str, int] = scenario.expect.get("scores", {})
    parts += [
        path(f"M0 {y:g}H{width:g}", "fg-line", 1.5),
        words(POINTS.in_(lang), 24, y + 23, LETTERS, "fg-first"),
    ]
    parts += [words(str(scores[name]), _middle(n), y + 24, 20) for n, name in enumerate(taken)]
    label = f"{asked.figure.title.in_(lang)}: " + ", ".join(
        f"{_name(asked, name)} {scores[name]}" for name in taken
    )
    return Picture("".join(parts), (0, 0, width, y + LINE), 1.0, label)


def _name(asked: FigureRequest, name: str) -> str:
    return asked.game.people.get(name, name) if asked.lang == "en" else name


def _middle(n: int) -> float:
    return HEADS + (n + 0.5) * CELL


def _taken(asked: FigureRequest, scenario: Scenario, name: str) -> Counter[str]:
    cards = scenario.position.get("captured", {}).get(name, "").split()
    return Counter(colour_of(asked.game, asked.game.card_by_code[code]).id for code in cards)
