"""What to do next, as far as the facts tell: a module for each question.

Source: clause notebook.advice. Everything is exact over the worlds that the facts leave; numbers are
counts of worlds wherever a page explains them («в 288 из 5760 миров»), or what those worlds weigh together:
`count` says which (see `Odds.count`). Nobody plans with the true world.
"""

from games.alchemists.simulator.deduction.advice.debunks import (
    DebunkAdvice,
    debunks_apprentice,
    debunks_master,
    stakes,
)
from games.alchemists.simulator.deduction.advice.exhibition import ExhibitionPlan, ExhibitionStep, exhibition
from games.alchemists.simulator.deduction.advice.experiments import Experiment, Gain, experiments, gains
from games.alchemists.simulator.deduction.advice.hand import pairs_in
from games.alchemists.simulator.deduction.advice.sales import SaleAdvice, sales
from games.alchemists.simulator.deduction.advice.theories import TheoryAdvice, theories, theory

__all__ = [
    "DebunkAdvice",
    "ExhibitionPlan",
    "ExhibitionStep",
    "Experiment",
    "Gain",
    "SaleAdvice",
    "TheoryAdvice",
    "debunks_apprentice",
    "debunks_master",
    "exhibition",
    "experiments",
    "gains",
    "pairs_in",
    "sales",
    "stakes",
    "theories",
    "theory",
]
