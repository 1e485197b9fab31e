"""What cards create, and who is named as the maker of what stands there."""

from collections.abc import Mapping

from simulator.games.wizwar.engine.board import BUSH, FIRE, ILLUSION, STONE, WALL

ON_EDGES: Mapping[str, int] = {"create_wall": WALL, "wall_of_fire": FIRE, "illusion_wall": ILLUSION}
ON_SQUARES: dict[str, int] = {"thornbush": BUSH, "fill_square_with_stone": STONE}
MAKES: Mapping[int, str] = {kind: card for card, kind in ON_EDGES.items()}  # by what stands on an edge
FILLS: Mapping[int, str] = {kind: card for card, kind in ON_SQUARES.items()}  # by what fills a square
