"""What a seat may know, and worlds that it can't tell from the real one."""

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from simulator.engine.agenda import Agenda, encode_frames
from simulator.engine.chance import Chance, Rng
from simulator.engine.evolve import make
from simulator.engine.game import Seat
from simulator.engine.positions import Pile, seen_hands
from simulator.engine.tuples import in_order
from simulator.games.wizwar.engine.board import ILLUSION, Board, Mark, with_beliefs
from simulator.games.wizwar.engine.data import DECK, IMMEDIATE
from simulator.games.wizwar.engine.state import Deal, Effect, Options, Staged, State, Window

HIDDEN_BELIEFS = "bs"  # what only the wizard himself knows of an illusion
UNKNOWN = "*"


@dataclass(frozen=True)
class View:
    """What `seat` (None: a bystander) may know; the fields are those of `State`.

    `known` are, by seat, the cards of a hand that the viewer knows to be there; of his own, (card, who knows)
    pairs. On the board the beliefs of others about illusions are UNKNOWN. Of a compound move and of a deal
    only those concerned have the cards in `agenda`.
    """

    seat: Seat | None
    players: int
    options: Options
    first: int
    turn: int
    round: int
    board: Board
    at: tuple[int, ...]
    life: tuple[int, ...]
    out: tuple[str, ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    seen_by: tuple[tuple[tuple[str, int], ...], ...]
    shown: tuple[tuple[str, ...], ...]
    chests: tuple[int, ...]
    floor: tuple[tuple[int, str], ...]
    deck_size: int
    discard_size: int
    aside: int
    lost: tuple[int, ...]
    effects: tuple[Effect, ...]
    attackers: tuple[int, ...]
    woken: tuple[int, ...]
    winners: tuple[int, ...]
    verdict: str
    agenda: Agenda

    @property
    def hands(self) -> list[Pile]:
        return seen_hands(self.seat, self.hand, self.hand_sizes)


def view(state: State, seat: Seat | None) -> View:
    seen_by = tuple([_entries_for(entries, owner, seat) for owner, entries in enumerate(state.known)])
    return make(
        View,
        {
            "seat": seat,
            "players": state.players,
            "options": state.options,
            "first": state.first,
            "turn": state.turn,
            "round": state.round,
            "board": _board_for(state.board, seat),
            "at": state.at,
            "life": state.life,
            "out": state.out,
            "hand": () if seat is None else state.hands[seat],
            "hand_sizes": tuple([len(hand) for hand in state.hands]),
            "known": tuple([tuple([card for card, _ in entries]) for entries in seen_by]),
            "seen_by": seen_by,
            "shown": state.shown,
            "chests": state.chests,
            "floor": state.floor,
            "deck_size": len(state.deck),
            "discard_size": len(state.discard),
            "aside": len(state.aside),
            "lost": state.lost,
            "effects": state.effects,
            "attackers": state.attackers,
            "woken": state.woken,
            "winners": state.winners,
            "verdict": state.verdict,
            "agenda": _agenda_for(state.agenda, seat),
        },
    )


def _entries_for(
    entries: tuple[tuple[str, int], ...], owner: Seat, seat: Seat | None
) -> tuple[tuple[str, int], ...]:
    """What the viewer knows of a hand: its owner knows who has seen it, others what they have seen."""
    if not entries or owner == seat:
        return entries
    if seat is None:
        return ()
    return tuple([(card, mask) for card, mask in entries if mask >> seat & 1])


def _board_for(board: Board, seat: Seat | None) -> Board:
    """The board with the beliefs of others hidden."""
    for mark in board.marks:
        if mark.kind == ILLUSION:
            board = with_beliefs(board, mark.edge, _beliefs_for(mark, seat))
    return board


def _beliefs_for(mark: Mark, seat: Seat | None) -> tuple[str, ...]:
    return tuple(
        UNKNOWN if belief in HIDDEN_BELIEFS and other != seat else belief
        for other, belief in enumerate(mark.beliefs)
    )


def _agenda_for(agenda: Agenda, seat: Seat | None) -> Agenda:
    if not agenda or agenda[-1].seat == seat:
        return agenda
    if type(agenda[-1]) is Staged:
        agenda = agenda[:-1]
    if agenda and type(agenda[-1]) is Deal and seat not in (agenda[-1].maker, agenda[-1].partner):
        deal = agenda[-1]
        agenda = (*agenda[:-1], deal._replace(gives=(), returns=()))
    elif agenda and type(agenda[-1]) is Deal:
        agenda = (*agenda[:-1], _deal_under_way(agenda[-1]))
    return agenda


def _deal_under_way(deal: Deal) -> Deal:
    """What the other side of a deal sees: cards are shown when all of them lie there."""
    if deal.stage == "give":
        return deal._replace(gives=())
    return deal._replace(returns=()) if deal.stage == "return" else deal


def view_json(seen: View) -> dict[str, Any]:
    plain = {name: getattr(seen, name) for name in ("seat", "players", "first", "turn", "round")}
    return {
        **plain,
        "options": asdict(seen.options),
        "board": encode_board(seen.board),
        "at": list(seen.at),
        "life": list(seen.life),
        "out": list(seen.out),
        "hand": list(seen.hand),
        "hand_sizes": list(seen.hand_sizes),
        "known": [[list(entry) for entry in entries] for entries in seen.seen_by],
        "shown": [list(cards) for cards in seen.shown],
        "chests": list(seen.chests),
        "floor": [list(entry) for entry in seen.floor],
        "deck_size": seen.deck_size,
        "discard_size": seen.discard_size,
        "aside": seen.aside,
        "lost": list(seen.lost),
        "effects": [list(effect) for effect in seen.effects],
        "attackers": list(seen.attackers),
        "woken": list(seen.woken),
        "winners": list(seen.winners),
        "verdict": seen.verdict,
        "agenda": encode_frames(seen.agenda),
    }


def encode_board(board: Board) -> dict[str, Any]:
    """The layout, the sectors with their turns, and all that differs from what is printed.

    Doors that nobody holds open are left out: states were encoded before there was such a thing.
    """
    return {
        "places": [list(place) for place in board.layout.places],
        "joins": [list(join) for join in board.layout.joins],
        "sectors": [list(sector) for sector in board.sectors],
        "marks": [[*mark[:-1], list(mark.beliefs)] for mark in board.marks],
        "things": [list(thing) for thing in board.things],
        "ajar": [list(door) for door in board.ajar],
        **({"held": [list(door) for door in board.held]} if board.held else {}),
    }


# --- Worlds -------------------------------------------------------------------------------------------------


def unseen(seen: View) -> list[str]:
    """Cards whose place the viewer doesn't know: other hands, the deck, the discards; in a fixed order."""
    known = Counter(seen.hand)
    for seat, cards in enumerate(seen.known):
        if seat != seen.seat:
            known.update(cards)
    for cards in seen.shown:
        known.update(cards)
    known.update(thing for _, thing in seen.floor)
    return list((Counter(DECK) - known).elements())


def world(seen: View, rng: int) -> State:
    """A full state that agrees with the view; every arrangement of the unseen cards is equally likely."""
    generator, cards = Rng(rng), unseen(seen)
    played = _just_played(seen, cards)
    for card in played:
        cards.remove(card)
    generator.shuffle(cards)
    hands = _hands(seen, cards)
    deck = tuple(cards[: seen.deck_size])
    rest = seen.deck_size + seen.discard_size - len(played)
    discard = [*played, *cards[seen.deck_size : rest]]
    return make(
        State,
        {
            "players": seen.players,
            "options": seen.options,
            "chance": Chance(generator.bits()),
            "first": seen.first,
            "turn": seen.turn,
            "round": seen.round,
            "board": _believing(seen.board, generator),
            "at": seen.at,
            "life": seen.life,
            "out": seen.out,
            "hands": hands,
            "shown": seen.shown,
            "known": seen.seen_by,
            "chests": seen.chests,
            "floor": seen.floor,
            "deck": deck,
            "discard": in_order(discard),
            "aside": in_order(cards[rest:]),
            "lost": seen.lost,
            "effects": seen.effects,
            "attackers": seen.attackers,
            "woken": seen.woken,
            "winners": seen.winners,
            "verdict": seen.verdict,
            "agenda": seen.agenda,
        },
    )


def _just_played(seen: View, cards: list[str]) -> list[str]:
    """Spells of open windows: all have seen them go to the discards, where Absorb Spell finds them."""
    windows = [frame for frame in seen.agenda if type(frame) is Window]
    played = Counter(card for window in windows for card in _spells_of(window)) & Counter(cards)
    return list(played.elements())[: seen.discard_size]


def _spells_of(window: Window) -> list[str]:
    spells = [item.card for item in window.items]
    return [window.attack.card, *spells] if window.attack.spell else spells


def _hands(seen: View, cards: list[str]) -> tuple[tuple[str, ...], ...]:
    """Fills the other hands from the shuffled `cards`; a trap is in no hand."""
    hands = []
    for seat, size in enumerate(seen.hand_sizes):
        if seat == seen.seat:
            hands.append(seen.hand)
            continue
        drawn: list[str] = []
        place = 0
        while len(drawn) < size - len(seen.known[seat]):
            if cards[place] in IMMEDIATE:
                place += 1
            else:
                drawn.append(cards.pop(place))
        hands.append(in_order((*seen.known[seat], *drawn)))
    return tuple(hands)


def _believing(board: Board, generator: Rng) -> Board:
    """Rolls anew what others believe of illusions."""
    for mark in board.marks:
        if UNKNOWN in mark.beliefs:
            beliefs = tuple(
                HIDDEN_BELIEFS[generator.below(2)] if belief == UNKNOWN else belief for belief in mark.beliefs
            )
            board = with_beliefs(board, mark.edge, beliefs)
    return board


def resample(state: State, seat: Seat | None, rng: int) -> State:
    return world(view(state, seat), rng)
