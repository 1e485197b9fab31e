"""A round of Poison in which three players have shed and kept cards."""

from games.poison.scoring.points import Counts
from tests.scoring.people import EXAMPLE
from tests.scoring.samples import Sample

TABLE = tuple(Counts(*row) for row in EXAMPLE)  # the rulebook's example

SAMPLE = Sample(
    "poison",
    [
        (f"r1.p{seat}.{field}", str(n))
        for seat, counts in enumerate(TABLE[:3], start=1)
        for field, n in counts._asdict().items()
    ],
    name_in_page=">{}<",
)
