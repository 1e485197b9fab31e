"""The rulebook's content: reads `games/<game>/content/*.toml` into the dataclasses of `entries`.

The files are the one owner of every text, card count and constant. Everything else (pages, search, engines,
calculators, PDFs) reads them through `load`; `rulebook.content.checking` holds them against one another.
Pure: no Django, no database.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import tomli

from rulebook import finder
from rulebook.content import history, kept, links, series
from rulebook.content.boxes import Boxed, Facts, FolderEntries, joined
from rulebook.content.entries import (
    MARK,
    NO_TEXT,
    Box,
    Card,
    CatalogueSentence,
    Chapter,
    Clause,
    Colour,
    Copies,
    Element,
    Figure,
    GameContent,
    Ingredient,
    Kind,
    OptionText,
    OptionValue,
    Passage,
    Phrases,
    Ruling,
    SetupStep,
    Source,
    Term,
    Text,
    TurnStep,
)
from rulebook.content.faults import ContentError, Fault, in_order
from rulebook.content.toml_file import File, TomlTable, Wording

ROOT = Path(__file__).resolve().parent.parent  # where what all games share lies
ANNOUNCED = "announced.toml"  # games to come, in `content/`
SHARED = "shared"  # what shared code cites and says, in `content/`; the source of clauses from there
STATUSES = ("rulebook", "author", "ours")
SOURCES = ("seed", "ruling", "edition")
DECIDERS = ("engine", "table")
INGREDIENTS = ("element", "card", "kind", "either", "any")
ADDRESS = re.compile(r"https?://[^\s/]+\S*\Z")  # of the web: other schemes may do something
IN_SEVERAL = ("card", "element", "kinds", "ruling", "term")  # what several boxes may hold alike


def content_folders(root: Path = ROOT) -> dict[str, Path]:
    """Where the content of each game lies, in the order of their ids; strangers’ besides ours.

    Another `root` is a copy of what this app reads, with the content of our games in `games/<id>/content`.
    """
    if root != ROOT:
        return {path.parent.name: path for path in sorted(root.glob("games/*/content"))}
    rooms = finder.rooms("rulebook").values()
    return {room.game: room.path / "content" for room in rooms if (room.path / "content/game.toml").is_file()}


def folders_of_ours(root: Path = ROOT) -> dict[str, Path]:
    """The same of our games alone, sound or not."""
    if root != ROOT:
        return content_folders(root)
    rooms = finder.rooms("rulebook", broken=True).values()
    return {room.game: room.path / "content" for room in rooms if finder.is_ours(room)}


def game_ids(root: Path = ROOT) -> list[str]:
    """Games with content, in the order of their ids; without those that can't be loaded."""
    return [game_id for game_id in content_folders(root) if root != ROOT or is_sound(game_id)]


def is_here(game_id: str) -> bool:
    """Whether this is one of them, without a look at the others."""
    return game_id in content_folders() and is_sound(game_id)


def is_sound(game_id: str) -> bool:
    """Whether pages can be made of a game's content; if not, the game is left out from now on."""
    try:
        whole(game_id)
        load(game_id)
        if not finder.is_ours(finder.rooms("rulebook")[game_id]):
            _hold_together(game_id)
    except Exception as error:  # noqa: BLE001 -- whatever stands in a stranger's files, the others go on
        finder.leave_out(game_id, "game_content", finder.one_line(error))
        return False
    return True


@cache
def _hold_together(game_id: str) -> None:
    """Raises ContentError where entries name others that aren't there; `rules check` sees to our own."""
    wrong = links.loose_ends(read_whole(game_id))
    if wrong:
        raise ContentError(wrong)


def load(game_id: str, root: Path = ROOT, boxes: Iterable[str] = ()) -> GameContent:
    """The content of a game with these boxes on the table, in whatever order they are named; the base game
    alone without any. Raises ContentError with all that can't be read, KeyError for a box that isn't there.
    """
    return _load(game_id, root, tuple(sorted(set(boxes))))


@cache
def _load(game_id: str, root: Path, boxes: tuple[str, ...]) -> GameContent:
    try:
        base, boxed = _parts(game_id, root)
    except ContentError:
        if boxes:
            raise
        return _sound(read(game_id, root)).base
    return _with_boxes(base, boxed, boxes)


