"""Reputation, points and winners of «Алхимики»: each test paraphrases the clause it holds to."""

import pytest

from games.alchemists.scoring.points import (
    ALCHEMICALS,
    ARTIFACTS,
    COLOURS,
    GAME,
    REASONS,
    SEALS,
    Part,
    Player,
    Seal,
    Theory,
    change,
    conference_change,
    conference_part,
    counted,
    gold_left,
    loss_at,
    partners,
    sale_gold,
    score,
    seal_line,
    smiles_of,
    top_alchemists,
    winners,
    wrong_colours,
    zone_of,
)

SCORPION = "a3"  # r−G+b+, as in the game DEMO


def of(reputation, *parts, **flags):
    """Where a marker ends after one event."""
    return change(reputation, [Part(*part) for part in parts], **flags).after


def codes(reputation, *parts, **flags):
    return [line.code for line in change(reputation, [Part(*part) for part in parts], **flags).lines]


def lines_of(player, theories=(), truth=None):
    (points,) = score(truth or {}, theories, [player])
    return {line.code: line.points for line in points.lines}


# --- Zones --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reputation", "zone"),
    [
        (1, "red"),
        (6, "red"),
        (7, "plain"),
        (13, "plain"),
        (14, "green"),
        (17, "green"),
        (18, "blue"),
        (60, "blue"),
    ],
)
def test_the_zones_of_the_track(reputation, zone):
    """reputation.red: 6 and below; reputation.green: 14 to 17; reputation.blue: 18 and up."""
    assert zone_of(reputation).id == zone


PUBLISH, ENDORSE, DEBUNK, LOST = ("publish", 1), ("endorse", 0), ("debunk", 2), ("seal_lost", -5)
AUTHORITY, ROBE = {"authority": True}, {"robe": True}


@pytest.mark.parametrize(
    ("before", "parts", "flags", "after"),
    [
        # A loss counts by the zone from which the marker moves.
        # reputation.green: from 14 a bad sale takes you to 12, though 13 is outside the zone.
        *((before, [("loss", -1)], {}, after) for before, after in ((13, 12), (14, 12), (18, 15))),
        (17, [("loss", -2)], {}, 14),
        # reputation.blue: on 18 you lose 5 and end on 11.
        *((before, [("loss", -5)], {}, after) for before, after in ((18, 11), (7, 2), (10, 5))),
        # reputation.red: a bad sale costs nothing.
        (6, [("loss", -1)], {}, 6),
        (6, [("loss", -2)], {}, 5),
        # What comes to nothing is no loss, in the green and blue zones neither.
        (15, [ENDORSE], {}, 15),
        (18, [DEBUNK, ("loss", -2)], {}, 18),
        # A gain is the same in every zone.
        *((before, [DEBUNK], {}, before + 2) for before in (3, 10, 15, 20)),
        # debunk.own: plus 2 and minus 5 make one change of −3. From 13 you go to 10; one by one it were 9.
        (13, [DEBUNK, LOST], {}, 10),
        (15, [LOST], {}, 9),
        # debunk.two, rulings 63 and 64: 10 at once, with the zone once; with one's own debunk −8.
        (15, [("seal_lost", -10)], {}, 4),
        (10, [DEBUNK, ("seal_lost", -10)], {}, 2),
        # robe.gain: 3 for debunking. robe.own: the sum counts; a gain gets 1, a loss nothing.
        (10, [DEBUNK], ROBE, 13),
        (10, [DEBUNK, LOST], ROBE, 7),
        (10, [DEBUNK, ("hedged", 0)], ROBE, 13),
        (10, [ENDORSE], ROBE, 10),
        # authority.gain: a new theory gives 3 instead of 1, endorsing 2 instead of 0; with the Robe 4 and 3.
        (10, [PUBLISH], AUTHORITY, 13),
        (10, [ENDORSE], AUTHORITY, 12),
        (10, [PUBLISH], AUTHORITY | ROBE, 14),
        (10, [ENDORSE], AUTHORITY | ROBE, 13),
        (10, [DEBUNK], AUTHORITY, 12),
    ],
)
def test_where_a_marker_ends_after_one_event(before, parts, flags, after):
    assert of(before, *parts, **flags) == after


def test_a_debunk_of_ones_own_theory_is_told_as_one_event():
    """debunk.own"""
    assert codes(13, DEBUNK, LOST) == ["rep_debunk", "rep_seal_lost", "rep_joint"]


def test_nobody_falls_below_one():
    """reputation.minimum: if the loss is larger, the flask just stops on 1."""
    assert of(3, ("seal_lost", -10)) == 1
    assert codes(3, ("seal_lost", -10))[-1] == "rep_floor"
    assert of(1, ("loss", -1)) == 1
    assert "rep_floor" not in codes(1, ("loss", -1))


