"""How the sentences of Alchemists say their parameters. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.alchemists.rulebook import numbers
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import Format, counted, join, say_card

SIGN_WORDS = {"ru": {"+": "плюс", "-": "минус"}, "en": {"+": "plus", "-": "minus"}}
AREA = "area_"
MANY = 4  # equal parts are counted, and not named one by one
TESTS = {
    "ru": (" Студент доволен.", " Вместо тестов и испытаний выставка зелий."),
    "en": (" The student is happy.", " The exhibition takes the place of experiments."),
}
KEPT = {"ru": " Не поставлено кубов: {}.", "en": " Cubes kept back: {}."}
DISCOUNT = {"ru": ("продать без скидки", "скидку {}"), "en": ("no discount", "a discount of {}")}
OFFER = {"ru": ("Без скидки", "Скидка {}"), "en": ("No discount", "A discount of {}")}
CARDS_OF_ONE = {"ru": ("карта", "карты", "карт"), "en": ("card", "cards")}
PAY = {"ru": " Отдадите: {}.", "en": " You pay: {}."}
NOTHING = {"ru": "ничего", "en": "nothing"}
# What may be got and paid, as an object of a verb.
GOODS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "ru": {
        "ingredient": ("ингредиент", "ингредиента", "ингредиентов"),
        "favour": ("услугу", "услуги", "услуг"),
        "gold": ("золотой", "золотых", "золотых"),
        "reputation": ("очко репутации", "очка репутации", "очков репутации"),
    },
    "en": {
        "ingredient": ("ingredient", "ingredients"),
        "favour": ("favour", "favours"),
        "gold": ("gold", "gold"),
        "reputation": ("point of reputation", "points of reputation"),
    },
}
PARTS = {"ru": ("часть по", "части по", "частей по"), "en": ("part of", "parts of")}
CARDS = ("conference", "ingredient", "alchemical", "potion", "wanted", "level", "seal", "artifact", "grant")


def _joined(between: str) -> Format:
    """Cards one after another: «гриб + жаба» for a mix, «гриб, папоротник, мандрагора» for a grant."""

    def said(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
        return between.join(say_card(game, code, form, lang, names) for code in value)

    return said


def _sign(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    return SIGN_WORDS[lang][value]


def _area(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """An area of the board, or the card that stands in for one."""
    code = AREA + value
    return say_card(game, code if code in game.card_by_code else value, form, lang, names)


def _plan(
    game: GameContent, value: Sequence[tuple[str, int]], form: str, lang: str, names: Sequence[str]
) -> str:
    """Areas with the number of actions in each."""
    said = [f"{_area(game, area, form, lang, names)} ×{n}" for area, n in value]
    return ", ".join(said) or NOTHING[lang]


def _goods(
    game: GameContent, value: Sequence[tuple[str, int]], form: str, lang: str, names: Sequence[str]
) -> str:
    """«2 ингредиента и 1 услугу»; what there is none of isn't named, `pay` says nothing of it at all."""
    said = join([counted(n, GOODS[lang][kind], lang) for kind, n in value if n], lang)
    if form == "pay":
        return PAY[lang].format(said) if said else ""
    return said or NOTHING[lang]


def _n(game: GameContent, value: Any, form: str, lang: str, names: Sequence[str]) -> str:
    """A number; `kept`: cubes kept back, where there are any; `tests`: whom experiments are made on;
    `discount`: what is offered for it, `offer` the card of it; `cards`: favours played together, one needs no
    number.
    """
    if form == "kept":
        return KEPT[lang].format(value) if value else ""
    if form == "tests":
        return TESTS[lang][value >= game.constants["rounds"]]
    if form == "discount":
        return DISCOUNT[lang][value > 0].format(value)
    if form == "offer":
        return OFFER[lang][value > 0].format(value)
    if form == "cards":
        return f" ({counted(value, CARDS_OF_ONE[lang], lang)})" if value > 1 else ""
    return str(value)


def _gold(game: GameContent, value: int, form: str, lang: str, names: Sequence[str]) -> str:
    """Gold; `gained`: as the end of a sentence about whoever gets it, nothing where there is none."""
    if form != "gained":
        return str(value)
    return f": +{counted(value, GOODS[lang]['gold'], lang)}" if value else ""


def _space(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A space of the order track: «два ингредиента»."""
    return next((str(row[lang]) for row in game.constants["spaces"] if row["id"] == value), value)


def _zone(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A stretch of the reputation track: «зелёная зона»."""
    return next(str(zone[lang]) for zone in game.constants["zones"] if zone["id"] == value)


def _number(game: GameContent, value: Any, form: str, lang: str, names: Sequence[str]) -> str:
    """A number that isn't whole, «1,46»; `signed` shows a plus, `about` says points behind «около». What is
    said already stands as it is.
    """
    if form == "about":
        return numbers.about_points(value, lang)
    return value if isinstance(value, str) else numbers.decimal(value, lang, 2, signed=form == "signed")


def _of(game: GameContent, value: Any, form: str, lang: str, names: Sequence[str]) -> str:
    """How many worlds of how many: «в 288 из 5 760 миров (5 %)»."""
    if isinstance(value, str):
        return value
    n, total = value
    said = numbers.of_worlds(n, total, lang)
    return said if n in (0, total) else f"{said} ({numbers.percent(n, total, lang)})"


def _counts(game: GameContent, value: Sequence[int], form: str, lang: str, names: Sequence[str]) -> str:
    """What so many worlds fall into: «480, 320 и 160», «7 частей по 5 760»."""
    if len(value) >= MANY and len(set(value)) == 1:
        parts = counted(len(value), PARTS[lang], lang)
        return f"{parts} {numbers.count(value[0], lang)}"
    return join([numbers.count(n, lang) for n in value], lang)


def _worlds(game: GameContent, value: Any, form: str, lang: str, names: Sequence[str]) -> str:
    """«960 миров»."""
    return value if isinstance(value, str) else numbers.worlds(value, lang)


def _bits(game: GameContent, value: Any, form: str, lang: str, names: Sequence[str]) -> str:
    """«1,5 бита»."""
    return value if isinstance(value, str) else numbers.bits(value, lang)


FORMATS: Mapping[str, Format] = {
    **dict.fromkeys(CARDS, say_card),
    **dict.fromkeys(("points", "certain", "mean", "lost"), _number),
    "of": _of,
    "counts": _counts,
    "worlds": _worlds,
    "bits": _bits,
    "area": _area,
    "plan": _plan,
    **dict.fromkeys(("goods", "paid"), _goods),
    "n": _n,
    "gold": _gold,
    "space": _space,
    "pair": _joined(" + "),
    "potions": _joined(", "),
    "tile": _joined(", "),
    "sign": _sign,
    "zone": _zone,
}
