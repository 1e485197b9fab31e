"""What `manage.py rules check` says: content files held against one another, and against a seed. Pure."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import combinations, groupby
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from rulebook import finder
from rulebook import game as games
from rulebook.content import editions, questions
from rulebook.content.boxes import same_facts
from rulebook.content.entries import (
    LANGUAGES,
    NO_PHRASES,
    REFERENCE,
    Box,
    Clause,
    Figure,
    GameContent,
    Passage,
    Placed,
)
from rulebook.content.faults import MESSAGES, Fault, in_order
from rulebook.content.links import LINKING, check_links, check_recipes, head_of, unknown
from rulebook.content.reading import (
    ANNOUNCED,
    ROOT,
    SHARED,
    Reading,
    box_folders,
    folders_of_ours,
    read_from,
    read_whole_from,
    shared,
)
from rulebook.content.toml_file import NUMBER, File, TomlTable, bare_numbers
from rulebook.content.typography import SENTENCE_END
from rulebook.content.whose import check_whose
from rulebook.drawing import figures
from rulebook.search import thesaurus

# A chapter shares its address with these pages of a game, so it can't have their names.
RESERVED_CHAPTERS = {
    *(
        "cards",
        "element",
        "elements",
        "graph",
        "glossary",
        "term",
        "rulings",
        "ruling",
        "all",
        "reference",
        "coverage",
        "boxes",
        "changes",
        "figures",
        "history",
        "paper",
    ),
}
# Why a rule has no figure: words say it best; its example plays it, step by step; a card that it names shows
# it; the figure of another rule in its chapter does.
NO_FIGURE = ("words", "example", "card", "nearby")
# What is missing, too, where the code of a game can't be loaded, and then says nothing new.
DRAWN_BY_CODE = ("unknown_drawing", "unknown_icon")
BROKEN = "game_broken"  # why a game is left out whose code can't be loaded
LEAST_ASKS: Mapping[str, int] = {"ru": 6, "en": 4}  # phrasings of each clause, ruling and term
COUNTED = ("chapters", "clauses", "terms", "kinds", "elements", "cards", "rulings", "passages")


def report(root: Path = ROOT) -> tuple[Fault, ...]:
    """Everything that is wrong in any game, by file and line. Empty when all is sound."""
    if root != ROOT:
        return report_of_ours(root)
    found = (*report_of_ours(root), *_report_of_strangers())
    gone = {problem.game for problem in finder.problems() if problem.code == BROKEN}
    told = [fault for fault in found if fault.code not in DRAWN_BY_CODE or _game_of(fault) not in gone]
    return (*told, *_left_out({_game_of(fault) for fault in told}))


def report_of(game_id: str) -> tuple[Fault, ...]:
    """What is wrong in one game; the others aren't read."""
    room = finder.rooms("rulebook", broken=True).get(game_id)
    found = _faults_in(room) if room else ()
    missing = [problem for problem in finder.problems() if problem.game == game_id]
    if any(problem.code == BROKEN for problem in missing):
        found = tuple(fault for fault in found if fault.code not in DRAWN_BY_CODE)
    if not room and not missing:
        missing = [finder.Problem(game_id, "game_missing", game_id)]
    return found or tuple(map(_as_fault, missing))


def _as_fault(problem: finder.Problem) -> Fault:
    return Fault("", 0, problem.game, "", problem.code, {"what": problem.what})


def instead_of_shared(content: GameContent) -> tuple[list[str], list[str]]:
    """Which shared clauses a game has its own of, as they have the same id, and which it goes without."""
    of_all = [each.clause.id for each in shared().clauses]
    own = {clause.id for clause in content.clauses if clause.source.kind != SHARED}
    return [each for each in of_all if each in own], [
        each for each in of_all if each not in content.clause_by_id
    ]


def _game_of(fault: Fault) -> str:
    return fault.file.partition("/")[0]


