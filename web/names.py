"""The one rule of names: of people at sheets and tables, of evenings' titles, of one's own cards. Pure.

A name is what a reader can see on one line, in letters of any script or in emoji. Signs that show nothing by
themselves (joiners, selectors, marks) belong to the visible sign before them; what turns, breaks or hides a
line is none. `static/js/name-rule.js` says the same to the browser, tests hold both to one table of cases.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

LIMIT = 40  # signs, as a reader counts them
POINTS_PER_SIGN = 8  # code points, on the average: a flag of Scotland has seven
SIGN_LIMIT = 16  # code points of one sign: no emoji has more, and no word in any script

JOINERS = ("\u200c", "\u200d")
TAGS = "\U000e0020-\U000e007f"
TAG = re.compile(f"[{TAGS}]")
# Letters and signs by category that show nothing: fillers, an empty braille cell, unassigned invisible ones.
BLANK = re.compile(
    "[\u115f\u1160\u17b4\u17b5\u2800\u3164\ufdd0-\ufdef\uffa0\ufff0-\ufffc\ufffe\uffff"
    "\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]"
)
UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
# Besides marks: joiners, tags, skin tones, vowels and finals of Korean syllables.
CLINGING = re.compile(f"[\u200c\u200d{TAGS}\u1161-\u11ff\U0001f3fb-\U0001f3ff]")
FLAG_LETTER = re.compile("[\U0001f1e6-\U0001f1ff]")
SELECTORS = re.compile("[\u200c\u200d\u034f\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# The scripts that are written from right to left, by their blocks.
FROM_THE_RIGHT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
ISOLATE, END = "\u2068", "\u2069"
SPACES = re.compile(r"[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")


def clean_name(text: str) -> str:
    """A name as it is kept: composed, without spaces around it or doubled ones. What is far too long for one
    stays too long, and is no more work for that.
    """
    return SPACES.sub(" ", unicodedata.normalize("NFC", text.strip()[: 2 * longest()]))


def fault(name: str, limit: int = LIMIT) -> str:
    """What is wrong with a name: "long", "heaped" (too much on a sign) or "unseen"; empty if it will do."""
    most = longest(limit)
    found = signs(name[: most + 1])
    if len(found) > limit:
        return "long"
    if len(name) > most or any(len(sign) > SIGN_LIMIT for sign in found):
        return "heaped"
    return "" if _is_seen(name) else "unseen"


def faults(names: Sequence[str]) -> list[str]:
    """What is wrong with each name, see `fault`, or "twice"; empty for one that will do."""
    taken: set[str] = set()
    found = []
    for name in names:
        alike = key(name)
        found.append(fault(name) or ("twice" if alike in taken else ""))
        taken.add(alike)
    return found


def key(name: str) -> str:
    """The same for names that look the same."""
    return unicodedata.normalize("NFC", SELECTORS.sub("", name))


def longest(limit: int = LIMIT) -> int:
    """The most code points of a name of so many signs: what a column holds and a field takes."""
    return POINTS_PER_SIGN * limit


def signs(text: str) -> list[str]:
    """The text as a reader counts it: letters with their marks, joined emoji and flags are one each."""
    found: list[str] = []
    for letter in text:
        if found and _clings(letter, found[-1]):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def cut(name: str, limit: int = LIMIT) -> str:
    """As much of a name as may be shown where it was refused."""
    return "".join(signs(name[: longest(limit)])[:limit])


def _clings(letter: str, sign: str) -> bool:
    """Whether a letter belongs to the sign before it."""
    if CLINGING.match(letter) or _is_mark(letter):
        return True
    if sign[-1] == "\u200d":
        return unicodedata.category(letter)[0] not in "LN" and not SPACES.match(letter)
    return bool(FLAG_LETTER.match(letter) and FLAG_LETTER.fullmatch(sign))


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


def _is_seen(name: str) -> bool:
    """Whether every sign shows something, and all that clings has something to cling to."""
    return bool(name) and all(_shows(name, place) for place in range(len(name)))


def _shows(name: str, place: int) -> bool:
    letter, before, behind = name[place], name[:place][-1:], name[place + 1 :][:1]
    if SPACES.match(letter):
        return bool(before and behind)
    if letter in JOINERS:
        return _is_ground(before) and _is_ground(behind)
    if TAG.match(letter):
        return bool(before and (TAG.match(before) or unicodedata.category(before) == "So"))
    if _is_mark(letter):
        return _is_ground(before) or before in JOINERS
    blank = BLANK.match(letter) or ord(letter) & 0xFFFE == 0xFFFE  # the last two of each plane are no letters
    return not blank and unicodedata.category(letter) not in UNSEEN_CATEGORIES


def _is_ground(letter: str) -> bool:
    """Whether a joiner or a mark may stand beside a letter."""
    return bool(letter) and letter not in JOINERS and not SPACES.match(letter)


def turns(name: str) -> bool:
    """Whether a part of a name is written from right to left, so that it could take along what follows."""
    return bool(FROM_THE_RIGHT.search(name))


def isolated(name: str) -> str:
    """A name to stand in a text. One from right to left is shut in, so that nothing beside it turns."""
    return f"{ISOLATE}{name}{END}" if turns(name) and not name.startswith(ISOLATE) else name


def isolated_all(names: Iterable[str]) -> list[str]:
    return [isolated(name) for name in names]


def bare(text: str) -> str:
    """A text as it was before its names were `isolated`: for programs, which turn nothing."""
    return text.replace(ISOLATE, "").replace(END, "")


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """A sign of each person: as many first letters as tell the name from the others, two at most; else the
    first with the number of the seat.
    """
    plain = [signs(bare(name)) for name in names]
    return tuple(_initial(seat, plain) for seat in range(len(plain)))


def _initial(seat: int, plain: Sequence[Sequence[str]]) -> str:
    name = "".join(plain[seat]).casefold()
    others = ["".join(other).casefold() for n, other in enumerate(plain) if n != seat]
    for length in (1, 2):
        first = "".join(plain[seat][:length])
        if not any(other.startswith(first.casefold()) for other in others):
            return first.capitalize()
    return f"{plain[seat][0].upper()}{seat + 1}" if name else str(seat + 1)