@pytest.mark.parametrize("before", range(1, 25))
def test_the_lines_of_an_event_add_up_and_no_loss_becomes_a_gain(before):
    for loss in range(-12, 0):
        found = change(before, [Part("loss", loss)])
        assert found.before + sum(line.points for line in found.lines) == found.after, loss
        assert 1 <= found.after <= before, loss


@pytest.mark.parametrize(
    ("level", "reputation", "discount", "gold"),
    [("exact", 10, 0, 4), ("exact", 6, 0, 3), ("sign", 18, 0, 4), ("neutral", 17, 1, 1), ("wrong", 1, 1, -1)],
)
def test_what_a_guarantee_pays(level, reputation, discount, gold):
    """sell.pay: its price, less the discount; in the red zone one less, in the blue one more."""
    assert sale_gold(level, reputation, discount) == gold


@pytest.mark.parametrize(("reputation", "smiles"), [(1, 2), (13, 2), (14, 3), (18, 3)])
def test_the_green_and_blue_zones_add_a_smile(reputation, smiles):
    """sell.smiles"""
    assert smiles_of(2, reputation) == smiles


@pytest.mark.parametrize(("reputation", "loss"), [(6, 0), (7, 1), (14, 2), (18, 3)])
def test_a_loss_is_counted_by_its_zone(reputation, loss):
    """reputation.red, reputation.green, reputation.blue; no loss at all stays none."""
    assert loss_at(reputation, 1) == loss
    assert loss_at(6, 0) == 0


def test_lines_say_by_how_much_the_zone_and_the_end_of_the_track_change_a_loss():
    """reputation.blue, reputation.red, reputation.minimum, reputation.joint"""
    (_, joint, *_) = change(10, [Part(*DEBUNK)], robe=True).lines
    assert (joint.code, joint.params) == ("rep_robe", {"n": 1})
    told = {
        line.code: (line.clause, line.params, line.points) for line in change(18, [Part("loss", -5)]).lines
    }
    assert told["rep_zone"] == ("reputation.blue", {"n": 7, "zone": "blue"}, -2)
    told = {
        line.code: (line.clause, line.params, line.points) for line in change(2, [Part("loss", -5)]).lines
    }
    assert told["rep_zone"] == ("reputation.red", {"n": 4, "zone": "red"}, 1)
    assert told["rep_floor"] == ("reputation.minimum", {"n": 1}, 3)
    told = {line.code: (line.params, line.points) for line in change(10, [Part(*DEBUNK), Part(*LOST)]).lines}
    assert told["rep_joint"] == ({"n": -3}, 0)
    told = {
        line.code: (line.params, line.points) for line in change(10, [Part(*PUBLISH)], authority=True).lines
    }
    assert told["rep_authority"] == ({"n": 2}, 2)


# --- Seals that count ---------------------------------------------------------------------------------------


def test_seals_under_a_conflict_don_t_count():
    """conflict.effect, conflict.endorse: for both theories, while the token lies there."""
    conflicts = [("toad", "fern"), ("fern", "mushroom")]
    assert partners("fern", conflicts) == ("toad", "mushroom")
    assert partners("raven", conflicts) == ()
    books = {"toad": (0, 1), "raven": (1,), "feather": (0, 1)}
    assert counted(0, books, conflicts) == ["feather"]
    assert counted(1, books, conflicts) == ["raven", "feather"]


def test_the_most_seals_make_top_alchemists():
    """top.award: several if they are level; with no seal on the board there is none."""
    assert top_alchemists([1, 3, 3]) == (1, 2)
    assert top_alchemists([0, 1]) == (1,)
    assert top_alchemists([0, 0]) == ()


# --- Joint events, robe, authority --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "clause", "amount"),
    [
        ("publish", "publish.reputation", 1),
        ("endorse", "endorse.reputation", 0),
        ("debunk", "debunk.success", 2),
        ("debunk_failed", "debunk.fail", -1),
        ("seal_lost", "debunk.losses", -5),
        ("hedged", "debunk.hedge", 0),
        ("sale", "sell.reputation", -1),
        ("drink", "drink.insanity", -1),
        ("top", "top.award", 1),
        ("exhibit", "exhibition.first", 1),
        ("exhibit_both", "exhibition.both", 2),
        ("exhibit_failed", "exhibition.fail", -1),
        ("barmaid", "barmaid.level", 1),
        ("amulet", "artifact.effect", 5),
    ],
)
def test_every_cause_has_its_clause_and_its_amount(reason, clause, amount):
    assert (REASONS[reason].clause, REASONS[reason].amount) == (clause, amount)
    (line, *_) = change(10, [Part(reason, amount)]).lines
    assert (line.code, line.clause, line.points) == (f"rep_{reason}", clause, amount)


