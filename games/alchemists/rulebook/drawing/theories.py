"""Theories as figures: books with their seals, what debunks them, what comes of them in the end. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.alchemists.rulebook.drawing import marks
from games.alchemists.rulebook.drawing.formula import SIGN_WORDS
from games.alchemists.rulebook.drawing.marks import WIDE, Point
from games.alchemists.rulebook.reference.formulas import COLOURS, formula_of, mix
from rulebook.content.entries import GameContent, Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path, tinted, words
from rulebook.wording.sentences import with_sign

BOOK, BOOK_HIGH, PLACES = 138.0, 176.0, 3
TOKEN, SCALE = 86.0, 1.55  # where the formula of a theory is on its book, and how large
HALF = 142.0
THEORY, TRUTH = Text("теория", "theory"), Text("на деле", "in truth")
ABOUT = Text("{}: {}, печатей {}", "{}: {}, seals {}")
NEED = Text("нужно золотых: {}, есть: {}", "gold needed: {}, there: {}")
BANK = Text("банк", "bank")
HEADS = Text("верна", "right"), Text("ошибка", "wrong"), Text("опровергли", "debunked")
SEALS = Text("Печати одного игрока и что они приносят", "The seals of a player and what they bring")
FALLEN, STANDS = Text("знак другой: {}", "another sign: {}"), Text("знак тот же: {}", "the same sign: {}")
YES, NO = Text("да", "yes"), Text("нет", "no")
FALLS = Text("«{}» — теория пала: {}", "“{}” brings down the theory: {}")
FALL = Text("«{}» — пали обе теории: {}", "“{}” brings down both theories: {}")
CONFLICT = Text("обещано {}, ответ «{}» — противоречие", "foretold {}, answer “{}”: a conflict")
LIST = ", "
OTHER = {"+": "-", "-": "+"}


class LaidSeal(NamedTuple):
    """Whose seal lies on a book, and of which kind where that is known."""

    name: str
    kind: str


class ShownBook(NamedTuple):
    """A theory about an ingredient; `formula` is empty where there is none."""

    ingredient: str
    formula: str
    seals: tuple[LaidSeal, ...] = ()


def books(scenario: Scenario) -> dict[str, ShownBook]:
    """The theories that a case has on the board before and after its moves, by ingredient."""
    found: dict[str, ShownBook] = {}
    for ingredient, (formula, *seals) in scenario.position.get("theories", {}).items():
        owners = tuple(LaidSeal(*(part.strip() for part in f"{each}:".split(":")[:2])) for each in seals)
        found[ingredient] = ShownBook(ingredient, formula, owners)
    implied = "sheet" not in scenario.whole  # a theory begins with a seal, but a sheet notes that apart
    written = ""
    for move in scenario.moves:
        name, _, said = move.partition(": ")
        match said.split():
            case ["theory", ingredient, formula] if ingredient not in found:
                found[ingredient] = ShownBook(ingredient, formula, (LaidSeal(name, ""),) if implied else ())
            case ["publish", written]:
                found[written] = ShownBook(written, "", (LaidSeal(name, ""),))
            case ["token", formula]:
                found[written] = found[written]._replace(formula=formula)
            case ["seal", ingredient, kind]:
                book = found[ingredient]
                found[ingredient] = book._replace(seals=(*book.seals, LaidSeal(name, kind)))
    return found


def _drawn(
    asked: FigureRequest, book: ShownBook, left: float, names: Sequence[str], *, places: int = PLACES
) -> str:
    """A book with its token and the backs of its seals; free places are dashed."""
    game, lang = asked.game, asked.lang
    middle = left + BOOK / 2
    high = BOOK_HIGH if places else BOOK_HIGH - 42
    drawn = [tinted("none", marks.plate("fg-tint", left, 0, BOOK, high, 1.5))]
    drawn.append(marks.piece(game, book.ingredient, middle, 26, 36))
    drawn.append(marks.circle("fg-paper", middle, 90, 43))
    if book.formula:
        drawn.append(marks.circle("fg-line", middle, 90, 43, 1.5))
        drawn.append(marks.formula(game, book.formula, lang, Point(middle, TOKEN), "triangle", SCALE))
    else:
        drawn.append(marks.circle("fg-quiet", middle, 90, 43, 1.5, ' stroke-dasharray="5 5"'))
    for n in range(places):
        at = Point(middle + (n - 1) * 42, 154)
        if n < len(book.seals):
            name = book.seals[n].name
            drawn.append(marks.marker(names.index(name), marks.letter(game, name, lang), at, 15))
        else:
            drawn.append(marks.circle("fg-quiet", *at, 15, 1.5, ' stroke-dasharray="4 4"'))
    return "".join(drawn)


def _told(asked: FigureRequest, shown: Sequence[ShownBook]) -> str:
    game, lang = asked.game, asked.lang
    return "; ".join(
        ABOUT.in_(lang).format(
            marks.short(game, book.ingredient, lang), marks.short(game, book.formula, lang), len(book.seals)
        )
        for book in shown
        if book.formula
    )


# --- Publishing ---------------------------------------------------------------------------------------------


def published(asked: FigureRequest) -> list[Picture]:
    """The books of a case, and the grant that somebody takes for them."""
    scenario = asked.scenarios[0]
    shown = list(books(scenario).values())
    names = marks.players(scenario.whole)
    drawn = [_drawn(asked, book, n * (BOOK + 22), names) for n, book in enumerate(shown)]
    width, high = len(shown) * (BOOK + 22) - 22, BOOK_HIGH
    events = scenario.expect.get("events", ())
    for event in events:
        if event["kind"] == "grant_taken":
            about = {book.ingredient for book in shown}
            left = (width - GRANT) / 2
            drawn.append(_grant(asked.game, event["grant"], Point(left, high + 16), about))
            high += 16 + GRANT_HIGH + CHECKED
    return [Picture("".join(drawn), (-1, -1, width + 2, high + 2), 1, _told(asked, shown))]


def endorsing(asked: FigureRequest) -> list[Picture]:
    """A book that somebody would agree with, and whom that pays."""
    game, lang, scenario = asked.game, asked.lang, asked.scenarios[0]
    name, _, said = scenario.moves[0].partition(": ")
    book = books(scenario)[said.split()[-1]]
    names = scenario.position["players"]
    drawn = [_drawn(asked, book, 0, names)]
    payees = [BANK.in_(lang), *(marks.person(game, seal.name, lang) for seal in book.seals)]
    seat, letter = names.index(name), marks.letter(game, name, lang)
    drawn.append(marks.marker(seat, letter, Point(166, 88)))
    for n, payee in enumerate(payees):
        y = 88 + (n - (len(payees) - 1) / 2) * 48
        drawn.append(marks.arrow(Point(186, y), Point(206, y)))
        drawn.append(marks.coin(1, Point(224, y)))
        drawn.append(marks.lettered(payee, 244, y, 58, look="fg-first"))
    refusal = scenario.expect["refusal"]
    said = NEED.in_(lang).format(refusal["n"], refusal["gold"])
    box = (-1, -1, WIDE + 2, BOOK_HIGH + 2)
    return [Picture("".join(drawn), box, 1, f"{_told(asked, [book])}. {LIST.join(payees)}", said, "no")]


def seals(asked: FigureRequest) -> list[Picture]:
    """The seals that each player has, and what they bring and cost."""
    game, lang = asked.game, asked.lang
    columns = 108, 176, 258
    drawn = [words(head.in_(lang), x, 16, 15, "fg-label") for head, x in zip(HEADS, columns, strict=True)]
    loss = game.constants["seal_loss"]
    for n, card in enumerate(game.of_kind("seal")):
        y = 50 + n * 42
        saved = "0 / " if card.data["hedge"] else ""
        drawn.append(path(f"M0 {y - 21:g}h{WIDE:g}", "fg-quiet", 1))
        drawn.append(marks.seal(game, card.code, lang, Point(19, y), 17))
        drawn.append(words(f"×{card.data['copies']}", 58, y + 5.4, 16))
        right = card.data["right"]
        costs = (f"+{right}" if right else "0", f"{saved}−{-card.data['wrong']}", f"{saved}−{loss}")
        drawn += [words(said, x, y + 5.4, 16) for said, x in zip(costs, columns, strict=True)]
    return [Picture("".join(drawn), (0, 0, WIDE, 240), 1, SEALS.in_(lang))]


# --- Grants -------------------------------------------------------------------------------------------------

GRANT, GRANT_HIGH, CHECKED = 128.0, 74.0, 20.0


def grants(asked: FigureRequest) -> list[Picture]:
    """The five grants as they lie on the board."""
    game, lang = asked.game, asked.lang
    cards = game.of_kind("grant")
    right, down = WIDE - GRANT, 2 * (GRANT_HIGH + 10)
    outer = iter((Point(0, 0), Point(right, 0), Point(0, down), Point(right, down)))
    drawn = []
    for card in cards:
        central = card.data["place"] != "outer"
        at = Point(right / 2, GRANT_HIGH + 10) if central else next(outer)
        drawn.append(_grant(game, card.code, at, set()))
    label = "; ".join(
        LIST.join(marks.short(game, code, lang) for code in card.data["ingredients"]) for card in cards
    )
    return [Picture("".join(drawn), (-1, -1, WIDE + 2, down + GRANT_HIGH + 2), 1, label)]


def _grant(game: GameContent, code: str, at: Point, about: set[str]) -> str:
    """A grant: its ingredients, the gold of the moment, the points of the end; ✓ below those with a seal."""
    card = game.card_by_code[code]
    checked = CHECKED if about else 0
    plate = marks.plate("fg-tint", at.x, at.y, GRANT, GRANT_HIGH + checked, 1.75)
    drawn = [tinted("teal", plate)]
    ingredients, middle = card.data["ingredients"], at.x + GRANT / 2
    for n, each in enumerate(ingredients):
        x = middle + (n - (len(ingredients) - 1) / 2) * 30
        drawn.append(marks.piece(game, each, x, at.y + 22, 27))
        if each in about:
            drawn.append(marks.check(Point(x, at.y + 48), 6))
    foot = at.y + 54 + checked
    drawn.append(marks.coin(game.constants["grant_gold"], Point(middle - 30, foot), 12))
    drawn.append(marks.points(card.data["vp"], Point(middle + 30, foot)))
    return "".join(drawn)


# --- Debunking ----------------------------------------------------------------------------------------------


def checks(asked: FigureRequest) -> list[Picture]:
    """Apprentices debunk: the sign on the token beside the one that the laboratory shows."""
    return [_check(asked, scenario) for scenario in asked.scenarios]


def _check(asked: FigureRequest, scenario: Scenario) -> Picture:
    game, lang = asked.game, asked.lang
    ingredient, colour = next(move for move in scenario.moves if ": debunk " in move).split()[-2:]
    book = books(scenario)[ingredient]
    fallen = any(event["kind"] == "theory_falls" for event in scenario.expect["events"])
    token = formula_of(game.card_by_code[book.formula].data).signs[COLOURS.index(colour)]
    sign = OTHER[token] if fallen else token
    middle = Point(HALF / 2, 74)
    circle = marks.circle_at(colour, middle, scale=1.8)
    lab = Point(circle.x, 150)
    drawn = [
        marks.piece(game, book.ingredient, HALF / 2, 22, 38),
        marks.formula(game, book.formula, lang, middle, scale=1.8),
        marks.circle("fg-bad" if fallen else "fg-good", *circle, 22, 2.5),
        marks.arrow(Point(circle.x, 126), Point(circle.x, 102)),
        marks.token(game, colour + sign, lang, lab, 19),
        marks.icon("laboratory", lab.x + (40 if lab.x < 90 else -40), lab.y, 30),
    ]
    constants = game.constants
    change = f"+{constants['debunk_success']}" if fallen else f"−{constants['debunk_failure']}"
    said = (FALLEN if fallen else STANDS).in_(lang).format(change)
    label = f"{game.colour_by_id[colour].name.in_(lang)} {SIGN_WORDS[sign].in_(lang)}: {said}"
    return Picture("".join(drawn), (0, 0, HALF, 172), 1, label, said, "yes" if fallen else "no")


def experiments(asked: FigureRequest) -> list[Picture]:
    """Masters debunk: two books, the potion that is asked about, the answer and what comes of it."""
    return [_experiment(asked, scenario) for scenario in asked.scenarios]


def _experiment(asked: FigureRequest, scenario: Scenario) -> Picture:
    game, lang = asked.game, asked.lang
    found, events = books(scenario), scenario.expect["events"]
    *asked_about, potion = next(move for move in scenario.moves if ": debunk " in move).split()[-3:]
    pair = [found.get(code, ShownBook(code, "")) for code in asked_about]
    drawn = []
    for n, book in enumerate(pair):
        left = n * (WIDE - BOOK)
        drawn.append(_drawn(asked, book, left, marks.players(scenario.whole), places=0))
        middle = left + BOOK / 2
        drawn.append(path(f"M{middle:g} 134V166H{150 - 30 + 60 * n:g}", "fg-line", 2))
    fallen = [event for event in events if event["kind"] == "theory_falls"]
    for event in fallen:
        n = [book.ingredient for book in pair].index(event["ingredient"])
        token = Point(n * (WIDE - BOOK) + BOOK / 2, TOKEN)
        circle = marks.circle_at(event["colour"], token, "triangle", SCALE)
        drawn.append(marks.circle("fg-bad", *circle, 21, 3))
        drawn.append(marks.cross(Point(token.x + 50, 26), 9))
    conflict = any(event["kind"] == "conflict_shown" for event in events)
    if conflict:
        drawn += [marks.icon("conflict-token", n * (WIDE - BOOK) + 119, 22, 30, "red") for n in (0, 1)]
    said_yes = any(event["kind"] == "debunk_yes" for event in events)
    drawn.append(marks.flask(game, potion, lang, Point(150, 166), 40))
    mark = Point(192, 192)
    drawn.append(marks.check(mark, 9) if said_yes else marks.cross(mark, 8))
    reply = (YES if said_yes else NO).in_(lang)
    change = f"+{game.constants['debunk_success']}"
    if conflict:
        one, other = (formula_of(game.card_by_code[book.formula].data) for book in pair)
        said = CONFLICT.in_(lang).format(marks.short(game, mix(one, other), lang), reply)
    else:
        said = (FALL if len(fallen) > 1 else FALLS).in_(lang).format(reply, change)
    label = f"{_told(asked, pair)}. {marks.short(game, potion, lang)}: {said}"
    return Picture("".join(drawn), (-1, -1, WIDE + 2, 206), 1, label, said, "yes")


def losses(asked: FigureRequest) -> list[Picture]:
    """The seals of a fallen theory, turned up, and what they cost."""
    game, scenario = asked.game, asked.scenarios[0]
    events = scenario.expect["events"]
    fallen = next(event for event in events if event["kind"] == "theory_falls")
    book = books(scenario)[fallen["ingredient"]]
    moved = {each["seat"]: each["n"] - each["before"] for each in events if each["kind"] == "reputation"}
    changes = {seal.name: moved.get(seal.name, 0) for seal in book.seals}
    return [_verdict(asked, book, [(THEORY, book.formula)], [fallen["colour"]], changes, game)]


def reveal(asked: FigureRequest) -> list[Picture]:
    """A theory beside the truth at the end, and what its seals bring."""
    return [_reveal(asked, scenario) for scenario in asked.scenarios]


def _reveal(asked: FigureRequest, scenario: Scenario) -> Picture:
    game = asked.game
    _, ingredient, truth = scenario.moves[-1].partition(": ")[2].split()
    book = books(scenario)[ingredient]
    signs = (formula_of(game.card_by_code[code].data).signs for code in (book.formula, truth))
    wrong = [colour for colour, one, other in zip(COLOURS, *signs, strict=True) if one != other]
    start = game.constants["reputation_start"]
    changes = {name: score - start for name, score in scenario.expect["scores"].items()}
    return _verdict(asked, book, [(THEORY, book.formula), (TRUTH, truth)], wrong, changes, game)


def _verdict(
    asked: FigureRequest,
    book: ShownBook,
    rows: Sequence[tuple[Text, str]],
    wrong: Sequence[str],
    changes: Mapping[str, int],
    game: GameContent,
) -> Picture:
    """Formulas one below the other, wrong signs ringed, and the seals with what each owner gets."""
    lang, scale = asked.lang, 1.8
    drawn = [marks.piece(game, book.ingredient, 24, 22, 36)]
    for n, (title, code) in enumerate(rows):
        at = Point(212, 24 + n * 52)
        drawn.append(words(title.in_(lang), 50, at.y + 5, 15, "fg-first"))
        drawn.append(marks.formula(game, code, lang, at, scale=scale))
        for colour in wrong:
            drawn.append(marks.circle("fg-bad", *marks.circle_at(colour, at, scale=scale), 22.5, 3))
    top = 30.0 + len(rows) * 52
    drawn += _owners(asked, book, changes, top)
    names = LIST.join(
        f"{marks.person(game, seal.name, lang)}, {marks.short(game, seal.kind, lang)}:"
        f" {with_sign(changes[seal.name])}"
        for seal in book.seals
    )
    return Picture("".join(drawn), (0, -1, WIDE, top + 90), 1, f"{_told(asked, [book])}. {names}")


def _owners(asked: FigureRequest, book: ShownBook, changes: Mapping[str, int], top: float) -> Iterator[str]:
    for n, seal in enumerate(book.seals):
        x, change = 50.0 + n * 100, changes[seal.name]
        yield marks.seal(asked.game, seal.kind, asked.lang, Point(x, top + 14), 20)
        yield words(marks.person(asked.game, seal.name, asked.lang), x, top + 54, 15)
        tint = "red" if change < 0 else "green" if change else "none"
        yield tinted(tint, words(with_sign(change), x, top + 80, 20, "fg-tint-words"))
