"""Compound moves: what is asked, in which order, and that nothing happens before the last answer."""

import pytest

from games.potions.simulator.engine import staging
from games.potions.simulator.engine.cupboard import lay
from games.potions.simulator.engine.state import RECIPE, Filler, Recipe, Staged
from games.potions.tests.simulator.seen import COURSE, EMPTY, table
from simulator.game import engine_of

GAME = engine_of("potions")
MUSHROOMS = ("griffin", "elixir_of_fidelity", "powder_of_truth")


def position(**changes):
    """Olya to play, all cards that matter named, nothing left to draw."""
    return GAME.decode({"players": ["Оля", "Саша"], "deck": 0, **changes})


def play(state, *texts):
    for text in texts:
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, GAME.parse(state, seat, text))
        state = step.state
    return state, step


def legal(state):
    (seat,) = GAME.to_act(state)
    return [str(move) for move in GAME.legal_moves(state, seat)]


def test_a_move_without_a_choice_is_done_at_once():
    state = position(
        hands={"Оля": "love_potion", "Саша": "griffin"}, cupboard="infusion_of_divination basilisk"
    )
    state, step = play(state, "assemble love_potion")
    assert step.events[0].kind == "assembled"
    assert GAME.to_act(state) == {1}


def test_every_choice_is_asked_for_once_and_in_order():
    """assemble.recipes, great.one, return.order: sources slot by slot, then the order of what returns."""
    state = position(
        hands={"Оля": "talisman_palantirium griffin", "Саша": "unicorn"},
        tables={
            "Оля": ["elixir_of_fidelity"],
            "Саша": [
                "elixir_of_fidelity < basilisk banshee",
                "telepathic_potion:ether_waves < infusion_of_divination elixir_of_strength powder_of_truth",
            ],
        },
    )
    state, step = play(state, "assemble talisman_palantirium")
    assert step.events == ()
    assert legal(state) == ["use elixir_of_fidelity 1", "use elixir_of_fidelity 2"]
    state, step = play(state, "use elixir_of_fidelity 2")
    assert [event.kind for event in step.events][:2] == ["assembled", "half"]


def test_before_the_last_answer_nothing_has_changed_but_the_agenda():
    before = position(
        hands={"Оля": "great_elixir_of_omen basilisk", "Саша": "unicorn"},
        tables={
            "Саша": [
                "solution_of_eternity < griffin warding_solution",
                "infusion_of_divination < love_potion powder_of_truth",
            ]
        },
    )
    state, step = play(before, "assemble great_elixir_of_omen")
    assert step.events == ()
    assert step.learned == frozenset()
    assert legal(state) == ["lay griffin", "lay powder_of_truth"]
    for name in ("hands", "cupboard", "tables", "scores", "history", "turn", "decks", "shown"):
        assert getattr(state, name) == getattr(before, name)
    assert state.agenda[0] == before.agenda[0]


def test_a_spell_asks_for_its_target_then_for_what_it_takes():
    """transformation.own, transformation.take."""
    state = position(
        hands={"Оля": "spell_of_transformation:mandrake griffin", "Саша": "unicorn"},
        tables={"Оля": ["love_potion", "elixir_of_fire"]},
        cupboard="isidas_mortum elixir_of_fidelity",
    )
    state, _ = play(state, "cast spell_of_transformation")
    assert legal(state) == ["target elixir_of_fire", "target love_potion"]
    state, _ = play(state, "target love_potion")
    assert legal(state) == ["take elixir_of_fidelity", "take isidas_mortum"]
    state, step = play(state, "take isidas_mortum")
    assert [event.kind for event in step.events] == ["cast", "transformed", "freed", "may_follow"]


def test_recipes_that_can_be_told_apart_are_counted_in_the_order_of_assembly():
    """assemble.recipes: equal ones with equal cards under them are one."""
    one, two = Recipe("love_potion", ("a", "b")), Recipe("love_potion", ("a", "c"))
    table = (one, Recipe("griffin"), two, one)
    assert staging.distinct(table, "love_potion") == [one, two]
    assert staging.distinct(table) == [one, Recipe("griffin"), two]
    assert str(staging.named("target", table, one)) == "target love_potion"
    assert str(staging.named("target", table, two)) == "target love_potion 2"
    assert str(staging.named("use", table, two, 3)) == "use love_potion 3 2"


# --- Orders that the basic deck can't bring about: three cards of one element, and spells on recipes --------