@pytest.mark.parametrize("reason", list(REASONS))
def test_every_cause_cites_a_clause_that_exists_and_has_words(reason):
    assert REASONS[reason].clause in GAME.clause_by_id
    assert f"rep_{reason}" in GAME.words["line"]


def test_a_conference_pays_for_enough_seals_and_costs_more_the_fewer_there_are():
    """conference.award, conference.loss: 1 for enough; the fewer seals the larger the loss, zones apply."""
    second = {"need": 2, "gain": 1, "losses": [2, 1]}
    assert [conference_change(10, seals, second)[1].after for seals in range(4)] == [8, 9, 11, 11]
    assert conference_change(14, 0, second)[1].after == 11
    assert conference_change(10, 2, second, robe=True)[1].after == 12
    assert conference_change(10, 0, second)[0] == Part("conference_loss", -2)
    third = {"need": 4, "gain": 5, "losses": [4, 2, 1]}
    assert [conference_part(seals, third).amount for seals in range(5)] == [-4, -2, -1, -1, 5]


# --- The end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "line", "points"),
    [
        # final.reputation: finished with reputation 16, you start from 16.
        (Player("Оля", 16), "reputation", 16),
        # final.artifacts, ruling 88: 2 for each artifact, the cabinet itself included.
        (Player("Оля", 10, ("crystal_cabinet",)), "cabinet", 2),
        (Player("Оля", 10, ("crystal_cabinet", "bronze_cup")), "cabinet", 4),
        (Player("Оля", 10, ("crystal_cabinet", "bronze_cup", "periscope")), "cabinet", 6),
        # feather.kinds: toad with scorpion, then toad with fern are three kinds and 3 points.
        (Player("Оля", 10, ("feather_in_cap",), feather_kinds=3), "feather", 3),
        (Player("Оля", 10, ("feather_in_cap",)), "feather", 0),
    ],
)
def test_what_a_player_has_becomes_points(player, line, points):
    assert lines_of(player)[line] == points


@pytest.mark.parametrize(("reputation", "points"), [(1, 0), (4, 0), (5, 1), (14, 2), (15, 3), (16, 3)])
def test_the_magic_mirror_counts_full_fives_of_reputation_alone(reputation, points):
    """mirror.first: reputation 14 gives 2, 15 gives 3; grants and other artifacts don't count."""
    player = Player("Оля", reputation, ("silver_chalice", "magic_mirror"), (2, 2))
    found = score({}, [], [player])[0].lines
    assert [line.code for line in found][:2] == ["reputation", "mirror"]
    assert found[1].points == points


def test_artifacts_print_their_points():
    """final.artifacts: add the points printed on artifacts."""
    for code, card in ARTIFACTS.items():
        if "vp" in card.data:
            assert lines_of(Player("Оля", 10, (code,)))["artifact"] == card.data["vp"]


def test_grants_count_what_they_say():
    """final.grants: each is worth 1 or 2."""
    (found,) = score({}, [], [Player("Оля", 10, grants=(2, 1))])
    assert [line.points for line in found.lines if line.code == "grant"] == [2, 1]


@pytest.mark.parametrize(
    ("favours", "gold", "points"), [(0, 2, 0), (0, 8, 2), (2, 3, 2), (1, 1, 1), (0, 9, 3)]
)
def test_favours_become_two_gold_and_three_gold_a_point(favours, gold, points):
    """final.favours, final.gold, ruling 85: favours first, then whole thirds; nothing is handed in."""
    player = Player("Оля", 10, favours=favours, gold=gold)
    assert lines_of(player)["gold"] == points
    assert gold_left(player) == gold + 2 * favours
    told = {line.code: dict(line.params) for line in score({}, [], [player])[0].lines}
    assert told["gold"] == {"gold": gold + 2 * favours, "n": points}
    assert told.get("favours") == ({"n": favours, "gold": 2 * favours} if favours else None)


# --- Seals --------------------------------------------------------------------------------------------------


def test_the_size_of_a_circle_doesn_t_make_a_theory_wrong():
    """reveal.hedge: signs are compared by colour. r−G+b+ published as R−g−b+ is wrong in green alone."""
    assert wrong_colours("a4", SCORPION) == ("G",)
    assert wrong_colours("a1", SCORPION) == ("R", "G")
    assert [wrong_colours(code, code) for code in ALCHEMICALS] == [()] * 8


