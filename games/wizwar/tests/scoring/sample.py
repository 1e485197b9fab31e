"""A life sheet in the first round of «Маго-бой»."""

from tests.scoring.samples import Sample

ROWS = [
    "first 2",
    "life 1 -3",
    "hit magical 5 2:blunt 3",
    "turn 1",
    "d4 3",
    "chest 3a home 1",
    "chest 1b with 2",
    "spell invisible 4 1 1",
    "lose 2 1",
]
SAMPLE = Sample("wizwar", [(f"log.t{n}", text) for n, text in enumerate(ROWS)])
