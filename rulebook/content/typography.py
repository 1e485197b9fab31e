"""How texts are set: where a Russian line may not break, which nobody has to type, and capitals. Pure."""

import re

NO_BREAK = "\N{NO-BREAK SPACE}"
# A dash never begins a line; a number stays with its noun, a sum in one piece, and a word of one letter with
# the word after it.
GAPS = (
    re.compile(r" (?=—)"),
    re.compile(r"(?:(?<=\d)|(?<=%\(n\)s)) (?=[а-яё%])"),  # «%(n)s» is a number in all messages
    re.compile(r"(?<=\d) (?=\d{3}(?!\d))"),
    re.compile(r"(?<=\d) (?=[−+=×] \d)|(?<=\d [−+=×]) (?=\d)"),
    re.compile(r"(?<=(?<![\w+−-])[аиоуксвя]) (?=\S)", re.IGNORECASE),
)
NUMBER_OF_NAME = re.compile(r" (?=\d+$)")
SENTENCE_END = re.compile(r"(?<=[.!?])[)»\"]?\s+(?=[A-ZА-ЯЁ0-9«\"(•])")
FORMULA = re.compile(r"\w[+−]")


def typeset(text: str) -> str:
    """A Russian text or message with no-break spaces where the language wants them."""
    for gap in GAPS:
        text = gap.sub(NO_BREAK, text)
    return text


def typeset_name(name: str) -> str:
    """A Russian name, which keeps the number that it ends with: «красная 1»."""
    return NUMBER_OF_NAME.sub(NO_BREAK, typeset(name))


def first_sentence(text: str) -> str:
    """Where a text begins, with what closes its first sentence."""
    found = SENTENCE_END.search(text)
    return text[: found.start()] + found.group().rstrip() if found else text


def alphabetic(name: str) -> str:
    """Where a name stands among others: «ё» with «е», marks of quotation left aside."""
    return name.strip("«»“”").casefold().replace("ё", "е")


def capital(text: str) -> str:
    """The text with a capital; but a formula such as «к−з+С−» says by its letters which circle is large."""
    return text if FORMULA.match(text) else text[:1].upper() + text[1:]
