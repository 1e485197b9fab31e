"""How «Алхимики» are counted: reputation during the game, victory points at its end, and who wins.

Source: the seed's «Влияние репутации», «Финальный подсчет очков» and «Большое открытие»; rulings 24, 40,
41, 44, 55, 63, 64, 81 and 84-88.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rulebook.content import reading
from rulebook.content.entries import Card
from scoring.sheets.lines import PlayerScore, ScoreLine

GAME = reading.load("alchemists")
COLOURS = tuple(colour.id for colour in GAME.colours)


def _of_kind(kind: str) -> dict[str, Card]:
    return {card.code: card for card in GAME.cards if card.kind == kind}


INGREDIENTS = tuple(_of_kind("ingredient"))
ALCHEMICALS = tuple(_of_kind("alchemical"))
ARTIFACTS = _of_kind("artifact")
GRANTS = _of_kind("grant")
SEALS = _of_kind("seal")
QUALITIES = _of_kind("quality")
# The sign of each colour in a formula.
SIGNS: Mapping[str, Mapping[str, str]] = {
    code: dict(zip(COLOURS, card.data["signs"], strict=True)) for code, card in _of_kind("alchemical").items()
}
# Artifacts whose points the final scoring works out; all others print them.
MIRROR, CABINET, FEATHER, IDOL = "magic_mirror", "crystal_cabinet", "feather_in_cap", "wisdom_idol"
ROBE, AUTHORITY = "robe_of_respect", "seal_of_authority"
START: int = GAME.constants["reputation_start"]
MINIMUM: int = GAME.constants["reputation_minimum"]


# --- Reputation ---------------------------------------------------------------------------------------------


class Zone(NamedTuple):
    """A stretch of the reputation track; `last` is None for the one without an upper end.

    `loss` is added to a net loss, `gold` to the price of a sale, `smiles` to a discount card.
    """

    id: str
    first: int
    last: int | None
    loss: int
    gold: int
    smiles: int


ZONES = tuple(
    Zone(row["id"], row["from"], row.get("to"), row["loss"], row["gold"], row["smiles"])
    for row in GAME.constants["zones"]
)
# The clause of each zone that changes losses.
ZONE_CLAUSES = {zone.id: f"reputation.{zone.id}" for zone in ZONES if zone.loss}


def zone_of(reputation: int) -> Zone:
    """The zone in which a marker stands; below the track there is only its first."""
    return next((zone for zone in reversed(ZONES) if reputation >= zone.first), ZONES[0])


def sale_gold(level: str, reputation: int, discount: int) -> int:
    """What a kept guarantee pays, by its price, the discount and the zone (clauses sell.pay, sell.limit)."""
    return int(QUALITIES[level].data["price"]) - discount + zone_of(reputation).gold


def smiles_of(printed: int, reputation: int) -> int:
    """The smiles of a bid: those on the discount card and those of the zone (clause sell.smiles)."""
    return printed + zone_of(reputation).smiles


def loss_at(reputation: int, points: int) -> int:
    """What a loss of so many points amounts to in its zone; as none softens by more than 1, it is no gain."""
    return max(0, points + zone_of(reputation).loss)


class Reason(NamedTuple):
    """Why reputation changes: the clause that says so, and by how much as a rule (None: it varies)."""

    clause: str
    amount: int | None = None


_N = GAME.constants
REASONS: Mapping[str, Reason] = {
    "publish": Reason("publish.reputation", _N["publish_reputation"]),
    "endorse": Reason("endorse.reputation", _N["endorse_reputation"]),
    "debunk": Reason("debunk.success", _N["debunk_success"]),
    "debunk_failed": Reason("debunk.fail", -_N["debunk_failure"]),
    "seal_lost": Reason("debunk.losses", -_N["seal_loss"]),
    "hedged": Reason("debunk.hedge", 0),
    "sale": Reason("sell.reputation", -_N["bad_sale"]),
    "drink": Reason("drink.insanity", -_N["drink_insanity"]),
    "top": Reason("top.award", _N["top_alchemist"]),
    "conference": Reason("conference.award"),
    "conference_loss": Reason("conference.loss"),
    "exhibit": Reason("exhibition.first", _N["exhibit_first"]),
    "exhibit_both": Reason("exhibition.both", _N["exhibit_both"]),
    "exhibit_failed": Reason("exhibition.fail", -_N["exhibit_failure"]),
    "barmaid": Reason("barmaid.level", 1),
    "altar": Reason("artifact.effect"),
    "amulet": Reason("artifact.effect", 5),
    "gain": Reason("score.record"),
    "loss": Reason("score.record"),
}


class Part(NamedTuple):
    """One cause within an event: a key of REASONS and its amount, signed."""

    reason: str
    amount: int


class ReputationChange(NamedTuple):
    """One event on the reputation track: where the marker stood, where it stands now, and why."""

    before: int
    after: int
    lines: tuple[ScoreLine, ...]


def change(
    reputation: int, parts: Sequence[Part], *, robe: bool = False, authority: bool = False
) -> ReputationChange:
    """What one event does to a marker at `reputation`.

    All parts are one event (clauses reputation.joint, debunk.own): the zone in which the marker stood
    before is added once to a net loss, the Robe once to a net gain (robe.gain, robe.own); the Seal of
    Authority adds to publishing and endorsing (authority.gain). Never below 1 (reputation.minimum).
    """
    lines = [ScoreLine(f"rep_{reason}", REASONS[reason].clause, {"n": n}, n) for reason, n in parts]
    if authority and any(part.reason in ("publish", "endorse") for part in parts):
        lines.append(ScoreLine("rep_authority", "authority.gain", {"n": _N["authority"]}, _N["authority"]))
    net = sum(line.points for line in lines)
    if len(parts) > 1:
        lines.append(ScoreLine("rep_joint", "reputation.joint", {"n": net}, 0))
    if net > 0 and robe:
        lines.append(ScoreLine("rep_robe", "robe.gain", {"n": _N["robe"]}, _N["robe"]))
    lines += _zone_lines(reputation, net)
    after = reputation + sum(line.points for line in lines)
    if after < MINIMUM:
        lines.append(ScoreLine("rep_floor", "reputation.minimum", {"n": MINIMUM}, MINIMUM - after))
    return ReputationChange(reputation, max(after, MINIMUM), tuple(lines))


def _zone_lines(reputation: int, net: int) -> list[ScoreLine]:
    """A zone enlarges or softens a net loss."""
    zone = zone_of(reputation)
    if net >= 0 or not zone.loss:
        return []
    n = loss_at(reputation, -net)
    return [ScoreLine("rep_zone", ZONE_CLAUSES[zone.id], {"n": n, "zone": zone.id}, -n - net)]


# --- Seals that count ---------------------------------------------------------------------------------------


def partners(ingredient: str, conflicts: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The theories in conflict with that of an ingredient: while there are any, its seals don't count and
    nobody endorses it (clauses conflict.effect, conflict.endorse).
    """
    return tuple([other for pair in conflicts if ingredient in pair for other in pair if other != ingredient])


