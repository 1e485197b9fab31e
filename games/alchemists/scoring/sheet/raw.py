"""A finished game of «Алхимики» from raw data: who owns what, what was published, what was true."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.scoring.points import GAME, GRANTS, INGREDIENTS, Player, Seal, Theory
from games.alchemists.scoring.sheet.cells import BOOK_SEALS, RANGES, check_supply, known
from games.alchemists.scoring.sheet.reveal import FACE_DOWN
from scoring.sheets.core import NAME_LIMIT, BadEntry, bad_text

KEYS = ("truth", "theories", "players")
PLAYER_KEYS = ("name", "reputation", "artifacts", "grants", "favours", "gold", "feather_kinds")


class Table(NamedTuple):
    """What raw data says, checked."""

    truth: dict[str, str]
    theories: list[Theory]
    players: list[Player]


def player_rows(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The players' rows, unread. Raises BadEntry."""
    _only(data, KEYS)
    rows = data.get("players", [])
    if not isinstance(rows, list):
        raise bad_text(str(rows))
    return [_object(row, PLAYER_KEYS) for row in rows]


def read_table(data: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Table:
    """All of it. Raises BadEntry."""
    truth = _truth(data.get("truth", {}))
    theories = _theories(data.get("theories", []), len(names))
    players = [_player(row) for row in rows]
    _once_each(players)
    return Table(truth, theories, players)


def _only(data: Mapping[str, Any], keys: Sequence[str]) -> None:
    for key in data:
        if key not in keys:
            raise BadEntry("sheet_unknown", "score.record", text=str(key)[:NAME_LIMIT])


def _object(row: Any, keys: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(row, dict):
        raise bad_text(str(row))
    _only(row, keys)
    return row


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise bad_text(str(value))
    return value


def _truth(value: Any) -> dict[str, str]:
    truth: dict[str, str] = {}
    for ingredient, alchemical in _object(value, INGREDIENTS).items():
        answer = known("alchemical", str(alchemical))
        for other, there in truth.items():
            if there == answer:
                raise BadEntry("sheet_truth_taken", "mix.world", alchemical=answer, ingredient=other)
        truth[ingredient] = answer
    return truth


def _theories(value: Any, players: int) -> list[Theory]:
    theories: list[Theory] = []
    for row in _list(value):
        theory = _theory(row, players)
        for other in theories:
            if other.ingredient == theory.ingredient:
                raise BadEntry("sheet_book_taken", "publish.new", ingredient=theory.ingredient)
            if other.alchemical == theory.alchemical:
                taken = {"alchemical": theory.alchemical, "ingredient": other.ingredient}
                raise BadEntry("sheet_token_taken", "publish.token", **taken)
        theories.append(theory)
    for seat in range(players):
        check_supply(seat, [seal.kind for theory in theories for seal in theory.seals if seal.seat == seat])
    return theories


def _theory(row: Any, players: int) -> Theory:
    entry = _object(row, ("ingredient", "alchemical", "seals"))
    ingredient = known("ingredient", str(entry.get("ingredient", "")))
    seals = tuple(_seal(each, players) for each in _list(entry.get("seals", [])))
    if seals and not entry.get("alchemical"):
        raise BadEntry("sheet_no_theory", "endorse.theory", ingredient=ingredient)
    alchemical = known("alchemical", str(entry.get("alchemical", "")))
    if len(seals) > BOOK_SEALS:
        raise BadEntry("sheet_book_full", "endorse.places", ingredient=ingredient, n=BOOK_SEALS)
    seats = [seal.seat for seal in seals]
    for seat in seats:
        if seats.count(seat) > 1:
            raise BadEntry("sheet_seal_twice", "endorse.once", ingredient=ingredient, seat=seat)
    return Theory(ingredient, alchemical, seals)


def _seal(row: Any, players: int) -> Seal:
    entry = _object(row, ("player", "seal"))
    seat, kind = entry.get("player"), str(entry.get("seal", ""))
    if type(seat) is not int:
        raise bad_text(str(seat))
    if not 0 <= seat < players:
        raise BadEntry("sheet_seat", "setup.players", n=seat + 1, max=players)
    return Seal(seat, kind if kind == FACE_DOWN else known("seal", kind))


def _player(row: Mapping[str, Any]) -> Player:
    artifacts = tuple(known("artifact", str(code)) for code in _list(row.get("artifacts", [])))
    if len(set(artifacts)) < len(artifacts):
        raise bad_text(" ".join(artifacts))
    least, most = GAME.constants["grant_points"]
    grants = tuple(_number(n, least, most) for n in _list(row.get("grants", [])))
    return Player(
        name=str(row["name"]),
        reputation=_number(row.get("reputation"), *RANGES["reputation"]),
        artifacts=artifacts,
        grants=grants,
        favours=_number(row.get("favours", 0), *RANGES["favours"]),
        gold=_number(row.get("gold", 0), *RANGES["gold"]),
        feather_kinds=_number(row.get("feather_kinds", 0), *RANGES["feather"]),
    )


def _number(value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadEntry("sheet_number", "score.record", text=str(value)[:NAME_LIMIT], min=least, max=most)
    return value


def _once_each(players: Sequence[Player]) -> None:
    """Every artifact and every grant exists once."""
    for seat, player in enumerate(players):
        for other in players[:seat]:
            both = [code for code in player.artifacts if code in other.artifacts]
            if both:
                owner = players.index(other)
                raise BadEntry("sheet_artifact_taken", "artifact.buy", artifact=both[0], seat=owner)
    n = sum(len(player.grants) for player in players)
    if n > len(GRANTS):
        raise BadEntry("sheet_grants", "grants.take", n=n, count=len(GRANTS))