@cache
def _parts(game_id: str, root: Path) -> kept.GameParts:
    """All of a game, read once. Raises ContentError, also where only a box can't be read."""
    home, shared = content_folders(root)[game_id], root / "content" / SHARED
    found = kept.find(home, shared) if root == ROOT else None
    if found is None:
        reading = _sound(read_whole(game_id, root))
        found = kept.GameParts(reading.base, reading.boxed)
        if root == ROOT:
            kept.keep(home, shared, found)
    return found


def _sound(reading: "Reading") -> "Reading":
    if reading.faults:
        raise ContentError(reading.faults)
    return reading


def _with_boxes(base: GameContent, boxed: Iterable[Boxed], chosen: Collection[str]) -> GameContent:
    """Raises KeyError for a box that isn't there."""
    on_table = [each for each in boxed if each.box.id in chosen]
    unknown = set(chosen).difference(each.box.id for each in on_table)
    if unknown:
        raise KeyError(min(unknown))
    return joined(base, on_table)


def whole(game_id: str, root: Path = ROOT) -> GameContent:
    """The content of a game with all of its boxes; of one without any what `load` has."""
    return load(game_id, root, [each.box.id for each in boxed(game_id, root)])


def boxes(game_id: str, root: Path = ROOT) -> tuple[Box, ...]:
    """The boxes of a game, in their order."""
    return whole(game_id, root).boxes


def boxed(game_id: str, root: Path = ROOT) -> tuple[Boxed, ...]:
    """What each box of a game adds, by itself."""
    return _parts(game_id, root).boxed


def box_folders(home: Path) -> dict[str, Path]:
    """Where the content of each box lies, beside that of its game; by their places, then in the order of
    their ids.
    """
    found = sorted(home.parent.glob("boxes/*/content/game.toml"), key=lambda path: (_place_of(path), path))
    return {path.parent.parent.name: path.parent for path in found}


@cache
def _place_of(path: Path) -> int:
    """Where a box stands among those of its game; of what can't be read its reader tells."""
    try:
        place = tomli.loads(path.read_text(encoding="utf-8")).get("place")
    except (OSError, ValueError):
        return 0
    return place if isinstance(place, int) else 0


@dataclass(frozen=True)
class Reading:
    """A game as far as its files can be read. `entries` by (kind, id): where each stands.

    `base` is the game without its boxes, `boxed` what each of them adds, and `content` all together.
    `wordings` are all texts that count as written, but for those of the catalogues of sentences; `unread` are
    ids in tables that are no TOML, `lost` the kinds of entries in files that can't be read at all,
    `scenarios` the ids of its cases.
    """

    content: GameContent
    files: tuple[File, ...]
    entries: Mapping[tuple[str, str], TomlTable]
    scenarios: frozenset[str]
    lost: frozenset[str]
    base: GameContent
    boxed: tuple[Boxed, ...] = ()

    @property
    def faults(self) -> tuple[Fault, ...]:
        return in_order(fault for file in self.files for fault in file.faults)

    @property
    def wordings(self) -> list[Wording]:
        on_table = self.content.box_by_id.keys()
        every = (wording for file in self.files for wording in file.wordings)
        return [wording for wording in every if on_table >= set(wording.entry.needs)]

    @property
    def unread(self) -> set[str]:
        return set().union(*(file.unread for file in self.files))

    def every(self, name: str) -> tuple[Any, ...]:
        """All entries of one kind, whatever they need to count."""
        boxed = (getattr(each.parts, name) for each in self.boxed)
        return (*getattr(self.base, name), *chain.from_iterable(boxed))

    def with_boxes(self, chosen: Collection[str]) -> "Reading":
        """The same with only these boxes on the table. Raises KeyError for one that isn't there."""
        return replace(self, content=_with_boxes(self.base, self.boxed, chosen))


def read(game_id: str, root: Path = ROOT) -> Reading:
    """Reads a game without its boxes to its end, whatever is wrong in it."""
    return read_from(game_id, content_folders(root)[game_id], root)


def read_whole(game_id: str, root: Path = ROOT) -> Reading:
    """Reads a game with all of its boxes to its end, whatever is wrong in them."""
    return read_whole_from(game_id, content_folders(root)[game_id], root)


def read_from(game_id: str, home: Path, root: Path = ROOT) -> Reading:
    """Reads a game whose content lies in `home`."""
    return _Reader(game_id, home, shared(root)).read()


