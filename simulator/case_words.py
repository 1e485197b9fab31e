"""What is said of cases: where one differs, or why it can't be read, in the active language."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language, gettext, gettext_lazy

from rulebook.content import reading
from rulebook.content.entries import LANGUAGES, GameContent
from rulebook.wording import sentences
from simulator import game
from simulator.cases.case import Case, CaseError
from simulator.cases.verdict import Outcome, misfits
from simulator.engine.game import Difference
from simulator.lessons.lesson import Lesson
from simulator.lessons.walk import Misstep
from web.refusal import Refusal

MOST_OF_A_CRASH = 300  # letters
# What CaseError.problem says to somebody who writes cases.
PROBLEMS: Mapping[str, Any] = {
    "unreadable": gettext_lazy("файл не читается"),
    "syntax": gettext_lazy("это не TOML и не JSON"),
    "unknown_key": gettext_lazy("такого ключа нет; есть"),
    "missing": gettext_lazy("этого не хватает"),
    "kind": gettext_lazy("здесь должно стоять другое; нужно"),
    "unknown_game": gettext_lazy("такой игры нет"),
    "unknown_clause": gettext_lazy("такого правила нет"),
    "unknown_ruling": gettext_lazy("такого разъяснения нет"),
    "unknown_code": gettext_lazy("такого кода нет"),
    "unknown_player": gettext_lazy("такого игрока нет"),
    "twice": gettext_lazy("стоит дважды"),
    "no_cases": gettext_lazy("ни одного случая"),
    "either": gettext_lazy("нужно что-то одно"),
    "move": gettext_lazy("ход записывают так: «Имя: ход»"),
    "no_moves": gettext_lazy("к отвергнутому положению ходов не пишут, а для отказа нужен хотя бы один"),
    "expected_position": gettext_lazy("это не краткая запись положения"),
    "script": gettext_lazy("так выпасть не может"),
    "script_order": gettext_lazy("нужен весь порядок сразу, script = [[…]], а здесь"),
    "no_table": gettext_lazy("лист счёта не играют"),
    "unknown_place": gettext_lazy("такого места нет"),
    "no_places": gettext_lazy("в этой игре нет мест, где стоят"),
    "impossible": gettext_lazy("так начать нельзя"),
    "over": gettext_lazy("здесь никто не ходит"),
    "broke": gettext_lazy("игра здесь сломалась"),
    "refused": gettext_lazy("правила не дают сделать этот ход"),
    "never": gettext_lazy("ни один возможный ход так не начинается"),
    "taken_too": gettext_lazy("этот же ход принят как верный"),
    "unanswered": gettext_lazy("на возможный ход нет ответа; other = { ru = …, en = … } ответит на"),
    "unknown_bot": gettext_lazy("такого бота нет; нужен и есть"),
    "unknown_theme": gettext_lazy("такой темы нет; указана и есть"),
    "steps": gettext_lazy("шагов не столько, сколько нужно первой партии"),
    "taps": gettext_lazy("касаний больше, чем выдержит первая партия"),
    "words": gettext_lazy("слов в say и then больше, чем прочтут"),
    "choices": gettext_lazy("в половине шагов нужно три хода или больше, один из них в teach; таких"),
}
# What stands after «нужно» where CaseError.problem is "kind".
KINDS: Mapping[str, Any] = {
    "a table": gettext_lazy("таблица"),
    "a text": gettext_lazy("текст"),
    "a list": gettext_lazy("список"),
    "a list of texts": gettext_lazy("список текстов"),
    "a whole number": gettext_lazy("целое число"),
    "a number, or names that differ": gettext_lazy("число или разные имена"),
    "a table or a code": gettext_lazy("таблица или код"),
    "a list of tables": gettext_lazy("список таблиц"),
    "a short form": gettext_lazy("краткая запись положения"),
    "a table from a player to a short form": gettext_lazy("таблица «игрок = краткая запись»"),
    "a table from a player to counts": gettext_lazy("таблица «игрок = карты по цветам»"),
    "a table from a player to moves": gettext_lazy("таблица «игрок = список ходов»"),
    "a table from a player to points": gettext_lazy("таблица «игрок = очки»"),
    "a table from a player to a list of lines": gettext_lazy("таблица «игрок = список строк»"),
    "a table from a player or a place to what is seen": gettext_lazy("таблица «игрок или место = что видно»"),
    "a table from a player or a place to steps": gettext_lazy("таблица «игрок или место = сколько шагов»"),
    "a list of moves": gettext_lazy("список ходов"),
    "a list of players": gettext_lazy("список игроков"),
    "a list of codes": gettext_lazy("список кодов"),
    "lesson, puzzles or better": "lesson, puzzles, better",
    "small Latin letters, digits and hyphens": gettext_lazy("строчные латинские буквы, цифры и дефисы"),
}
# How a case differs, by Difference.problem.
DIFFERENCES: Mapping[str, Any] = {
    "": gettext_lazy("%(what)s: ждали %(expected)s, вышло %(actual)s"),
    "refused": gettext_lazy("%(what)s: нельзя — %(actual)s"),
    "changed": gettext_lazy("%(what)s: ход отклонён, а положение изменилось"),
    "order": gettext_lazy("%(what)s: события не в этом порядке: ждали %(expected)s, вышло %(actual)s"),
    "again": gettext_lazy("%(what)s: ждали ещё раз %(expected)s, вышло только %(actual)s"),
    "happened": gettext_lazy("%(what)s: этого не ждали, а вышло %(actual)s"),
}


def problem_text(error: CaseError) -> str:
    """Why a case can't be read, in the active language and on one line, with file, case and key."""
    value = kind_text(error.value) if error.problem == "kind" else error.value
    words = [error.source, error.case, error.key, str(PROBLEMS[error.problem]), value, _in_rules_words(error)]
    return " ".join(": ".join(word for word in words if word).split())