def report_of_ours(root: Path = ROOT) -> tuple[Fault, ...]:
    """What is wrong in the files that all games share, and in those of the games of this house."""
    announced, (_, alike) = File(root / "content" / ANNOUNCED, ANNOUNCED), thesaurus.read(root)
    ours = (faults_in(game_id, home, root) for game_id, home in folders_of_ours(root).items())
    return (*announced.faults, *alike, *(fault for faults in ours for fault in faults))


def _report_of_strangers() -> tuple[Fault, ...]:
    rooms = finder.rooms("rulebook", broken=True).values()
    return tuple(fault for room in rooms if not finder.is_ours(room) for fault in _faults_in(room))


def _faults_in(room: finder.Room) -> tuple[Fault, ...]:
    try:
        return faults_in(room.game, room.path / "content")
    except Exception as error:  # noqa: BLE001 -- whatever stands in a stranger's files, the report goes on
        return (Fault(f"{room.game}/game.toml", 0, "", "", "game_broken", {"what": finder.one_line(error)}),)


def _left_out(told: Collection[str]) -> tuple[Fault, ...]:
    """Games that aren’t here for another reason than their content; of those in `told` enough is said."""
    finder.load_all(besides=told)
    return tuple(_as_fault(each) for each in finder.problems() if each.game not in told)


def faults_in(game_id: str, home: Path, root: Path = ROOT) -> tuple[Fault, ...]:
    """What is wrong with the game in `home`, by itself and with its boxes."""
    alone = faults_of(read_from(game_id, home, root))
    if not box_folders(home):
        return alone
    reading = read_whole_from(game_id, home, root)
    known = in_order((*alone, *faults_of(reading), *_between_boxes(reading)))
    return in_order((*known, *_apart(reading, known)))


def faults_of(reading: Reading) -> tuple[Fault, ...]:
    """What can't be read of a game, and what is wrong between the entries that can."""
    return in_order((*reading.faults, *(fault for check in _CHECKS for fault in check(reading))))


def _between_boxes(reading: Reading) -> Iterator[Fault]:
    """What boxes say of one another: which of them an entry needs, and that they agree of what all hold."""
    for file in reading.files:
        needed = {(wording.entry.header, wording.entry.needs): wording.entry for wording in file.wordings}
        for entry in needed.values():
            strange = set(entry.needs) - reading.content.box_by_id.keys()
            yield from (entry.wrong("unknown_box", "with", id=box) for box in sorted(strange))
    for passage in reading.base.passages:
        if passage.told_in and passage.told_in not in reading.content.box_by_id:
            entry = reading.entries["passage", passage.key]
            yield entry.wrong("unknown_box", "told_in", id=passage.told_in)
    held: dict[tuple[type, str], Any] = {}
    for boxed in reading.boxed:
        parts = boxed.parts
        things: tuple[Any, ...] = (*parts.cards, *parts.elements, *parts.kinds, *parts.rulings, *parts.terms)
        for thing in things:
            known = held.setdefault((type(thing), thing.id), thing)
            if not same_facts(known, thing):
                head = reading.entries["box", boxed.box.id]
                yield head.wrong("box_differs", f"{type(thing).__name__.lower()} {thing.id}", box=known.box)


def _apart(reading: Reading, known: Collection[Fault]) -> Iterator[Fault]:
    """What leads nowhere when only some of the boxes are on the table."""
    said = {(fault[:5], str(fault.params)) for fault in known}
    every = [box.id for box in reading.content.boxes]
    for n in range(1, len(every)):
        for chosen in combinations(every, n):
            some, names = reading.with_boxes(chosen), ", ".join(chosen)
            for fault in (fault for check in _APART for fault in check(some)):
                if (fault[:5], str(fault.params)) not in said:
                    told = {lang: MESSAGES[fault.code].in_(lang).format(**fault.params) for lang in LANGUAGES}
                    yield fault._replace(code="apart", params={"boxes": names, **told})


def counts(content: GameContent) -> Iterator[str]:
    """«<game>: 44 clauses, …»: what a sound game has, and each of its boxes."""
    for box in ("", *content.box_by_id):
        numbers = ((part, _count(getattr(content, part), box)) for part in COUNTED)
        name = f"{content.id}/{box}" if box else content.id
        yield f"{name}: " + ", ".join(f"{n} {part}" for part, n in numbers if n)


