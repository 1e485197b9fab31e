"""Whose each clarification is: what it tells as the rulebook's stands there, what is ours apart. Pure."""

import re
from collections.abc import Iterator, Mapping

from rulebook.content.entries import LANGUAGES, Box, GameContent, Ruling
from rulebook.content.faults import Fault
from rulebook.content.reading import ADDRESS, Reading


def _any_of(*phrases: str) -> re.Pattern[str]:
    return re.compile("|".join(phrases), re.IGNORECASE)


# Words by which a text says that we decide: they belong into `ours`.
DECIDED: Mapping[str, re.Pattern[str]] = {
    "ru": _any_of(
        r"наше решение",
        r"восстановлено нами",
        r"по-нашему",
        r"порядок наш",
        r"мы (?:так )?(?:решили|решаем|рассудили|считаем|придумали|добавили|уточнили|разрешили)",
        r"(?:решили|придумали|разрешили|запретили|добавили|выбрали) мы",
    ),
    "en": _any_of(
        r"our (?:decision|reconstruction|reading)", r"we (?:decide|add|count|allow|say)", r"(?:is|are) ours\b"
    ),
}
# Words by which a text says that the rulebook answers: then what we decide doesn't lead. «Правила говорят
# лишь», «the rules say only» tell where the rulebook ends, and may stand in an answer of ours.
CLAIMED: Mapping[str, re.Pattern[str]] = {
    "ru": _any_of(
        r"так (?:в правилах|говорят правила)",
        r"сказано в (?:правилах|книжке)",
        r"это из правил",
        r"говорят и правила",
        r"правила говорят (?:это |об этом |так )?прямо",
        r"первое говорят правила",
    ),
    "en": _any_of(
        r"so (?:say )?the rules\b(?: say\b)?(?! only)",
        r"the rules say so\b(?! only)",
        r"the rules say[.;,]",
        r"as the rules say",
        r"(?:is|are) in the rules",
        r"stands in the booklet",
        r"follows from the rules",
    ),
}
AUTHOR: Mapping[str, re.Pattern[str]] = {
    "ru": _any_of(r"\bи автор\b", r"автор (?:говорит|ответил|разрешает)", r"ответил автор"),
    "en": _any_of(r"the author (?:says?|answers|lets)", r"the game’s author", r"the rules and the author"),
}


def check_whose(reading: Reading) -> Iterator[Fault]:
    books: tuple[GameContent | Box, ...] = (reading.base, *(boxed.box for boxed in reading.boxed))
    headings = {heading for book in books for heading in book.headings}
    for ruling in reading.content.rulings:
        entry = reading.entries["ruling", str(ruling.number)]
        if ruling.status == "rulebook" and headings.isdisjoint(one.name for one in ruling.grounds):
            yield entry.wrong("says_nowhere", "source")
        if ruling.status == "author" and not ruling.said:
            yield entry.wrong("said_nowhere", "said")
        if ruling.said and not ADDRESS.match(ruling.said):
            yield entry.wrong("not_address", "said")
        if ruling.status == "ours" and ruling.ours:
            yield entry.wrong("ours_in_ours", "ours")
        for lang in LANGUAGES:
            for words in _of_others(ruling, lang):
                yield entry.wrong("whose", lang, words=words)


def _of_others(ruling: Ruling, lang: str) -> Iterator[str]:
    """Words of a text by which it says that it isn't of whom its status says."""
    wrong = [DECIDED]
    if ruling.status == "ours":  # where the author said so its page shows it
        wrong = [CLAIMED] if ruling.said else [CLAIMED, AUTHOR]
    text = ruling.text.in_(lang).replace("\u00a0", " ")
    for patterns in wrong:
        if found := patterns[lang].search(text):
            yield found.group()
