"""What comes in an order, and the exhibition, conferences, artifacts as figures. Pure."""

from collections.abc import Mapping, Sequence

from games.alchemists.rulebook.drawing import marks, pieces
from games.alchemists.rulebook.drawing.marks import WIDE, Point
from games.alchemists.rulebook.reference.formulas import COLOURS
from games.alchemists.rulebook.reference.pieces import shortfalls
from rulebook.content.entries import Card, Text
from rulebook.drawing.figures import FigureRequest, Picture, path, tinted, words
from rulebook.drawing.piece_cards import ROMAN

HALF = 142.0
APPRENTICE, MASTER = Text("ученик", "apprentice"), Text("магистр", "master")
PRICE, DECK, POINTS = Text("цена", "price"), Text("колода", "deck"), Text("очки в конце", "points at the end")
SEALS = Text("печати", "seals")


def steps(asked: FigureRequest) -> list[Picture]:
    """What is done one after another, each step with its icon; the figure says it."""
    row, told = 40.0, asked.figure.data["steps"]
    drawn = [path(f"M16 20V{row * len(told) - 20:g}", "fg-quiet", 2)]
    for n in range(len(told)):
        y = row * (n + 0.5)
        drawn.append(marks.circle("fg-paper", 16, y, 14))
        drawn.append(marks.circle("fg-line", 16, y, 13, 1.5))
        drawn.append(words(str(n + 1), 16, y + 5.2, 15))
    return [_listed(asked, "".join(drawn), told, 56)]


def choices(asked: FigureRequest) -> list[Picture]:
    """What may come, one below the other, each with its icon; the figure says it."""
    return [_listed(asked, "", asked.figure.data["steps"], 18)]


def _listed(asked: FigureRequest, before: str, told: Sequence[Mapping[str, str]], left: float) -> Picture:
    lang, row = asked.lang, 40.0
    drawn = []
    for n, step in enumerate(told):
        y = row * (n + 0.5)
        drawn.append(marks.icon(step["icon"], left, y, 30, step.get("tint", "accent")))
        drawn.append(marks.lettered(step[lang], left + 26, y, WIDE - left - 28, look="fg-first"))
    label = "; ".join(step[lang] for step in told)
    return Picture(before + "".join(drawn), (0, 0, WIDE, row * len(told)), 1, label)


def exhibition(asked: FigureRequest) -> list[Picture]:
    """The exhibition after the shows of a case: whose cube stands where, and what it brought."""
    game, lang, scenario = asked.game, asked.lang, asked.scenarios[0]
    names = scenario.position["players"]
    shown = [each for each in scenario.expect["events"] if each["kind"] == "exhibited"]
    first, both = (game.constants[f"exhibit_{key}"] for key in ("first", "both"))
    wide, high = 100.0, 132.0
    drawn = []
    for n, code in enumerate(colour + sign for sign in "+-" for colour in COLOURS):
        x, y = wide * (n % 3 + 0.5), high * (n // 3)
        drawn.append(tinted("none", marks.plate("fg-tint", x - 46, y, 92, high - 8, 1)))
        drawn.append(marks.flask(game, code, lang, Point(x - 20, y + 26)))
        owners = [each["seat"] for each in shown if each["potion"] == code]
        for k in range(len(names)):
            at = Point(x + 22, y + 34) if k == 0 else Point(x - 24 + (k - 1) * 28, y + 98)
            size = 28 if k == 0 else 22
            if k < len(owners):
                seat, letter = names.index(owners[k]), marks.letter(game, owners[k], lang)
                drawn.append(marks.cube(at, size, seat, letter))
            else:
                drawn.append(marks.cube(at, size))
        if owners:
            drawn.append(words(f"+{first}", x + 22, y + 70, 16))
    for n, colour in enumerate(COLOURS):
        own = [{each["seat"] for each in shown if each["potion"] == colour + sign} for sign in "+-"]
        if own[0] & own[1]:
            x = wide * (n + 0.5) + 24
            drawn.append(marks.arrow(Point(x, high - 22), Point(x, high + 12), "fg-good", 2.5))
            drawn.append(marks.circle("fg-paper", x - 26, high - 4, 14))
            drawn.append(words(f"+{both}", x - 26, high + 1, 16))
    box = (0, -1, WIDE, high * 2 - 6)
    return [Picture("".join(drawn), box, 1, ", ".join(_show(asked, each) for each in shown))]


def _show(asked: FigureRequest, event: dict[str, str]) -> str:
    name = marks.person(asked.game, event["seat"], asked.lang)
    return f"{name}: {marks.short(asked.game, event['potion'], asked.lang)}"


def conferences(asked: FigureRequest) -> list[Picture]:
    """What each number of seals brings or costs at both conferences, on both levels."""
    return [_conference(asked, card) for card in asked.game.of_kind("conference")]


def _conference(asked: FigureRequest, card: Card) -> Picture:
    lang = asked.lang
    rows = [(str(each.seals), each.apprentice, each.master) for each in shortfalls(card)]
    gains = [card.data[level]["gain"] for level in ("apprentice", "master")]
    rows.append((f"{len(rows)}+", gains[0], gains[1]))
    columns = 13, 57, 113
    drawn = [marks.icon("kind-seal", columns[0], 18, 24)]
    drawn += [
        words(title.in_(lang), x, 24, marks.LETTER, "fg-label")
        for title, x in zip((APPRENTICE, MASTER), columns[1:], strict=True)
    ]
    for n, (seals, *changes) in enumerate(rows):
        y = 58 + n * 30
        drawn.append(path(f"M0 {y - 20:g}h{HALF:g}", "fg-quiet", 1))
        drawn.append(words(seals, columns[0], y, 16))
        for change, x in zip(changes, columns[1:], strict=True):
            said = f"{change:+}".replace("-", "−")
            tint = "red" if change < 0 else "green"
            drawn.append(tinted(tint, words(said, x, y, 17, "fg-tint-words")))
    said = card.name.in_(lang)
    box = (0, 0, HALF, 66 + 30 * (len(rows) - 1))
    told = "; ".join(f"{seals}: {one:+} / {other:+}" for seals, one, other in rows)
    return Picture("".join(drawn), box, 1, f"{said}. {SEALS.in_(lang)}: {told}", said)


def artifact(asked: FigureRequest) -> list[Picture]:
    """The card of an artifact and what its corners say."""
    game, lang = asked.game, asked.lang
    card = game.card_by_id[asked.figure.data["card"]]
    tint = pieces.tint(game, card)
    price, deck, worth = card.data["price"], ROMAN[card.data["deck"]], card.data["vp"]
    drawn = [
        tinted(tint, marks.plate("fg-tint", 1, 1, 138, 190, 2)),
        marks.coin(price, Point(24, 26)),
        words(deck, 70, 32, 18),
        marks.points(worth, Point(116, 26)),
        marks.icon(pieces.piece_icon(card), 70, 94, 72, tint),
        marks.lettered(card.name.in_(lang), 70, 158, 124),
        marks.coin(price, Point(166, 40)),
        words(deck, 166, 98, 18),
        marks.points(worth, Point(166, 144)),
    ]
    for n, note in enumerate((PRICE, DECK, POINTS)):
        drawn.append(marks.lettered(note.in_(lang), 188, 40 + n * 52, 112, look="fg-first"))
    return [Picture("".join(drawn), (0, 0, WIDE, 192), 1, card.name.in_(lang))]
