"""What may be done in a position that the caller gives, and who sees whom there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from rulebook.api.entries import Json, Writer
from rulebook.wording.sentences import join
from simulator import game
from simulator.engine.game import Move, Seat, Step, WithPlaces
from simulator.engine.refusal import BadConfig, BadPosition, IllegalMove
from simulator.engine.rules import Rules
from simulator.engine.shortform import find_seat, numbered_names
from simulator.game import engine_of, table_of
from simulator.matches.example_stage import readers_names
from simulator.matches.log import Words
from simulator.mcp.answers import answered, cited, refused
from simulator.mcp.parameters import LONGEST_ECHO, Asked
from web.addresses import own_url
from web.errors import RequestError
from web.language import page_language

OTHER_WORLDS = 4  # in which a move is made again: what comes of it there tells whether it was luck


@dataclass(frozen=True)
class GivenPosition:
    """A position as it was given; `shown` are the players as the reader spells them."""

    writer: Writer
    engine: Rules[Any, Any]
    state: Any
    names: Sequence[str]
    shown: Sequence[str]

    @property
    def words(self) -> Words:
        return Words(self.writer.content, self.shown, page_language())

    def seat(self, who: str | int) -> Seat:
        """Raises RequestError."""
        seat = find_seat(who, self.names)
        if seat is None:
            message = gettext("Игрока «%(name)s» в этом положении нет. Есть: %(known)s.")
            known = ", ".join(self.names)
            raise RequestError(400, message % {"name": str(who)[:LONGEST_ECHO], "known": known})
        return seat


class Impossible(Exception):
    """A position that can't exist; `answer` says why."""

    def __init__(self, answer: Json):
        self.answer = answer
        super().__init__()


def _opened(asked: Asked) -> GivenPosition:
    """Raises Impossible."""
    engine, position = engine_of(asked["game"]), asked["position"]
    writer = Writer(table_of(asked["game"]).content(position), own_url())
    given = engine.names(position)
    try:
        state = engine.decode(position)
    except BadPosition as error:
        shown = readers_names(writer.content, given, page_language())
        raise Impossible(refused(writer, error.refusals, shown, allowed=False, about="position")) from None
    names = given or numbered_names(engine.players(state))
    return GivenPosition(writer, engine, state, names, readers_names(writer.content, names, page_language()))


def check_move(asked: Asked) -> Json:
    """Whether a move is legal, and what comes of it; or the rule that forbids it."""
    try:
        scene = _opened(asked)
    except Impossible as stop:
        return stop.answer
    seat, text = _whose(scene, asked)
    move = scene.engine.parse(scene.state, seat, text)
    who = {"seat": scene.shown[seat], "move": str(move)}
    try:
        step = scene.engine.apply(scene.state, seat, move)
    except IllegalMove as error:
        reason = scene.words.table.refused(scene.state, error.refusal)
        return refused(scene.writer, [reason], scene.shown, allowed=False, about="move", **who)
    except BadConfig as error:  # outcomes of chance that the position names and that can't be
        return refused(scene.writer, error.refusals, scene.shown, allowed=False, about="position", **who)
    told = scene.words.table.told(scene.state, step.state, step.events)
    happens = [scene.words.event(each) for each in told if each.visible_to(seat)]
    return answered(
        [scene.writer],
        cited(scene.writer, (each.clause for each in happens)),
        allowed=True,
        **who,
        words=scene.words.move(scene.state, seat, move),
        happens=[{"text": each.text, "clause": each.clause} for each in happens],
        by_chance=_by_chance(scene, seat, move, step),
        filled_in="state" not in asked["position"] and not scene.words.table.is_whole(asked["position"]),
        to_act=[scene.shown[each] for each in sorted(scene.engine.to_act(step.state))],
        position=scene.engine.short(step.state, scene.names),
    )


def _by_chance(scene: GivenPosition, seat: Seat, move: Move, step: Step) -> bool:
    """Whether something else could come of a move, for all that its player may know."""
    if not step.learned:  # nobody has learned what couldn't be known before
        return False
    seen = [each for each in step.events if each.visible_to(seat)]
    for number in range(OTHER_WORLDS):
        world = scene.engine.resample(scene.state, seat, number)
        if [each for each in scene.engine.apply(world, seat, move).events if each.visible_to(seat)] != seen:
            return True
    return False


def _whose(scene: GivenPosition, asked: Asked) -> tuple[Seat, str]:
    """Whose move it is, and the move: «Name: move», or the seat by itself. Raises RequestError."""
    name, colon, rest = asked["move"].partition(":")
    if "seat" in asked:
        return scene.seat(asked["seat"]), asked["move"]
    if colon and find_seat(name.strip(), scene.names) is not None:
        return scene.seat(name.strip()), rest.strip()
    acting = sorted(scene.engine.to_act(scene.state))
    if len(acting) == 1:
        return acting[0], asked["move"]
    if not acting:
        raise RequestError(400, gettext("Здесь никто не ходит: партия окончена. Назовите seat."))
    names = join([scene.shown[each] for each in acting], page_language())
    raise RequestError(400, gettext("Ходят несколько: %(names)s. Назовите seat.") % {"names": names})


def sight(asked: Asked) -> Json:
    """Who sees whom, and how far it is on foot: between the places that are named, else between players."""
    engine = engine_of(asked["game"])
    if not isinstance(engine, WithPlaces):
        raise RequestError(400, gettext("В этой игре нет мест, где стоят: никто никого не видит."))
    try:
        scene = _opened(asked)
    except Impossible as stop:
        return stop.answer
    places = asked.get("places") or [
        name for seat, name in enumerate(scene.names) if _stands(engine, scene.state, seat)
    ]
    seats = [place if (seat := find_seat(place, scene.names)) is None else seat for place in places]
    pairs = [(one, other) for one in range(len(places)) for other in range(len(places)) if one != other]
    try:
        seen = {pair: engine.sees(scene.state, *(seats[each] for each in pair)) for pair in pairs}
        steps = {pair: engine.steps(scene.state, *(seats[each] for each in pair)) for pair in pairs}
    except BadPosition as error:
        return refused(scene.writer, error.refusals, scene.shown, about="places")
    return answered(
        [scene.writer],
        cited(scene.writer, game.get(asked["game"]).sight_rules),
        pairs=[
            {"from": places[one], "to": places[other], "sees": seen[one, other], "steps": steps[one, other]}
            for one, other in pairs
        ],
    )


def _stands(engine: WithPlaces, state: Any, seat: Seat) -> bool:
    """Whether a player is still on the board."""
    try:
        engine.steps(state, seat, seat)
    except BadPosition:
        return False
    return True
