"""What «Дополнение 1» brings to the table: monsters, wands, what lies in squares, its questions."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.wizwar.rulebook.drawing.pieces import piece_icon
from games.wizwar.simulator.boxes.monsters.engine.creatures import FIERY, STREWN, creature, flies, tacks_at
from games.wizwar.simulator.boxes.monsters.engine.ground import GATHER
from games.wizwar.simulator.boxes.monsters.engine.harms import KEEP, RELEASE, MonsterHarm, Upkeep
from games.wizwar.simulator.boxes.monsters.engine.kept import WANDS, kept_by
from games.wizwar.simulator.boxes.monsters.engine.marches import HIT, WALK
from games.wizwar.simulator.boxes.monsters.engine.votes import NONE, VOTE, Vote
from games.wizwar.simulator.boxes.monsters.engine.wands import CHARGE, USE
from games.wizwar.simulator.boxes.monsters.table import beasts
from games.wizwar.simulator.boxes.monsters.table.marching import leads, ways
from games.wizwar.simulator.engine.board import BUSH, BUSHES, DUST, OOZE, ROSE
from games.wizwar.simulator.engine.data import CARD
from games.wizwar.simulator.engine.moving import is_airy
from games.wizwar.simulator.engine.places import SEAT_OF, square_text
from games.wizwar.simulator.engine.state import CREATURES, State, creature_name
from games.wizwar.simulator.engine.view import View
from games.wizwar.simulator.table.boxes import BoxTable, Part, Question
from games.wizwar.simulator.table.faces import Drawer, Role
from games.wizwar.simulator.table.maze import BoardFigure, Strewn
from simulator.engine.game import Move

LIST, LEGEND = "simulator/wizwar/monsters/_list.html", "simulator/wizwar/monsters/_legend.html"


class MonstersTable(BoxTable):
    verbs = {CHARGE: "key_use", USE: "key_use"}
    icons = {
        WALK: "arrow-right",
        HIT: "clash",
        GATHER: "hand",
        CHARGE: "clash",
        USE: "clash",
        KEEP: "heart",
        RELEASE: "none",
        VOTE: "clash",
    }
    answering = frozenset({MonsterHarm})
    styles = ("wizwar-monsters/table.css",)
    fills = ("dust", "rose", "giant")

    def figures(self, drawer: Drawer, view: View) -> Iterable[BoardFigure]:
        return beasts.figures(drawer, view)

    def strewn(self, view: View) -> Iterator[Strewn]:
        for square, thing in view.floor:
            if thing in STREWN:
                yield Strewn(square, thing, piece_icon(CARD[thing]))

    def below(self, drawer: Drawer, view: View, state: State, words: Mapping[Move, str]) -> Iterator[Part]:
        found = beasts.listed(drawer, view, state)
        if found:
            yield Part(LIST, found)

    def legend(self) -> str:
        return LEGEND

    def leads(self, view: View, state: State) -> Mapping[int, Sequence[str]]:
        return leads(view, state)

    def places(self, view: View, move: Move) -> Iterator[str]:
        """A blow where its target is, a vote at whom it names, tacks where they lie; steps are `ways`."""
        if move.verb == HIT:
            yield str(move.args[1])
        elif move.verb == GATHER or (move.verb == VOTE and move.args[0] != NONE):
            yield str(move.args[0])

    def ways(self, drawer: Drawer, view: View, state: State) -> Iterable[tuple[str, Role]]:
        return ways(drawer, view, state)

    def treads(self, state: State, who: int, here: int, there: int) -> str:
        return treads(state, who, here, there)

    def question(self, drawer: Drawer, view: View, state: State, frame: Any) -> Question | None:
        if isinstance(frame, Vote):
            return _vote(drawer, view, state, frame)
        if isinstance(frame, Upkeep):
            card = creature(state, frame.who).card
            asks = drawer.say("ask_upkeep", monster=creature_name(state, frame.who))
            return Question(drawer.face(card).name, card, (), asks, frame.seat)
        if isinstance(frame, MonsterHarm):
            hurt = creature_name(state, frame.on)
            said = drawer.say("harm_monster", monster=hurt, target=frame.card, n=frame.points)
            return Question(drawer.say("title_answer"), "", (said,), "", frame.seat)
        return None

    def acting(self, view: View, frame: Any) -> Collection[int] | None:
        """While all vote, nothing tells who has."""
        if not isinstance(frame, Vote):
            return None
        return [seat for seat, wizard in enumerate(view.wizards) if not wizard.out]

    def note(self, drawer: Drawer, view: View, code: str) -> str:
        """Charges are open to all."""
        if code not in WANDS:
            return ""
        kept = kept_by(view)
        charges = dict(kept.charges).get(code, 0)
        said = drawer.say("wand_charges", n=charges) if charges else drawer.say("wand_without")
        return f"{said}, {drawer.say('wand_worked').lower()}" if code in kept.used else said

    def tried(self, view: View, code: str) -> str:
        if code not in WANDS:
            return ""
        return USE if dict(kept_by(view).charges).get(code) else CHARGE


def treads(state: State, who: int, here: int, there: int) -> str:
    """What a square does to whoever comes in, or dust to whoever leaves it (card texts, rulings 109-111)."""
    filled, fiery = state.board.filled, who >= CREATURES and creature(state, who).card in FIERY
    if here >= 0 and filled[here] == DUST:
        return "ends_astray"
    if filled[there] in BUSHES and fiery:
        return "ends_burns"
    if filled[there] == ROSE and not is_airy(state, who):
        return "ends_rose"
    if filled[there] == BUSH and who >= CREATURES:
        return "ends_bush"
    if filled[there] == DUST:
        return "ends_dust"
    if flies(state, who):
        return ""
    if any(thing.square == there and thing.kind == OOZE for thing in state.board.things):
        return "ends_ooze"
    return "ends_tacks" if tacks_at(state, there) else ""


def _vote(drawer: Drawer, view: View, state: State, vote: Vote) -> Question:
    """A view has one's own ballot and nothing of the others."""
    monster = creature(state, vote.who)
    card = monster.card
    own = "" if view.seat is None else vote.ballots[view.seat]
    asks = drawer.say("ask_vote", monster=card, square=square_text(monster.at))
    if not own:
        return Question(drawer.face(card).name, card, (), asks)
    number = SEAT_OF.get(own, 0)
    target = own if number < CREATURES else creature_name(state, number)
    said = drawer.say("vote_cast_none") if own == NONE else drawer.say("vote_cast", target=target)
    return Question(drawer.face(card).name, card, (asks, said))


TABLE = MonstersTable()
