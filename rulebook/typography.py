"""Where a Russian line may not break: set once, as a text is read; nobody types such spaces. Pure."""

import re

NO_BREAK = "\N{NO-BREAK SPACE}"
# A dash never begins a line; a number stays with its noun, and a word of one letter with the word after it.
BEFORE_DASH = re.compile(r" (?=—)")
AFTER_NUMBER = re.compile(r"(?:(?<=\d)|(?<=%\(n\)s)) (?=[а-яё%])")  # «%(n)s» is a number in all messages
AFTER_LETTER = re.compile(r"(?<![\w+−-])([аиоуксвя]) (?=\S)", re.IGNORECASE)


def typeset(text: str) -> str:
    """A Russian text or message with no-break spaces where the language wants them."""
    for gap in (BEFORE_DASH, AFTER_NUMBER):
        text = gap.sub(NO_BREAK, text)
    return AFTER_LETTER.sub(rf"\1{NO_BREAK}", text)
