"""Texts of the journal and the plays that they mean, both ways.

A play is written «2 assemble powder_of_fate 1 3» (seats count from 1; players 1 and 3 owned used recipes),
«1 element 1» or «1 element supreme_elixir 2» (a card laid as an element, with the elements that were new),
«1 spell spell_of_knowledge», or «1 before 12» (points from before a game that began elsewhere). With a box an
owner may get no half, «3:magema», and the box says how its own kinds of plays are written.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.potions.scoring.points import (
    ASSEMBLE,
    BEFORE,
    ELEMENT,
    INGREDIENT,
    SPELL,
    Play,
    Used,
    box_points,
    card_of,
    elements_on,
    is_spell,
    silence,
    worthless_clause,
)
from games.potions.scoring.sheet.box import BadPlay, Reader, Table, box_sheets, no_play, sheet_of_kind
from scoring.sheets.core import NAME_LIMIT, TEXT_LIMIT
from web.refusal import Refusal

NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
NO_RECIPES = ("element", "any")  # ingredients that are elements
MARK = ":"  # between an owner and the reason why they get no half


def recipe_slots(card: str) -> list[str]:
    """The ingredients of a card that are recipes: «card:elixir_of_fire», «kind:talisman»."""
    slots = card_of(card).ingredients
    return [f"{slot.kind}:{slot.id}" for slot in slots if slot.kind not in NO_RECIPES]


# --- Writing ----------------------------------------------------------------------------------------------


def text_of(play: Play) -> str:
    """A play as the sheet writes it. Assemblies and spells name the card, elements the copy."""
    words = [str(play.seat + 1), play.kind]
    box = sheet_of_kind(play.kind)
    if box:
        words += box.words(play)
    elif play.kind in (ASSEMBLE, SPELL):
        words += [card_of(play.card).id]
    else:
        words += [play.card] * bool(play.card) + [str(play.n)]
    return " ".join([*words, *owner_words(play)])


def owner_words(play: Play) -> list[str]:
    """«1 3:magema»: who gets halves, then who gets none."""
    paid = [str(owner + 1) for owner in sorted(play.owners)]
    return [*paid, *(f"{owner + 1}{MARK}{reason}" for owner, reason in play.silent)]


def raw_of(names: Sequence[str], play: Play) -> dict[str, Any]:
    """A play as `read_raw` reads it."""
    row: dict[str, Any] = {"player": names[play.seat]}
    box = sheet_of_kind(play.kind)
    if box:
        row |= box.raw(play)
    elif play.kind in (ASSEMBLE, SPELL):
        row[play.kind] = play.card
    else:
        row |= {play.kind: play.n} | ({"card": play.card} if play.card else {})
    used: list[Any] = [names[owner] for owner in play.owners]
    used += [{"player": names[owner], "silent": reason} for owner, reason in play.silent]
    return row | ({"used": used} if used else {})


# --- Reading ----------------------------------------------------------------------------------------------


def play_of(text: str, table: Table) -> Play:
    """The play that a text means at this table. Raises BadPlay."""
    words = text.split(" ")
    if len(text) > TEXT_LIMIT or len(words) < 2:
        raise BadPlay(no_play(text))
    reader = _READ.get(words[1]) or _box_reader(words[1], table)
    if reader is None:
        raise BadPlay(no_play(text))
    return reader(text, seat_in(words[0], text, table.seats), words[2:], table)


def _box_reader(kind: str, table: Table) -> Reader | None:
    return next((box.readers[kind] for box in box_sheets(table.boxes) if kind in box.readers), None)


def seat_in(word: str, text: str, seats: int) -> int:
    """A seat from 0. Raises BadPlay."""
    if not NUMBER.fullmatch(word):
        raise BadPlay(no_play(text))
    if not 1 <= int(word) <= seats:
        raise BadPlay(Refusal("sheet_seat", "setup.players", {"n": int(word), "max": seats}))
    return int(word) - 1


def card_in(word: str, table: Table) -> str:
    """A card on this table by id or code. Raises BadPlay."""
    game = table.game
    if word not in game.card_by_id and word not in game.copies_by_code:
        raise BadPlay(Refusal("sheet_no_card", "components.deck", {"text": word[:NAME_LIMIT]}))
    return word


def owners_in(
    words: Sequence[str], text: str, table: Table, into: str
) -> tuple[tuple[int, ...], tuple[tuple[int, str], ...]]:
    """Who gets halves and who is silent, as (seat, reason). Raises BadPlay."""
    reasons = {reason for box in box_points(table.boxes) for reason in box.silent}
    paid, silent = [], []
    for word in words:
        who, mark, reason = word.partition(MARK)
        if not mark:
            paid.append(seat_in(who, text, table.seats))
            continue
        if reason not in reasons:
            raise BadPlay(no_play(text))
        silent.append((seat_in(who, text, table.seats), reason))
        if not is_silent(reason, into, table):
            raise BadPlay(Refusal("sheet_half_paid", "assemble.half", {"reason": reason}))
    return tuple(paid), tuple(silent)


def is_silent(reason: str, into: str, table: Table) -> bool:
    """Whether this reason silences a recipe that goes `into` something."""
    stand_ins = {card for box in box_sheets(table.boxes) for card in box.stand_ins}
    used = [Used("", magema=True), Used("", universality=True), *map(Used, stand_ins)]
    return reason in {silence(each, into, table.boxes) for each in used}


def check_owners(
    seat: int, card: str, owners: Sequence[int], silent: Sequence[tuple[int, str]], table: Table
) -> Refusal | None:
    """Whether these players can have owned what went into a card."""
    slots = recipe_slots(card)
    others = [*owners, *(owner for owner, _ in silent)]
    if seat in others:
        return Refusal("sheet_own", "assemble.own", {"card": card, "seat": seat})
    again = any(box.halves_again for box in box_sheets(table.boxes))
    if len(set(owners)) < len(owners) and not again:
        return Refusal("sheet_once", "assemble.once", {"card": card})
    if others and not slots:
        return Refusal("sheet_no_recipes", "assemble.cupboard", {"card": card})
    if len(others) > len(slots):
        params = {"card": card, "n": len(others), "max": len(slots), "ingredients": slots}
        return Refusal("sheet_owners", "assemble.half", params)
    return None


def _element(text: str, seat: int, words: Sequence[str], table: Table) -> Play:
    """«1» or «supreme_elixir 2»: how many of the card's elements were new."""
    if len(words) not in (1, 2) or not NUMBER.fullmatch(words[-1]):
        raise BadPlay(no_play(text))
    card, n = card_in(words[0], table) if len(words) == 2 else "", int(words[-1])
    most = elements_on(card) if card else 1
    worthless = worthless_clause(elements_of(card, table), table.boxes) if card else ""
    if n and worthless:
        raise BadPlay(Refusal("sheet_worthless", worthless, {"card": card}))
    if n > most and most > 1:
        raise BadPlay(Refusal("sheet_great", "great.elements", {"card": card, "n": n, "max": most}))
    if n > most:
        raise BadPlay(Refusal("sheet_element", "element.new", {"n": n}))
    return Play(seat, ELEMENT, card, n)


