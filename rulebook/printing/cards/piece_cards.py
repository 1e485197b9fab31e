"""Printed cards that are a picture with a name and what the card does below it.

Drawn at a width of 63 and scaled; a card that is higher for its width gets more room for its words. What
stands beside the picture follows from the card's kind (`HEADS`, `MARKS`).
"""

from collections.abc import Callable, Mapping

from rulebook.content.entries import Card, GameContent, Text
from rulebook.drawing.piece_cards import piece_icon
from rulebook.games.alchemists.printing import signs
from rulebook.printing.cards.lettering import Fitted, fit, typeset
from rulebook.printing.cards.paint import (
    BASE_WIDTH,
    FULL_INK,
    INK,
    INKS,
    MUTED,
    PAPER,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    SERIF_ITALIC,
    Family,
    Size,
    Sketch,
    Style,
    frame,
    ground,
    icon,
    text,
)
from rulebook.printing.cards.piece_back import BACKS, back

OURS = Text("восстановлено нами", "our reconstruction")
NUMERALS = ("", "I", "II", "III")
# When a favour may be played, and an artifact works; the words of `data.when` are those of the data file.
WHEN: Mapping[str, Text] = {
    "planning": Text("при планировании", "while planning"),
    "your turn to sell, before mixing": Text("ваша продажа, до смешивания", "your sale, before mixing"),
    "your turn to sell": Text("ваша продажа", "your sale"),
    "immediately when received": Text("сразу, как получили", "at once when received"),
    "transmuting": Text("при трансмутации", "while transmuting"),
    "buying an artifact": Text("при покупке артефакта", "while buying an artifact"),
    "permanent": Text("действует всегда", "permanent"),
    "permanent, once per round": Text("раз в раунд", "once per round"),
    "permanent, not in the final round": Text("всегда, кроме 6-го раунда", "always but in round 6"),
    "immediate": Text("сразу при покупке", "at once when bought"),
    "immediate and permanent": Text("сразу и всегда", "at once and for good"),
    "none": Text("", ""),
    "final scoring": Text("финальный подсчёт", "final scoring"),
    "exhibition and final scoring": Text("выставка и финал", "exhibition and final scoring"),
    "final scoring, before everything else": Text("финальный подсчёт, первым", "final scoring, first of all"),
    "after the great reveal": Text("после Большого открытия", "after the great reveal"),
}
LINE = 1.2  # height of a line of letters
MIDDLE = BASE_WIDTH / 2


def sketch(game: GameContent, card: Card, lang: str, style: Style) -> Sketch:
    return Sketch(game, card, lang, ink_of(game, card), style)


def ink_of(game: GameContent, card: Card) -> str:
    """The ink of a card: that of its deck's back, else its own."""
    own = card.kind == "ingredient" or card.deck not in BACKS
    return signs.ink_of(game, card) if own else BACKS[card.deck].ink


def face(
    game: GameContent, card: Card, size: Size, lang: str, *, bleed: float = 0, style: Style = FULL_INK
) -> str:
    """The picture above, the name in the middle, words below."""
    it = sketch(game, card, lang, style)
    height = size.height / size.scale
    foot = height - 6.6
    plain = not (card.rule or card.text or card.data.get("when"))
    top = 29.4 + (height - 88) * 0.3 + (9 if plain else 0)
    ring = 18.0 if plain else 13.4
    name_y = top + ring + 6.4
    name = fit(card.name.in_(lang), SERIF_BOLD, 51, 1, (5.6, 4.6))
    if len(name.lines) > 1:
        name = fit(card.name.in_(lang), SERIF_BOLD, 51, 2, (5.4, 4.0))
    below = name_y + (len(name.lines) - 1) * name.size * LINE + 2.6
    inside = (
        _head(it, height)
        + _picture(it, top, ring)
        + typeset(name, MIDDLE, name_y, SERIF_BOLD, INK, height=LINE)
        + FEET.get(card.kind, _words)(it, below, foot - 3.4)
        + _foot(it, foot)
    )
    return (
        ground(size, bleed, style.ground)
        + frame(size, it.ink)
        + f'<g transform="scale({size.scale:.5g})">{inside}</g>'
    )


