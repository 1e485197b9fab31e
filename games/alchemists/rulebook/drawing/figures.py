"""What draws the figures of Alchemists' rules. Pure."""

from collections.abc import Mapping

from games.alchemists.rulebook.drawing import board, chemistry, events, selling, theories
from rulebook.drawing.figures import Draw

DRAWINGS: Mapping[str, Draw] = {
    "formulas": chemistry.formulas,
    "mixture": chemistry.mixture,
    "potions": chemistry.potions,
    "secrets": chemistry.secrets,
    "table": chemistry.table,
    "triangle": chemistry.triangle,
    "grid": chemistry.grid,
    "track": board.track,
    "areas": board.areas,
    "rows": board.rows,
    "reputation": board.reputation,
    "jump": board.jump,
    "discounts": selling.discounts,
    "orders": selling.orders,
    "levels": selling.levels,
    "published": theories.published,
    "endorsing": theories.endorsing,
    "seals": theories.seals,
    "grants": theories.grants,
    "checks": theories.checks,
    "experiments": theories.experiments,
    "losses": theories.losses,
    "reveal": theories.reveal,
    "steps": events.steps,
    "choices": events.choices,
    "exhibition": events.exhibition,
    "conferences": events.conferences,
    "artifact": events.artifact,
}
