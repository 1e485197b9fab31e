"""Point 7 and the second half of point 12: nobody learns more than he may, and undo gives no look away."""

import json
from itertools import pairwise

import pytest

from simulator.engine.record import may_undo
from simulator.engine.refusal import IllegalMove
from simulator.game import table_of
from simulator.matches.sealed import frames_of
from tests.conformance.tables import canonical, differing, play, sample, telling


def chance_of(state):
    """The generator of a position; None in a game that draws nothing."""
    return getattr(state, "chance", None)


def seen(game, state, seat) -> bytes:
    return canonical(game.view_json(game.view(state, seat)))


def telling_fields(one: bytes, other: bytes) -> dict:
    """By which fields of its view a seat could tell; by none if they are the same to the last byte."""
    return {} if one == other else differing(json.loads(one), json.loads(other))


def assert_looks_the_same(game, one, other, seat) -> None:
    told = telling_fields(seen(game, one, seat), seen(game, other, seat))
    assert told == {}, f"seat {seat} can tell by what `view` shows: {', '.join(told)}"


def assert_invariants_hold(game, state, where) -> None:
    try:
        game.invariants(state)
    except AssertionError as error:
        pytest.fail(f"{where} breaks `invariants`: {error}")


def test_whoever_moves_sees_what_has_come_of_it(table):
    """The view as data, which programs and the page read, is another one after each move."""
    game, played = table.game, sample(table)
    for before, ply in pairwise(played.plies):
        assert seen(game, before.step.state, ply.mover) != seen(game, ply.step.state, ply.mover), str(
            ply.move
        )


def sealed_plies(played) -> set[int]:
    """The plies at which a frame of sealed choices is open: there nobody knows who else has chosen."""
    game, drawn = played.table.game, table_of(played.table.game_id)
    acting = [game.to_act(state) for state in played.states]
    movers = [ply.mover for ply in played.plies[1:]]
    frames = frames_of(acting, movers, lambda ply: drawn.under_way(played.states[ply]))
    return {ply for frame in frames for ply in range(len(acting)) if frame.covers(ply)}


def told_choices(game, before, after, mover, everybody) -> dict:
    """By seat the fields by which others see what the mover has chosen."""
    seats = (seat for seat in everybody if seat != mover)
    fields = {seat: telling_fields(seen(game, before, seat), seen(game, after, seat)) for seat in seats}
    return {seat: sorted(told) for seat, told in fields.items() if told}


def test_no_view_shows_what_others_chose_until_all_have(table):
    """docs/new-game.md, «All choose at once»: until then `view` shows one's own choice alone."""
    game, played = table.game, sample(table)
    sealed = sealed_plies(played)
    assert game.sealed or not sealed, (
        "several seats are in `to_act` at once: say `sealed = True` in the class of the engine. "
        "Else whoever has chosen is told who still has to"
    )
    for ply in sorted(sealed):
        if ply - 1 in sealed and len(game.to_act(played.states[ply - 1])) > 1:
            before, after = played.states[ply - 1], played.states[ply]
            for seat, told in told_choices(
                game, before, after, played.plies[ply].mover, table.everybody
            ).items():
                pytest.fail(
                    f"position {ply}: the view of seat {seat} shows what others chose: field "
                    f"{', '.join(told)}. `view` shows one's own choice alone, until all have chosen"
                )


def assert_same_act(game, world, state, seat, ply, is_sealed) -> None:
    """In a world choose those who really do; of sealed choices one knows only whether one has made one's
    own.
    """
    there, here = game.to_act(world), game.to_act(state)
    if is_sealed:
        there, here = there & {seat}, here & {seat}
    if there == here:
        return
    told = ", ".join(differing(game.encode(world), game.encode(state)).keys() - {"chance", "chance.rng"})
    why = "" if here else " Nobody acts in a world of a finished game: the view has to tell that it is over."
    pytest.fail(
        f"position {ply}: in the `world` for seat {seat} {sorted(there)} choose, really {sorted(here)}. "
        f"It differs in {told}.{why}"
    )


def test_a_resampled_world_looks_the_same_to_the_last_byte(table):
    game, played = table.game, sample(table)
    sealed = sealed_plies(played)
    for ply in telling(played):
        state = played.states[ply]
        for seat in table.everybody:
            world = game.resample(state, seat, ply)
            assert_looks_the_same(game, world, state, seat)
            assert_same_act(game, world, state, seat, ply, ply in sealed)
            assert_invariants_hold(game, world, f"position {ply}, the `world` for seat {seat}")
            if seat is not None:
                assert game.legal_moves(world, seat) == game.legal_moves(state, seat)


def test_resampling_depends_on_the_view_and_its_number_alone(table):
    game = table.game
    for state in sample(table).telling:
        for seat in table.everybody:
            world = game.resample(state, seat, 1)
            again, once = (game.encode(game.resample(each, seat, 2)) for each in (world, state))
            told = differing(again, once)
            assert told == {}, (
                f"`world` for seat {seat} takes from elsewhere than its view: {', '.join(told)}"
            )


