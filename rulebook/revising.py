"""Writing down what changed in the texts of a game: a frame for each entry in `history.toml`, and the new
fingerprints. The former texts are those of the last commit in which an entry had its fingerprint.
"""

import json
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from rulebook.content import editions, history, markup
from rulebook.content.editions import ContentFolder
from rulebook.content.entries import LANGUAGES, GameContent, Text
from rulebook.content.reading import ROOT, SHARED, Reading, read_whole_from
from rulebook.content.toml_file import NO_TEXT

MOST_COMMITS = 80  # in which a former text is looked for
MAIN_TEXTS = ("text", "rule", "about", "title", "name")  # the first of these stands for what only grew
NAMES = ("title", "name")
PRINTS_HEAD = "# Отпечатки текстов последней редакции: пишет `manage.py rules changed`.\n"
HISTORY_HEAD = """\
# Что изменилось в текстах. Записи добавляет `manage.py rules changed`, причину (reason) пишет автор.
"""
OPEN_REASON = 'reason = { ru = "", en = "" }'


class Former(NamedTuple):
    """An entry as it was, in the content that it was part of."""

    entry: Any
    content: GameContent


@dataclass(frozen=True)
class RevisionWriter:
    """What is to be written of one game: on which day, and why, for all entries or for `only` some."""

    reading: Reading
    today: str
    reason: Text = NO_TEXT
    only: frozenset[str] = field(default_factory=frozenset)

    def write(self, begin: bool = False) -> Iterator[str]:
        """Writes it all; a line on each thing done. `begin`: where no history is kept, one is begun."""
        books = editions.books(self.reading)
        if not begin and all(book.kept is None for book in books):
            return
        asked = {book.name: self._asked(book) for book in books}
        former = formers(self.reading, asked) if any(asked.values()) else {}
        for book in books:
            yield from self._write(book, former)

    def _asked(self, book: ContentFolder) -> dict[str, str]:
        """The entries whose former text is wanted, with the fingerprints that they had."""
        kept = book.kept or {}
        found = editions.differences(kept, book.prints)
        return {key: kept[key] for key in (*found.changed, *found.gone)}

    def _write(self, book: ContentFolder, former: Mapping[tuple[str, str], Former]) -> Iterator[str]:
        kept, prints, path = book.kept, book.prints, book.home / history.NAME
        text = path.read_text(encoding="utf-8") if path.is_file() else HISTORY_HEAD
        if kept != prints:
            frames = list(self._frames(book, kept, former)) if kept is not None else []
            written = set(re.findall(rf'^entry = "(.+)"\ndate = {self.today}$', text, re.M))
            new = [frame for key, frame in frames if key not in written]
            text = "".join((text, *new, _edition(self.today, editions.digest(prints))))
            yield _told(book, len(frames), len(new))
            (book.home / editions.NAME).write_text(written_prints(prints), encoding="utf-8")
        text, n = self._with_reason(text)
        if n:
            yield f"{book.name}: the reason written to {n} entries"
        if kept != prints or n:
            path.write_text(text, encoding="utf-8")
        left = text.count(OPEN_REASON)
        if left:
            yield f"{book.name}: {left} entries wait for their reason in {path}"

    def _frames(
        self, book: ContentFolder, kept: Mapping[str, str], former: Mapping[tuple[str, str], Former]
    ) -> Iterator[tuple[str, str]]:
        found = editions.differences(kept, book.prints)
        for key in found.changed:
            yield key, self._frame(key, changed_lines(former.get((book.name, key)), book.entries[key]))
        for key in found.new:
            yield key, self._frame(key, [f'what = "{history.NEW}"'])
        for key in found.gone:
            yield key, self._frame(key, gone_lines(former.get((book.name, key))))

    def _frame(self, key: str, lines: list[str]) -> str:
        head = [f"[[{history.CHANGE}]]", f"entry = {json.dumps(key)}", f"date = {self.today}"]
        return "\n" + "\n".join([*head, *lines, OPEN_REASON]) + "\n"

    def _with_reason(self, text: str) -> tuple[str, int]:
        """The file with the reason wherever it is wanted and missing, and in how many places it was."""
        if not self.reason.ru:
            return text, 0
        said, count = _pair("reason", self.reason), 0
        blocks = text.split(f"[[{history.CHANGE}]]\n")
        for n, block in enumerate(blocks):
            entry = re.match(r'entry = "(.+)"', block)
            if entry and OPEN_REASON in block and (not self.only or entry[1] in self.only):
                blocks[n], count = block.replace(OPEN_REASON, said, 1), count + 1
        return f"[[{history.CHANGE}]]\n".join(blocks), count


