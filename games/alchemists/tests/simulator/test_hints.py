"""Every figure of a hint that comes from the facts, worked out again over all 40,320 worlds one by one.

The second calculation is `oracle`: plain lists of worlds, formulas as printed on the tokens.
"""

import json
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from games.alchemists.simulator.deduction.facts import to_json
from games.alchemists.simulator.engine.data import FAVOURS
from games.alchemists.simulator.engine.view import facts_of
from games.alchemists.tests.simulator import oracle as oracle
from rulebook.content import reading
from rulebook.wording.sentences import render
from simulator.engine.chance import substream
from simulator.game import engine_of

pytestmark = pytest.mark.long
GAME = engine_of("alchemists")
WORDS = reading.load("alchemists")
SEED = 11
TABLES = [  # level, players, bot, number of the deal
    ("apprentice", 4, "sensible", 0),
    ("master", 3, "sensible", 1),
    ("master", 2, "sensible", 2),
    ("apprentice", 3, "random", 3),
    ("apprentice", 3, "forgetful", 3),  # has pairs whose potion is known
]
PRICES = {"exact": 4, "sign": 3, "neutral": 2, "wrong": 1}
LEVELS = list(PRICES)
RIGHT = {"gold": 5, "silver": 3}
WRONG = -4
COLOUR_OF_HEDGE = {"hedge_R": "R", "hedge_G": "G", "hedge_B": "B"}
NEGATIVE = ("R-", "G-", "B-")


def zone(reputation):
    """(gold of a sale, points added to a loss): red to 6, green from 14, blue from 18."""
    if reputation <= 6:
        return -1, -1
    return (1, 2) if reputation >= 18 else (0, 1) if reputation >= 14 else (0, 0)


class Asked:
    """A position with its hint, and the worlds that the seat's facts leave, listed."""

    def __init__(self, state, seat):
        self.seat, self.view = seat, GAME.view(state, seat)
        self.legal = GAME.legal_moves(state, seat)
        self.hint = GAME.hint(self.view, 1, 200)
        self.facts = facts_of(self.view)
        self.board = self.view.boards[seat]
        self.zone = zone(self.board.reputation)

    @property
    def worlds(self):
        return listed(self.facts)

    @property
    def total(self):
        return len(self.worlds)

    def made(self, pair):
        return made_by(self.facts, tuple(pair))

    @property
    def tokens(self):
        return {name: book.token for name, book in zip(oracle.INGREDIENTS, self.view.books, strict=True)}

    def discount(self, move):
        return move.args[0] if move.verb == "bid" else max(0, self.view.bids[self.seat])

    def barmaids(self, move):
        if move.verb == "barmaid":
            return move.args[0]
        return max(0, getattr(self.view.agenda[-1], "barmaids", 0))


@cache
def listed(facts):
    return oracle.worlds_of([to_json(fact) for fact in facts])


@cache
def made_by(facts, pair):
    return Counter(oracle.MADE[world[pair[0]], world[pair[1]]] for world in listed(facts))


@cache
def learned(facts, pair):
    """The worlds by the potion that a pair makes in them."""
    parts = {}
    for world in listed(facts):
        parts.setdefault(oracle.MADE[world[pair[0]], world[pair[1]]], []).append(world)
    return parts


def certain(worlds):
    """How many ingredients have one formula in all of these worlds."""
    return sum(len({world[name] for world in worlds}) == 1 for name in oracle.INGREDIENTS)


# --- What each sentence says -------------------------------------------------------------------------------


def check_splits(asked, move, params):
    assert params["worlds"] == asked.total
    assert list(params["counts"]) == sorted(asked.made(params["pair"]).values(), reverse=True)


def check_known(asked, move, params):
    assert asked.made(params["pair"]) == {params["potion"]: asked.total}
    assert params["worlds"] == asked.total


def check_bits(asked, move, params):
    assert params["bits"] == pytest.approx(oracle.entropy(asked.made(move.args).values()))
    parts = learned(asked.facts, tuple(move.args)).values()
    after = sum(len(part) * certain(part) for part in parts) / asked.total
    assert params["certain"] == pytest.approx(after - certain(asked.worlds))


def check_ahead(asked, move, params):
    """The best second experiment of the cards that are left, after each answer to the first."""
    left = Counter(asked.view.hand) - Counter(move.args)
    pairs = [pair for pair in oracle.PAIRS if left[pair[0]] and left[pair[1]]]
    parts = learned(asked.facts, tuple(move.args)).values()
    more = sum(len(part) * max(oracle.bits(part, pair) for pair in pairs) for part in parts)
    own = oracle.entropy(asked.made(move.args).values())
    assert params["bits"] == pytest.approx(own + more / asked.total)
    assert tuple(params["pair"]) in pairs


def check_unhappy(asked, move, params):
    negative = sum(asked.made(move.args)[potion] for potion in NEGATIVE)
    assert tuple(params["of"]) == (negative, asked.total)


def check_harm(asked, move, params):
    assert params["potion"] in NEGATIVE
    assert tuple(params["of"]) == (asked.made(move.args)[params["potion"]], asked.total)