def returned(*laid, cards=MUSHROOMS):
    """An assembling whose sources give back `cards`, with an order so far."""
    sources = (Filler(RECIPE, "solution_of_eternity", 1, cards[:2]), Filler(RECIPE, "x", 1, cards[2:]))
    return Staged(0, "assemble", "great_elixir_of_omen", sources, laid=laid)


def asked(staged, seen=None):
    """The next answers to it."""
    return [str(choice.move) for choice in staging.open_choices(seen or table(), staged)]


@pytest.mark.parametrize(
    ("laid", "found"),
    [
        ((), ["lay elixir_of_fidelity", "lay griffin", "lay powder_of_truth"]),
        (("powder_of_truth",), ["lay elixir_of_fidelity", "lay griffin"]),
        (("powder_of_truth", "griffin"), []),
    ],
)
def test_three_cards_of_one_element_are_laid_one_by_one_and_the_last_by_itself(laid, found):
    """return.order: the first lies lowest."""
    assert asked(returned(*laid)) == found
    if not found:
        order = staging.in_chosen_order(COURSE, returned(*laid))
        assert order == ("powder_of_truth", "griffin", "elixir_of_fidelity")
        first = sorted(MUSHROOMS, reverse=True)[:1]
        assert lay(EMPTY, order).stacks == lay(EMPTY, first + list(order[1:])).stacks


def test_cards_that_are_alike_are_laid_without_a_question():
    cards = ("elixir_of_fidelity", "elixir_of_fidelity", "griffin")
    assert asked(returned(cards=cards)) == ["lay elixir_of_fidelity", "lay griffin"]
    settled, found = staging.auto_answer(table(), returned("griffin", cards=cards))
    assert found == []
    assert staging.in_chosen_order(COURSE, settled) == ("griffin", "elixir_of_fidelity", "elixir_of_fidelity")
    settled, found = staging.auto_answer(table(), returned("elixir_of_fidelity", cards=cards))
    assert [str(choice.move) for choice in found] == ["lay elixir_of_fidelity", "lay griffin"]


def test_two_stacks_are_ordered_one_after_the_other():
    cards = ("griffin", "dragon", "powder_of_truth", "isidas_mortum")
    assert asked(returned(cards=cards)) == ["lay dragon", "lay isidas_mortum"]
    assert asked(returned("isidas_mortum", cards=cards)) == ["lay griffin", "lay powder_of_truth"]
    done = returned("isidas_mortum", "powder_of_truth", cards=cards)
    assert asked(done) == []
    stacks = lay(EMPTY, staging.in_chosen_order(COURSE, done)).stacks
    assert ("isidas_mortum", "dragon") in stacks
    assert ("powder_of_truth", "griffin") in stacks


def test_a_spell_and_a_great_card_among_them_are_not_asked_about():
    """element.under, great.apart."""
    cards = ("griffin", "spell_of_knowledge:mushrooms", "supreme_elixir")
    assert asked(returned(cards=cards)) == []


@pytest.mark.parametrize("kept", ["griffin", "none", "love_potion"])
def test_destruction_orders_what_it_gives_back(kept):
    """destruction.rest, return.order: all but the card kept."""
    target = Recipe("love_potion", MUSHROOMS)
    staged = Staged(0, "cast", "spell_of_destruction:snake_eye", target=target, pick=kept)
    assert set(staging.returning(COURSE, staged)) == {"love_potion", *MUSHROOMS} - {kept}
    left = sorted(set(MUSHROOMS) - {kept})
    assert asked(staged, table(tables=((target,), ()))) == [f"lay {code}" for code in left]


def test_while_it_is_open_what_destruction_keeps_all_of_the_recipe_may_go_back():
    """destruction.keep: no card is spoken for before it is chosen."""
    target = Recipe("love_potion", MUSHROOMS)
    staged = Staged(0, "cast", "spell_of_destruction:snake_eye", target=target)
    assert staging.returning(COURSE, staged) == ("love_potion", *MUSHROOMS)


def test_transformation_orders_what_it_gives_back():
    """transformation.rest, return.order."""
    target = Recipe("love_potion", MUSHROOMS)
    staged = Staged(0, "cast", "spell_of_transformation:mandrake", target=target, pick="dragon")
    seen = table(lay(EMPTY, ["dragon"]), ((target,), ()))
    assert asked(staged, seen) == [f"lay {code}" for code in sorted(MUSHROOMS)]


def test_knowledge_gives_nothing_back():
    """knowledge.take."""
    assert staging.returning(COURSE, Staged(0, "cast", "spell_of_knowledge:mushrooms", pick="dragon")) == ()
