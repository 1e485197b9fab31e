"""What cases of the laboratory and the notebook may have to hold, in the active language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

KINDS: Mapping[str, Any] = {
    "a list of facts": gettext_lazy("список фактов"),
    "a list of places of facts": gettext_lazy("список номеров фактов"),
    "a table from a player to facts": gettext_lazy("таблица «игрок = факты»"),
    "a table from an ingredient to worlds": gettext_lazy("таблица «ингредиент = миры»"),
    "a table from each ingredient to its alchemical": gettext_lazy("все восемь: «ингредиент = формула»"),
}
