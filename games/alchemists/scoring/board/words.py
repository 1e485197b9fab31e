"""The words of a reveal: titles of cells, zones, seals, groups of points; numbers with signs."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext, pgettext

from games.alchemists.scoring.sheet.cells import OWNED
from games.alchemists.scoring.sheet.reveal import FACE_DOWN

MINUS = "\N{MINUS SIGN}"
TITLES: Mapping[str, Callable[[], str]] = {
    "theory": lambda: gettext("Теория"),
    "seal": lambda: pgettext("token", "Печать"),
    "spent": lambda: gettext("Печати, что вышли из игры"),
    "conflict": lambda: gettext("Противоречие"),
    "truth": lambda: gettext("Ответ"),
    **dict.fromkeys(OWNED, lambda: gettext("Артефакты")),
    "grants": lambda: gettext("Гранты"),
    "gold": lambda: gettext("Золото"),
    "favours": lambda: gettext("Услуги в руке"),
    "feather": lambda: gettext("Виды под беретом"),
    "reputation": lambda: gettext("Репутация вручную"),
    "level": lambda: gettext("Уровень"),
    "set": lambda: gettext("Число из коробки"),
    "tile": lambda: gettext("Ингредиенты гранта"),
}
ZONE_WORDS: Mapping[str, Callable[[], str]] = {
    "red": lambda: gettext("красная: потери на 1 меньше"),
    "plain": lambda: gettext("без цвета"),
    "green": lambda: gettext("зелёная: потери +1"),
    "blue": lambda: gettext("синяя: потери +2"),
}
GROUP_NAMES: Mapping[str, Callable[[], str]] = {
    "reputation": lambda: gettext("Репутация"),
    "mirror": lambda: gettext("Зеркало"),
    "artifacts": lambda: gettext("Артефакты"),
    "grants": lambda: gettext("Гранты"),
    "gold": lambda: gettext("Золото"),
    "seals": lambda: gettext("Печати"),
    "idol": lambda: gettext("Идол"),
}
SEAL_WORDS: Mapping[str, Callable[[], str]] = {
    "gold": lambda: gettext("золотая"),
    "silver": lambda: gettext("серебряная"),
    "hedge_R": lambda: gettext("красный?"),
    "hedge_G": lambda: gettext("зелёный?"),
    "hedge_B": lambda: gettext("синий?"),
}
SEAL_SHORT: Mapping[str, Callable[[], str]] = {
    "": lambda: gettext("нет"),
    FACE_DOWN: lambda: pgettext("a seal face down, short", "закрыта"),
    "gold": lambda: gettext("золотая"),
    "silver": lambda: pgettext("a silver seal, short", "серебр."),
    "hedge_R": lambda: pgettext("an unstarred seal, short", "красн.?"),
    "hedge_G": lambda: pgettext("an unstarred seal, short", "зелён.?"),
    "hedge_B": lambda: gettext("синий?"),
}


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def seal_icon(kind: str) -> str:
    """The icon of a seal; a place without one has none."""
    if not kind:
        return "none"
    return "question" if kind == FACE_DOWN else f"seal-{kind.replace('_', '-').lower()}"
