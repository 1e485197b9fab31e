"""Runs cases and lessons and says where they differ from what the rules do."""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext

from rulebook.content import reading
from simulator import case_words
from simulator.cases import casebook
from simulator.cases.case import Case, CaseError, Unread
from simulator.cases.verdict import Outcome
from simulator.lessons import book
from simulator.lessons.lesson import is_lesson, sift_lesson
from web.refusal import Refusal

STDIN = "-"
CRASH = "crash"  # the problem of a case that broke the site itself


class Command(BaseCommand):
    help = "Runs cases (docs/cases.md) and lessons, a line each; without files, all. Exit 1 if any differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="TOML or JSON; - reads standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
        parser.add_argument(
            "--codes",
            metavar="GAME",
            choices=reading.game_ids(),
            help="lists the codes that cases may expect",
        )
        parser.add_argument(
            "--lang", choices=[code for code, _ in settings.LANGUAGES], default=settings.LANGUAGE_CODE
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["codes"]:
            self.stdout.writelines(f"{line}\n" for line in code_table(options["codes"]))
            return
        with translation.override(options["lang"]):
            every = (*casebook.case_files(), *book.lesson_files(book.FOLDERS))
            files = options["files"] or [str(path) for path in every]
            reports = [report for name in files for report in judge_file(name, options["lang"])]
        if options["json"]:
            data = json.dumps(_summary(reports), ensure_ascii=False, indent=1)
            self.stdout.write(
                data.encode(errors="backslashreplace").decode()
            )  # a file may be called anything
        else:
            with translation.override(options["lang"]):
                self._write_lines(reports)
        if not all(report["ok"] for report in reports):
            sys.exit(1)

    def _write_lines(self, reports: list[dict[str, Any]]) -> None:
        differs = gettext("иначе")
        for report in reports:
            if "faults" in report:
                self.stderr.writelines(f"{fault['error']}\n" for fault in report["faults"])
                continue
            self.stdout.write(f"{'ok' if report['ok'] else differs}  {report['id']}")
            for difference in report["differences"]:
                self.stdout.write(f"    {difference['text']}")
        passed = sum(report["ok"] for report in reports)
        self.stdout.write(gettext("%(passed)s из %(all)s сошлось") % {"passed": passed, "all": len(reports)})


def code_table(game_id: str) -> list[str]:
    """The codes as a Markdown table; it stands in `cases/codes.md` of the game."""
    rows = [
        f"| {code.kind} | `{code.code}` | {', '.join(code.clauses)} | {', '.join(code.params)} |"
        for code in casebook.codes(game_id)
    ]
    return ["| what | code | rule | parameters |", "|---|---|---|---|", *rows]


def judge_file(name: str, lang: str) -> Iterable[dict[str, Any]]:
    """A report for each case of a file; one with `faults` for a file or case that can't be read or judged."""
    try:
        text = _text_of(name)
        data = casebook.data_of(text, name)
        if is_lesson(data):
            yield _lesson_report(data, name)
            return
        cases = casebook.sift(text, name)
    except CaseError as error:
        yield _broken([error])
        return
    for case in cases:
        yield _broken(case.faults) if isinstance(case, Unread) else _judged(case, lang)


def _text_of(name: str) -> str:
    """What stands in a file or comes in. Raises CaseError."""
    if name != STDIN:
        return casebook.text_of(Path(name))
    try:
        text = sys.stdin.read()
        text.encode()  # some terminals let broken letters through
    except UnicodeError as error:
        raise CaseError(STDIN, "", "", "unreadable", error) from error
    return text


def _judged(case: Case, lang: str) -> dict[str, Any]:
    """The verdict on one case, whatever comes of it: no case may silence the others."""
    try:
        return _report(case, casebook.evaluate(case), lang)
    except CaseError as error:
        return _broken([error])
    except Exception as error:  # noqa: BLE001 - a mistake of ours is this case's outcome, told like any other
        return _faulty(case.source, case.id, [(case_words.crash_text(case, error), CRASH, "")])


def _lesson_report(data: Any, name: str) -> dict[str, Any]:
    """The verdict on a file that is a lesson: sound, or everything that is wrong with it."""
    lesson = sift_lesson(data, name, Path(name).stem, reading.game_ids())
    if isinstance(lesson, Unread):
        return _broken(lesson.faults)
    try:
        found = list(book.judge(lesson))
    except Exception as error:  # noqa: BLE001 - as with cases
        return _faulty(name, lesson.id, [(case_words.crash_text(lesson, error), CRASH, "")])
    if found:
        return _broken(found)
    clauses = list(dict.fromkeys(step.clause for step in lesson.steps))
    told = {"clauses": clauses, "ok": True, "differences": []}
    return {"file": name, "id": lesson.id, "game": lesson.game, **told}


def _broken(errors: Sequence[CaseError]) -> dict[str, Any]:
    faults = [(case_words.problem_text(error), error.problem, error.key) for error in errors]
    return _faulty(errors[0].source, errors[0].case, faults)


def _faulty(source: str, case: str, faults: Sequence[tuple[str, str, str]]) -> dict[str, Any]:
    """A report without a verdict: the first of the faults (text, problem, key) stands for all."""
    told = [dict(zip(("error", "problem", "key"), fault, strict=True)) for fault in faults]
    return {"file": source, "id": case, "ok": False, **told[0], "faults": told}


def _report(case: Case, outcome: Outcome, lang: str) -> dict[str, Any]:
    return {
        "file": case.source,
        "id": case.id,
        "game": case.game,
        "clauses": list(case.clauses),
        "ok": outcome.ok,
        "differences": [
            {
                "what": difference.what,
                "expected": _plain(difference.expected),
                "actual": _plain(difference.actual),
                "text": case_words.difference_text(difference, outcome, lang),
            }
            for difference in outcome.differences
        ],
    }


def _plain(value: Any) -> Any:
    """Refusals as tables, everything else as it is."""
    if isinstance(value, Refusal):
        return value.to_json()
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _summary(reports: list[dict[str, Any]]) -> dict[str, Any]:
    passed = sum(report["ok"] for report in reports)
    return {
        "ok": passed == len(reports),
        "passed": passed,
        "failed": len(reports) - passed,
        "cases": reports,
    }