def counted(
    seat: int, books: Mapping[str, Collection[int]], conflicts: Sequence[tuple[str, str]]
) -> list[str]:
    """The ingredients on whose books, given by the seats of their seals, a seat's seal counts."""
    return [name for name, seats in books.items() if seat in seats and not partners(name, conflicts)]


def top_alchemists(seals: Sequence[int]) -> tuple[int, ...]:
    """The seats with most seals that count, and at least one (clause top.award, rulings 79 and 125)."""
    return tuple(seat for seat, n in enumerate(seals) if n and n == max(seals))


def conference_part(seals: int, numbers: Mapping[str, Any]) -> Part:
    """A conference for somebody with `seals` that count; `numbers`: need, gain, losses by number of seals."""
    if seals >= numbers["need"]:
        return Part("conference", numbers["gain"])
    return Part("conference_loss", -numbers["losses"][min(seals, len(numbers["losses"]) - 1)])


def conference_change(
    reputation: int, seals: int, numbers: Mapping[str, Any], *, robe: bool = False
) -> tuple[Part, ReputationChange]:
    """The same, and what it does to a marker."""
    part = conference_part(seals, numbers)
    return part, change(reputation, [part], robe=robe)


# --- The end ------------------------------------------------------------------------------------------------


class Seal(NamedTuple):
    """A player's seal on a theory; `kind` is gold, silver or hedge_R, hedge_G, hedge_B."""

    seat: int
    kind: str


class Theory(NamedTuple):
    """A published theory with the seals on its book."""

    ingredient: str
    alchemical: str
    seals: tuple[Seal, ...] = ()


class Player(NamedTuple):
    """What a player ends the game with. `grants` are the points of each tile, `favours` cards left in hand,
    `feather_kinds` the different kinds set aside under the Feather in Cap.
    """

    name: str
    reputation: int
    artifacts: tuple[str, ...] = ()
    grants: tuple[int, ...] = ()
    favours: int = 0
    gold: int = 0
    feather_kinds: int = 0