def read_whole_from(game_id: str, home: Path, root: Path = ROOT) -> Reading:
    """Reads a game whose content lies in `home`, and the boxes beside it."""
    reading = read_from(game_id, home, root)
    for box, folder in box_folders(home).items():
        reading = _BoxReader(reading, box, folder, shared(root)).read()
    return reading


class SharedClause(NamedTuple):
    """A clause and where it stands; `without_cards` is how a game reads it that has no cards."""

    entry: TomlTable
    clause: Clause
    without_cards: Clause


class Shared(NamedTuple):
    """What games have that bring none of their own: clauses, and sentences."""

    files: tuple[File, ...]
    chapter: tuple[TomlTable, Chapter]
    clauses: tuple[SharedClause, ...]
    words: Mapping[str, Mapping[str, CatalogueSentence]]

    def digest(self) -> str:
        return hashlib.sha256(b"\0".join(file.path.read_bytes() for file in self.files)).hexdigest()


@cache
def shared(root: Path = ROOT) -> Shared:
    """What stands in `content/shared/`, whatever is wrong in it."""
    home = root / "content" / SHARED
    rules, words = (File(home / name, f"{SHARED}/{name}") for name in ("rules.toml", "words.toml"))
    said: dict[str, dict[str, CatalogueSentence]] = {}
    for kind, code, entry in words.tables():
        said.setdefault(kind, {})[code] = entry.sentence()
    (chapter,) = ((e, Chapter(e.word("id"), 0, e.text())) for e in rules.entries("chapters", "id"))
    clauses = tuple(map(_shared_clause, rules.entries("clause", "id")))
    return Shared((rules, words), chapter, clauses, said)


