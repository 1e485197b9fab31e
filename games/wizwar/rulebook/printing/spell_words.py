"""What is said in short of a card that is played: on its printed face and in the rulebook's list of cards."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rulebook.content.entries import Card, GameContent, Text

SIGHT = Text("ЛВ", "LOS")
OURS = Text("восстановлено нами", "our reconstruction")
PARTLY = Text("частью восстановлено нами", "partly our reconstruction")
# How little of a card anybody found.
LITTLE_KNOWN: Mapping[str, Text] = {
    "name": Text("восстановлено: числа наши", "reconstructed: the figures are ours"),
    "none": Text("образец: придумали мы", "a sample of ours"),
    "table": Text("ваша карта", "your card"),
}
COPIES_OURS = Text("число копий выбрали мы", "number of copies is our choice")
OR = Text(" или ", " or ")
HARMS: Mapping[str, Text] = {
    "magical": Text("магический", "magical"),
    "physical": Text("физический", "physical"),
}
# On a card too small for the whole word; the shape around the figure says it, too.
HARMS_SHORT: Mapping[str, Text] = {
    "magical": Text("магич.", "magical"),
    "physical": Text("физич.", "physical"),
}
HARM = Text("урон", "damage")
PER = Text("за клетку", "per square")
# What an amount depends on, besides a number card: the figure, and what it is for.
AMOUNTS: Mapping[str, tuple[str, Text]] = {
    "N x stones": ("N", Text("за камень", "per stone")),
    "1 per card drawn": ("1", Text("за карту", "per card")),
    "1 per extra square": ("1", PER),
    "1 per square not moved": ("1", PER),
}
ELEMENTS: Mapping[str, Text] = {
    "fire": Text("огонь", "fire"),
    "water": Text("вода", "water"),
    "lightning": Text("молния", "lightning"),
}
NUMBERS: Mapping[str, Text] = {
    "power": Text("сила", "power"),
    "duration": Text("ходов", "turns"),
    "charges": Text("зарядов", "charges"),
}
NUMBER_USES: Mapping[str, Text] = {
    "power": Text("цифра даёт силу", "a number gives its power"),
    "duration": Text("цифра даёт срок", "a number gives its duration"),
    "charges": Text("цифра даёт заряды", "a number gives its charges"),
}
FOR_GOOD = Text("без срока", "for good")


class Measure(NamedTuple):
    """A number of `data`: how it is written on a card, what stands below it there, how a list says it."""

    pattern: str
    below: Text
    said: Text


MEASURES: Mapping[str, Measure] = {
    "hp": Measure("{}", Text("прочность", "hit points"), Text("прочность {}", "{} hit points")),
    "points": Measure("−{}", Text("урон", "damage"), Text("урон меньше на {}", "{} less damage")),
    "range_squares": Measure("{}", Text("шага", "squares"), Text("до {} шагов", "up to {} squares")),
    "cards": Measure("{}", Text("карты", "cards"), Text("до {} карт", "up to {} cards")),
    "base_move": Measure("{}", Text("шаги", "steps"), Text("шаги {}", "{} steps")),
    "step_penalty": Measure("−{}", Text("шаги", "steps"), Text("шагов меньше на {}", "{} fewer steps")),
    "hand_limit_bonus": Measure("+{}", Text("к руке", "in hand"), Text("+{} к руке", "+{} in hand")),
}
STATS: Mapping[str, Measure] = {
    "life": Measure("{}", Text("жизни", "life"), Text("жизни {}", "{} life")),
    "move": Measure("{}", Text("шаги", "steps"), Text("шаги {}", "{} steps")),
}
ALSO = Text("ещё и {}", "also a {}")
AT_ONCE = Text("действует сама", "works by itself")
OBJECT = Text("физический предмет", "physical object")
SPELL = Text("заклинание", "spell")
ACTION = Text("физическое действие", "physical action")
STEPS_OR_N = Text("шаги, сила или срок", "steps, power or duration")


class SpellBadge(NamedTuple):
    """A figure beside a card's picture; `look` says how it is drawn, `lines` stand below it, on a small card
    what `brief` has in place of the first one.
    """

    look: str
    figure: str
    lines: tuple[str, ...]
    brief: str = ""

    @property
    def short(self) -> tuple[str, ...]:
        return (self.brief, *self.lines[1:]) if self.brief else self.lines


def badges(card: Card, lang: str) -> list[SpellBadge]:
    """The figures of a card, damage first, then its number."""
    found = (make(card, lang) for make in BADGES)
    return [*(badge for badge in found if badge), *_figures(card, lang)]


def _harm(card: Card, lang: str) -> SpellBadge | None:
    damage = card.data.get("damage")
    if not damage:
        return None
    figure, of = AMOUNTS.get(str(damage["amount"]), (str(damage["amount"]), None))
    of = of or ELEMENTS.get(damage.get("element", ""), HARM)
    kind = damage["kind"]
    return SpellBadge(kind, figure, (HARMS[kind].in_(lang), of.in_(lang)), brief=HARMS_SHORT[kind].in_(lang))


def _number(card: Card, lang: str) -> SpellBadge | None:
    use = NUMBERS.get(card.data["number"])
    return SpellBadge("number", "N", (use.in_(lang),)) if use else None


def _for_good(card: Card, lang: str) -> SpellBadge | None:
    return (
        SpellBadge("lasting", "", (FOR_GOOD.in_(lang),)) if card.data.get("duration") == "permanent" else None
    )


BADGES: tuple[Callable[[Card, str], SpellBadge | None], ...] = (_harm, _number, _for_good)


def _figures(card: Card, lang: str) -> list[SpellBadge]:
    return [
        SpellBadge("figure", measure.pattern.format(n), (measure.below.in_(lang),))
        for measure, n in _measured(card)
    ]


def _measured(card: Card) -> list[tuple[Measure, int]]:
    """The other numbers of a card: its own, then those of the monster that it creates."""
    stats = card.data.get("stats", {})
    own = [(measure, card.data[key]) for key, measure in MEASURES.items() if key in card.data]
    return own + [(measure, stats[key]) for key, measure in STATS.items() if key in stats]


def types(game: GameContent, card: Card, lang: str) -> str:
    """«нейтральная или контрдействие»: the types as which a card is played."""
    kinds = (card.kind, *card.data.get("also", ()))
    return OR.in_(lang).join(game.kind_by_id[kind].name.in_(lang) for kind in kinds)


def nature(card: Card, lang: str) -> str:
    """A spell, an action of the body, an object; what rules on spells alone ask for."""
    if card.value:
        return STEPS_OR_N.in_(lang)
    said = AT_ONCE if card.data.get("immediate") else OBJECT if card.data.get("object") else None
    return (said or (SPELL if card.data["spell"] else ACTION)).in_(lang)


def ours(card: Card, lang: str) -> str:
    """Whether what a card does is reconstructed, wholly or in part; empty where it is known."""
    source = card.data["from"]
    if "known" in card.data:
        return LITTLE_KNOWN[card.data["known"]].in_(lang)
    if source["effect"] == "reconstruction":
        return OURS.in_(lang)
    partly = card.guessed or source["also_reconstruction"] or source["type"] == "reconstruction"
    return PARTLY.in_(lang) if partly else ""


def facts(game: GameContent, card: Card, lang: str) -> list[str]:
    """A card that is played in short pieces, for a list."""
    use = NUMBER_USES.get(card.data["number"])
    pieces = [
        nature(card, lang),
        *(ALSO.in_(lang).format(game.kind_by_id[kind].name.in_(lang)) for kind in card.data.get("also", ())),
        SIGHT.in_(lang) if card.data["sight"] else "",
        _harm_said(card, lang),
        use.in_(lang) if use else "",
        FOR_GOOD.in_(lang) if card.data.get("duration") == "permanent" else "",
        *(measure.said.in_(lang).format(n) for measure, n in _measured(card)),
        LITTLE_KNOWN[card.data["known"]].in_(lang) if "known" in card.data else "",
        COPIES_OURS.in_(lang) if card.data["from"]["count"] == "reconstruction" else "",
    ]
    return [piece for piece in pieces if piece]


def _harm_said(card: Card, lang: str) -> str:
    """«урон N за камень: магический»."""
    damage = card.data.get("damage")
    if not damage:
        return ""
    figure, of = AMOUNTS.get(str(damage["amount"]), (str(damage["amount"]), None))
    sort = [HARMS[damage["kind"]], *(text for key, text in ELEMENTS.items() if key == damage.get("element"))]
    amount = f"{HARM.in_(lang)} {figure}" + (f" {of.in_(lang)}" if of else "")
    return f"{amount}: {', '.join(text.in_(lang) for text in sort)}"
