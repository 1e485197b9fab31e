"""Formulas, mixtures and what is written down of them, as figures. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from games.alchemists.rulebook.drawing import marks, pieces
from games.alchemists.rulebook.drawing.formula import LAYOUTS, SIGN_WORDS, formula_name
from games.alchemists.rulebook.drawing.marks import WIDE, Point
from games.alchemists.rulebook.reference.boards import Pyramid
from games.alchemists.rulebook.reference.formulas import COLOURS, Formula, formula_of, mix
from rulebook.content.entries import Card, GameContent, Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path, tinted, words

SIZES = Text("малый", "small"), Text("большой", "large")
UNLIKE, ALIKE = Text("знаки разные", "signs differ"), Text("круги равные", "equal circles")
EIGHT = Text("Восемь формул, нейтральные пары рядом", "Eight alchemicals, neutral partners together")
LEFT = Text("{}: остались {}", "{}: left are {}")
CROSSED = Text(
    "Таблица формул: вычеркнуто то, чего быть не может", "The deduction grid without what can’t be"
)
TABLE = Text("Что даёт каждая пара формул", "What each pair of alchemicals gives")
TRIANGLE = Text("Треугольник результатов", "The results triangle")
PLUS = " + "


def answers(scenarios: Sequence[Scenario]) -> dict[str, str]:
    """The formula of each ingredient, as far as what comes of these cases says it."""
    events = chain.from_iterable(scenario.expect.get("events", ()) for scenario in scenarios)
    return {each["ingredient"]: each["alchemical"] for each in events if each["kind"] == "formula"}


def facts(scenario: Scenario) -> Sequence[Mapping[str, Any]]:
    """What a notebook was told."""
    found: Sequence[Mapping[str, Any]] = scenario.whole.get("notebook", {}).get("facts", ())
    return found


# --- A formula and a mixture --------------------------------------------------------------------------------


def formulas(asked: FigureRequest) -> list[Picture]:
    """One formula whose circles are named, then all of them."""
    game, lang = asked.game, asked.lang
    shown = game.card_by_code[asked.figure.data["formula"]]
    scale, middle = 3.4, Point(150, 46)
    drawn = [marks.formula(game, shown.code, lang, middle, scale=scale)]
    formula = formula_of(shown.data)
    for colour, sign in zip(COLOURS, formula.signs, strict=True):
        x = marks.circle_at(colour, middle, scale=scale).x
        named = (
            SIZES[colour in formula.large].in_(lang),
            game.colour_by_id[colour].name.in_(lang),
            SIGN_WORDS[sign].in_(lang),
        )
        drawn += [words(said, x, 110 + n * 17, 15) for n, said in enumerate(named)]
    first = Picture("".join(drawn), (0, 0, WIDE, 150), 1, formula_name(game, shown, lang))
    return [first, _eight(game, lang)]


def _eight(game: GameContent, lang: str) -> Picture:
    """All formulas by two; each two are a neutral pair."""
    cards = game.of_kind("alchemical")
    rows = list(zip(cards[::2], cards[1::2], strict=True))
    high = 46.0
    drawn = []
    for n, row in enumerate(rows):
        y = n * (high + 6)
        drawn.append(marks.plate("fg-tint", 0, y, WIDE, high, 1))
        drawn += [
            marks.formula(game, card.code, lang, Point(75 + k * 150, y + high / 2))
            for k, card in enumerate(row)
        ]
    inside = tinted("accent", "".join(drawn))
    return Picture(inside, (-1, -1, WIDE + 2, len(rows) * (high + 6) - 4), 1, EIGHT.in_(lang))


def mixture(asked: FigureRequest) -> list[Picture]:
    """Two formulas one below the other, colour by colour, and the potion that they give."""
    known = answers(asked.scenarios)
    mixed = [scenario for scenario in asked.scenarios if not answers([scenario])]
    return [_mixture(asked, scenario, known) for scenario in mixed]


def _mixture(asked: FigureRequest, scenario: Scenario, known: Mapping[str, str]) -> Picture:
    game, lang = asked.game, asked.lang
    pair = scenario.moves[0].split()[-2:]
    first, second = (formula_of(game.card_by_code[known[code]].data) for code in pair)
    scale, left = 2.7, 185.0
    rows = Point(left, 36), Point(left, 106)
    potion = mix(first, second)
    drawn = []
    for colour in COLOURS:
        x = marks.circle_at(colour, rows[0], scale=scale).x
        if potion[0] == colour:
            drawn.append(marks.plate("fg-good", x - 34, 1, 68, 140, 2.5))
            drawn.append(marks.flask(game, potion, lang, Point(x, 166)))
        else:
            drawn.append(marks.lettered(_mismatch_text(first, second, colour).in_(lang), x, 160, 62))
    for code, at in zip(pair, rows, strict=True):
        drawn.append(marks.piece(game, code, 34, at.y, 46))
        drawn.append(marks.formula(game, known[code], lang, at, scale=scale))
    if len(potion) == 1:
        drawn.append(marks.flask(game, potion, lang, Point(34, 160)))
    said = PLUS.join(marks.short(game, code, lang) for code in pair) + f" = {marks.short(game, potion, lang)}"
    return Picture("".join(drawn), (0, 0, WIDE, 204), 1, said, said)


def _mismatch_text(first: Formula, second: Formula, colour: str) -> Text:
    """Why two formulas don't react in a colour."""
    n = COLOURS.index(colour)
    return ALIKE if first.signs[n] == second.signs[n] else UNLIKE


