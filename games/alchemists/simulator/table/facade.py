"""The table of «Алхимики»: what the base class leaves to the game."""

from collections.abc import Mapping
from types import MappingProxyType

from games.alchemists.simulator.table import about, draft, editor, levels, pouring, presenter, results
from simulator.table.base import Moment, Table


class AlchemistsTable(Table, parts=(levels, presenter, draft, results, pouring, editor, about)):
    LOG_HIDDEN_EVENTS = frozenset({"formula", "answers_shown"})  # what the end of a game tells better
    ROUND_ENDS = frozenset({"adventurer_came"})
    # What the board shows as soon as a round begins is no news either.
    BEGINNINGS = frozenset({"round_started", "opened", "adventurer_came", "adventurer_next", "order_set"})
    # All that a move is answered by. What its player alone is told comes first; what a move does by itself,
    # such as a cube that is set or a card that is bought, its key has said.
    ANSWERS = frozenset(
        {"mixed_pair", "sold_pair", "exhibit_pair", "exhibit_not_pair", "peeked_private"}
        | {"drawn", "drawn_favours"}
        | {"student_unhappy", "suffered_before", "paralysed", "poisoned"}
        | {"bid", "sale_order", "merchants_help", "barmaids_help", "sale_paid", "sale_unpaid"}
        | {"aspect", "debunk_yes", "debunk_no", "debunk_vain", "theory_falls"}
        | {"conflict_shown", "conflict_over", "seal_falls", "seal_hedges"}
        | {"grant_taken", "reputation", "conference", "top_alchemist"}
    )
    # A pair with its potion says all that the others hear of the mix; so do cards by name of their number.
    INSTEAD: Mapping[str, str] = {
        **dict.fromkeys(("mixed_student", "mixed_drink", "mixed_cap"), "mixed_pair"),
        **dict.fromkeys(("order_taken", "sold"), "sold_pair"),
        "exhibited": "exhibit_pair",
        "exhibit_failed": "exhibit_not_pair",
        "peeked": "peeked_private",
        "drew": "drawn",
        "drew_favours": "drawn_favours",
    }
    ABOUT = about.TOPICS
    MOMENTS = MappingProxyType(
        {
            "theory": Moment("shine", '[data-book="{ingredient}"]'),
            "theory_falls": Moment("fall", '[data-book="{ingredient}"]'),
        }
    )
    HAS_SIDE_PANEL = True  # the players with what lies before them
    INTO_SHEET = EDITS_OPTIONS = DEALS_ONCE = OFTEN_BARE = True
    STYLES = ("alchemists/notebook.css", "alchemists/table.css")
    SCRIPTS = ("alchemists/notebook.js", "alchemists/table.js")
    EDITOR_FIELDS, EDITOR_SEATS = editor.EDITOR_FIELDS, editor.EDITOR_SEATS
