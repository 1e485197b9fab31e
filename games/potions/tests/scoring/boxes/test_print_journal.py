"""The log of «Зельеварение» on paper with boxes on the table."""

import re

from games.potions.scoring import printing as print_journal
from rulebook.content.reading import whole
from rulebook.printing.paper import PAPERS


def test_a_blank_log_with_boxes_has_a_line_for_every_copy_of_their_cards() -> None:
    """«As many as the cards of all decks need»: each copy can be played, so it isn't kinds that count."""
    game = whole("potions")
    logs = [log for page in print_journal.blank(game, PAPERS["a4"], 6).pages for log in page]
    lines = [int(n) for log in logs for n in re.findall(r">(\d+)</text>", log)]
    assert lines == list(range(1, len(lines) + 1))
    assert len(lines) >= sum(card.count for card in game.cards) > 76
