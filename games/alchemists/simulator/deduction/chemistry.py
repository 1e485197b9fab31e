"""What two formulas make, and how good a potion is to somebody who ordered another.

Source: the seed's «Формулы», «Нейтральные зелья» and «Уровни качества» (clauses mix.rule, mix.neutral,
quality.levels).
"""

from collections.abc import Mapping

from games.alchemists.rulebook.reference.formulas import formula_of
from games.alchemists.rulebook.reference.formulas import mix as mix_formulas
from games.alchemists.simulator.deduction.data import (
    ALCHEMICALS,
    GAME,
    LEVELS,
    NEUTRAL,
    POTIONS,
    RESULTS,
    SIGN_OF,
)

_FORMULAS = {code: formula_of(GAME.card_by_code[code].data) for code in ALCHEMICALS}
MIX: Mapping[tuple[str, str], str] = {
    (a, b): mix_formulas(_FORMULAS[a], _FORMULAS[b]) for a in ALCHEMICALS for b in ALCHEMICALS if a != b
}
EXACT, SIGN, NEUTRAL_LEVEL, WRONG = LEVELS


def mix(a: str, b: str) -> str:
    """The potion that two different alchemicals make. Raises KeyError."""
    return MIX[a, b]


def level(made: str, wanted: str) -> str:
    """The quality level of a potion for somebody who ordered `wanted`, a coloured one."""
    if made == wanted:
        return EXACT
    if made == NEUTRAL:
        return NEUTRAL_LEVEL
    return SIGN if SIGN_OF[made] == SIGN_OF[wanted] else WRONG


# Which results show as a level when `wanted` was ordered.
MADE_AT: Mapping[tuple[str, str], tuple[str, ...]] = {
    (wanted, shown): tuple(result for result in RESULTS if level(result, wanted) == shown)
    for wanted in POTIONS
    for shown in LEVELS
}