def _picture(it: Sketch, y: float, ring: float) -> str:
    """The picture in a ring; where a kind is drawn with marks, these."""
    if it.card.kind in MARKS:
        return MARKS[it.card.kind](it, y)
    side = ring * 1.4
    return (
        f'<circle cx="{MIDDLE:g}" cy="{y:.2f}" r="{ring:g}" {it.pale} stroke="{it.ink}" stroke-width=".35"/>'
        + icon(piece_icon(it.card), MIDDLE - side / 2, y - side / 2, side, it.ink, stroke=1.25)
    )


def _head(it: Sketch, height: float) -> str:
    """What stands in the corners."""
    return HEADS[it.card.kind](it, height) if it.card.kind in HEADS else ""


def _ingredient_head(it: Sketch, height: float) -> str:
    """A small picture for a fan of cards, the same at the other end."""
    small = icon(piece_icon(it.card), 6.4, 6.6, 9, it.ink)
    return small + f'<g transform="rotate(180 {MIDDLE:g} {height / 2:.2f})">{small}</g>'


def _artifact_head(it: Sketch, height: float) -> str:
    """The price, the deck, the points; a star for points that depend on something, nothing for none."""
    vp = it.data.get("vp")
    worth = "" if vp == 0 else signs.points("" if vp is None else str(vp), 51.6, 12, 5.4, it.ink, it.style)
    return (
        signs.coin(str(it.data["price"]), 11.6, 12, 5.4, INKS["ochre"], it.style)
        + text(MIDDLE, 13.4, 5.6, NUMERALS[it.data["deck"]], family=SERIF_BOLD, fill=it.ink)
        + worth
    )


def _discount_marks(it: Sketch, y: float) -> str:
    off = it.data["discount"]
    return text(MIDDLE, y + 3, 24, f"−{off}" if off else "0", family=SERIF_BOLD, fill=it.ink) + signs.smiles(
        it.data["smiles"], MIDDLE, y + 10.6, 3.4, it.ink
    )


def _formula_marks(it: Sketch, y: float) -> str:
    return signs.formula(it.game, it.card, it.lang, (MIDDLE, y), 32, it.style, "triangle")


def _orders(it: Sketch, top: float, bottom: float) -> str:
    """The three potions that an adventurer buys, from left to right."""
    y, size = (top + bottom) / 2 - 1, 13.6
    lines = "".join(f"M{MIDDLE + dx:.2f} {y - size / 2:.2f}v{size:.2f}" for dx in (-8.3, 8.3))
    bottles = "".join(
        signs.piece(it.game, code, MIDDLE + (n - 1) * 16.6, y, size)
        for n, code in enumerate(it.data["potions"])
    )
    return f'<path d="{lines}" stroke="{it.ink}" stroke-width=".2"/>{bottles}'


def _grant_marks(it: Sketch, y: float) -> str:
    """The ingredients in rows of two, the points in the corner."""
    codes = it.data["ingredients"]
    drawn = "".join(
        signs.piece(it.game, code, *place, 12)
        for code, place in zip(codes, spots(len(codes), MIDDLE, y, 14.5), strict=True)
    )
    return drawn + signs.points(str(it.data["vp"]), 51.6, 12, 5.4, it.ink, it.style)


def spots(count: int, x: float, y: float, step: float) -> list[tuple[float, float]]:
    """Middles of three or four things: one above two, or two above two."""
    half = step / 2
    upper = [(x, y - half)] if count == 3 else [(x - half, y - half), (x + half, y - half)]
    return [*upper, (x - half, y + half), (x + half, y + half)]


def _conference_marks(it: Sketch, y: float) -> str:
    """Both sides in a table: seals that are needed, what is gained and what is lost."""
    drawn = ""
    for n, (side, name) in enumerate(SIDES.items()):
        middle = MIDDLE + (n * 2 - 1) * 12.6
        drawn += text(middle, y - 14, 4, name.in_(it.lang), family=SANS_BOLD, fill=it.ink)
        drawn += conference_rows(it, side, (middle, y - 8.4), 24, 4.2)
    return drawn


