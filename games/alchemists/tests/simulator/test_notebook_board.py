"""What pages of a notebook draw and say of a list of facts; numbers are counts of worlds."""

import re

import pytest

from games.alchemists.rulebook import numbers
from games.alchemists.simulator.deduction import advice as engine
from games.alchemists.simulator.deduction.data import ALCHEMICALS, GAME, INGREDIENTS
from games.alchemists.simulator.deduction.deduction import deduce, possible
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.presenting.advising import REST, TOP, TOPICS, AdviceBasis, advise
from games.alchemists.simulator.presenting.asking import Asking, asking_of
from games.alchemists.simulator.presenting.chains import chains_context
from games.alchemists.simulator.presenting.details import cell_detail, ingredient_detail, pair_detail
from games.alchemists.simulator.presenting.grid import NEVER, OPEN, SURE, grid_context, triangle_context
from games.alchemists.tests.simulator.notebooks import DEMO_FACTS
from rulebook.content.typography import NO_BREAK, typeset

HAND = {"mushroom": 1, "toad": 2, "fern": 1, "claw": 1, "feather": 1}
BOARD = {"toad": "a7", "fern": "a4"}


def plain(text: str) -> str:
    """With ordinary spaces, which are easier to compare."""
    return text.replace(NO_BREAK, " ")


def explained(each) -> str:
    return plain(" ".join(said.text for said in each.why))


def cells(facts):
    """{(ingredient, alchemical): cell} of the whole grid."""
    rows = grid_context(facts, "ru")["rows"]
    return {(cell.ingredient, cell.alchemical): cell for row in rows for cell in row.cells}


def asking(**settings) -> Asking:
    return asking_of(settings)


def advised(topic: str, lang: str = "ru", facts=DEMO_FACTS, theories=BOARD, **settings):
    known = AdviceBasis(tuple(facts), theories, frozenset())
    return advise(topic, known, asking(hand=HAND, **settings), lang)


# --- The grid -----------------------------------------------------------------------------------------------


def test_formulas_stand_in_neutral_pairs_and_every_ingredient_has_a_column():
    """mix.neutral: in the grid the two formulas that neutralise each other stand together."""
    grid = grid_context((), "ru")
    assert [thing.code for thing in grid["columns"]] == list(INGREDIENTS)
    assert [row.code for row in grid["rows"]] == list(ALCHEMICALS)
    for first, second in zip(grid["rows"][::2], grid["rows"][1::2], strict=True):
        assert GAME.card_by_code[first.code].data["neutral"] == second.code
        assert (first.pair, first.last, second.last) == (second.pair, False, True)


def test_chances_are_exact_counts_of_worlds():
    """notebook.chances: a chance is the share of worlds left where it is true."""
    start, after = cells(()), cells(DEMO_FACTS)
    assert plain(start["toad", "a1"].said) == "Жаба это к+з−С+ в 5 040 из 40 320 миров: 13 %."
    assert (after["toad", "a1"].worlds, after["toad", "a1"].percent) == (120, "50")
    assert plain(after["claw", "a0"].said) == "Куриная лапа это к−з+С− в 48 из 240 миров: 20 %."
    assert plain(grid_context(DEMO_FACTS, "ru")["bits"]) == "7,9 бита"


def test_the_worked_example_leaves_two_formulas_to_each_of_three():
    """notebook.hedge: mushroom, fern and toad keep two formulas each; the other five keep more."""
    left = {i: [a for a in ALCHEMICALS if cells(DEMO_FACTS)[i, a].state != NEVER] for i in INGREDIENTS}
    assert left["mushroom"] == ["a2", "a5"]
    assert left["fern"] == ["a3", "a4"]
    assert left["toad"] == ["a1", "a7"]
    assert all(len(left[other]) > 2 for other in INGREDIENTS[3:])


def test_certain_and_impossible_cells_differ_from_the_open_ones_by_more_than_colour():
    found = cells((Fact("is", ("toad",), ("a1",)),))
    assert found["toad", "a1"].state == SURE
    assert found["toad", "a0"].state == NEVER
    assert found["fern", "a1"].state == NEVER
    assert found["fern", "a0"].state == OPEN
    assert typeset("ни в одном") in found["fern", "a1"].said


def test_unlikely_is_never_shown_as_impossible():
    assert numbers.bare_percent(1, 40320) == "<1"
    assert numbers.bare_percent(40319, 40320) == ">99"
    assert [numbers.bare_percent(n, 8) for n in (0, 1, 4, 8)] == ["0", "13", "50", "100"]


def test_while_facts_clash_the_grid_draws_those_that_agree():
    """notebook.clash: nothing is erased by itself; the rest of the facts still count."""
    clashing = (*DEMO_FACTS, Fact("mix", ("mushroom", "toad"), ("B-",)))
    grid = grid_context(clashing, "ru")
    assert (grid["clash"], grid["worlds"]) == (True, 240)
    later = (*clashing, Fact("aspect", ("claw",), ("G", "+")))
    assert grid_context(later, "ru")["worlds"] == deduce((*DEMO_FACTS, later[-1])).worlds
    places = {p for known in chains_context(later, "ru")["known"] for c in known.chains for p in c.places}
    assert 4 not in places