def levels(asked, sale):
    counts = Counter()
    for potion, n in asked.made(sale["pair"]).items():
        counts[oracle.level(potion, sale["wanted"])] += n
    return counts


def check_sale(asked, move, params):
    """sell.price, reputation.sales: kept where the level, lifted by Barmaids, is as good as the guarantee."""
    lifted = asked.barmaids(move)
    promised = LEVELS.index(params["level"])
    kept = sum(n for level, n in levels(asked, params).items() if LEVELS.index(level) - lifted <= promised)
    price = PRICES[params["level"]] - asked.discount(move) + asked.zone[0]
    assert tuple(params["of"]) == (kept, asked.total)
    assert params["price"] == price
    assert params["mean"] == pytest.approx(price * kept / asked.total)


def check_sale_bad(asked, move, params, sale):
    """sell.reputation: neutral and wrong cost a point, in the zones one more or less."""
    counts = levels(asked, sale)
    lifted = asked.barmaids(move)
    bad = sum(n for level, n in counts.items() if LEVELS.index(level) - lifted >= LEVELS.index("neutral"))
    assert tuple(params["of"]) == (bad, asked.total)
    assert params["lost"] == pytest.approx(max(0, 1 + asked.zone[1]) * bad / asked.total)


def check_sale_bits(asked, move, params, sale):
    assert params["bits"] == pytest.approx(oracle.entropy(levels(asked, sale).values()))


def check_exhibit(asked, move, params):
    """exhibition.first, exhibition.both, exhibition.fail."""
    potion = params["potion"]
    success = asked.made(params["pair"])[potion]
    others = [board for seat, board in enumerate(asked.view.boards) if seat != asked.seat]
    opposite = potion[0] + ("-" if potion[1] == "+" else "+")
    gain = all(potion not in board.exhibited for board in others) + 2 * (opposite in asked.board.exhibited)
    share = success / asked.total
    assert tuple(params["of"]) == (success, asked.total)
    assert params["points"] == pytest.approx(share * gain - (1 - share) * max(0, 1 + asked.zone[1]))


def wrong_colours(formula, other):
    signs, true = oracle.circles(formula), oracle.circles(other)
    return [colour for colour in "RGB" if signs[colour][0] != true[colour][0]]


def theory_counts(asked, theory):
    """In how many worlds a theory is right, and wrong in one colour alone."""
    formula, counts = int(theory["alchemical"][1]), Counter()
    for world in asked.worlds:
        wrong = wrong_colours(formula, world[theory["ingredient"]])
        counts["right" if not wrong else wrong[0] if len(wrong) == 1 else "far"] += 1
    return counts


def check_theory(asked, move, params):
    assert tuple(params["of"]) == (theory_counts(asked, params)["right"], asked.total)


def check_theory_off(asked, move, params, theory):
    assert tuple(params["of"]) == (theory_counts(asked, theory)[params["colour"]], asked.total)


def check_theory_seal(asked, move, params, theory):
    """reveal.right, reveal.wrong, reveal.hedge."""
    counts, seal = theory_counts(asked, theory), params["seal"]
    insured = counts[COLOUR_OF_HEDGE.get(seal)]
    points = RIGHT.get(seal, 0) * counts["right"] + WRONG * (asked.total - counts["right"] - insured)
    assert params["points"] == pytest.approx(points / asked.total)


def check_debunk(asked, move, params, question):
    """debunk.success, debunk.master, conflict.shown; the stakes are 2 against 1 and the zone."""
    success = sum(succeeds(asked, question, world) for world in asked.worlds)
    loss = max(0, 1 + asked.zone[1])
    assert tuple(params["of"]) == (success, asked.total)
    assert (params["gain"], params["loss"]) == (2, loss)
    mean = (2 * success - loss * (asked.total - success)) / asked.total
    assert params["points"] == pytest.approx(mean)


def answer(question, world, tokens):
    """What all are shown in this world: the sign that a theory has or not; whether a pair makes a potion."""
    if "colour" in question:
        name, colour = question["ingredient"], question["colour"]
        return colour in wrong_colours(int(tokens[name][1]), world[name])
    first, second = question["pair"]
    return oracle.MADE[world[first], world[second]] == question["potion"]


def succeeds(asked, question, world):
    yes = answer(question, world, asked.tokens)
    if "colour" in question:
        return yes
    pair, potion = tuple(question["pair"]), question["potion"]
    lying = {name: int(asked.tokens[name][1]) for name in pair if asked.tokens[name]}
    if yes and potion != "N":
        colour, sign = potion
        if any(oracle.circles(formula)[colour][0] != sign for formula in lying.values()):
            return True
    foretold = oracle.MADE[lying[pair[0]], lying[pair[1]]] if len(lying) == 2 else None
    return len(lying) == 2 and (foretold != potion) == yes and pair not in asked.view.conflicts


def check_debunk_told(asked, move, params, question):
    yes = sum(answer(question, world, asked.tokens) for world in asked.worlds)
    assert params["bits"] == pytest.approx(oracle.entropy([yes, asked.total - yes]))


