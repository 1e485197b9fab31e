"""`manage.py print`."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.rulebook.print_reader import Made


def made(path: Path, *arguments: str) -> Made:
    call_command("print", *arguments, "-o", str(path))
    return Made(path.read_bytes())


@pytest.mark.parametrize(
    ("arguments", "pages", "size", "word"),
    [
        (["cards", "poison"], 12, (210.0, 297.0), "1 очко"),
        (
            ["cards", "poison", "--size", "44x68", "--bleed", "--low-ink", "--no-backs"],
            5,
            (210.0, 297.0),
            "Яд",
        ),
        (["sheet", "poison", "--paper", "letter"], 4, (215.9, 279.4), "Как считать"),
        (["sheet", "poison", "--players", "6"], 1, (210.0, 297.0), "раундов: 6"),
        (["reference", "poison", "--paper", "letter"], 1, (215.9, 279.4), "Памятка"),
        pytest.param(
            *(["cards", "potions", "--bleed", "--no-backs"], 10, (210.0, 297.0), "Мандрагора"),
            marks=pytest.mark.thorough,
        ),
        pytest.param(*(["sheet", "potions"], 10, (210.0, 297.0), "Как считать"), marks=pytest.mark.thorough),
        (["sheet", "potions", "--players", "2", "--paper", "letter"], 2, (215.9, 279.4), "Игроков: 2"),
        (["reference", "potions"], 1, (210.0, 297.0), "Простые эликсиры"),
        (["sequences", "potions", "--boxes", "guild"], 4, (210.0, 297.0), "Карта Последовательности"),
    ],
)
def test_it_writes_what_was_asked(
    tmp_path: Path, arguments: list[str], pages: int, size: tuple[float, float], word: str
) -> None:
    file = made(tmp_path / "out.pdf", *arguments)
    assert len(file.texts) == pages
    assert file.sizes == {size}
    assert word in file.text


def test_it_prints_the_rulebook_in_english(tmp_path: Path) -> None:
    file = made(tmp_path / "rules.pdf", "rulebook", "poison", "--lang", "en", "--paper", "letter")
    assert file.reader.trailer["/Root"]["/Lang"] == "en"
    assert "Playing" in file.text


def test_a_dash_means_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    call_command("print", "reference", "poison", "-o", "-")
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
        (["reference", "poison", "-o", "/nowhere/x.pdf"], "/nowhere/x.pdf"),
        (["cards", "poison", "--shift", "400", "0", "-o", "x"], "не дальше"),
        (["tokens", "alchemists", "--shift", "0", "-12", "-o", "x"], "не дальше"),
    ],
)
def test_it_says_what_is_wrong(arguments: list[str], word: str) -> None:
    with pytest.raises(CommandError, match=word):
        call_command("print", *arguments)