def _count(entries: Iterable[Placed], box: str) -> int:
    return sum(box in (entry.homes or ("",)) for entry in entries)


# --- Against a seed -----------------------------------------------------------------------------------------


def paragraphs(seed: str) -> list[str]:
    """The paragraphs of a rulebook's text: what blank lines separate, whitespace folded.

    Where none do, as in a thread copied from a forum, every line with a letter or a digit is a paragraph.
    """
    if all(line.strip() for line in seed.strip().splitlines()):
        return [" ".join(line.split()) for line in seed.splitlines() if any(map(str.isalnum, line))]
    blocks, lines = [], []
    for line in [*seed.splitlines(), ""]:
        if line.strip():
            lines.append(line)
        elif lines:
            blocks.append(" ".join(" ".join(lines).split()))
            lines = []
    return blocks


def sentences(paragraph: str) -> list[str]:
    """The sentences of a paragraph that is too long to be one passage."""
    return SENTENCE_END.split(paragraph)


def seed_report(reading: Reading, seed: str, box: str = "") -> tuple[Fault, ...]:
    """Where the content of a game or of a box and the rulebook's text disagree: passages, and headings that
    clauses cite. A box without a seed is told of in that of its game.
    """
    book = reading.content.box_by_id[box] if box else reading.base
    told = [book] if box else [book, *(each for each in reading.content.boxes if not each.seed)]
    missing = (fault for each in told for fault in _headings_report(reading, each, _folded(seed)))
    listed = [passage for passage in reading.content.passages if passage.box == box]
    return in_order((*missing, *_passages_report(reading, head_of(reading, book), listed, paragraphs(seed))))


def _headings_report(reading: Reading, book: GameContent | Box, folded: str) -> Iterator[Fault]:
    for heading in book.headings:
        if _folded(book.seed_spelling.get(heading, heading)) not in folded:
            yield head_of(reading, book).wrong("heading_not_in_seed", "headings", heading=heading)


def _folded(text: str) -> str:
    """A text without what two printings of a heading may differ in."""
    return " ".join(text.split()).casefold().replace("ё", "е").replace("–", "-")


def _passages_report(
    reading: Reading, head: TomlTable, told: Iterable[Passage], blocks: list[str]
) -> Iterator[Fault]:
    listed = [list(of_one) for _, of_one in groupby(told, _paragraph_of)]
    if len(blocks) != len(listed):
        entry = reading.entries["passage", listed[0][0].key] if listed else head
        yield entry.wrong("passage_count", found=len(blocks), listed=len(listed))
    for block, passages in zip(blocks, listed, strict=False):
        parts = sentences(block) if "." in passages[0].n else [block]
        if len(parts) != len(passages):
            entry = reading.entries["passage", passages[0].key]
            yield entry.wrong("passage_count", found=len(parts), listed=len(passages))
        for part, passage in zip(parts, passages, strict=False):
            if hashlib.sha256(part.encode()).hexdigest()[:16] != passage.sha:
                yield reading.entries["passage", passage.key].wrong("passage_text", "sha")


def _paragraph_of(passage: Passage) -> str:
    return passage.n.partition(".")[0]


# --- Between the entries ------------------------------------------------------------------------------------


def _check_references(reading: Reading) -> Iterator[Fault]:
    game = reading.content
    known: dict[str, Mapping[str, object]] = {
        "ref": game.clause_by_id,
        "term": game.term_by_id,
        "card": game.card_by_id,
        "element": game.element_by_id,
    }
    lost = {"ref" if kind == "clause" else kind for kind in reading.lost}
    for entry, key, text in reading.wordings:
        for lang in LANGUAGES:
            written = text.in_(lang)
            at = f"{key}.{lang}" if key else lang
            for match in REFERENCE.finditer(written):
                kind, target = match.groups()
                if kind not in lost and target not in known[kind] and target not in reading.unread:
                    yield entry.wrong("unknown_reference", at, kind=kind, id=target)
            rest = NUMBER.sub("", REFERENCE.sub("", written))
            if "{" in rest:
                yield entry.wrong("markup", at, text=rest[rest.index("{") :][:30])