def _told(book: ContentFolder, changed: int, written: int) -> str:
    if book.kept is None:
        return f"{book.name}: its history begins; take `updated` out of game.toml"
    return f"{book.name}: {changed} entries differ, {written} written to {history.NAME}"


def changed_lines(former: Former | None, entry: Any) -> list[str]:
    """What an entry said before, of which only that counts which it says otherwise now."""
    if former is None:
        return [_pair("was", NO_TEXT)]
    before, now = editions.texts(former.entry), editions.texts(entry)
    otherwise = [path for path, text in before.items() if now.get(path) != text]
    grown = [] if otherwise or before == now else [name for name in MAIN_TEXTS if name in before][:1]
    lines = [_was(former, otherwise or grown)] if otherwise or grown else []
    had, has = editions.facts(former.entry), editions.facts(entry)
    facts = {name: had.get(name, "") for name in sorted({*had, *has}) if had.get(name) != has.get(name)}
    said = ", ".join(f"{name} = {_string(value)}" for name, value in facts.items())
    return lines + ([f"facts = {{ {said} }}"] if facts else [])


def gone_lines(former: Former | None) -> list[str]:
    lines = [f'what = "{history.GONE}"']
    if former is None:
        return [*lines, _pair("title", NO_TEXT), _pair("was", NO_TEXT)]
    said = editions.texts(former.entry)
    title = next((said[name] for name in NAMES if name in said), NO_TEXT)
    return [
        *lines,
        _pair("title", title),
        _was(former, [path for path in said if path not in NAMES] or [*said]),
    ]


def _was(former: Former, paths: list[str]) -> str:
    said = editions.texts(former.entry)
    parts = [[markup.plain(former.content, said[path], lang) for path in paths] for lang in LANGUAGES]
    return _pair("was", Text(*("\n\n".join(filter(None, each)).replace("\xa0", " ") for each in parts)))


def _pair(key: str, text: Text) -> str:
    return f"{key} = {{ ru = {_string(text.ru)}, en = {_string(text.en)} }}"


def _string(text: str) -> str:
    """As TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _edition(day: str, digest: str) -> str:
    return f'\n[[{history.EDITION}]]\ndate = {day}\ndigest = "{digest}"\n'


def written_prints(prints: Mapping[str, str]) -> str:
    """The fingerprints as `editions.toml` has them."""
    lines = [f"{json.dumps(key)} = {json.dumps(value)}\n" for key, value in sorted(prints.items())]
    return "".join((PRINTS_HEAD, f"[{editions.PRINTS}]\n", *lines))


# --- Former texts -------------------------------------------------------------------------------------------


def formers(reading: Reading, asked: Mapping[str, Mapping[str, str]]) -> dict[tuple[str, str], Former]:
    """The entries of each folder that are asked for, as they were when they had these fingerprints; without
    those that no commit has, and without any where nobody keeps commits.
    """
    wanted = {(name, key): value for name, keys in asked.items() for key, value in keys.items()}
    found: dict[tuple[str, str], Former] = {}
    for before in _earlier(reading.base.id, reading.base.folder):
        for book in editions.books(before):
            for key, entry in book.entries.items():
                place = (book.name, key)
                if place in wanted and wanted[place] == editions.fingerprint(entry):
                    found[place] = Former(entry, before.content)
                    del wanted[place]
        if not wanted:
            break
    return found


def _earlier(game_id: str, home: Path) -> Iterator[Reading]:
    """The content as each commit has it, the newest first."""
    try:
        top = Path(_git(home, "rev-parse", "--show-toplevel").decode().strip())
        shared = ROOT / "content" / SHARED
        within = [home, home.parent / "boxes", *([shared] if shared.is_relative_to(top) else [])]
        paths = [str(path.relative_to(top)) for path in within]
        commits = _git(top, "log", f"-{MOST_COMMITS}", "--format=%H", "--", *paths).decode().split()
    except (OSError, ValueError, subprocess.CalledProcessError):
        return
    for commit in commits:
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder)
            there = [path for path in paths if _git(top, "ls-tree", "-d", "--name-only", commit, path)]
            with tarfile.open(fileobj=BytesIO(_git(top, "archive", commit, *there))) as packed:
                packed.extractall(tree, filter="data")
            if (tree / paths[0] / "game.toml").is_file():
                root = tree / ROOT.relative_to(top) if len(paths) == len(within) > 2 else ROOT
                yield read_whole_from(game_id, tree / paths[0], root)


def _git(place: Path, *words: str) -> bytes:
    return subprocess.run(["git", "-C", str(place), *words], check=True, capture_output=True).stdout