class _Reader:
    """Reads the files of a game one by one, and remembers where its entries stand."""

    box = ""
    required: Collection[str] = ("rules", "cards")

    def __init__(self, game_id: str, home: Path, shared: Shared):
        self.id, self.home, self.shared, self.folder = game_id, home, shared, game_id
        self.numbers: dict[str, int] = {}
        self.files: list[File] = []
        self.entries: dict[tuple[str, str], TomlTable] = {}
        self.lost: set[str] = set()

    def open(self, path: Path) -> File:
        name = f"{self.folder}/{path.relative_to(self.home).as_posix()}"
        file = File(path, name, self.numbers, self.box)
        self.files.append(file)
        return file

    def part(self, name: str) -> list[File]:
        """`name.toml`, or where that would be too long the files of a folder `name`, in order."""
        folder, alone = self.home / name, self.home / f"{name}.toml"
        if name not in self.required and not alone.exists() and not folder.is_dir():
            return []
        paths = sorted(folder.glob("*.toml")) if folder.is_dir() else [alone]
        return [self.open(path) for path in paths]

    def entries_of(self, name: str, table: str, key: str = "id") -> Iterator[TomlTable]:
        """The entries of a part, which holds nothing else."""
        files = self.part(name)
        for file in files:
            file.hold(table)
        yield from self.each(files, table, key)

    def each(self, files: Iterable[File], table: str, key: str = "id") -> Iterator[TomlTable]:
        """The tables of all these files, none with the id of another."""
        for file in files:
            if file.lost:
                self.lost.add(table)
            for entry in file.entries(table, key):
                name = (table, self.named(table, str(entry.data[key])))
                if name in self.entries:
                    entry.fault_twice(key)
                else:
                    self.entries[name] = entry
                    yield entry

    def named(self, table: str, entry_id: str) -> str:
        """The name of an entry among those of its kind."""
        return entry_id

    def facts(self, head: TomlTable) -> Facts:
        """What the head of a game says, or that of a box, besides its texts."""
        constants = head.within("constants").data
        self.numbers |= {name: value for name, value in constants.items() if type(value) is int}
        return Facts(
            seed=head.word("seed", ""),
            headings=head.words("headings"),
            sources=head.words("sources"),
            seed_spelling=head.named_texts("seed_spelling"),
            asked=head.words("asked"),
            constants=constants,
            retired=head.named_texts("retired"),
            people=head.named_texts("people"),
        )

    def parts(self, game: File, before: tuple[Chapter, ...] = ()) -> FolderEntries:
        """The entries of a folder, `before` being the chapters that stand before its own."""
        start = before[-1].number + 1 if before else 1
        own = tuple(
            Chapter(e.word("id"), n, e.text(), e.word("no_figure", ""), **_place(e))
            for n, e in enumerate(self.each([game], "chapters"), start=start)
        )
        return FolderEntries(
            chapters=own,
            clauses=tuple(self.numbered((*before, *own))),
            cards=tuple(_card(e) for e in self.entries_of("cards", "card")),
            colours=tuple(_colour(e) for e in self.each([game], "colours")),
            elements=tuple(_element(e) for e in self.entries_of("elements", "element")),
            kinds=tuple(_kind(e) for e in self.each([game], "kinds")),
            options=tuple(_option(e) for e in self.each([game], "options")),
            terms=tuple(_term(e) for e in self.entries_of("glossary", "term")),
            rulings=tuple(_ruling(e, self.id) for e in self.entries_of("rulings", "ruling", "number")),
            passages=tuple(_passage(e) for e in self.entries_of("passages", "passage", "n")),
            steps=tuple(_step(e) for e in self.each([game], "steps")),
            figures=tuple(_figure(e) for e in self.entries_of("figures", "figure")),
            setup=tuple(_setup_step(e) for e in self.each([game], "setup")),
        )

    def end(self, head: TomlTable) -> None:
        """What is left of a head has been asked for by nobody."""
        for table in ("chapters", "colours", "kinds", "options", "steps", "setup"):
            head.get(table)
        head.fault_unread()

    def read(self) -> Reading:
        game = self.open(self.home / "game.toml")
        head = game.root
        facts, parts = self.facts(head), self.parts(game)
        known = {clause.id for clause in parts.clauses}
        needless = known | set(self.without(head))
        more_chapters, more_clauses = self.common(len(parts.chapters), needless, bool(parts.cards))
        players = head.whole_numbers("players")
        for name in series.wrong(facts.constants, (players[0], players[-1])):
            head.fault("bad_series", "constants", name=name, n=players[-1] - players[0] + 1)
        content = GameContent(
            id=self.called(head),
            **_texts(head, ("title", "author", "about"), ("title_note", "edition", "turn", "licence")),
            home=_address(head, "home"),
            players=(players[0], players[-1]),
            minutes=head.whole_number("minutes"),
            bgg_id=head.whole_number("bgg_id", 0),
            words=self.words(),
            **self.edition(head, self.shared.digest() if more_clauses else ""),
            folder=self.home,
            shared_words=self.shared.words,
            **vars(facts),
            **(
                vars(parts)
                | {"chapters": parts.chapters + more_chapters, "clauses": parts.clauses + more_clauses}
            ),
        )
        self.end(head)
        self.entries["game", content.id] = head  # be it that of the folder or not
        lost = frozenset(self.lost)
        return Reading(content, tuple(self.files), self.entries, _scenarios(self.home), lost, content)

    def edition(self, head: TomlTable, shared: str) -> dict[str, Any]:
        """Day and digest of the texts, as `history.toml` tells them; without one the day stands in the head,
        and every file counts.
        """
        path = self.home / history.NAME
        past = history.read(self.open(path)) if path.is_file() else history.FolderHistory()
        if past.editions:
            newest = past.editions[-1]
            return {"updated": newest.date, "digest": newest.digest, **past._asdict()}
        typed = head.day("updated") if not self.box or head.has("updated") else ""
        return {"updated": typed, "digest": _digest(self.home, shared), **past._asdict()}

    def called(self, head: TomlTable) -> str:
        """The id of the game or box, which is the name of its folder, too."""
        said, folder = head.word("id"), self.box or self.id
        if said != folder and head.has("id"):
            head.fault("other_id", "id", id=folder)
        return said

    def numbered(self, chapters: tuple[Chapter, ...]) -> Iterator[Clause]:
        """Clauses in the order of the book, numbered «chapter.place»."""
        by_id = {chapter.id: chapter for chapter in chapters}
        places = self.taken_places()
        clauses = []
        for entry in self.entries_of("rules", "clause"):
            chapter = by_id.get(entry.word("chapter"))
            if chapter is None:
                if entry.has("chapter"):
                    entry.fault("unknown_chapter", "chapter", id=entry.word("chapter"))
                clauses.append((0, _clause(entry, "")))
                continue
            places[chapter.id] += 1
            clauses.append((chapter.number, _clause(entry, f"{chapter.number}.{places[chapter.id]}")))
        return (clause for _, clause in sorted(clauses, key=lambda pair: pair[0]))

    def taken_places(self) -> Counter[str]:
        """How many clauses stand already in each chapter."""
        return Counter()

    def common(
        self, before: int, own: Collection[str], has_cards: bool
    ) -> tuple[tuple[Chapter, ...], tuple[Clause, ...]]:
        """Shared clauses that the game hasn't got but may see cited, in a chapter after its own."""
        missing = {
            (each.clause if has_cards else each.without_cards): each.entry
            for each in self.shared.clauses
            if each.clause.id not in own
        }
        if not missing:
            return (), ()
        self.files += self.shared.files
        entry, last = self.shared.chapter
        chapter = replace(last, number=before + 1)
        if self.entries.setdefault(("chapters", chapter.id), entry) is not entry:
            self.entries["chapters", chapter.id].fault("reserved", "id")
        self.entries |= {("clause", clause.id): entry for clause, entry in missing.items()}
        numbered = (
            replace(clause, number=f"{chapter.number}.{n}") for n, clause in enumerate(missing, start=1)
        )
        return (chapter,), tuple(numbered)

    def without(self, head: TomlTable) -> tuple[str, ...]:
        """Shared clauses that don't fit the game, and that nothing ever cites of it."""
        shared = [each.clause.id for each in self.shared.clauses]
        for clause_id in (named := head.words("without")):
            if clause_id not in shared:
                head.fault("unknown_shared", "without", id=clause_id, known=", ".join(shared))
        return named

    def words(self) -> dict[str, dict[str, CatalogueSentence]]:
        """The catalogues of sentences; their places are not those of other texts."""
        words: dict[str, dict[str, CatalogueSentence]] = {}
        for file in self.part("words"):
            if file.lost:
                self.lost.add("words")
            for kind, code, entry in file.tables():
                if code in words.setdefault(kind, {}):
                    entry.fault("duplicate")
                else:
                    words[kind][code] = entry.sentence(entry.word("clause", "") if kind == MARK else "")
                    self.entries[kind, code] = entry
                    entry.fault_unread()
                    self.hold_to_others(entry, kind, code, words[kind][code])
        return words

    def hold_to_others(self, entry: TomlTable, kind: str, code: str, said: Text) -> None:
        """Whether others may say it, too, is asked of boxes alone."""


