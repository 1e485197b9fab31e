"""A second, naive book of Sequences, halves and talismans, kept from encoded positions alone.

It reads the cards of the content by itself, looks at what has vanished from tables and Sequences between two
positions, and says who gets what; it shares no line with the engine or the score sheet.
"""

import tomllib
from collections import Counter

import pytest
from django.conf import settings

from simulator.game import engine_of
from tests.conformance.tables import AGENTS
from tests.daily import daily

GAME = engine_of("potions")
HOME = settings.BASE_DIR / "games" / "potions" / "rulebook"
FILES = [HOME / "content" / "cards.toml", *sorted(HOME.glob("boxes/*/content/cards.toml"))]
CARDS = {}
for path in FILES:
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["card"]:
        for copies in row["copies"]:
            named = len(row["copies"]) > 1
            code = copies.get("code") or (f"{row['id']}:{copies['elements'][0]}" if named else row["id"])
            CARDS[code] = {**row, "elements": copies["elements"]}
SEQUENCES = tomllib.loads((HOME / "boxes/guild/content/sequences.toml").read_text(encoding="utf-8"))
COLUMNS = {row["id"]: row["columns"] for row in SEQUENCES["sequence"]}
STAGE_POINTS = [2, 2, 4, 4, 6, 8, 10]
MAGEMA = "elementary_magema"
UNIVERSALITY = "elixir_of_universality"


def holds(data, seat, talisman):
    """Whether a talisman lies assembled before a player (ruling 82)."""
    return any(CARDS[card]["id"] == talisman for card, *_ in data["tables"][seat])


def vanished(before, after, builder, made):
    """Whose recipes are gone from the tables, as (owner, recipe), but for what the builder made."""
    gone = []
    for seat, (old, new) in enumerate(zip(before["tables"], after["tables"], strict=True)):
        left = [repr(recipe) for recipe in new]
        if seat == builder and made:
            left.remove(next(text for text in reversed(left) if text.startswith(f"['{made}'")))
        for recipe in old:
            if repr(recipe) in left:
                left.remove(repr(recipe))
            else:
                gone.append((seat, recipe))
    return gone


def taken(before, after):
    """What is gone from the Sequences, as (owner, recipe); never the last stage (guild.sequence.last)."""
    gone = []
    for seat, (old, new) in enumerate(
        zip(before.get("sequences", []), after.get("sequences", []), strict=True)
    ):
        for column, later in zip(old[1:], new[1:], strict=True):
            for place, (was, now) in enumerate(zip(column, later, strict=False)):
                if was != now:
                    assert now == "gone"
                    assert place < len(column) - 1, "the last stage was taken"
                    gone.append((seat, [was, []]))
    return gone


def pays(recipe, sets, into):
    """Whether the owner of a used recipe gets a half (rulings 54, 55, 81)."""
    card, _, mark = (*recipe, "")[:3]
    if CARDS[card]["id"] == UNIVERSALITY:
        return False
    if "university" in sets:
        return not mark
    return mark != "wild" or into == "stage"


def halves(before, after, seat, made, into, sets):
    """Who gets halves: everybody once, with Generality once for each recipe (rulings 10, 83)."""
    used = [*vanished(before, after, seat, made), *taken(before, after)]
    counts = Counter(owner for owner, recipe in used if owner != seat and pays(recipe, sets, into))
    general = "lesser_talisman_of_generality"
    return sorted(
        owner for owner, n in counts.items() for _ in range(n if holds(before, owner, general) else 1)
    )


def points(row):
    """What a play brings, by seat."""
    seat, kind, card, n, owners = row[:5]
    if kind in ("assemble", "stage"):
        full = CARDS[card]["points"] if kind == "assemble" else n
        found = Counter({seat: full})
        for owner in owners:
            found[owner] += full // 2
        return found
    if kind == "forest":
        found = Counter({seat: 10})
        for owner in owners:
            found[owner] += 2
        return found
    if kind == "scruple":
        return {owners[0]: -5}
    once = {"element": n, "stone": 10, "useful": 1, "income": 1, "growth": 1, "spell": 0}
    return {seat: once[kind]}


def check_stage(before, after, row, skipping):
    """The next stage of the column, or the one after it with Transmutation; its points (ruling 78)."""
    seat, kind, card, n, _, (column, stage) = row[:6]
    old, new = before["sequences"][seat], after["sequences"][seat]
    laid = old[column]
    assert stage == len(laid) + 1 + skipping
    wanted = COLUMNS[old[0]][column - 1][stage - 1]
    assert CARDS[card]["id"] == wanted
    assert n == STAGE_POINTS[stage - 1]
    assert new[column][len(laid) :] == ["skipped"] * skipping + [card]
    assert (kind == "stone") == (stage == 7)
    if kind == "stone":
        assert card in before["hands"][seat]
        assert after["agenda"] == []


