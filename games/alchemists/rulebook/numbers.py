"""Numbers as a notebook says them: «288 из 5 760 миров», «2,81 бита», «+1,5»."""

from collections.abc import Mapping, Sequence

from rulebook.content.typography import NO_BREAK
from rulebook.wording.sentences import plural_index

MINUS = "\N{MINUS SIGN}"
BITS = {"ru": ("бит", "бита", "бит"), "en": ("bit", "bits")}
POINTS = {"ru": ("очко", "очка", "очков"), "en": ("point", "points")}
PART_OF_POINTS = {"ru": "очка", "en": "points"}
ABOUT_POINTS = {"ru": ("очка", "очков", "очков"), "en": POINTS["en"]}
PART_OF_A_BIT = {"ru": "бита", "en": "bits"}
WORLDS = {"ru": ("мир", "мира", "миров"), "en": ("world", "worlds")}
WEIGHED = {
    "ru": ("взвешенный мир", "взвешенных мира", "взвешенных миров"),
    "en": ("weighted world", "weighted worlds"),
}


def count(n: int, lang: str) -> str:
    """A whole number with its thousands apart."""
    return f"{n:,}".replace(",", NO_BREAK if lang == "ru" else ",")


def decimal(x: float, lang: str, digits: int = 1, *, signed: bool = False) -> str:
    """A number with at most so many digits behind the point; `signed` shows a plus, too."""
    text = f"{abs(x):.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    sign = "" if float(text) == 0 else MINUS if x < 0 else "+" if signed else ""
    return sign + (text.replace(".", ",") if lang == "ru" else text)


def bits(x: float, lang: str) -> str:
    text = decimal(x, lang)
    whole = text.isdecimal()
    word = BITS[lang][plural_index(int(text), lang)] if whole else PART_OF_A_BIT[lang]
    return f"{text}{NO_BREAK}{word}"


def points_word(shown: str, lang: str) -> str:
    """The word behind a number of points as it is shown: «+2,7 очка», «−5 очков»."""
    return _word(shown, POINTS, lang)


def about_points(x: float, lang: str) -> str:
    """What stands behind «около»: «2,3 очка», «4 очков»."""
    text = decimal(x, lang)
    return f"{text}{NO_BREAK}{_word(text, ABOUT_POINTS, lang)}"


def _word(shown: str, whole: Mapping[str, Sequence[str]], lang: str) -> str:
    digits = shown.lstrip(f"+{MINUS}")
    return whole[lang][plural_index(int(digits), lang)] if digits.isdecimal() else PART_OF_POINTS[lang]


def worlds(n: int, lang: str, *, weighed: bool = False) -> str:
    """«5 760 миров», «40 320 взвешенных миров»."""
    words = WEIGHED if weighed else WORLDS
    return f"{count(n, lang)}{NO_BREAK}{words[lang][plural_index(n, lang)]}"


def of_worlds(n: int, total: int, lang: str, *, weighed: bool = False) -> str:
    """«в 288 из 5 760 миров»; in words where it is none or all of them, however much those weigh."""
    if weighed:
        return _of_weighed(n, total, lang)
    shown = count(total, lang)
    if lang == "en":
        if not n:
            return f"in none of {shown} worlds"
        return f"in all {shown} worlds" if n == total else f"in {count(n, lang)} of {shown} worlds"
    if not n:
        return f"ни в одном из {shown}{NO_BREAK}миров"
    if n == total:
        return f"во всех мирах ({shown})"
    return f"в {count(n, lang)} из {shown}{NO_BREAK}миров"


def _of_weighed(n: int, total: int, lang: str) -> str:
    if not n or n == total:
        none, every = {"ru": ("ни в одном мире", "во всех мирах"), "en": ("in no world", "in all worlds")}[
            lang
        ]
        return every if n else none
    shown = f"{count(total, lang)}{NO_BREAK}{WEIGHED[lang][-1]}"
    return f"in {count(n, lang)} of {shown}" if lang == "en" else f"в {count(n, lang)} из {shown}"


def percent(n: int, total: int, lang: str) -> str:
    """«5 %», never 0 or 100 for what is merely unlikely or likely."""
    return f"{bare_percent(n, total)}{NO_BREAK if lang == 'ru' else ''}%"


def bare_percent(n: int, total: int) -> str:
    """The number alone, as cells of the grid have it."""
    if not total:
        return "0"
    rounded = (200 * n + total) // (2 * total)
    if rounded == 0 and n:
        return "<1"
    if rounded == 100 and n < total:
        return ">99"
    return str(rounded)
