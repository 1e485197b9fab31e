"""The state of a game of «Маго-бой», its frames, and the setting up of its options."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any, NamedTuple, TypeVar

from games.wizwar.rulebook import card_sets
from games.wizwar.rulebook.card_sets import BadCards, CardSet
from games.wizwar.scoring.points import Teams, mates, may_team_up, teams_of
from games.wizwar.simulator.engine.board import Board
from games.wizwar.simulator.engine.course import Course, boxes_of, course_of, courses
from games.wizwar.simulator.engine.data import GAME, MAX_PLAYERS, alike
from games.wizwar.simulator.engine.places import FIGURES
from simulator.engine.agenda import Agenda
from simulator.engine.boxes import BASE, SETS, read_sets
from simulator.engine.chance import Chance
from simulator.engine.options import read_values
from simulator.engine.refusal import BadConfig
from web.refusal import Refusal

T = TypeVar("T")
RULES = 3  # those of this engine
FORMER_RULES = 2  # the last before them
NOBODY = -1
RELOCATE, REMOVED = "relocate_sector", "removed"  # the card that is no use to two players, and its option
RELOCATIONS = alike(RELOCATE)  # with a table's own that are like it
OFF, ON = "off", "on"
OWN = "cards"  # the option that says how a table's own cards differ
GONE = -1  # the square of a wizard who is out
CREATURES = MAX_PLAYERS  # the number of the first creature, whoever plays: seats stand below it


@dataclass(frozen=True)
class Options:
    """The switches of the content file with the values chosen; the defaults are the rulings'.

    `sets` names the boxes on the table, `cards` is how the table's own cards differ from the printed ones.
    `rules` are those of the record that is replayed, which says so itself; they stand in no position. Since 3
    a useless card is exchanged at once (ruling wizwar-154), and nobody is asked for more once an attack is
    stopped (wizwar-156).
    """

    first_player: str
    sectors: str
    turning: str
    two_players: str
    turn_limit: int
    teams: str = OFF
    own_doors: str = OFF
    relocate: str = "redraw"
    sets: str = BASE
    cards: CardSet = card_sets.PRINTED
    rules: int = RULES


class Effect(NamedTuple):
    """A spell that lasts. `left` counts the caster's turns still to begin; 0: no end (number.duration)."""

    card: str
    by: int
    on: int
    left: int


# --- Frames -------------------------------------------------------------------------------------------------


class Lay(NamedTuple):
    """Setting up by choice: the seat lays a sector of its own."""

    seat: int


class Act(NamedTuple):
    """A turn. `used` steps of the allowance; `bonus` from a number card, or -1 while none was played.

    `phases` are walls that may still be passed, `halt` the card that ended walking, `again` the further turns
    won by Speed, `asked` a bit mask of the seats that were offered a deal. `over`: only drawing is left;
    `stunned`: not even that.
    """

    seat: int
    used: int = 0
    bonus: int = -1
    attacked: bool = False
    straining: bool = False
    phases: int = 0
    halt: str = ""
    again: int = 0
    asked: int = 0
    over: bool = False
    stunned: bool = False


class Draw(NamedTuple):
    """The end of a turn: discarding and drawing."""

    seat: int
    again: int = 0


class Ended(NamedTuple):
    """A turn that is over as soon as all above it is settled."""

    seat: int
    again: int = 0


class Limit(NamedTuple):
    """Too many cards: the seat must discard at once."""

    seat: int


class Staged(NamedTuple):
    """A compound move that isn't finished: a verb, its card, and the words answered so far.

    `item` is what an answer answers: 0 the attack, else a counteraction by its number.
    """

    seat: int
    verb: str
    card: str
    picks: tuple[str, ...] = ()
    item: int = 0


class Attack(NamedTuple):
    """An attack on a wizard: `points` of damage before any defence, `turns` of a spell, `n` its number.

    `via` is the square where its line bends, or from which it was thrown back, else -1. What has neither
    points nor turns has 0 in both.
    """

    card: str
    by: int
    on: int
    n: int = 0
    points: int = 0
    turns: int = 0
    physical: bool = False
    spell: bool = True
    via: int = -1


class Item(NamedTuple):
    """A counteraction in a window: who played it against item `against` (0: the attack itself).

    `n` is its duration, `place` where it takes its caster or where it stands, else -1.
    """

    card: str
    seat: int
    against: int
    n: int
    place: int