SIDES: Mapping[str, Text] = {"apprentice": Text("ученик", "apprentice"), "master": Text("магистр", "master")}


def conference_rows(it: Sketch, side: str, top: tuple[float, float], width: float, size: float) -> str:
    """«2+ печати: +1», then what fewer seals cost; `top` is the middle of the first row's baseline."""
    rule = it.data[side]
    rows = [(f"{rule['need']}+", f"+{rule['gain']}", INKS["green"])]
    rows += [(str(n), f"−{rule['losses'][n]}", INKS["red"]) for n in reversed(range(rule["need"]))]
    drawn = ""
    for n, (seals, change, ink) in enumerate(rows):
        y = top[1] + n * size * 1.5
        drawn += icon("kind-seal", top[0] - width / 2, y - size * 0.85, size * 1.05, MUTED)
        drawn += text(top[0] - width * 0.14, y, size, seals, family=SANS_BOLD)
        drawn += text(top[0] + width * 0.3, y, size * 1.15, change, family=SERIF_BOLD, fill=ink)
    return drawn


def _quality_marks(it: Sketch, y: float) -> str:
    return signs.coin(str(it.data["price"]), MIDDLE, y, 13, it.ink, it.style)


HEADS: Mapping[str, Callable[[Sketch, float], str]] = {
    "ingredient": _ingredient_head,
    "artifact": _artifact_head,
}
MARKS: Mapping[str, Callable[[Sketch, float], str]] = {
    "discount": _discount_marks,
    "alchemical": _formula_marks,
    "grant": _grant_marks,
    "conference": _conference_marks,
    "quality": _quality_marks,
}
FEET: Mapping[str, Callable[[Sketch, float, float], str]] = {"adventurer": _orders}


def _words(it: Sketch, top: float, bottom: float) -> str:
    """When the card works, and what it does, in the middle of the room between `top` and `bottom`."""
    when = WHEN[it.data["when"]].in_(it.lang) if "when" in it.data else ""
    rule = it.card.rule.in_(it.lang) if it.card.rule else ""
    room = bottom - top - (5 if when else 0)
    words = _fill(rule, room) if rule else Fitted(0, ())
    tall = len(words.lines) * words.size * LINE
    y = top + (bottom - top - tall - (5 if when else 0)) * 0.4
    drawn = ""
    if when:
        size = fit(when, SERIF_ITALIC, 51, 1, (4.0, 3.0)).size
        drawn = text(MIDDLE, y + 3.4, size, when, family=SERIF_ITALIC, fill=it.ink)
        y += 5
    return drawn + typeset(words, MIDDLE, y + words.size * 0.9, SANS, INK, height=LINE)


def _fill(words: str, room: float) -> Fitted:
    """Words at the largest size at which they fit into a height."""
    for tenths in range(40, 26, -1):
        size = tenths / 10
        found = fit(words, SANS, 50, int(room / (size * LINE)), (size, size))
        if len(found.lines) * size * LINE <= room:
            return found
    return found


def _foot(it: Sketch, y: float) -> str:
    """The kind of the card, and whether its values are ours."""
    kind = it.game.kind_by_id[it.card.kind].name.in_(it.lang)
    words = f"{kind} · {OURS.in_(it.lang)}" if it.card.guessed else kind
    return text(MIDDLE, y, 2.7, words, family=SANS, fill=MUTED)


def small(game: GameContent, card: Card, lang: str) -> str:
    """The picture on a card 20 × 28."""
    ink = ink_of(game, card)
    middle = (
        signs.formula(game, card, lang, (10, 14), 15, FULL_INK, "triangle")
        if card.kind == "alchemical"
        else icon(piece_icon(card), 3.5, 7.5, 13, ink)
    )
    return (
        f'<rect x=".5" y=".5" width="19" height="27" rx="2.6" fill="{PAPER}" stroke="{ink}" '
        f'stroke-width=".8"/>{middle}'
    )


FAMILY = Family(face, back, small)
