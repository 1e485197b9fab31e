"""`manage.py print`."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.rulebook.print_reader import Made


def made(path: Path, *arguments: str) -> Made:
    call_command("print", *arguments, "-o", str(path))
    return Made(path.read_bytes())


A4, LETTER = (210.0, 297.0), (215.9, 279.4)
SMALL = ["cards", "poison", "--size", "44x68", "--bleed", "--low-ink", "--no-backs"]
SHEET = ["sheet", "potions", "--players", "2", "--paper", "letter", "--lang", "en"]
ASKED = [
    (SMALL, 5, A4, "ru", "Яд"),
    (SHEET, 2, LETTER, "en", "Players: 2"),
    (["sequences", "potions", "--boxes", "guild"], 4, A4, "ru", "Карта Последовательности"),
]


@pytest.mark.parametrize(("arguments", "pages", "size", "lang", "word"), ASKED)
def test_it_writes_what_was_asked(
    tmp_path: Path, arguments: list[str], pages: int, size: tuple[float, float], lang: str, word: str
) -> None:
    """Each option once."""
    file = made(tmp_path / "out.pdf", *arguments)
    assert len(file.texts) == pages
    assert file.sizes == {size}
    assert file.reader.trailer["/Root"]["/Lang"] == lang
    assert word in file.text


def test_a_dash_means_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    call_command("print", *SHEET, "-o", "-")
    out, err = capfdbinary.readouterr()
    assert out.startswith(b"%PDF-")
    assert err == b""


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["dice", "poison", "-o", "x"], "dice"),
        (["cards", "chess", "-o", "x"], "chess"),
        (["cards", "poison"], "output"),
        (["cards", "poison", "--paper", "a3", "-o", "x"], "a3"),
        (["cards", "poison", "--size", "1x1", "-o", "x"], "1x1"),
        (["sheet", "poison", "--players", "9", "-o", "x"], "3–6"),
        (["sheet", "potions", "--players", "7", "-o", "x"], "2–6"),
        (["sheet", "potions", "--players", "0", "-o", "x"], "2–6"),
        ([*SHEET, "-o", "/nowhere/x.pdf"], "/nowhere/x.pdf"),
        (["cards", "poison", "--shift", "400", "0", "-o", "x"], "не дальше"),
        (["tokens", "alchemists", "--shift", "0", "-12", "-o", "x"], "не дальше"),
    ],
)
def test_it_says_what_is_wrong(arguments: list[str], word: str) -> None:
    with pytest.raises(CommandError, match=word):
        call_command("print", *arguments)