class Window(NamedTuple):
    """Who is asked for a counteraction now (`seat`), and after him; what was played, oldest first."""

    seat: int
    queue: tuple[int, ...]
    attack: Attack
    items: tuple[Item, ...] = ()


class Harm(NamedTuple):
    """Damage that is no attack, before it is suffered: only «Поглощение» and «Смягчение» answer it."""

    seat: int
    points: int
    physical: bool
    card: str
    by: int = NOBODY
    answers: tuple[str, ...] = ()


class Pick(NamedTuple):
    """A choice that a spell leaves to whoever counts as its caster. `left`: how many are still to be made;
    `words` are what the spell needs to know besides.
    """

    seat: int
    card: str
    on: int
    left: int = 1
    words: tuple[str, ...] = ()


class Deal(NamedTuple):
    """A deal of `maker` with `partner`; `seat` chooses now. `gives`, `returns`: cards laid so far."""

    seat: int
    maker: int
    partner: int
    stage: str
    gives: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()


FRAMES: dict[str, type[Any]] = {
    frame.__name__: frame for frame in (Lay, Act, Draw, Ended, Limit, Staged, Window, Harm, Pick, Deal)
}


# --- The state ----------------------------------------------------------------------------------------------


class Wizard(NamedTuple):
    """A wizard of the state; cards are ids.

    `at`: the square, GONE if they are out; `out`: "", "killed" or "robbed". `hand` holds what isn't face up,
    sorted; `shown` the objects face up. `known`: of the hand, (card, bit mask of the seats that know it to be
    there). `lost`: turns still to be skipped. `attacker`: who attacked them last. `woken`: 1 if the
    Brainstone has brought them its cards, as it does once.
    """

    at: int
    life: int
    out: str
    hand: tuple[str, ...]
    shown: tuple[str, ...]
    known: tuple[tuple[str, int], ...]
    lost: int
    attacker: int
    woken: int


NO_WIZARD = Wizard(GONE, 0, "nobody", (), (), (), 0, NOBODY, 0)  # in places without a seat