# --- The triangle -------------------------------------------------------------------------------------------


def test_the_triangle_has_all_28_pairs_with_what_they_may_make():
    """triangle.mark: a known result stands where the lines of two ingredients meet."""
    rows = triangle_context(DEMO_FACTS, "ru")["rows"]
    found = {frozenset(cell.pair): cell for row in rows for cell in row.cells}
    assert len(found) == 28
    assert found[frozenset(("mushroom", "toad"))].known == "R+"
    assert found[frozenset(("fern", "toad"))].known == "B+"  # the uncertain sale is certain by now
    assert found[frozenset(("mushroom", "claw"))].known == ""
    assert sum(n for _, n in found[frozenset(("mushroom", "claw"))].results) == 240


# --- Conclusions --------------------------------------------------------------------------------------------


def test_red_and_blue_of_the_three_are_known_with_the_shortest_chain_and_green_is_open():
    """notebook.chain: each conclusion comes with the fewest facts that force it."""
    known = {row.ingredient.code: row for row in chains_context(DEMO_FACTS, "ru")["known"]}
    signs = {code: dict(row.signs) for code, row in known.items()}
    assert signs["mushroom"] == {"R": "+", "G": "", "B": "-"}
    assert signs["fern"] == {"R": "-", "G": "", "B": "+"}
    assert signs["toad"] == {"R": "+", "G": "", "B": "+"}
    chains = {chain.text: chain.places for chain in known["toad"].chains}
    assert chains == {"Жаба: красный плюс": (1,), "Жаба: синий плюс": (1, 2, 3)}


def test_a_chain_names_its_facts_with_the_clause_that_reads_them():
    """notebook.level, notebook.experiment: how to read a sale and an experiment."""
    known = {row.ingredient.code: row for row in chains_context(DEMO_FACTS, "ru")["known"]}
    reasons = known["toad"].chains[1].because
    assert [reason.clause for reason in reasons] == [
        "notebook.experiment",
        "notebook.level",
        "notebook.experiment",
    ]
    assert reasons[1].text == "Папоротник + жаба, заказано зелье ускорения: «правильный знак»"


def test_what_a_fact_says_itself_is_no_conclusion():
    facts = (Fact("aspect", ("toad",), ("B", "+")), Fact("is", ("fern",), ("a4",)), DEMO_FACTS[0])
    chains = chains_context(facts, "ru")
    texts = [chain.text for row in chains["known"] for chain in row.chains]
    assert "Жаба: синий плюс" not in texts
    assert not any("Папоротник" in text for text in texts)
    assert [chain.forced.pair for chain in chains["pairs"]] == [("fern", "toad")]  # not mushroom and toad


def test_known_formulas_are_not_followed_by_all_that_they_mix():
    facts = tuple(Fact("is", (i,), (a,)) for i, a in zip(INGREDIENTS[:7], ALCHEMICALS[:7], strict=True))
    chains = chains_context(facts, "ru")
    assert [row.alchemical for row in chains["known"]] == ["a7"]
    assert chains["pairs"] == []


def test_a_cell_explains_why_it_is_impossible():
    """notebook.neutral: every cross of one passes to the neutral partner of the other."""
    clauses = ["notebook.experiment", "notebook.level", "notebook.experiment"]
    detail = cell_detail(DEMO_FACTS, "mushroom", "a1", "ru", clauses)
    assert detail["said"] == typeset("Гриб не к+з−С+: ни в одном из миров, что остались (240).")
    assert [reason.place for reason in detail["because"]] == [2, 3]
    assert not detail["open"]
    assert cell_detail(DEMO_FACTS, "toad", "a1", "ru", clauses)["open"]


def test_a_pair_and_an_ingredient_explain_themselves():
    clauses = ["notebook.experiment", "notebook.level", "notebook.experiment"]
    pair = pair_detail(DEMO_FACTS, "toad", "fern", "ru", clauses)
    assert [share.code for share in pair["results"]] == ["B+"]
    assert [reason.place for reason in pair["because"]] == [1, 2, 3]
    toad = ingredient_detail(DEMO_FACTS, "toad", "ru")
    assert [(plain(sign.plus), plain(sign.minus)) for sign in toad["signs"]] == [
        ("100 %", "0 %"),
        ("50 %", "50 %"),
        ("100 %", "0 %"),
    ]


# --- Advice -------------------------------------------------------------------------------------------------


def test_experiments_of_the_hand_come_best_first_and_explain_bits_and_risk():
    """notebook.advice: how much it tells on average, two steps ahead, how often the potion is negative."""
    found = advised("experiments")
    best = engine.experiments(possible(DEMO_FACTS), asking(hand=HAND).cards)[0]
    assert found.best[0].ingredients == best.pair
    assert sum(int(outcome.worlds) for outcome in found.best[0].outcomes) == 240
    text = explained(found.best[0])
    assert plain(f"{numbers.bits(best.bits, 'ru')} из тех {numbers.bits(7.906890, 'ru')}") in text
    assert f"Отрицательное зелье выйдет в {best.negative} из 240 миров" in text
    assert "student.price" in {said.clause for said in found.best[0].why}
    pairs = {each.ingredients for each in (*found.best, *found.rest)}
    assert all(set(pair) <= set(HAND) for pair in pairs)
    assert ("mushroom", "toad") not in pairs  # its result is known