def check_idol(asked, move, params):
    """final.idol: a point for each own seal on a right theory; other artifacts hang on no world."""
    if params["artifact"] == "wisdom_idol":
        sealed = [
            name
            for name, book in zip(oracle.INGREDIENTS, asked.view.books, strict=True)
            if asked.seat in book.seats
        ]
        right = sum(f"a{world[name]}" == asked.tokens[name] for world in asked.worlds for name in sealed)
        assert params["points"] == pytest.approx(right / asked.total)


CHECKS = {
    "hint_splits": check_splits,
    "hint_card_splits": check_splits,
    "hint_known": check_known,
    "hint_bits": check_bits,
    "hint_ahead": check_ahead,
    "hint_unhappy": check_unhappy,
    "hint_harm": check_harm,
    "hint_sale": check_sale,
    "hint_exhibit": check_exhibit,
    "hint_theory": check_theory,
    "hint_buy": check_idol,
}
# Sentences that go on about what the one before has named.
FOLLOWING = {
    "hint_sale_bad": ("hint_sale", check_sale_bad),
    "hint_sale_bits": ("hint_sale", check_sale_bits),
    "hint_theory_off": ("hint_theory", check_theory_off),
    "hint_theory_seal": ("hint_theory", check_theory_seal),
    "hint_debunk": ("hint_debunk_", check_debunk),
    "hint_debunk_told": ("hint_debunk_", check_debunk_told),
}
# Sentences without a figure that hangs on the worlds.
PLAIN = {
    *("hint_paid", "hint_peek", "hint_mortar", "hint_feather", "hint_bid_none", "hint_theory_price"),
    *("hint_grant", "hint_debunk_pair", "hint_debunk_colour", "hint_draw", "hint_card", "hint_transmute"),
    *("hint_keep_hand", "hint_space", "hint_space_queue", "hint_space_first", "hint_altar"),
    *("hint_decline", "hint_plan", "hint_if_row", *(f"hint_keep_{card}" for card in FAVOURS)),
    *("hint_plan_none", "hint_associate", "hint_buy_exact"),
}


def positions(level, players, bot, seed):
    """The questions of one seat, in a game where everybody plays alike."""
    state = GAME.new_game({"players": players, "options": {"level": level}}, seed).state
    ply = 0
    while acting := GAME.to_act(state):
        seat = min(acting)
        if seat == 0:
            yield state, seat
        legal = GAME.legal_moves(state, seat)
        move = GAME.bots[bot](GAME.view(state, seat), legal, substream(seed, ply))
        state, ply = GAME.apply(state, seat, move).state, ply + 1


def check_row(asked, row):
    """Every sentence of a row; returns the codes that were checked."""
    named = {}
    for why in row.why:
        params = json.loads(json.dumps(dict(why.params)))
        if why.code in CHECKS:
            CHECKS[why.code](asked, row.move, params)
        elif why.code in FOLLOWING:
            leader, check = FOLLOWING[why.code]
            check(asked, row.move, params, named[leader])
        else:
            assert why.code in PLAIN
        leader = "hint_debunk_" if why.code in ("hint_debunk_pair", "hint_debunk_colour") else why.code
        named[leader] = params
        for lang in ("ru", "en"):
            assert "{" not in render(WORDS, "mark", why.code, params, lang)
    return {why.code for why in row.why}


@pytest.fixture(scope="module")
def met():
    """Codes of sentences, of all hints of five games, each of whose figures was worked out again."""
    codes = set()
    for level, players, bot, number in TABLES:
        for state, seat in positions(level, players, bot, substream(SEED, number)):
            asked = Asked(state, seat)
            for row in asked.hint.estimates:
                codes |= check_row(asked, row)
    return codes


@pytest.mark.thorough  # every day the advice, in test_deduction
def test_every_figure_of_every_hint_of_five_games_agrees_with_the_list_of_worlds(met):
    """notebook.advice: exact over the worlds that the facts leave."""
    assert {*CHECKS, *FOLLOWING} <= met


def test_every_sentence_of_the_catalogue_is_checked_or_has_no_figure_of_worlds():
    path = Path(settings.BASE_DIR) / "games/alchemists/rulebook/content/words/hint.toml"
    known = set(tomllib.loads(path.read_text())["mark"])
    assert known == {*CHECKS, *FOLLOWING, *PLAIN}


def test_a_hint_says_how_mushroom_and_toad_divide_the_worlds():
    """experiment.result: three potions are left for the pair, and the hint says for how many worlds each."""
    params = {"pair": ["mushroom", "toad"], "worlds": 960, "counts": [480, 320, 160]}
    said = render(WORDS, "mark", "hint_splits", params, "ru")
    assert said == "Гриб + жаба: делит 960\u00a0миров на 480, 320 и 160."
    assert render(WORDS, "mark", "hint_splits", params, "en") == (
        "Mushroom + toad: splits 960\u00a0worlds into 480, 320 and 160."
    )