def wrong_colours(alchemical: str, truth: str) -> tuple[str, ...]:
    """The colours whose sign differs between a theory and the truth, whatever the sizes (reveal.hedge)."""
    return tuple(colour for colour in COLOURS if SIGNS[alchemical][colour] != SIGNS[truth][colour])


def hedges(kind: str, wrong: Sequence[str]) -> bool:
    """Whether an unstarred seal insures against exactly this mistake (clause reveal.hedge)."""
    return len(wrong) == 1 and SEALS[kind].data["hedge"] == wrong[0]


def seal_line(theory: Theory, seal: Seal, truth: str) -> ScoreLine:
    """What a seal brings at the great reveal (clauses reveal.right, reveal.wrong, reveal.hedge)."""
    wrong = wrong_colours(theory.alchemical, truth)
    params = {"ingredient": theory.ingredient, "seal": seal.kind}
    if not wrong:
        points = SEALS[seal.kind].data["right"]
        return ScoreLine("seal_right", "reveal.right", {**params, "n": points}, points)
    if hedges(seal.kind, wrong):
        return ScoreLine("seal_hedged", "reveal.hedge", params, 0)
    points = SEALS[seal.kind].data["wrong"]
    return ScoreLine("seal_wrong", "reveal.wrong", {**params, "n": points}, points)


def gold_left(player: Player) -> int:
    """Gold after the favours were exchanged; it settles ties (clauses final.favours, series.tie)."""
    return player.gold + favours_gold(player.favours)


def favours_gold(n: int) -> int:
    """The gold for so many favours that are left (clause final.favours)."""
    return n * int(_N["favour_gold"])


def score(
    truth: Mapping[str, str], theories: Sequence[Theory], players: Sequence[Player]
) -> tuple[PlayerScore, ...]:
    """The points of each player, line by line in the order of the rules.

    Seals count only for ingredients that `truth` names: before the reveal it may be empty.
    """
    scores = []
    for seat, player in enumerate(players):
        lines = [*_own_lines(player), *_seal_lines(seat, truth, theories)]
        if IDOL in player.artifacts:
            right = sum(line.code == "seal_right" for line in lines)
            n = right * int(_N["idol_points"])
            lines.append(ScoreLine("idol", "final.idol", {"n": n}, n))
        scores.append(PlayerScore(sum(line.points for line in lines), tuple(lines)))
    return tuple(scores)


def _own_lines(player: Player) -> Iterable[ScoreLine]:
    """All before the great reveal: reputation, the Magic Mirror, other artifacts, grants, gold."""
    yield ScoreLine("reputation", "final.reputation", {"n": player.reputation}, player.reputation)
    if MIRROR in player.artifacts:
        n = max(player.reputation, 0) // int(_N["mirror_per_point"])
        yield ScoreLine("mirror", "final.mirror", {"n": n}, n)
    for code in player.artifacts:
        yield from _artifact_lines(player, code)
    for points in player.grants:
        yield ScoreLine("grant", "final.grants", {"n": points}, points)
    if player.favours:
        params = {"n": player.favours, "gold": favours_gold(player.favours)}
        yield ScoreLine("favours", "final.favours", params, 0)
    gold = gold_left(player)
    thirds = gold // int(_N["gold_per_point"])
    yield ScoreLine("gold", "final.gold", {"gold": gold, "n": thirds}, thirds)


def _artifact_lines(player: Player, code: str) -> Iterable[ScoreLine]:
    """An artifact other than the Mirror and the Idol (clause final.artifacts; rulings 83, 88)."""
    if code == CABINET:
        n = len(player.artifacts) * int(_N["cabinet_points"])
        yield ScoreLine("cabinet", "final.artifacts", {"n": n, "count": len(player.artifacts)}, n)
    elif code == FEATHER:
        n = player.feather_kinds * int(_N["feather_points"])
        yield ScoreLine("feather", "final.artifacts", {"n": n}, n)
    elif code not in (MIRROR, IDOL):
        n = int(ARTIFACTS[code].data["vp"])
        yield ScoreLine("artifact", "final.artifacts", {"artifact": code, "n": n}, n)


def _seal_lines(seat: int, truth: Mapping[str, str], theories: Sequence[Theory]) -> list[ScoreLine]:
    return [
        seal_line(theory, seal, truth[theory.ingredient])
        for theory in theories
        if theory.ingredient in truth
        for seal in theory.seals
        if seal.seat == seat
    ]


def winners(totals: Sequence[int], gold: Sequence[int]) -> tuple[int, ...]:
    """The seats with most points, among them most gold left; else shared (series.winner, series.tie)."""
    best = max(zip(totals, gold, strict=True))
    return tuple(seat for seat, both in enumerate(zip(totals, gold, strict=True)) if both == best)