def potions(asked: FigureRequest) -> list[Picture]:
    """The coloured potions, those with a plus above those with a minus, and the neutral one."""
    game, lang = asked.game, asked.lang
    codes = [colour + sign for sign in "+-" for colour in COLOURS]
    drawn = []
    for n, code in enumerate(codes):
        x, y = 50 + n % 3 * 100, 26 + n // 3 * 112
        drawn.append(marks.flask(game, code, lang, Point(x, y), 46))
        drawn.append(marks.lettered(marks.short(game, code, lang), x, y + 58, 96))
    neutral = "N"
    drawn.append(marks.flask(game, neutral, lang, Point(50, 246), 46))
    drawn.append(marks.lettered(marks.short(game, neutral, lang), 82, 246, 200, look="fg-first"))
    label = ", ".join(marks.short(game, code, lang) for code in (*codes, neutral))
    return [Picture("".join(drawn), (0, 0, WIDE, 288), 1, label)]


def secrets(asked: FigureRequest) -> list[Picture]:
    """Which ingredient has which formula."""
    game, lang = asked.game, asked.lang
    known = answers(asked.scenarios)
    drawn, said = [], []
    for n, (code, formula) in enumerate(known.items()):
        x, y = n % 2 * 152, 22 + n // 2 * 48
        drawn.append(marks.piece(game, code, x + 16, y, 32))
        drawn.append(marks.formula(game, formula, lang, Point(x + 92, y)))
        said.append(f"{marks.short(game, code, lang)}: {marks.short(game, formula, lang)}")
    high = 48.0 * ((len(known) + 1) // 2)
    return [Picture("".join(drawn), (0, 0, WIDE, high), 1, ", ".join(said))]


# --- Triangles and tables -----------------------------------------------------------------------------------


def _pyramid() -> Pyramid:
    return Pyramid(1, (WIDE - 2) / 8)


def table(asked: FigureRequest) -> list[Picture]:
    """What each pair of formulas gives; the potions that a notebook was told of stand out. Where the answers
    are known, ingredients lie below their formulas.
    """
    game, lang = asked.game, asked.lang
    marked = {fact["result"] for scenario in asked.scenarios for fact in facts(scenario)}
    found = {formula: ingredient for ingredient, formula in answers(asked.scenarios).items()}
    cards, pyramid = game.of_kind("alchemical"), _pyramid()
    drawn = [_result(game, lang, pyramid, cards, pair, marked) for pair in pyramid.pairs]
    top, scale = pyramid.height - pyramid.column / 2 + 4, marks.FORMULA
    high = LAYOUTS["column"].height * scale
    for n, card in enumerate(cards):
        x, _ = pyramid.middle(n, n)
        drawn.append(marks.formula(game, card.code, lang, Point(x, top + high / 2), "column", scale))
        if card.code in found:
            drawn.append(marks.piece(game, found[card.code], x, top + high + 20, 30))
    below = 38 if found else 2
    return [Picture("".join(drawn), (0, -1, WIDE, top + high + below), 1, TABLE.in_(lang))]


def _result(
    game: GameContent,
    lang: str,
    pyramid: Pyramid,
    cards: Sequence[Card],
    pair: tuple[int, int],
    marked: set[str],
) -> str:
    """A cell of the triangle: what two formulas give."""
    one, other = (formula_of(cards[n].data) for n in pair)
    code = mix(one, other)
    x, y = pyramid.middle(*pair)
    stands_out = code in marked
    cell = path(pyramid.cell(*pair), "fg-tint-fill" if stands_out else "fg-tint", 1)
    said = pieces.spelled(game, code, lang)
    look = "fg-on-tint" if stands_out else "fg-tint-words"
    return tinted(pieces.potion_tint(code), cell + words(said, x, y + 5, marks.LETTER, look))


def triangle(asked: FigureRequest) -> list[Picture]:
    """The triangle over the ingredients with the tokens of what came out; lines lead to the last of them."""
    game, lang = asked.game, asked.lang
    cards, pyramid = game.of_kind("ingredient"), _pyramid()
    places = {card.code: n for n, card in enumerate(cards)}
    cells = "".join(pyramid.cell(*pair) for pair in pyramid.pairs)
    base = "".join(pyramid.cell(n, n) for n in range(pyramid.count))
    drawn = [path(base, "fg-soft"), path(cells + base, "fg-quiet", 1)]
    known = [fact for fact in facts(asked.scenarios[-1]) if fact["kind"] == "mix"]
    for fact in known:
        pair = sorted(places[code] for code in fact["pair"])
        at = Point(*pyramid.middle(pair[0], pair[1]))
        for n in pair:
            x, y = pyramid.middle(n, n)
            drawn.append(path(f"M{x:g} {y - 17:g}L{at.x:g} {at.y:g}", "fg-line", 2.5))
        drawn.append(marks.circle("fg-paper", *at, 16))
        drawn.append(marks.token(game, fact["result"], lang, at, 16))
    for card, n in places.items():
        drawn.append(marks.piece(game, card, *pyramid.middle(n, n), 26))
    said = [PLUS.join(marks.short(game, code, lang) for code in fact["pair"]) for fact in known]
    box = (0, -1, WIDE, pyramid.height + 3)
    return [Picture("".join(drawn), box, 1, f"{TRIANGLE.in_(lang)}: {', '.join(said)}")]


def grid(asked: FigureRequest) -> list[Picture]:
    """The table of formulas for the ingredients that its cases speak of: what is crossed out since the last
    case is bold.
    """
    game, lang = asked.game, asked.lang
    left = [scenario.expect["table"] for scenario in asked.scenarios]
    columns = list(dict.fromkeys(code for each in left for code in each))
    cards = game.of_kind("alchemical")
    label, row, top = 124.0, 40.0, 54.0
    column = (WIDE - label) / len(columns)
    drawn = list(_rows(game, lang, cards, label, row, top))
    for n, code in enumerate(columns):
        x = label + column * (n + 0.5)
        drawn.append(marks.piece(game, code, x, 26, 40))
        before, now = _remaining(left[:-1], code), _remaining(left, code)
        for k, card in enumerate(cards):
            at = Point(x, top + row * (k + 0.5))
            if before and card.code not in before:
                drawn.append(marks.cross(at, 6, "fg-quiet", 2))
            elif now and card.code not in now:
                drawn.append(marks.cross(at, 8.5, "fg-bad", 3.5))
    lines = "".join(f"M{label + column * n:g} {top:g}v{row * len(cards):g}" for n in range(len(columns) + 1))
    drawn.append(path(lines, "fg-quiet", 1))
    said = [
        LEFT.in_(lang).format(
            marks.short(game, code, lang),
            ", ".join(marks.short(game, each, lang) for each in sorted(_remaining(left, code))),
        )
        for code in columns
    ]
    label_said = f"{CROSSED.in_(lang)}. {'; '.join(said)}"
    return [Picture("".join(drawn), (-1, 0, WIDE + 2, top + row * len(cards) + 2), 1, label_said)]


def _remaining(tables: Sequence[Mapping[str, Any]], code: str) -> set[str]:
    """The formulas that an ingredient may have after so many steps; nothing where no step speaks of it."""
    told = [set(each[code]) for each in tables if code in each]
    return set.intersection(*told) if told else set()


def _rows(
    game: GameContent, lang: str, cards: Sequence[Card], label: float, row: float, top: float
) -> Iterator[str]:
    """A row for each formula; every second neutral pair stands on a ground of its own."""
    for n, card in enumerate(cards):
        if n // 2 % 2 == 0:
            yield f'<rect class="fg-soft" x="0" y="{top + n * row:g}" width="{WIDE:g}" height="{row:g}"/>'
        yield marks.formula(game, card.code, lang, Point(label / 2, top + row * (n + 0.5)))
    lines = "".join(f"M0 {top + row * n:g}h{WIDE:g}" for n in range(len(cards) + 1))
    yield path(lines, "fg-quiet", 1)
