"""What leads from entry to entry: where it leads nowhere, pages can't be made of them. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook import finder
from rulebook.content import recipes
from rulebook.content.entries import MARK, Box, Card, GameContent
from rulebook.content.faults import Fault, in_order
from rulebook.content.toml_file import TomlTable
from rulebook.drawing import icons

if TYPE_CHECKING:
    from rulebook.content.reading import Reading

MOST_CLAUSES = 2000  # a page that shows a chapter of them all takes seconds, and meanwhile others wait
KILOBYTE = 1024
MOST_KILOBYTES = 1024  # of a file that pages link
MOST_OF_ICON = 64  # it may stand in each page of the site


def loose_ends(reading: "Reading") -> tuple[Fault, ...]:
    """What is wrong between entries so that pages of them can't be made."""
    return in_order(fault for check in LINKING for fault in check(reading))


def check_links(reading: "Reading") -> Iterator[Fault]:
    game = reading.content
    books: tuple[GameContent | Box, ...] = (reading.base, *(boxed.box for boxed in reading.boxed))
    rests_on = {source for book in books for source in (*book.headings, *book.sources)}
    for ruling in game.rulings:
        entry = reading.entries["ruling", str(ruling.number)]
        yield from unknown(reading, entry, "clauses", ruling.clauses, game.clause_by_id, "unknown_clause")
        yield from unknown(reading, entry, "cards", ruling.cards, game.card_by_id, "unknown_card")
        if not ruling.clauses and not ruling.cards:
            yield entry.wrong("attached_to_nothing")
        named = [ruling.option] if ruling.option else []
        yield from unknown(reading, entry, "option", named, game.option_by_id, "unknown_option")
        for ground in ruling.grounds:
            if not ground.public and ground.name not in rests_on:
                yield entry.wrong("unknown_heading", "source", heading=ground.name)
    for option in game.options:
        entry = reading.entries["options", option.id]
        named = [option.ruling] if option.ruling else []
        yield from unknown(reading, entry, "ruling", named, game.ruling_by_id, "unknown_ruling")
        if option.default not in [choice.value for choice in option.choices]:
            yield entry.wrong("bad_default", "default")
    for book in (each for each in books if each is reading.base or each.id in game.box_by_id):
        head = head_of(reading, book)
        yield from unknown(reading, head, "asked", book.asked, game.clause_by_id, "unknown_clause")
        known = {*game.clause_by_id, *game.ruling_by_id}
        for old, new in book.retired.items():
            if old in known or new not in known:
                yield head.wrong("bad_retired", "retired", old=old)
    for step in (each for each in reading.every("steps") if each.counts_with(game.box_by_id)):
        entry = reading.entries["steps", step.id]
        yield from unknown(reading, entry, "clauses", step.clauses, game.clause_by_id, "unknown_clause")
        if step.icon not in icons.icon_names():
            near = get_close_matches(step.icon, icons.icon_names(), n=3, cutoff=0.4) or icons.icon_names()[:3]
            yield entry.wrong("unknown_icon", "icon", id=step.icon, near=", ".join(near))
    for ticked in (each for each in reading.every("setup") if each.counts_with(game.box_by_id)):
        entry = reading.entries["setup", ticked.id]
        yield from unknown(reading, entry, "clause", [ticked.clause], game.clause_by_id, "unknown_clause")
    for clause in game.clauses:
        entry = reading.entries["clause", clause.id]
        yield from unknown(reading, entry, "changes", clause.changes, game.clause_by_id, "unknown_clause")


def check_reasons(reading: "Reading") -> Iterator[Fault]:
    """Rules that stand behind what is said of moves."""
    game = reading.content
    for code, said in game.words.get(MARK, {}).items():
        entry, behind = reading.entries[MARK, code], [said.clause] if said.clause else []
        yield from unknown(reading, entry, "clause", behind, game.clause_by_id, "unknown_clause")


def head_of(reading: "Reading", book: GameContent | Box) -> TomlTable:
    """The entry of a game or a box itself."""
    return reading.entries["game" if isinstance(book, GameContent) else "box", book.id]