def test_without_a_hand_all_pairs_are_compared():
    found = advise("experiments", AdviceBasis((), {}, frozenset()), asking(), "ru")
    assert plain(found.best[0].value) == "2,8 бита"
    assert len(found.best) + len(found.rest) == TOP + REST


def test_a_bar_is_as_long_as_the_bits_beside_it_say():
    """«1,2 бита» was as full as «1,9 бита», as the order looks two experiments ahead (played by hand, 19)."""
    found = advised("experiments")
    shown = [
        (float(plain(each.value).split()[0].replace(",", ".")), each.bar) for each in found.best + found.rest
    ]
    best = max(bits for bits, _ in shown)
    assert len({bits for bits, _ in shown}) > 2
    assert all(abs(bar - 100 * bits / best) <= 5 for bits, bar in shown)


def test_a_sale_says_its_price_its_chance_and_what_reputation_it_risks():
    """sell.guarantee, sell.price, sell.reputation: zone and discount change what a guarantee pays."""
    found = advised("sales", buyer="cleric", zone="blue", discount=1)
    wanted = set(GAME.card_by_id["cleric"].data["potions"])
    assert {each.potion for each in (*found.best, *found.rest)} <= wanted
    best = found.best[0]
    assert best.value == "4"  # 4 by the table, less 1 of discount, plus 1 of the blue zone, and certain
    assert "4 по таблице, скидка 1, репутация: синяя зона" in best.why[0].text


def test_a_theory_shows_the_worlds_behind_every_seal():
    """reveal.hedge: only green wrong in 120 of 240 worlds, so the seal that doubts green loses nothing."""
    found = advised("theories", theories={}, seals={"gold": 0, "silver": 0})
    toad = next(each for each in found.best if each.ingredients == ("toad",))
    text = explained(toad)
    assert toad.about == typeset("Печать «сомнение в зелёном»")
    assert toad.value == "0"
    assert "Верна в 120 из 240 миров, 50 %." in text
    assert "Неверен только зелёный круг в 120 из 240 миров" in text
    assert "золотая звезда" not in text


def test_theories_that_lie_on_the_board_can_only_be_endorsed():
    """endorse.theory, publish.token: a book has one theory, a token lies once."""
    found = advised("theories")
    for each in (*found.best, *found.rest):
        if each.ingredients[0] in BOARD:
            assert each.alchemical == BOARD[each.ingredients[0]]
        else:
            assert each.alchemical not in BOARD.values()


def test_debunks_say_what_the_answer_does_and_what_it_tells():
    """debunk.apprentice, debunk.master: one true sign, or yes and no."""
    apprentice = advised("debunks").best[0]
    assert (apprentice.ingredients, apprentice.value) == (("toad",), "+0,5")
    assert "Удастся в 120 из 240 миров, 50 %" in explained(apprentice)
    assert "узнает 1 бит" in explained(apprentice)
    master = advised("debunks", level="master").best[0]
    assert any(said.text.startswith("Ответ «да»") for said in master.why)
    assert any(said.text.startswith("Ответ «нет»") for said in master.why)


def test_an_exhibition_is_planned_from_the_hand_with_both_signs_together():
    """exhibition.first, exhibition.both, exhibition.fail: what to promise from which cards."""
    found = advised("exhibition")
    assert [each.potion for each in found.best] == ["R+", "B+"]
    assert "+2" in found.total[0].text
    shown = advised("exhibition", shown={"R+": "own", "B+": "own"})
    assert {"R+", "B+"}.isdisjoint(each.potion for each in shown.best)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_advice_is_said_in_english_too_and_leads_to_clauses_that_exist(topic):
    found = advised(topic, "en", level="master")
    assert found.best
    for each in (*found.best, *found.rest):
        assert each.why
        for said in each.why:
            assert not re.search("[а-яё]", said.text)
            assert not said.clause or said.clause in GAME.clause_by_id


def test_numbers_are_said_as_people_write_them():
    assert numbers.count(40320, "ru") == f"40{NO_BREAK}320"
    assert numbers.count(40320, "en") == "40,320"
    assert plain(numbers.bits(1, "ru")) == "1 бит"
    assert plain(numbers.bits(2.807, "ru")) == "2,8 бита"
    assert numbers.decimal(-0.5, "ru") == "−0,5"
    assert numbers.decimal(2, "ru", signed=True) == "+2"
    assert numbers.decimal(-0.001, "ru", signed=True) == "0"
    assert plain(numbers.of_worlds(0, 240, "ru")) == "ни в одном из 240 миров"
    assert plain(numbers.worlds(1, "en")) == "1 world"