def _book(reading: Reading, entry: Placed) -> GameContent | Box:
    """The game or the box whose headings an entry may cite."""
    return reading.content.box_by_id.get(entry.box, reading.base)


def _check_clauses(reading: Reading) -> Iterator[Fault]:
    game = reading.content
    named = {clause_id for passage in game.passages for clause_id in passage.clauses}
    retold = {passage.told_in or passage.box for passage in game.passages}
    for clause in game.clauses:
        entry = reading.entries["clause", clause.id]
        if clause.decided_by == "engine" and not clause.shown_by:
            yield entry.wrong("shown_by_nothing", "decided_by")
        if (clause.source.kind == "edition") != (clause.edition is not None):
            yield entry.wrong("edition_named", "source")
        if clause.source.kind == "seed" and clause.source.heading not in _book(reading, clause).headings:
            yield entry.wrong("unknown_heading", "source.heading", heading=clause.source.heading)
        covered = clause.id in named or clause.box not in retold
        if clause.source.kind == "seed" and not covered and not reading.unread:
            yield entry.wrong("no_passage", "id")
        if clause.source.kind == "ruling":
            by = [clause.source.heading]
            yield from unknown(reading, entry, "source.heading", by, game.ruling_by_id, "unknown_ruling")
        if clause.scenario and clause.scenario not in reading.scenarios:
            yield entry.wrong("unknown_scenario", "scenario", id=clause.scenario)
        for mark in clause.shown_by:
            kind, _, name = mark.partition(":")
            if kind == "constant" and name not in game.constants:
                yield entry.wrong("mark_constant", "shown_by", name=name)
            elif kind != "constant" and not game.has_sentence(kind, name) and "words" not in reading.lost:
                yield entry.wrong("mark_words", "shown_by", mark=mark)
    for chapter in game.chapters:
        entry = reading.entries["chapters", chapter.id]
        if chapter.id in RESERVED_CHAPTERS or "." in chapter.id:
            yield entry.wrong("reserved", "id")
        if not game.in_chapter(chapter.id) and "clause" not in reading.lost and not reading.unread:
            yield entry.wrong("no_clauses", "id")


def _check_figures(reading: Reading) -> Iterator[Fault]:
    """Each rule has a figure or says why none; a game that never speaks of figures needn't."""
    game = reading.content
    if "figure" in reading.lost:
        return
    for figure in game.figures:
        yield from _check_figure(reading, figure)
    own = [clause for clause in game.clauses if clause.source.kind != SHARED]
    chapters = game.chapter_by_id
    minds = bool(game.figures) or any(each.no_figure for each in own)
    minds = minds or any(each.no_figure for each in game.chapters)
    for clause in own:
        entry = reading.entries["clause", clause.id]
        named = [clause.figure] if clause.figure else []
        yield from unknown(reading, entry, "figure", named, game.figure_by_id, "unknown_figure")
        chapter = chapters.get(clause.chapter)
        reason = clause.no_figure or (chapter.no_figure if chapter and not clause.figure else "")
        if minds and bool(clause.figure) == bool(reason):
            yield entry.wrong("figure_or_reason", "figure" if clause.figure else "id")
        elif reason and (fault := _reason_fault(reading, clause, reason)):
            yield entry.wrong(fault, "no_figure", value=reason, allowed=", ".join(NO_FIGURE))