@pytest.mark.parametrize(
    ("kind", "points"), [("gold", 5), ("silver", 3), ("hedge_R", 0), ("hedge_G", 0), ("hedge_B", 0)]
)
def test_a_right_theory_brings_five_three_or_nothing(kind, points):
    """reveal.right: gold 5, silver 3, unstarred 0."""
    line = seal_line(Theory("scorpion", SCORPION), Seal(0, kind), SCORPION)
    assert (line.code, line.points) == ("seal_right", points)


@pytest.mark.parametrize("published", [code for code in ALCHEMICALS if code != SCORPION])
@pytest.mark.parametrize("kind", list(SEALS))
def test_a_wrong_theory_takes_four_unless_its_only_mistake_is_hedged(published, kind):
    """reveal.wrong, reveal.hedge: one colour wrong and the seal shows that colour: nothing is lost."""
    wrong = wrong_colours(published, SCORPION)
    line = seal_line(Theory("scorpion", published), Seal(0, kind), SCORPION)
    saved = len(wrong) == 1 and kind == f"hedge_{wrong[0]}"
    assert (line.code, line.points) == (("seal_hedged", 0) if saved else ("seal_wrong", -4))


def test_every_formula_has_three_neighbours_that_differ_in_one_colour():
    for truth in ALCHEMICALS:
        alone = [wrong for code in ALCHEMICALS if len(wrong := wrong_colours(code, truth)) == 1]
        assert sorted(alone) == sorted((colour,) for colour in COLOURS)


def test_zones_no_longer_apply_and_points_may_fall_below_zero():
    """reveal.zones, ruling 84: in the blue zone minus 4 is minus 4; totals may fall below zero."""
    theories = [Theory("scorpion", "a1", (Seal(0, "gold"),))]
    assert score({"scorpion": SCORPION}, theories, [Player("Оля", 18)])[0].points == 14
    assert score({"scorpion": SCORPION}, theories, [Player("Оля", 3)])[0].points == -1


def test_seals_count_only_where_the_answer_is_known_and_for_their_owner():
    theories = [
        Theory("toad", "a1", (Seal(0, "gold"), Seal(1, "silver"))),
        Theory("fern", "a4", (Seal(0, "gold"),)),
    ]
    first, second = score({"toad": "a1"}, theories, [Player("Оля", 10), Player("Саша", 10)])
    assert (first.points, second.points) == (15, 13)


def test_the_idol_counts_seals_on_right_theories_last_of_all():
    """idol.once, ruling 87: 1 for each right theory with one's seal, starred or not."""
    theories = [
        Theory("toad", "a1", (Seal(0, "gold"),)),
        Theory("fern", "a4", (Seal(0, "hedge_R"),)),
        Theory("scorpion", "a4", (Seal(0, "hedge_G"),)),
    ]
    truth = {"toad": "a1", "fern": "a4", "scorpion": SCORPION}
    (found,) = score(truth, theories, [Player("Оля", 10, ("wisdom_idol",))])
    assert (found.lines[-1].code, found.lines[-1].points) == ("idol", 2)


# --- The winner ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "gold", "first"),
    [
        ([30, 29], [0, 9], (0,)),
        ([30, 30], [4, 5], (1,)),
        ([30, 30], [5, 5], (0, 1)),
        ([30, 30, 30], [5, 2, 5], (0, 2)),
        ([-1, -3], [0, 9], (0,)),
    ],
)
def test_most_points_win_then_most_gold_then_it_is_a_draw(totals, gold, first):
    """series.winner, series.tie: with equal points more gold wins; if gold is equal too, it's a draw."""
    assert winners(totals, gold) == first


def test_the_lines_of_a_whole_game_add_up():
    theories = [
        Theory("toad", "a1", (Seal(0, "gold"), Seal(1, "silver"))),
        Theory("fern", "a2", (Seal(0, "hedge_B"),)),
        Theory("scorpion", "a4", (Seal(0, "hedge_G"), Seal(1, "silver"))),
    ]
    truth = {"toad": "a1", "fern": "a4", "scorpion": SCORPION}
    olya = Player("Оля", 16, ("magic_mirror", "wisdom_idol", "silver_chalice"), (2, 1), 1, 5)
    found = score(truth, theories, [olya, Player("Саша", 14, ("robe_of_respect",), gold=8)])
    assert [each.points for each in found] == [32, 15]
    for each in found:
        assert sum(line.points for line in each.lines) == each.points
        assert all(
            line.clause in GAME.clause_by_id and line.code in GAME.words["line"] for line in each.lines
        )
