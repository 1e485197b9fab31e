"""What can be said at all, and what is refused whatever is asked."""

from collections.abc import Iterable
from functools import lru_cache

from games.wizwar.simulator.engine.state import State
from simulator.engine.game import Move, Seat
from web.refusal import Refusal

END = Move("end")
PASS = Move("pass")
SMALL_NUMBERS = tuple("0123456789")
# The verbs of a turn; `rules` has what each does.
OF_A_TURN = {
    *("step", "phase", "run", "play", "strike", "kick", "throw", "show"),
    *("open", "hold", "take", "drop", "discard", "offer", "reveal", "end"),
}
# What is said at other moments than in the middle of a turn, with the rule that speaks of it.
ELSEWHERE: dict[str, str] = {
    **dict.fromkeys(("target", "via", "go", "turn", "place", "with", "and", "boost"), "turn.play"),
    **dict.fromkeys(("pick", "lead", "axis", "halt"), "turn.play"),
    **dict.fromkeys(("answer", "pass"), "counter.when"),
    **dict.fromkeys(("give", "done", "refuse", "accept"), "fight.deal"),
    "lay": "setup.sectors",
}


@lru_cache(maxsize=4096)
def move_of(verb: str, word: str) -> Move:
    """A move with one argument; the same ones are listed again and again."""
    return Move(verb, (word,))


def unreadable(move: Move) -> Refusal:
    return Refusal("unreadable", "turn.play", {"text": str(move)})


def not_asked(move: Move) -> Refusal:
    """An answer to a question that nobody puts now, or no action at all."""
    clause = ELSEWHERE.get(move.verb)
    return Refusal("not_asked", clause, {"text": str(move)}) if clause else unreadable(move)


def no_such_answer(card: str, move: Move, offered: Iterable[Move]) -> Refusal:
    """A wrong word to the question that is open: what may be said instead."""
    words = ", ".join(each.args[0] for each in offered if each.verb == move.verb and each.args)
    return Refusal("no_such_answer", "turn.play", {"card": card, "text": move.arg, "answers": words})


def is_known(move: Move) -> bool:
    """Whether there is such a verb at all, whenever it may be said."""
    return move.verb in OF_A_TURN or move.verb in ELSEWHERE or move.verb == "draw"


def check_held(state: State, seat: Seat, card: str) -> Refusal | None:
    """A card of the deck that is in one's own hand."""
    if card in state.wizards[seat].hand:
        return None
    if card not in state.course.copies:
        return Refusal("no_such_card", "components.deck", {"card": card})
    return Refusal("not_in_hand", "turn.play", {"card": card})


def is_small_number(text: str) -> bool:
    return text in SMALL_NUMBERS