def _check_figure(reading: Reading, figure: Figure) -> Iterator[Fault]:
    game, entry = reading.content, reading.entries["figure", figure.id]
    if not game.with_figure(figure.id) and "clause" not in reading.lost and not reading.unread:
        yield entry.wrong("figure_alone", "id")
    missing = [name for name in figure.scenarios if name not in reading.scenarios]
    yield from (entry.wrong("unknown_scenario", "scenarios", id=name) for name in missing)
    if figure.drawing not in figures.drawings(game.id):
        yield entry.wrong("unknown_drawing", "drawing", id=figure.drawing)
    elif not missing:
        for lang in LANGUAGES:
            try:
                drawn = [figures.printed(game, each) for each in figures.drawn(game, figure.id, lang)]
                if not drawn:
                    yield entry.wrong("figure_broken", "drawing", what="0 <svg>")
                for svg in drawn:
                    ElementTree.fromstring(svg)
            except Exception as error:  # noqa: BLE001 -- whatever a game's drawing does, the report goes on
                yield entry.wrong("figure_broken", "drawing", what=finder.one_line(error))


def _reason_fault(reading: Reading, clause: Clause, reason: str) -> str:
    """What a reason claims that isn't so; empty for an honest one."""
    game = reading.content
    if reason not in NO_FIGURE:
        return "not_one_of"
    if reason == "example" and not clause.scenario:
        return "no_figure_example"
    named = (reference for text in (clause.text, clause.ours) if text for reference in text.references)
    if reason == "card" and not any(kind in ("card", "element") for kind, _ in named):
        return "no_figure_card"
    if reason == "nearby" and not any(each.figure for each in game.in_chapter(clause.chapter)):
        return "no_figure_nearby"
    return ""


def _check_passages(reading: Reading) -> Iterator[Fault]:
    game = reading.content
    last = dict.fromkeys(("", *game.box_by_id), "0")
    for passage in game.passages:
        entry = reading.entries["passage", passage.key]
        if not passage.told_in or passage.told_in in game.box_by_id:
            yield from unknown(
                reading, entry, "clauses", passage.clauses, game.clause_by_id, "unknown_clause"
            )
        if bool(passage.clauses) == bool(passage.silent):
            yield entry.wrong("covered_or_silent", "clauses")
        if passage.n not in following(last[passage.box]):
            yield entry.wrong("passage_order", "n")
        last[passage.box] = passage.n


def following(n: str) -> tuple[str, ...]:
    """The numbers that may come after one: «12» or «12.1» after «11»; «12.2», «13» or «13.1» after «12.1»."""
    paragraph, _, sentence = n.partition(".")
    if not paragraph.isdigit():
        return ()
    after = str(int(paragraph) + 1)
    return (after, f"{after}.1", *((f"{paragraph}.{int(sentence) + 1}",) if sentence.isdigit() else ()))


def _check_asks(reading: Reading) -> Iterator[Fault]:
    """Questions belong to an entry, and rules, words and clarifications have enough; a game may have none."""
    game, asked = reading.content, questions.read(reading.content)
    yield from asked.faults
    if asked.lost or not asked.of:
        return
    own = (clause for clause in game.clauses if clause.source.kind != SHARED)
    wanting = {f"clause:{clause.id}" for clause in own} | {f"term:{term.id}" for term in game.terms}
    wanting |= {f"ruling:{ruling.number}" for ruling in game.rulings}
    known = {*wanting, *(f"card:{card.id}" for card in game.cards)}
    known |= {f"element:{element.id}" for element in game.elements}
    for name in asked.of.keys() - known:
        kind, _, entry_id = name.partition(":")
        if kind not in reading.lost and entry_id not in reading.unread:
            yield asked.entries[name].wrong("asks_of_nothing", "of", name=name)
    for name in wanting:
        kind, _, entry_id = name.partition(":")
        entry = asked.entries.get(name) or reading.entries[kind, entry_id]
        asks = asked.of.get(name, NO_PHRASES)
        for lang, least in LEAST_ASKS.items():
            n = len(set(getattr(asks, lang)))
            if n < least:
                yield entry.wrong("few_asks", lang, lang=lang, n=n, least=least)