def unknown(
    reading: "Reading", entry: TomlTable, key: str, ids: Iterable[str], known: Mapping[str, object], code: str
) -> Iterator[Fault]:
    """Ids that lead nowhere; an entry whose table can't be read may still be named."""
    if code.removeprefix("unknown_") in reading.lost:
        return
    unread = {*reading.unread, *(f"{reading.content.id}-{each}" for each in reading.unread)}
    for each in ids:
        if each not in known and each not in unread:
            yield entry.wrong(code, key, id=each)


def check_cards(reading: "Reading") -> Iterator[Fault]:
    game = reading.content
    codes = Counter(card.code for card in game.cards)
    of_copies = Counter(copies.code for card in game.cards for copies in card.copies)
    for card in game.cards:
        entry = reading.entries["card", card.id]
        if codes[card.code] > 1 and card is not next(each for each in game.cards if each.code == card.code):
            yield entry.wrong("two_codes", "code")
        if any(of_copies[copies.code] > 1 for copies in card.copies) and codes[card.code] == 1:
            yield entry.wrong("copies_alike", "copies")
        if card.colour and card.colour not in game.colour_by_id:
            yield entry.wrong("unknown_colour", "colour", id=card.colour)
        if card.count < 1:
            yield entry.wrong("no_copies", "count")


def check_recipes(reading: "Reading") -> Iterator[Fault]:
    game = reading.content
    for element_id in sorted(game.element_by_id.keys() & game.card_by_id.keys()):
        yield reading.entries["element", element_id].wrong("card_and_element", "id")
    dangling = [fault for card in game.cards for fault in _check_recipe(reading, card)]
    yield from dangling
    if dangling:  # then there is no graph to walk
        return
    for card in game.cards:
        if card.id in recipes.kin(game, card.id).needs:
            yield reading.entries["card", card.id].wrong("needs_itself", "ingredients")


def _check_recipe(reading: "Reading", card: Card) -> Iterator[Fault]:
    game, entry = reading.content, reading.entries["card", card.id]
    kind = game.kind_by_id.get(card.kind)
    if game.kinds and kind is None and card.kind:
        yield entry.wrong("unknown_kind", "kind", id=card.kind)
    elif kind and (kind.points is None) == bool(card.ingredients):
        yield entry.wrong("recipe_points", "kind", kind=kind.id)
    known: dict[str, Mapping[str, object]] = {
        "element": game.element_by_id,
        "card": game.card_by_id,
        "kind": game.kind_by_id,
    }
    known |= {"either": game.card_by_id, "any": {"element": ()}}
    for asked in card.ingredients:
        if not all(each in known[asked.kind] or each in reading.unread for each in asked.ids):
            yield entry.wrong("unknown_ingredient", "ingredients", id=f"{asked.kind}:{asked.id}")
    for element_id in card.elements:
        if element_id not in game.element_by_id and element_id not in reading.unread:
            yield entry.wrong("unknown_element", "copies", id=element_id)
    worth_nothing = entry.has("points") and not card.points
    if kind and kind.points and card.ingredients and card.points != kind.points and not worth_nothing:
        yield entry.wrong("kind_points", "points", n=card.points, kind=kind.id, points=kind.points)


def check_size(reading: "Reading") -> Iterator[Fault]:
    """Nothing is so large that those who read about other games would notice."""
    for clause in reading.content.clauses[MOST_CLAUSES : MOST_CLAUSES + 1]:
        yield reading.entries["clause", clause.id].wrong("too_many", most=MOST_CLAUSES)
    for room in (each for app in finder.APPS for each in finder.rooms(app, broken=True).values()):
        if room.game == reading.content.id:
            yield from (
                fault for path in sorted(room.path.rglob("static/**/*.*")) for fault in _size(room, path)
            )


def _size(room: finder.Room, path: Path) -> Iterator[Fault]:
    name, is_icon = f"{room.game}/{path.relative_to(room.path)}", path.parent.name == "icons"
    most, size = MOST_OF_ICON if is_icon else MOST_KILOBYTES, path.stat().st_size // KILOBYTE
    if size > most:
        yield Fault(name, 0, "", "", "too_large", {"size": size, "most": most})
    elif is_icon:
        try:
            icons.parts_of(path)
        except (icons.UnknownDrawing, UnicodeDecodeError):
            yield Fault(name, 0, "", "", "not_icon", {})


LINKING: "tuple[Callable[[Reading], Iterator[Fault]], ...]" = (
    check_links,
    check_reasons,
    check_cards,
    check_recipes,
    check_size,
)