@dataclass(frozen=True)
class State:
    """Seats are 0 … players-1 clockwise; `wizards` go by seat. Cards are ids.

    `chests`: by treasure, the square where it lies, or -1-seat of its carrier. `floor`: (square, object).
    `deck` has its top card last, `discard` lies face down; `aside` is out of play in positions set up by
    hand. `turn` and `round` count from 1. `winners` and `verdict` (a clause) stand at the end.

    `course` is that of the boxes in the options; what they keep stands in `parts`, in its order. Creatures
    stand in `wizards` from number CREATURES on, after places without a seat, so that their numbers are the
    same for any `players`.
    """

    players: int
    options: Options
    chance: Chance
    first: int
    turn: int
    round: int
    board: Board
    wizards: tuple[Wizard, ...]
    chests: tuple[int, ...]
    floor: tuple[tuple[int, str], ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    aside: tuple[str, ...]
    effects: tuple[Effect, ...]
    winners: tuple[int, ...]
    verdict: str
    agenda: Agenda
    course: Course
    parts: tuple[Any, ...]

    @property
    def frame(self) -> Any:
        """The choice that is open."""
        return self.agenda[-1]

    @property
    def hands(self) -> list[tuple[str, ...]]:
        """What the tables of all games ask of a state."""
        return [wizard.hand for wizard in self.wizards[: self.players]]

    @property
    def teams(self) -> Teams:
        return teams_for(self.options, self.players)


def read_options(data: Any) -> Options:
    """Checks options against the content's choices. Raises BadConfig with every fault."""
    if not isinstance(data, Mapping) or not {SETS, OWN} & data.keys():
        return Options(**read_values(GAME, data))
    named = {name: value for name, value in data.items() if name not in (SETS, OWN)}
    values, sets = read_values(GAME, named), read_sets(data.get(SETS, BASE), courses())
    return Options(**values, sets=sets, cards=read_cards(data.get(OWN, {}), sets))


def read_cards(data: Any, sets: str) -> CardSet:
    """A table's own cards, with a deck that can be dealt from (variants.cards). Raises BadConfig."""
    try:
        cards = card_sets.read(data)
    except BadCards as error:
        raise BadConfig(error.refusals) from error
    refusal = card_sets.deck_refusal(cards, boxes_of(sets))
    if refusal is not None:
        raise BadConfig([refusal])
    return cards


LATER = {
    option.name: option.default
    for option in fields(Options)
    if option.default is not MISSING and option.name != "rules"
}


def encode_options(options: Options) -> dict[str, Any]:
    """The options as a config has them; what came later stands in it only where it isn't at its default."""
    data = {
        option.name: getattr(options, option.name) for option in fields(options) if option.name != "rules"
    }
    for later, default in LATER.items():
        if data[later] == default:
            del data[later]
    if options.cards:
        data[OWN] = card_sets.data_of(options.cards)
    return data


def course_for(options: Options, players: int) -> Course:
    """The boxes on the table; with two players Relocate Sector may be taken out (variants.relocate)."""
    if options.relocate == REMOVED and players == 2:
        return course_of(options.sets, RELOCATE, options.cards)
    return course_of(options.sets, "", options.cards)


def teams_for(options: Options, players: int) -> Teams:
    """By seat, the team; empty where everybody plays for himself."""
    return teams_of(players) if options.teams == ON else ()


def check_teams(options: Options, players: int) -> None:
    """Teams take four players or six (teams.four, teams.six). Raises BadConfig."""
    if options.teams == ON and not may_team_up(players):
        raise BadConfig([Refusal("teams_players", "teams.four", {"n": players})])


# --- Questions about a state --------------------------------------------------------------------------------


def carries(state: State, seat: int) -> int | None:
    """The treasure that a wizard carries."""
    held = -1 - seat
    return state.chests.index(held) if held in state.chests else None


def wizards_of(facts: Mapping[str, Sequence[Any]], players: int) -> tuple[Wizard, ...]:
    """Wizards from lists by seat, one for each field, as positions have them."""
    return tuple(Wizard(**{name: values[seat] for name, values in facts.items()}) for seat in range(players))


def outs_of(state: State) -> tuple[str, ...]:
    """By seat, why somebody is out; "" for those who aren't."""
    return tuple([wizard.out for wizard in state.wizards[: state.players]])


def lives_of(state: State) -> tuple[int, ...]:
    """By seat, the lives left."""
    return tuple([wizard.life for wizard in state.wizards[: state.players]])


def lost_of(state: State) -> tuple[int, ...]:
    """By seat, the turns still to be skipped."""
    return tuple([wizard.lost for wizard in state.wizards[: state.players]])


def hand_size(state: State, seat: int) -> int:
    """How many cards count against the limit: hand and shown objects (draw.limit)."""
    return len(state.wizards[seat].hand) + len(state.wizards[seat].shown)


def keeper(state: State, who: int) -> int:
    """The seat that acts for a wizard or a creature; NOBODY for a creature that is nobody's."""
    return who if who < CREATURES else state.wizards[who].owner  # type: ignore[attr-defined]


def are_mates(state: State, one: int, other: int) -> bool:
    """Whether two wizards are in one team."""
    return state.options.teams == ON and NOBODY != one != other and other in mates(state.teams, one)


def is_useless(state: Any, card: str) -> bool:
    """Whether a card can do nothing at this table: two sectors can't be laid otherwise (ruling wizwar-69)."""
    return state.players == 2 and card in RELOCATIONS


def is_exchanged(state: Any, card: str) -> bool:
    """Whether whoever gets such a card shows it at once and draws another one (ruling wizwar-154)."""
    return is_useless(state, card) and state.options.rules > FORMER_RULES


def never_held(seen: Any) -> frozenset[str]:
    """Cards that are in no hand for long, as everybody knows; of a state or a view."""
    never: frozenset[str] = seen.course.never_held
    return never | {card for card in RELOCATIONS if is_exchanged(seen, card)}


def is_alive(state: State, seat: int) -> bool:
    return not state.wizards[seat].out


def is_well(state: State, seat: int) -> bool:
    """In the game, and not dying of something that strikes in this moment."""
    return is_alive(state, seat) and state.wizards[seat].life > 0


def creature_name(state: State, who: int) -> str:
    """The card that a creature is, where there is no other such; else its number on the board."""
    if who >= len(state.wizards):
        return FIGURES[who]
    card: str = state.wizards[who].card  # type: ignore[attr-defined]
    others = range(CREATURES, len(state.wizards))
    same = [n for n in others if is_alive(state, n) and state.wizards[n].card == card]  # type: ignore[attr-defined]
    return card if len(same) < 2 else FIGURES[who]