def _check_numbers(reading: Reading) -> Iterator[Fault]:
    """A number that is a constant is named, and both languages have the same numbers."""
    for entry, key, text in reading.wordings:
        if key in UNNUMBERED:
            continue
        if not isinstance(entry.data.get("numbers_differ", False), bool):
            yield entry.wrong("not_flag", "numbers_differ")
        constants = (entry.file if entry.file.box else reading.files[0]).numbers
        names = {value: name for name, value in reversed(list(constants.items()))}
        for lang in LANGUAGES:
            bare = set(bare_numbers(text.in_(lang))).difference(_bare(entry))
            for n in sorted(bare & names.keys()):
                yield entry.wrong("bare_number", _in(key, lang), n=n, name=names[n])
        told = {lang: _numbers(text.in_(lang), constants) for lang in LANGUAGES}
        if text.ru and text.en and told["ru"] != told["en"] and not entry.data.get("numbers_differ"):
            said = {lang: ", ".join(map(str, numbers)) or "—" for lang, numbers in told.items()}
            yield entry.wrong("numbers_differ", key or "ru", **said)


def _check_bare(reading: Reading) -> Iterator[Fault]:
    """`bare` is a list of numbers, and each stands in a text: else it would let one pass some day unseen."""
    of: dict[int, tuple[TomlTable, set[int]]] = {}
    for entry, _, text in reading.wordings:
        _, numbers = of.setdefault(id(entry.data), (entry, set()))
        numbers.update(bare_numbers(text.ru), bare_numbers(text.en))
    for entry, numbers in of.values():
        if _bare(entry) != entry.data.get("bare", []):
            yield entry.wrong("not_wholes", "bare")
        for n in _bare(entry):
            if n not in numbers:
                yield entry.wrong("bare_not_there", "bare", n=n)


def _bare(entry: TomlTable) -> list[int]:
    """The numbers of an entry that mean something else than the constants with their values."""
    said = entry.data.get("bare", [])
    return [n for n in said if type(n) is int] if isinstance(said, list) else []


def _check_quotes(reading: Reading) -> Iterator[Fault]:
    """«Ёлочки» in Russian, “these” and ’ in English: a straight one is a slip of the keyboard."""
    for entry, key, text in reading.wordings:
        for lang in LANGUAGES:
            if set(text.in_(lang)) & STRAIGHT:
                yield entry.wrong("straight_quote", _in(key, lang))


def _in(key: str, lang: str) -> str:
    """Where the text in one language stands: «title.en», or «en» of an entry’s own text."""
    return f"{key}.{lang}" if key else lang


STRAIGHT = {'"', "'"}
UNNUMBERED = ("label", "name", "short", "acc", "letter")  # what names things, not what rules say


def _numbers(text: str, constants: Mapping[str, int]) -> list[int]:
    """The numbers of a text in ascending order, named ones by their values."""
    return sorted(
        [*bare_numbers(text), *(constants[name] for name in NUMBER.findall(text) if name in constants)]
    )


def _check_files(reading: Reading) -> Iterator[Fault]:
    """Nothing lies in the folder of the content that nobody reads, such as a file with a misspelt name.

    What the object of a game that was left out would read isn't known.
    """
    if any(problem.game == reading.content.id for problem in finder.problems()):
        return
    read = {file.path for file in reading.files}
    game = reading.content
    own = {f"{game.id}/boxes/{box}": found.own_files for box, found in games.boxes(game.id).items()}
    own[game.id] = games.get(game.id).own_files
    for folder, home in game.folders.items():
        for path in sorted(home.rglob("*.toml")):
            name = path.relative_to(home).as_posix()
            if (
                path not in read
                and name != editions.NAME
                and path.parent.name not in ("asks", "scenarios")
                and name not in own.get(folder, ())
            ):
                yield Fault(f"{folder}/{name}", 0, "", "", "stray_file", {})


def _check_of_game(reading: Reading) -> Iterator[Fault]:
    yield from games.get(reading.content.id).faults(reading)


_APART: tuple[Callable[[Reading], Iterator[Fault]], ...] = (_check_references, check_links, check_recipes)
_CHECKS: tuple[Callable[[Reading], Iterator[Fault]], ...] = (
    _check_references,
    _check_clauses,
    check_whose,
    _check_figures,
    _check_passages,
    _check_asks,
    _check_numbers,
    _check_bare,
    _check_quotes,
    *LINKING,
    _check_files,
    _check_of_game,
)
