"""Printed cards of «Алхимики»: what stands beside the picture follows from the card's kind."""

from collections.abc import Callable, Mapping

from games.alchemists.rulebook.drawing.pieces import FORMULA_KIND, piece_icon
from games.alchemists.rulebook.printing import signs
from games.alchemists.rulebook.printing.inks import INK as OWN_INK
from games.alchemists.rulebook.printing.inks import TINT as OWN_TINT
from rulebook.content.entries import Card, GameContent, Text
from rulebook.drawing.piece_cards import ROMAN
from rulebook.printing.cards import piece_back
from rulebook.printing.cards.inks import ink_of
from rulebook.printing.cards.paint import (
    FULL_INK,
    INKS,
    MUTED,
    SANS_BOLD,
    SERIF_BOLD,
    TINTS,
    Size,
    Sketch,
    Style,
    icon,
    text,
)
from rulebook.printing.cards.piece_back import DeckBack
from rulebook.printing.cards.piece_cards import MIDDLE, Design

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
BACKS: Mapping[str, DeckBack] = {
    "ingredients": DeckBack("kind-ingredient", INKS["green"], TINTS["green"], 96),
    "favours": DeckBack("kind-favour", INKS["teal"], TINTS["blue"], 60),
    "discounts": DeckBack("kind-discount", INKS["ochre"], TINTS["ochre"], 36),
    "artifacts-1": DeckBack("kind-artifact", INKS["purple"], TINTS["purple"], 72, "I"),
    "artifacts-2": DeckBack("kind-artifact", INKS["plum"], TINTS["red"], 72, "II"),
    "artifacts-3": DeckBack("kind-artifact", OWN_INK, OWN_TINT, 72, "III"),
    "adventurers": DeckBack("kind-adventurer", INKS["umber"], TINTS["ochre"], 48),
}
OTHER = DeckBack("cauldron", OWN_INK, OWN_TINT, 48)


def back(game: GameContent, size: Size, deck: str, *, bleed: float = 0, style: Style = FULL_INK) -> str:
    """The back of a deck: decks are told apart by ink, pattern, sign and numeral."""
    return piece_back.back(BACKS.get(deck, OTHER), size, bleed=bleed, style=style)


def card_ink(game: GameContent, card: Card) -> str:
    """The ink of a card: that of its deck's back, else its own."""
    own = card.kind == "ingredient" or card.deck not in BACKS
    return ink_of(game, card) if own else BACKS[card.deck].ink


def moment(card: Card, lang: str) -> str | None:
    """When a card works; None for cards that say nothing of it."""
    return WHEN[card.data["when"]].in_(lang) if "when" in card.data else None


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
        + text(MIDDLE, 13.4, 5.6, ROMAN[it.data["deck"]], family=SERIF_BOLD, fill=it.ink)
        + worth
    )


def _discount_marks(it: Sketch, y: float, ring: float) -> str:
    off = f"−{it.data['discount']}" if it.data["discount"] else "0"
    return text(MIDDLE, y + ring * 0.28, ring * 1.9, off, family=SERIF_BOLD, fill=it.ink) + signs.smiles(
        it.data["smiles"], MIDDLE, y + ring * 0.76, ring * 0.23, it.ink
    )


def _formula_marks(it: Sketch, y: float, ring: float) -> str:
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


def _grant_marks(it: Sketch, y: float, ring: float) -> str:
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


def _conference_marks(it: Sketch, y: float, ring: float) -> str:
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


def _quality_marks(it: Sketch, y: float, ring: float) -> str:
    return signs.coin(str(it.data["price"]), MIDDLE, y, 13, it.ink, it.style)


HEADS: Mapping[str, Callable[[Sketch, float], str]] = {
    "ingredient": _ingredient_head,
    "artifact": _artifact_head,
}
MARKS: Mapping[str, Callable[[Sketch, float, float], str]] = {
    "discount": _discount_marks,
    "alchemical": _formula_marks,
    "grant": _grant_marks,
    "conference": _conference_marks,
    "quality": _quality_marks,
}
FEET: Mapping[str, Callable[[Sketch, float, float], str]] = {"adventurer": _orders}


def _head(it: Sketch, height: float) -> str:
    return HEADS[it.card.kind](it, height) if it.card.kind in HEADS else ""


def _mark(it: Sketch, y: float, ring: float) -> str:
    return MARKS[it.card.kind](it, y, ring) if it.card.kind in MARKS else ""


def _foot(it: Sketch, top: float, bottom: float) -> str:
    return FEET[it.card.kind](it, top, bottom) if it.card.kind in FEET else ""


def _small_mark(game: GameContent, card: Card, lang: str) -> str:
    """A formula is its own picture."""
    if card.kind != FORMULA_KIND:
        return ""
    return signs.formula(game, card, lang, (10, 14), 15, FULL_INK, "triangle")


DESIGN = Design(card_ink, piece_icon, back, moment, _head, _mark, _foot, _small_mark)
FAMILY = DESIGN.family()