class _BoxReader(_Reader):
    """Reads the files of a box, whose entries stand beside those of the game and of other boxes."""

    required: Collection[str] = ()

    def __init__(self, before: Reading, box: str, home: Path, shared: Shared):
        super().__init__(before.content.id, home, shared)
        self.before, self.box, self.folder = before, box, f"{self.id}/boxes/{box}"
        constants = before.base.constants
        self.numbers |= {name: value for name, value in constants.items() if type(value) is int}

    def named(self, table: str, entry_id: str) -> str:
        """Passages are numbered in each seed anew."""
        return f"{self.box}:{entry_id}" if table == "passage" else entry_id

    def each(self, files: Iterable[File], table: str, key: str = "id") -> Iterator[TomlTable]:
        for entry in super().each(files, table, key):
            known = self.before.entries.get((table, self.named(table, str(entry.data[key]))))
            if known is not None and not (known.file.box and table in IN_SEVERAL):
                entry.fault_twice(key)
            else:
                yield entry

    def hold_to_others(self, entry: TomlTable, kind: str, code: str, said: Text) -> None:
        """A box says nothing anew that the game says, nor anything else than another box."""
        if code in self.before.base.words.get(kind, {}):
            entry.fault("duplicate")
        for other in self.before.boxed:
            if other.box.words.get(kind, {}).get(code, said) != said:
                entry.fault("box_differs", box=other.box.id)

    def taken_places(self) -> Counter[str]:
        return Counter(clause.chapter for clause in self.before.every("clauses"))

    def read(self) -> Reading:
        game = self.open(self.home / "game.toml")
        head = game.root
        facts = self.facts(head)
        for name, value in facts.constants.items():
            if self.before.content.constants.get(name, value) != value:
                head.fault("other_constant", "constants", name=name)
        parts = self.parts(game, self.before.every("chapters"))
        if head.has("place"):
            head.whole_number("place")  # `box_folders` has put it there
        self.called(head)
        box = Box(
            id=self.box,
            **_texts(head, ("title",), ("about", "edition", "title_note")),
            words=self.words(),
            **self.edition(head, ""),
            folder=self.home,
            **vars(facts),
        )
        self.end(head)
        self.entries["box", self.box] = head
        boxed = (*self.before.boxed, Boxed(box, parts))
        return Reading(
            joined(self.before.base, boxed),
            (*self.before.files, *self.files),
            {**self.entries, **self.before.entries},
            self.before.scenarios | _scenarios(self.home),
            self.before.lost | self.lost,
            self.before.base,
            boxed,
        )


