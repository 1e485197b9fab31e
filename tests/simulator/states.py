"""What tests of every engine do with states: count the lines from one, spoil one and see how it is taken."""

import copy
import json

from simulator.engine.refusal import BadPosition


def perft(game, state, depth: int) -> int:
    """Lines of `depth` choices; a game that ends earlier counts as one line."""
    acting = game.to_act(state)
    if depth == 0 or not acting:
        return 1
    return sum(
        perft(game, game.apply(state, seat, move).state, depth - 1)
        for seat in acting
        for move in game.legal_moves(state, seat)
    )


def assert_sound_or_refused(game, data):
    try:
        state = game.decode(data)
    except BadPosition:
        return  # either answer is right
    game.invariants(state)
    assert game.decode(json.loads(json.dumps(game.encode(state)))) == state
    for seat in game.to_act(state):
        moves = game.legal_moves(state, seat)
        assert moves
        for move in moves:
            game.invariants(game.apply(state, seat, move).state)
            game.say(state, seat, move)
    for seat in (0, None):
        game.view_json(game.view(state, seat))
        game.short(state, [str(n) for n in range(state.players)], seat, whole=False)


def leaves(data, path=()):
    """Paths to everything in a JSON value."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from leaves(value, (*path, key))


def put(data, path, value):
    """A copy with `value` at `path`."""
    if not path:
        return value
    data = copy.copy(data)
    data[path[0]] = put(data[path[0]], path[1:], value)
    return data
