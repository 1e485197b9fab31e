"""The table of «Маго-бой» with boxes: a monster fought between two phones, an artifact taken and wished away,
and the way from a rule to the sheet, the table and the print.
"""

import re
from collections.abc import Callable
from itertools import count

from playwright.sync_api import Page, expect

from games.wizwar.simulator.engine.moving import distances
from games.wizwar.simulator.engine.places import SIDES, read_square, square_text
from games.wizwar.simulator.engine.state import State
from simulator.game import engine_of
from tests.browser.conftest import Phones, look_at
from tests.browser.places import unfold_boxes
from tests.browser.test_table import begin, sit_down
from tests.browser.test_table_wizwar import choose, post, role, spot

WIZWAR = engine_of("wizwar")
CONFIG = {"players": 2, "options": {"first_player": "1", "sets": "monsters"}}
WALKED = "troll"  # it walks two squares and hits for three


def deal_with_a_troll() -> int:
    """A seed that deals Оля, who begins, a troll, and Коля a way to her and something that may answer."""
    deals = ((seed, WIZWAR.new_game(CONFIG, seed).state) for seed in count())
    return next(seed for seed, state in deals if WALKED in state.wizards[0].hand and comes(state))


def comes(state: State) -> bool:
    hers, his = (wizard.at for wizard in state.wizards)
    return bool(state.wizards[1].hand) and distances(state.board, hers)[his] > 0


def made(state: State, seat: int, move: str) -> State:
    return WIZWAR.apply(state, seat, WIZWAR.parse(state, seat, move)).state


def approach(state: State, square: int) -> list[tuple[int, str]]:
    """The turns until Коля stands on a square and it is Оля's turn again: (seat, moves)."""
    graph, turns = state.board.net, list[tuple[int, str]]()
    left = distances(state.board, square)
    while True:
        seat, moves = state.agenda[-1].seat, list[str]()
        if seat == 0 and state.wizards[1].at == square:
            return turns
        while seat == 1 and state.wizards[1].at != square and len(moves) < 3:
            here = state.wizards[1].at
            steps = (move for move in WIZWAR.legal_moves(state, 1) if move.verb == "step")
            ahead = (
                m for m in steps if left[graph.next[here * 4 + SIDES.index(m.args[0])]] == left[here] - 1
            )
            moves.append(str(next(ahead)))
            state = made(state, seat, moves[-1])
        for move in ("end", "draw 0"):
            moves.append(move)
            state = made(state, seat, move)
        turns.append((seat, ";".join(moves)))


def test_a_monster_is_created_walked_and_fought_between_two_phones(
    new_phone: Phones, axe: Callable[..., None]
) -> None:
    """monsters.creating, monsters.new, monsters.move, monsters.blow"""
    hers, his, seed = new_phone(), new_phone(), deal_with_a_troll()
    begin(hers, ["here", "phone"], ["Оля", "Коля"], "wizwar", seed, boxes=["monsters"], first_player="1")
    table = hers.url
    hers.goto(f"{table}/share")
    sit_down(his, hers, "Коля")
    hers.goto(table)
    for seat, phone in enumerate((hers, his)):  # nobody attacks in the first round
        post(phone, seat, "end;draw 0")
    hers.reload()

    state = WIZWAR.new_game(CONFIG, seed).state
    for seat in (0, 1):
        state = made(made(state, seat, "end"), seat, "draw 0")
    here = square_text(state.wizards[0].at)
    choose(hers, WALKED, "Сыграть")
    spot(hers, here).click()
    role(hers, f"Цель: {here[0]}‑{here[1:]}").first.click()
    expect(spot(hers, here)).to_have_attribute("aria-label", re.compile(r"«Тролль», хозяин Оля, жизней\s6"))
    expect(hers.locator(".beast")).to_contain_text("в этом раунде не бьёт")
    axe(hers)

    # It is led by taps: its own square, then where it goes, and that once more.
    spot(hers, here).click()
    expect(hers.locator(".beast.led")).to_have_count(1)
    to = (hers.locator(".spot.led").first.get_attribute("data-about") or "").removeprefix("square:")
    assert to
    spot(hers, to).click()
    first = hers.locator(".at-roles.place:visible .role").first
    expect(first).to_have_attribute("data-by", "m1")
    axe(hers)
    way = first.get_attribute("value") or ""
    first.click()
    expect(spot(hers, to)).to_have_attribute("aria-label", re.compile("«Тролль», хозяин Оля"))
    look_at(his)
    expect(spot(his, to)).to_have_attribute("aria-label", re.compile("«Тролль», хозяин Оля"))
    axe(his)
    expect(his.locator(".log")).to_contain_text("создаёт монстра: «Тролль»")

    # Коля comes to the troll, turn by turn; then it hits him, and he answers.
    for move in (f"play {WALKED}", f"target {here}", way):
        for part in move.split(";"):
            state = made(state, 0, part)
    turns = approach(state, read_square(to) or 0)
    for seat, moves in turns:
        post((hers, his)[seat], seat, moves)
    hers.reload()
    expect(hers.get_by_role("heading", name="Ваш ход")).to_be_visible()
    expect(hers.locator(".beast")).to_contain_text("может ударить на")
    spot(hers, to).click()
    role(hers, "«Тролль» бьёт: Коля").first.click()
    expect(hers.locator(".asked")).to_contain_text("Спрашиваем: Коля")
    look_at(his)
    expect(his.get_by_role("heading", name="Ответите?")).to_be_visible()
    expect(his.locator(".stage-so-far")).to_contain_text("«Тролль» → Коля: удар, урон")
    axe(his)
    his.locator('[value="pass"]:visible').click()
    expect(his.get_by_role("heading", name="Ответите?")).to_have_count(0)
    look_at(hers)
    expect(hers.locator(".beast")).to_contain_text("удар был")
    expect(hers.locator(".log")).to_contain_text("Коля теряет")
    axe(hers)


def test_a_reader_goes_from_a_rule_of_a_box_to_the_sheet_the_table_and_the_print(
    page: Page, axe: Callable[..., None]
) -> None:
    """artifacts.box, monsters.box: what was put on the table once is there wherever one goes."""
    page.goto("/rules/wizwar")
    for name in ("Дополнение 1", "Дополнение 2"):
        unfold_boxes(page)
        chip = page.locator(".boxes").get_by_role("button", name=name, include_hidden=True)
        chip.click()
        expect(chip).to_have_attribute("aria-pressed", "true")
    for clause in ("monsters.blow", "artifacts.take"):
        page.goto(f"/rules/wizwar/{clause}")
        axe(page)
    page.goto("/score/wizwar")
    expect(page.locator("input[name=box]:checked")).to_have_count(2)
    axe(page)
    page.goto("/play/wizwar")
    expect(page.locator("input[name=box]:checked")).to_have_count(2)
    axe(page)
    page.goto("/print/wizwar")
    axe(page)