def elements_of(card: str, table: Table) -> tuple[str, ...]:
    """What a card carries, or, where its copies differ and none is named, any of them."""
    copies = table.game.copies_by_code.get(card)
    return copies[1].elements if copies else card_of(card).elements


def _assemble(text: str, seat: int, words: Sequence[str], table: Table) -> Play:
    """«powder_of_fate 1 3»: the card, then the owners of used recipes."""
    if not words:
        raise BadPlay(no_play(text))
    card = card_of(card_in(words[0], table)).id
    if is_spell(card):
        raise BadPlay(Refusal("sheet_spell", "spell.play", {"card": card}))
    if not card_of(card).ingredients:
        raise BadPlay(Refusal("sheet_no_recipe", "components.recipe", {"card": card}))
    owners, silent = owners_in(words[1:], text, table, INGREDIENT)
    refusal = check_owners(seat, card, owners, silent, table)
    if refusal:
        raise BadPlay(refusal)
    return Play(seat, ASSEMBLE, card, 0, owners, (), silent)


def _spell(text: str, seat: int, words: Sequence[str], table: Table) -> Play:
    if len(words) != 1:
        raise BadPlay(no_play(text))
    card = card_of(card_in(words[0], table)).id
    if not is_spell(card):
        raise BadPlay(Refusal("sheet_not_spell", "spell.play", {"card": card}))
    for box in box_sheets(table.boxes):
        refusal = box.check_spell(card)
        if refusal:
            raise BadPlay(refusal)
    return Play(seat, SPELL, card)


def _before(text: str, seat: int, words: Sequence[str], table: Table) -> Play:
    if len(words) != 1 or not NUMBER.fullmatch(words[0]):
        raise BadPlay(no_play(text))
    return Play(seat, BEFORE, "", int(words[0]))


_READ: Mapping[str, Reader] = {ELEMENT: _element, ASSEMBLE: _assemble, SPELL: _spell, BEFORE: _before}


# --- Raw data ---------------------------------------------------------------------------------------------


def raw_text(names: Sequence[str], row: Mapping[str, Any], table: Table) -> str:
    """What stands behind the player's seat. Raises BadPlay."""
    keys = frozenset(row) - {"player", "gains"}  # exports say beside each play what it brought
    used = row.get("used", [])
    if not isinstance(used, list):
        raise BadPlay(no_play(str(used)))
    told = _raw_words(keys, row, table)
    if told is None:
        raise BadPlay(no_play(", ".join(sorted(keys))))
    return " ".join([*told, *(_raw_owner(names, who) for who in used)])


def _raw_words(keys: frozenset[str], row: Mapping[str, Any], table: Table) -> list[str] | None:
    if keys in ({ASSEMBLE}, {ASSEMBLE, "used"}):
        return [ASSEMBLE, card_in(str(row[ASSEMBLE]), table)]
    if keys == {SPELL}:
        return [SPELL, card_in(str(row[SPELL]), table)]
    if keys in ({ELEMENT}, {ELEMENT, "card"}) and type(row[ELEMENT]) is int:
        card = [card_in(str(row["card"]), table)] if "card" in row else []
        return [ELEMENT, *card, str(row[ELEMENT])]
    if keys == {BEFORE} and type(row[BEFORE]) is int:
        return [BEFORE, str(row[BEFORE])]
    for box in box_sheets(table.boxes):
        if kind := next((each for each in box.readers if each in keys), ""):
            words = box.raw_words(kind, {key: row[key] for key in keys})
            return None if words is None else [kind, *words]
    return None


def _raw_owner(names: Sequence[str], who: Any) -> str:
    name, mark = (who.get("player"), who.get("silent")) if isinstance(who, dict) else (who, "")
    if name not in names:
        raise BadPlay(Refusal("sheet_nobody", "setup.players", {"text": str(name)[:NAME_LIMIT]}))
    return f"{names.index(name) + 1}{MARK if mark else ''}{mark}"