def _scenarios(home: Path) -> frozenset[str]:
    """The ids of the cases beside the rules; whoever plays them reads the rest."""
    sources = (path.read_text(encoding="utf-8", errors="ignore") for path in home.glob("scenarios/*.toml"))
    return frozenset(found for source in sources for found in re.findall(r'^id = "(.*)"$', source, re.M))


def _digest(home: Path, shared: str) -> str:
    """Changes when a file does that pages or PDFs show; printed on PDFs, keys caches."""
    files = sorted(path for path in home.rglob("*.toml") if path.parent.name != "asks")
    content = b"\0".join(str(path.relative_to(home)).encode() + path.read_bytes() for path in files)
    return hashlib.sha256(content + shared.encode()).hexdigest()[:16]


def _texts(head: TomlTable, needed: Iterable[str], optional: Iterable[str]) -> dict[str, Any]:
    """The texts of a head, by the names of their keys."""
    texts = {key: head.text(key) for key in needed}
    return texts | {key: head.maybe_text(key) or NO_TEXT for key in optional}


def _address(head: TomlTable, key: str) -> str:
    """An address of the web; empty where there is none, or something that a page must not lead to."""
    said = head.word(key, "")
    if said and not ADDRESS.match(said):
        head.fault("not_address", key)
        return ""
    return said


def _place(e: TomlTable) -> dict[str, Any]:
    """Where an entry lies, and what it needs to count."""
    return {"box": e.file.box, "needs": e.needs}


def _clause(e: TomlTable, number: str) -> Clause:
    clause_id = e.word("id")
    if "." not in clause_id:
        e.fault("no_dot", "id")
    source = e.within("source")
    return Clause(
        id=clause_id,
        chapter=e.word("chapter"),
        number=number,
        title=e.text("title"),
        text=e.text(),
        ours=e.maybe_text("ours"),
        source=Source(source.one_of("kind", SOURCES), source.word("heading")),
        decided_by=e.one_of("decided_by", DECIDERS),
        shown_by=e.words("shown_by"),
        scenario=e.word("scenario", ""),
        edition=e.maybe_text("edition"),
        changes=e.words("changes"),
        reconstruction=e.flag("reconstruction"),
        figure=e.word("figure", ""),
        no_figure=e.word("no_figure", ""),
        **_place(e),
    )


def _figure(e: TomlTable) -> Figure:
    return Figure(
        id=e.word("id"),
        title=e.text("title"),
        text=e.text(),
        drawing=e.word("drawing"),
        scenarios=e.words("scenarios"),
        data=e.within("data").data,
        **_place(e),
    )


def _shared_clause(e: TomlTable) -> SharedClause:
    clause = Clause(
        id=e.word("id"),
        chapter=e.word("chapter"),
        number="",
        title=e.text("title"),
        text=e.text(),
        source=Source(SHARED, ""),
        decided_by="table",
    )
    other = e.within("without_cards")
    without_cards = replace(clause, title=other.text("title"), text=other.text()) if other.data else clause
    return SharedClause(e, clause, without_cards)


def _synonyms(e: TomlTable) -> Phrases:
    """Other words for a thing in both languages, either of which may have none."""
    phrases = e.within("synonyms")
    found = Phrases(phrases.words("ru"), phrases.words("en"))
    phrases.fault_unread()
    return found


def _term(e: TomlTable) -> Term:
    return Term(e.word("id"), e.text("name"), e.text(), _synonyms(e), **_place(e))


def _element(e: TomlTable) -> Element:
    return Element(
        id=e.word("id"),
        name=e.text("name"),
        text=e.maybe_text("text"),
        synonyms=_synonyms(e),
        provenance=e.word("provenance"),
        **_place(e),
    )