def test_resampling_really_moves_hidden_things_and_draws_another_generator(table):
    game = table.game
    state = sample(table, "uniform").states[1]
    if chance_of(state) is None:
        pytest.skip("a game that draws nothing")
    worlds = [game.resample(state, 0, rng) for rng in range(8)]
    assert len({canonical(game.encode(world)) for world in worlds}) == len(worlds)
    assert all(world.chance != state.chance for world in worlds)


def test_a_view_is_json_and_holds_neither_seed_nor_generator(table):
    game = table.game
    played = play(table, 987_654_321_987, "curious")
    for state in played.telling:
        chance = chance_of(state)
        secrets = {str(played.record.seed), *([] if chance is None else [str(chance.rng)])}
        for seat in table.everybody:
            text = json.dumps(game.view_json(game.view(state, seat)))
            assert not any(secret in text for secret in secrets)
            assert not {"seed", "rng", "chance", "script"} & keys_of(json.loads(text))


def keys_of(data) -> set[str]:
    if isinstance(data, dict):
        return set(data) | {key for value in data.values() for key in keys_of(value)}
    return {key for value in data for key in keys_of(value)} if isinstance(data, list) else set()


def test_bots_choose_the_same_in_every_world_that_looks_the_same(table):
    game = table.game
    states = sample(table, "uniform").states[-9:]
    for state in (states[0], states[-4:][0]):  # near the end, where searching bots are quick
        for seat in game.to_act(state):
            moves = game.legal_moves(state, seat)
            world = game.resample(state, seat, 4)
            for bot in game.bots.values():
                choice = bot(game.view(state, seat), moves, 1)
                assert choice in moves
                assert bot(game.view(world, seat), moves, 1) == choice


def test_a_move_that_teaches_its_mover_nothing_hidden_looks_the_same_in_every_world(table):
    """Step.learned is what undo relies on: where the mover isn't in it, no hidden thing came to light."""
    game = table.game
    for before, after in neighbours(sample(table)):
        mover = after.mover
        if mover in after.step.learned:
            continue
        for rng in range(3):
            world = game.resample(before.step.state, mover, rng)
            step = game.apply(world, mover, after.move)
            assert_looks_the_same(game, step.state, after.step.state, mover)
            assert heard(step.events, mover) == heard(after.step.events, mover)


def test_what_others_hear_of_a_move_is_the_same_in_every_world_where_it_can_be_made(table):
    game = table.game
    for before, after in neighbours(sample(table)):
        if len(after.step.learned) == table.seats:
            continue  # something was dealt or turned up
        for seat in range(table.seats):
            world = game.resample(before.step.state, seat, 5)
            try:
                step = game.apply(world, after.mover, after.move)
            except IllegalMove:
                continue
            assert told(step.events, seat) == told(after.step.events, seat)


def neighbours(played):
    pairs = list(zip(played.plies, played.plies[1:], strict=False))
    return [
        *(pairs[n] for n in telling(played) if n < len(pairs)),
        *(pair for pair in pairs if len(pair[1].step.learned) == played.table.seats),
    ]


def heard(events, seat) -> list:
    return [event.to_json() for event in events if event.visible_to(seat)]


def told(events, seat) -> list:
    """As `heard`, but of what only some hear merely its kind: cards that are drawn differ between worlds."""
    return [
        event.to_json() if event.audience is None else event.kind
        for event in events
        if event.visible_to(seat)
    ]


def test_undo_never_crosses_chance_or_anything_told_to_some_only(table):
    for before, after in neighbours(sample(table, "biased")):
        if chance_of(before.step.state) != chance_of(after.step.state):
            assert not may_undo(after.step.learned, after.mover, ())
        for event in after.step.events:
            if event.audience is not None:  # told to the mover, or to somebody at another place
                assert not may_undo(after.step.learned, after.mover, event.audience)
                assert after.mover not in event.audience or after.mover in after.step.learned


def test_undo_is_for_the_mover_alone_and_not_once_somebody_elsewhere_saw_it():
    assert may_undo(frozenset({1, 2}), 0, ())
    assert not may_undo(frozenset({0}), 0, ())
    assert not may_undo(frozenset({1, 2}), 0, (2,))
    assert may_undo(frozenset({1, 2}), 0, (0, 3))


def test_an_event_for_some_reaches_only_them(table):
    for ply in sample(table, "uniform").plies:
        for event in ply.step.events:
            if event.audience is None:
                assert all(event.visible_to(seat) for seat in table.everybody)
            else:
                assert [seat for seat in table.everybody if event.visible_to(seat)] == sorted(event.audience)
                assert event.audience


class Votes:
    """A toy to show that a leak is found: its view may show what all have chosen."""

    def __init__(self, leaks):
        self.leaks = leaks

    def view(self, votes, seat):
        own = [vote if self.leaks or at == seat else "" for at, vote in enumerate(votes)]
        return {"players": len(votes), "votes": own}

    def view_json(self, view):
        return view


@pytest.mark.parametrize(("leaks", "told"), [(False, {}), (True, {1: ["votes"], None: ["votes"]})])
def test_a_view_that_shows_a_choice_of_another_is_found(leaks, told):
    assert told_choices(Votes(leaks), ("", ""), ("for", ""), 0, (0, 1, None)) == told
