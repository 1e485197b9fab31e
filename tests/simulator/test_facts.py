"""What the plain table says of the fields of a view (docs/new-game.md: a seat is a person, a card a card)."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

import rulebook.game
from rulebook.content.reading import load
from simulator.table import facts
from simulator.table.base import Table

POISON = load("poison")
NAMES = ("Оля", "Саша", "Рита", "Коля")


@dataclass(frozen=True)
class State:
    players: int


class Peeking:
    """The engine of a game in which people learn whom others are: a view is a dict, the same for all."""

    id, seats = "poison", range(2, 5)
    seen: dict[str, Any]

    def new_game(self, config: dict[str, Any], seed: int) -> Any:
        n = config["players"]
        self.seen = {"seats_seen": [[]] * n, "seats_out": [], "said": [""] * n, "named": "", "lap": 0}
        return SimpleNamespace(state=State(n))

    def view(self, state: State, seat: int | None) -> State:
        return state

    def view_json(self, view: Any) -> dict[str, Any]:
        return self.seen

    def world(self, view: Any, rng: int) -> None:
        return None


def drawn(table: Table, seen: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What stands above the people, and beside each of them."""
    assert table.by_seat is not None  # looked for at the beginning of a game
    table.engine.seen = seen  # type: ignore[attr-defined]
    made = table.draw(POISON, None, NAMES, {}, (), "ru", ())
    public = {row.label: row.items for row in made.facts}
    return public, [{row.label: row.items for row in person.facts} for person in made.people]


def test_what_each_has_learned_of_people_stands_beside_them() -> None:
    table = Table(Peeking())  # type: ignore[arg-type]
    assert set(table.by_seat) == {"seats_seen", "said"}
    public, people = drawn(
        table, {"seats_seen": [[1, 3], [], [0], []], "seats_out": [2, 0], "said": ["", "", "R1", ""]}
    )
    assert public == {"seats out": ("Рита", "Оля")}
    assert [each.get("seats seen") for each in people] == [("Саша", "Коля"), None, ("Оля",), None]
    assert list(people[2]) == ["seats seen", "said"]


def test_a_game_may_say_what_stands_beside_people() -> None:
    """docs/new-game-reference.md, `by_seat`; above the table it is told whose each is."""

    class Above(Table):
        by_seat = ("said",)

    seen = {"seats_seen": [[1, 3], [], [0], []], "said": ["R1"] * 3}
    public, people = drawn(Above(Peeking()), seen)  # type: ignore[arg-type]
    whose = ("Оля: Саша и Коля", "Саша: никого", "Рита: Оля", "Коля: никого")
    assert public["seats seen"] == whose
    assert "said" in public, "three have no place for four people"
    assert people == [{}] * 4


def test_a_list_by_seat_that_the_game_has_a_format_for_is_said_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/new-game-reference.md, `formats`: given the whole value."""

    def pairs(game: Any, value: Any, form: str, lang: str, names: Any) -> str:
        return "; ".join(f"{names[who]} → {names[each]}" for who, of in enumerate(value) for each in of)

    monkeypatch.setattr(rulebook.game, "formats", lambda _: {"seats_seen": pairs})
    public, people = drawn(Table(Peeking()), {"seats_seen": [[1], [], [0], []]})  # type: ignore[arg-type]
    assert public == {"seats seen": ("Оля → Саша; Рита → Оля",)}
    assert people == [{}] * 4


@pytest.mark.parametrize("value", [None, "", [], {}, ["", ""], [[], []], {"seat": None}])
def test_what_is_empty_is_not_told(value: Any) -> None:
    assert facts.told(POISON, {"named": value, "lap": 0, "over": False}, "ru", NAMES) == (
        facts.ViewFact("lap", ("0",), "lap"),
        facts.ViewFact("over", ("нет",), "over"),
    )


def test_of_a_table_within_a_field_neither() -> None:
    last = {"seat": 1, "card": None, "heads": False}
    assert facts.fact(POISON, "last", last, "ru", NAMES).items == ("кто Саша, heads нет",)


@pytest.mark.parametrize(
    ("lang", "value", "said"),
    [
        ("ru", [[1, 3], [], [0], []], ("Оля: Саша и Коля", "Саша: никого", "Рита: Оля", "Коля: никого")),
        ("en", [[1, 3], [], [0], []], ("Оля: Саша and Коля", "Саша: nobody", "Рита: Оля", "Коля: nobody")),
        ("ru", [0, 1, 2, 3], NAMES),
        ("ru", [[0, 2], [1, 3]], ("Оля, Рита", "Саша, Коля")),
    ],
)
def test_of_people_with_a_place_for_each_player_it_is_told_whose_each_is(
    lang: str, value: Any, said: tuple[str, ...]
) -> None:
    """Said of four lists among four people; two teams are two lists, and four seats four people."""
    assert facts.fact(POISON, "seats_seen", value, lang, NAMES).items == said


@pytest.mark.parametrize(
    ("value", "rows"),
    [
        (["1 2 3", "4 ∙ 6"], True),
        (["1 2 3"], False),
        (["Яд", "Синяя вода"], False),
        (["a b c", "a b"], False),
    ],
)
def test_texts_of_as_many_squares_stand_below_one_another(value: list[str], rows: bool) -> None:
    """«Rows become chips, two to a line, so nobody can see what lies above what.»"""
    assert facts.fact(POISON, "board", value, "ru", NAMES).are_rows == rows