def _in_rules_words(error: CaseError) -> str:
    """What the rules themselves say to a lesson that does what may not be done."""
    if not isinstance(error, Misstep):
        return ""
    lang, rules = get_language() or LANGUAGES[0], reading.whole(error.game)
    return " ".join(_refusal_text(each, rules, lang, error.names) for each in error.refusals)


def kind_text(kind: str) -> str:
    """What should stand somewhere, as CaseError names it."""
    own = {name: words for each in game.every().values() for name, words in each.case_words.items()}
    return str({**own, **KINDS}[kind])


def crash_text(case: Case | Lesson, error: Exception) -> str:
    """What broke the site itself while it judged a case or a lesson, on one line."""
    what = " ".join(f"{type(error).__name__}: {error}".split())[:MOST_OF_A_CRASH]
    return ": ".join((case.source, case.id, gettext("сломалось: %(what)s") % {"what": what}))


def difference_text(difference: Difference, outcome: Outcome, lang: str) -> str:
    """Where a case differs, in the active language; refusals are spelled out in `lang`, which is the same."""
    problem = difference.problem
    if not problem and difference.expected is None and _refusals(difference.actual):
        problem = "refused"
    words = DIFFERENCES[problem] % {
        "what": difference.what,
        "expected": _value(difference.expected, outcome, lang),
        "actual": _value(difference.actual, outcome, lang),
    }
    unlike = _unlike(difference, outcome)
    if not unlike:
        return words
    return gettext("%(difference)s Не сошлось: %(unlike)s") % {"difference": words, "unlike": unlike}


def _unlike(difference: Difference, outcome: Outcome) -> str:
    """What of an expected refusal is otherwise, where it is the expected one by its code."""
    if not isinstance(difference.expected, Mapping):
        return ""
    found = [
        misfits(difference.expected, refusal, outcome.case, outcome.played.names)
        for refusal in _refusals(difference.actual)
    ]
    return "; ".join(
        ", ".join(_parameter(key, value) for key, value in unlike.items())
        for unlike in found
        if "code" not in unlike
    )


def _parameter(key: str, value: Any) -> str:
    if value is None:
        return gettext("нет параметра %(key)s") % {"key": key}
    return f"{key} = {json.dumps(value, ensure_ascii=False)}"


def _refusals(value: Any) -> Sequence[Refusal]:
    if isinstance(value, Refusal):
        return [value]
    return value if isinstance(value, tuple) and all(isinstance(each, Refusal) for each in value) else []


def _value(value: Any, outcome: Outcome, lang: str) -> str:
    if value is None or value in ("", []):
        return gettext("ничего")
    if refusals := _refusals(value):
        return " ".join(_refusal(refusal, outcome, lang) for refusal in refusals)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _refusal(refusal: Refusal, outcome: Outcome, lang: str) -> str:
    return _refusal_text(refusal, reading.whole(outcome.case.game), lang, outcome.played.names)


def _refusal_text(refusal: Refusal, rules: GameContent, lang: str, names: Sequence[str]) -> str:
    sentence = sentences.render(rules, "refusal", refusal.code, refusal.params, lang, names)
    return f"{refusal.code} ({refusal.clause}): {sentence}"
