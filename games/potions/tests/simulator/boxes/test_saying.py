"""Moves in words: what they say is what they name, in every position that cases come to."""

from games.potions.simulator.engine.data import ELEMENTS_OF, GREAT, POINTS
from games.potions.simulator.engine.staging import KEPT, distinct
from simulator.cases import casebook
from simulator.game import engine_of
from tests.conformance.judged import played as cases_played

GAME = engine_of("potions")
ALIKE = {"assemble", "build", "cast", "draw", "give", "lay", "name", "return", "skip", "stage"}


def open_moves():
    """Every legal move of the positions of cases, each position once."""
    states = {step.state: None for _, outcome in cases_played("potions") for step in outcome.played.steps}
    for state in states:
        for seat in GAME.to_act(state):
            for move in GAME.legal_moves(state, seat):
                yield state, seat, move, *GAME.say(state, seat, move)


def recipe_of(state, card, owner=0, n=1):
    return distinct(state.tables[owner], card)[n - 1]


def lying(state, seat, move):
    """The cards under the recipe that a move names, None where it names none; and its owner."""
    if move.verb == "target":
        return recipe_of(state, move.args[0], seat, *move.args[1:]).under, seat
    if move.verb == "destroy" or (move.verb == "use" and len(move.args) > 1 and move.args[2:] != (KEPT,)):
        card, place, *number = move.args
        return recipe_of(state, card, place - 1, *number).under, place - 1
    return None, None


def test_a_move_says_the_cards_and_the_seat_that_it_names():
    for state, seat, move, code, said in open_moves():
        if move.verb in ALIKE:
            assert code == move.verb
        named = {"card", "element", "deck"} & said.keys() - ({"element"} if code == "use_apart" else set())
        assert all(said[key] == move.args[0] for key in named), (str(move), code, said)
        for key, n in (("seat", 1), ("column", 0)):
            if key in said:
                assert said[key] == move.args[1] - n, (str(move), code, said)
        under, owner = lying(state, seat, move)
        if under is not None:
            assert tuple(said.get("cards", ())) == under
            assert code.endswith("_bare") is not bool(under)
        if owner is not None and move.verb == "use":
            assert code.startswith("use_own") is (owner == seat)
            assert ("seat" in said) is (owner != seat)


def test_a_move_says_the_points_that_it_brings():
    """guild.sequence.points among them; with usefulness an element brings a point at least."""
    for state, seat, move, code, said in open_moves():
        if move.verb == "assemble":
            assert said["n"] == POINTS[move.arg]
        if move.verb == "element":
            assert code == ("element_great" if move.arg in GREAT else "element")
            assert said["elements"] == list(ELEMENTS_OF[move.arg])
            history = GAME.apply(state, seat, move).state.history[len(state.history) :]
            assert said["n"] == next(1 if play.kind == "useful" else play.n for play in history)
        if move.verb == "stage":
            after = GAME.apply(state, seat, move).state
            laid = [play.n for play in after.history[len(state.history) :] if play.place]
            assert not laid or laid[0] == said["n"]


def codes_of(case, plies):
    """What the moves say that are open after so many of a case."""
    found = casebook.find("potions", case)
    state, names = GAME.decode(found.position), found.position["players"]
    for text in found.moves[:plies]:
        who, _, words = text.partition(": ")
        state = GAME.apply(state, names.index(who), GAME.parse(state, names.index(who), words)).state
    (seat,) = GAME.to_act(state)
    return state, {str(move): GAME.say(state, seat, move)[0] for move in GAME.legal_moves(state, seat)}


def test_a_pass_says_what_is_left_out():
    """university.diversity.draw, guild.phases.pass, spell.further: three things that are called `pass`."""
    _, drawing = codes_of("university-diversity", 2)
    assert drawing["pass"] == "draw_enough"
    _, further = codes_of("guild-circle", 2)
    assert further["pass"] == "pass"
    _, haste = codes_of("university-haste", 1)
    assert haste["pass"] == "pass"
