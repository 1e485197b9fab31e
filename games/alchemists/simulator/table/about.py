"""What the things on a table of «Алхимики» are: areas, order spaces, theories, people, every card. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from games.alchemists.simulator.deduction.data import INGREDIENTS
from games.alchemists.simulator.engine.data import AREAS, TRACKS
from games.alchemists.simulator.engine.state import Act, State
from games.alchemists.simulator.engine.view import View
from games.alchemists.simulator.table.faces import Drawer
from games.alchemists.simulator.table.field import draw_field
from rulebook.content.entries import GameContent
from simulator.engine.game import Move, Seat
from simulator.table import about as shared
from simulator.table.about import About, ThingName, Topic, Topics

AREA, SPACE, THEORY = "area", "space", "theory"
AREA_CLAUSES = {
    "forage": "forage.take",
    "transmute": "transmute.do",
    "sell": "sell.when",
    "buy_artifact": "artifact.buy",
    "debunk": "debunk.when",
    "publish": "publish.action",
    "student": "student.new",
    "drink": "drink.effects",
    "exhibition": "exhibition.place",
}
ARTIFACT_CLAUSES = {
    "magic_mortar": "mortar.random",
    "periscope": "periscope.when",
    "printing_press": "press.free",
    "robe_of_respect": "robe.gain",
    "seal_of_authority": "authority.gain",
    "thinking_cap": "cap.tests",
    "witchs_trunk": "trunk.none",
    "feather_in_cap": "feather.kinds",
    "magic_mirror": "mirror.first",
    "wisdom_idol": "idol.once",
}
TOPICS: Topics = {
    SPACE: Topic("order.rewards", "order_track"),
    THEORY: Topic("publish.new", THEORY),
    "card.area": Topic("planning.resolve"),
    "card.ingredient": Topic("formula.ways", "ingredient"),
    "card.potion": Topic("mix.potions", "potion"),
    "card.artifact": Topic("artifact.effect", "artifact"),
    "card.favour": Topic("favour.play", "favour"),
    "card.adventurer": Topic("adventurer.next", "adventurer"),
    "card.grant": Topic("grants.tokens", "grant"),
    "card.seal": Topic("seals.supply", "seal"),
    "card.conference": Topic("conference.when", "conference"),
    **{f"card.area_{area}": Topic(clause) for area, clause in AREA_CLAUSES.items()},
    **{f"card.{card}": Topic(clause) for card, clause in ARTIFACT_CLAUSES.items()},
    "card.area_reputation_track": Topic("setup.reputation"),
    "term.gold": Topic("setup.gold"),
    "term.ingredient": Topic("setup.deal"),
    "term.favour": Topic("setup.favours"),
    "term.seal": Topic("setup.seals"),
    "term.cube": Topic("setup.cubes"),
    "term.unused": Topic("unused.pairs"),
    "term.hospital": Topic("hospital.cubes"),
    "term.reputation": Topic("final.reputation"),
    "term.conference": Topic("conference.award"),
    "term.order_track": Topic("order.choose"),
    "term.first_player": Topic("setup.first"),
    "term.notebook": Topic("grid.private"),
}


def about(
    content: GameContent, view: View, thing: ThingName, names: Sequence[str], lang: str
) -> About | None:
    told = TOLD.get(thing.kind)
    return (
        told(Drawer(content, lang, names), view, thing.id)
        if told
        else shared.of_content(content, TOPICS, thing, lang)
    )


def read(content: GameContent, view: View, names: Sequence[str], lang: str) -> list[str]:
    """Who still acts where, who stands where, what lies open, what was published."""
    drawer = Drawer(content, lang, names)
    field = draw_field(drawer, view, {})
    areas = ((place.face.name, [row.sign.seat for row in place.rows if row.left]) for place in field.places)
    track = (_space(drawer, view, space.id) for space in field.track if space.signs)
    books = zip(INGREDIENTS, view.books, strict=True)
    seals = [(drawer.face(code).name, book.seats) for code, book in books if book.token]
    wanted = [each.potion.name for each in field.buyer.orders if not each.closed] if field.buyer else []
    return [
        *(f"{name}. {_say(drawer, 'area', seats=seats)}" for name, seats in areas if seats),
        *(f"{each.name}. {each.lines[0]}" for each in track if each),
        *_list(drawer, "open_row", [face.name for face in field.row]),
        *_list(drawer, "on_sale", [f"{each.face.name} {each.price}" for each in field.sale]),
        *_list(drawer, "wanted", wanted),
        *(f"{name}. {_say(drawer, THEORY, n=len(seats))}" for name, seats in seals),
    ]


def _list(drawer: Drawer, code: str, words: Sequence[str]) -> list[str]:
    return [_say(drawer, code, text=", ".join(words))] if words else []


def _say(drawer: Drawer, code: str, **params: Any) -> str:
    return drawer.say("about", code, **params)


def _seat(drawer: Drawer, view: View, seat_text: str) -> About | None:
    seat = shared.seat_of(ThingName("seat", seat_text), view.players)
    if seat is None:
        return None
    board = view.boards[seat]
    held, favours = view.hand_sizes[seat], view.favour_sizes[seat]
    now = _say(drawer, "seat", reputation=board.reputation, gold=board.gold, n=held, favours=favours)
    return shared.of_seat(drawer.content, TOPICS, seat, drawer.names, drawer.lang, now)


def _area(drawer: Drawer, view: View, area_id: str) -> About | None:
    """An area as its entry tells of it, and how many cubes of whom wait there."""
    place = next((n for n, area in enumerate(AREAS) if area.id == area_id), None)
    if place is None:
        return None
    code = drawer.area(area_id).code
    found = shared.of_content(drawer.content, TOPICS, ThingName("card", code), drawer.lang)
    left = {row.seat: row.actions - row.over for row in view.rows[place] if row.actions > row.over}
    now = _say(drawer, "area", seats=list(left)) if left else ""
    return found._replace(lines=tuple(filter(None, (now, *found.lines)))[:2]) if found else None


def _space(drawer: Drawer, view: View, space_id: str) -> About | None:
    """A space of the order track: what it gives, what it costs, who stands there."""
    space = next((each for each in TRACKS[view.players] if each.id == space_id), None)
    if space is None:
        return None
    gives = _say(drawer, SPACE, n=space.ingredients, favours=space.favours, price=space.price)
    seats = [seat for seat, name in enumerate(view.spaces) if name == space_id]
    now = f"{gives} {_say(drawer, 'space_taken', seats=seats)}" if seats else gives
    number = [each.id for each in TRACKS[view.players]].index(space_id) + 1
    found = shared.of_kind(drawer.content, TOPICS, SPACE, drawer.lang, now=now)
    return found._replace(name=f"{found.name}: {_say(drawer, 'space_nth', nth=number)}") if found else None


def _theory(drawer: Drawer, view: View, ingredient: str) -> About | None:
    """The theory on an ingredient, published or not."""
    if ingredient not in INGREDIENTS:
        return None
    book = view.books[INGREDIENTS.index(ingredient)]
    now = _say(drawer, THEORY if book.token else "theory_none", n=len(book.seats))
    found = shared.of_kind(drawer.content, TOPICS, THEORY, drawer.lang, now=now)
    return found._replace(name=f"{found.name}: {drawer.face(ingredient).name}") if found else None


TOLD: Mapping[str, Callable[[Drawer, View, str], About | None]] = {
    "seat": _seat,
    AREA: _area,
    SPACE: _space,
    THEORY: _theory,
}


def concerns(view: View, thing: ThingName, move: Move) -> bool:
    """An area is meant by its plan, and by all that is done in it; a theory by what is published."""
    if thing.kind == AREA:
        base = view.agenda[0] if view.agenda else None
        return thing.id in move.args or (isinstance(base, Act) and base.area == thing.id)
    if thing.kind == THEORY:
        return move.verb in ("publish", "endorse", "debunk") and thing.id in move.args
    if thing.kind == SPACE:
        return move == Move(SPACE, (thing.id,))
    return thing.kind == "card" and thing.id in move.args


def attempts(view: View, state: State, seat: Seat, thing: ThingName) -> Iterator[Move]:
    """What a thing is there for."""
    for verb, after in TRIED.get(thing.kind, ()):
        yield Move(verb, (thing.id, *after))


# By kind of thing, the verbs that name it, each with what has to follow.
TRIED: Mapping[str, Sequence[tuple[str, tuple[int, ...]]]] = {
    AREA: [("plan", (1,))],
    SPACE: [(SPACE, ())],
    THEORY: [("publish", ()), ("endorse", ())],
    "card": [
        ("take", ()),
        ("transmute", (0,)),
        ("buy", (0,)),
        ("order", (0,)),
        ("keep", ()),
        ("grant", ()),
        ("seal", ()),
    ],
}