def recipes_of(data, seat, sets):
    """Recipes on the table, and with both boxes those in Sequences (rulings 85, 99)."""
    lying = [code for column in data.get("sequences", [[]] * 9)[seat][1:] for code in column]
    cards = [code for code in lying if code in CARDS and CARDS[code]["kind"] != "philosophers_stone"]
    return len(data["tables"][seat]) + (len(cards) if "guild" in sets else 0)


class Book:
    """The scores as the naive reading has them."""

    def __init__(self, sets, players):
        self.sets, self.players, self.scores = sets, players, [0] * players
        self.met = Counter()

    def note(self, before, after):
        """Every play between two positions."""
        rows = after["history"][len(before["history"]) :]
        skipping = any(row[1] == "spell" and CARDS[row[2]]["id"] == "spell_of_transmutation" for row in rows)
        for row in rows:
            self.met[row[1]] += 1
            if row[1] == "assemble":
                assert row[4] == halves(before, after, row[0], row[2], "assemble", self.sets)
            if row[1] in ("stage", "stone"):
                check_stage(before, after, row, int(skipping))
                assert row[4] == halves(before, after, row[0], "", "stage", self.sets)
            if row[1] in ("element", "useful"):
                self.check_element(before, row)
            if row[1] == "income":
                counts = [recipes_of(after, seat, self.sets) for seat in range(self.players)]
                assert max(counts) > counts[row[0]]
            if row[1] == "growth":
                assert max(self.scores) > self.scores[row[0]]
            for seat, n in points(row).items():
                self.scores[seat] += n
        if after["turn"] == before["turn"] + 1 and "university" in self.sets:
            self.check_paid(before, after, rows)

    def check_element(self, before, row):
        """New elements bring a point each, magema none; Usefulness at least one (rulings 51, 84)."""
        seat, kind, card, n, _ = row[:5]
        there = {
            element
            for stack in before["cupboard"]["stacks"]
            for code in stack
            for element in CARDS[code]["elements"]
        }
        there |= {element for code in before["cupboard"]["apart"] for element in CARDS[code]["elements"]}
        new = sum(element not in there and element != MAGEMA for element in CARDS[card]["elements"])
        useful = holds(before, seat, "lesser_talisman_of_usefulness")
        assert (kind == "useful") == (useful and new == 0)
        assert kind == "useful" or n == new

    def check_paid(self, before, after, rows):
        """Income ends a turn and Growth begins one, each whenever it is due and only then (ruling 85), that
        of a seat which is passed over, too (ruling 107).
        """
        paid = [row[:2] for row in rows if row[1] in ("income", "growth")]
        seat, new = before["agenda"][0]["seat"], after["agenda"][0]["seat"] if after["agenda"] else None
        counts = [recipes_of(after, seat, self.sets) for seat in range(self.players)]
        if new is None:
            return
        scores, due = list(self.scores), []
        for owner, _ in paid:
            scores[owner] -= 1
        while True:
            if holds(after, seat, "lesser_talisman_of_income") and max(counts) > counts[seat]:
                due.append([seat, "income"])
                scores[seat] += 1
            seat = (seat + 1) % self.players
            if holds(after, seat, "lesser_talisman_of_growth") and max(scores) > scores[seat]:
                due.append([seat, "growth"])
                scores[seat] += 1
            if seat == new:
                break
        assert paid == due


@pytest.mark.parametrize("sets", daily(["guild", "university", "guild,university"], ["guild,university"]))
@pytest.mark.parametrize("seed", range(4))
def test_every_play_brings_what_the_naive_book_says(sets, seed):
    """guild.sequence.*, guild.magema.half, university.*; rulings 40-48, 73-85, 94, 96, 99."""
    players = 2 + seed
    state = GAME.new_game({"players": players, "options": {"sets": sets}}, seed).state
    book, choose = Book(sets, players), AGENTS[("curious", "uniform")[seed % 2]](seed)
    before = GAME.encode(state)
    while state.agenda:
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, choose(GAME.legal_moves(state, seat))).state
        after = GAME.encode(state)
        if len(after["history"]) > len(before["history"]) or after["turn"] != before["turn"]:
            book.note(before, after)
            assert book.scores == list(state.scores)
        before = after
    assert book.met["assemble"]
    assert book.met["stage"] or "guild" not in sets