def _kind(e: TomlTable) -> Kind:
    points = e.whole_number("points") if e.has("points") else None
    name, plural, made_of = (e.text(key) for key in ("name", "plural", "made_of"))
    return Kind(e.word("id"), name, plural, made_of, points, **_place(e))


def _step(e: TomlTable) -> TurnStep:
    return TurnStep(e.word("id"), e.word("icon"), e.text(), e.words("clauses"), **_place(e))


def _setup_step(e: TomlTable) -> SetupStep:
    players = e.whole_numbers("players") if e.has("players") else ()
    return SetupStep(id=e.word("id"), clause=e.word("clause"), players=players, **_place(e))


def _card(e: TomlTable) -> Card:
    copies, rule = _copies(e), e.maybe_text("rule")
    return Card(
        id=e.word("id"),
        code=e.word("code", e.word("id")),
        kind=e.word("kind"),
        colour=e.word("colour", ""),
        value=e.whole_number("value", 0),
        count=sum(each.count for each in copies),
        name=e.text("name"),
        short=e.text("short"),
        acc=e.text("acc" if e.has("acc") else "short"),
        text=e.maybe_text("text") or rule,
        provenance=e.word("provenance"),
        deck=e.word("deck", ""),
        points=e.whole_number("points", 0),
        ingredients=tuple(found for text in e.words("ingredients") if (found := _ingredient(e, text))),
        copies=copies,
        disputed=e.maybe_text("disputed"),
        rule=rule,
        data=e.within("data").data,
        guessed=e.flag("guessed"),
        **_place(e),
    )


def _ingredient(e: TomlTable, text: str) -> Ingredient | None:
    """«element:mandrake», «card:elixir_of_fire», «kind:talisman», «either:solution|powder», «any:element»."""
    kind, _, name = text.partition(":")
    if kind in INGREDIENTS and name:
        return Ingredient(kind, name)
    e.fault("not_ingredient", "ingredients", text=text)
    return None


def _copies(e: TomlTable) -> tuple[Copies, ...]:
    """Rows with elements, or `count` alike copies; where rows differ, their codes name the elements."""
    code = e.word("code", e.word("id"))
    if not e.has("copies"):
        return (Copies(code, (), e.whole_number("count"), e.file.box, e.word("deck", "")),)
    rows = e.rows("copies")
    return tuple(
        Copies(
            row.word("code", code if len(rows) == 1 else f"{code}:{'+'.join(row.words('elements'))}"),
            row.words("elements"),
            row.whole_number("count"),
            e.file.box,
            e.word("deck", ""),
        )
        for row in rows
    )


def _ruling(e: TomlTable, game_id: str) -> Ruling:
    return Ruling(
        id=f"{game_id}-{e.whole_number('number')}",
        number=e.whole_number("number"),
        title=e.text("title"),
        text=e.text(),
        status=e.one_of("status", STATUSES),
        clauses=e.words("clauses"),
        cards=e.words("cards"),
        option=e.word("option", ""),
        source=e.word("source", ""),
        reconstruction=e.flag("reconstruction"),
        ours=e.maybe_text("ours"),
        said=e.word("said", ""),
        since=e.day("since") if e.has("since") else "",
        **_place(e),
    )


def _passage(e: TomlTable) -> Passage:
    return Passage(
        n=str(e.need("n")),
        label=e.text("label"),
        sha=e.word("sha"),
        clauses=e.words("clauses"),
        silent=e.maybe_text("silent"),
        told_in=e.word("told_in", ""),
        **_place(e),
    )


def _colour(e: TomlTable) -> Colour:
    return Colour(
        id=e.word("id"),
        shape=e.word("shape", ""),
        letter=e.text("letter"),
        name=e.text("name"),
        forms=_forms(e),
        **_place(e),
    )


def _forms(e: TomlTable) -> dict[str, dict[str, str]]:
    """The word forms of a colour, by language."""
    e.need("forms")
    forms = e.within("forms")
    return {lang: forms.named_texts(lang) for lang in forms.data}


def _option(e: TomlTable) -> OptionText:
    return OptionText(
        id=e.word("id"),
        default=e.need("default", ""),
        ruling=e.word("ruling", ""),
        hidden=e.flag("hidden"),
        title=e.text("title"),
        about=e.text("about"),
        choices=tuple(OptionValue(choice.need("value", ""), choice.text()) for choice in e.rows("choices")),
        **_place(e),
    )
