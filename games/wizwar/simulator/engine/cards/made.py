"""What cards create, and who is named as the maker of what stands there."""

from collections.abc import Mapping

from games.wizwar.simulator.engine.board import BUSH, FIRE, ILLUSION, STONE, WALL
from games.wizwar.simulator.engine.data import with_own

_EDGES = {"create_wall": WALL, "wall_of_fire": FIRE, "illusion_wall": ILLUSION}
_SQUARES = {"thornbush": BUSH, "fill_square_with_stone": STONE}
ON_EDGES: Mapping[str, int] = with_own(_EDGES)
ON_SQUARES: dict[str, int] = with_own(_SQUARES)
MAKES: Mapping[int, str] = {kind: card for card, kind in _EDGES.items()}  # by what stands on an edge
FILLS: Mapping[int, str] = {kind: card for card, kind in _SQUARES.items()}  # by what fills a square
