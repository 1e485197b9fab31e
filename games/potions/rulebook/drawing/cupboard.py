"""The cupboard as figures: its stacks before and after, what is new in it and what that brings. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.potions.rulebook.drawing import laid, tiles
from games.potions.rulebook.drawing.tiles import HIGH, LINE, WIDE
from rulebook.content.entries import Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture

STACK, ROW = 106.0, 3  # width of a stack with its name; stacks in a row
PEEK = 24.0  # how much of a card is seen below another
TOP = 16.0  # for the badge of a new card
WAS, NOW = Text("было", "before"), Text("стало", "after")
NOT_THIS = Text("эту не взять", "not this one")
EMPTY = Text("шкаф пуст", "the cupboard is empty")
NEW = Text("{}: такого ещё не было", "{}: it wasn’t there yet")
AGAIN = Text("{}: такой уже есть", "{}: it is there already")
GAINED = Text("{}: {}", "{}: {}")
SAID = {"laid_new": NEW, "laid_again": AGAIN}
Stacks = Mapping[str, tuple[str, ...]]
Fresh = Mapping[
    str, int | None
]  # the cards that have just come, and what each brings, if it is laid for points


def cupboard(asked: FigureRequest) -> list[Picture]:
    """The cupboard of each scenario: before and after, or as each card is laid. `only` may be "after"."""
    return [picture for scenario in asked.scenarios for picture in _pictures(asked, scenario)]


def _pictures(asked: FigureRequest, scenario: Scenario) -> list[Picture]:
    was, now = laid.before(asked.game, scenario).cupboard, laid.after(asked.game, scenario).cupboard
    events = [event for event in scenario.expect.get("events", ()) if event["kind"].startswith("laid_")]
    steps = [event for event in events if event.get("card") and event["kind"] in SAID]
    if len(steps) > 1:
        return [_step(asked, now, steps, n) for n in range(len(steps))]
    refused = scenario.expect.get("refusal", {}).get("card", "")
    if refused:
        return [_picture(asked, was, NOT_THIS.in_(asked.lang), {}, refused)]
    points = sum(laid.gains(asked.game, scenario).values())
    brings = points if events else None
    fresh = {card: brings for stack in now.values() for card in stack if not _has(was, card)}
    said, alone = NOW.in_(asked.lang) if was else "", asked.figure.data.get("only") == "after"
    if alone:
        name = tiles.name_of(asked.game, laid.mover(scenario), asked.lang)
        said = GAINED.in_(asked.lang).format(name, tiles.plus(points))
    last = _picture(asked, now, said, fresh if scenario.moves else {})
    if not was or alone:
        return [last]
    return [_picture(asked, was, WAS.in_(asked.lang), {}), last]


def _step(asked: FigureRequest, now: Stacks, steps: Sequence[Mapping[str, Any]], n: int) -> Picture:
    """As one of several cards has been laid: the later ones aren't there yet."""
    step = steps[n]
    said = SAID[step["kind"]].in_(asked.lang).format(tiles.name_of(asked.game, step["seat"], asked.lang))
    stacks = without(now, [later["card"] for later in steps[n + 1 :]])
    return _picture(asked, stacks, said, {step["card"]: step.get("n", 0)})


def _has(stacks: Stacks, card: str) -> bool:
    return any(card in stack for stack in stacks.values())


def without(stacks: Stacks, cards: list[str]) -> Stacks:
    """The same before some cards were laid."""
    left = {key: tuple(card for card in stack if card not in cards) for key, stack in stacks.items()}
    return {key: stack for key, stack in left.items() if stack}


def _picture(asked: FigureRequest, stacks: Stacks, said: str, fresh: Fresh, refused: str = "") -> Picture:
    names = {key: named(asked, key) for key in stacks}
    keys, parts, y = list(stacks), [], TOP
    for row in (keys[n : n + ROW] for n in range(0, len(keys), ROW)):
        deep = max(len(stacks[key]) for key in row)
        lines = tiles.name_lines([names[key] for key in row], STACK - 4)
        foot = y + HIGH + PEEK * (deep - 1)
        for n, key in enumerate(row):
            top = foot - HIGH - PEEK * (len(stacks[key]) - 1)
            parts.append(_stack(asked, stacks[key], n * STACK + (STACK - WIDE) / 2, top, fresh, refused))
            parts.append(tiles.written(lines[n], (n + 0.5) * STACK, foot + 18))
        y = foot + 18 + LINE * len(lines[0]) + TOP
    label = "; ".join(f"{names[key]}: {len(stacks[key])}" for key in keys) or EMPTY.in_(asked.lang)
    width = STACK * min(ROW, max(1, len(keys)))
    return Picture(
        "".join(parts), (0, 0, width, y - TOP - LINE + 6), 1.0, label, said, "no" if refused else ""
    )


def named(asked: FigureRequest, key: str) -> str:
    """What a stack is called: its element, or the card that lies apart."""
    kind, _, card = key.partition(" ")
    if card:
        return tiles.card_of(asked.game, card).name.in_(asked.lang)
    return asked.game.element_by_id[kind].name.in_(asked.lang)


def _stack(
    asked: FigureRequest, cards: tuple[str, ...], x: float, top: float, fresh: Fresh, refused: str
) -> str:
    drawn = []
    for n, code in enumerate(cards):
        face = tiles.tile(tiles.card_of(asked.game, code), tiles.ELEMENT)
        if code in fresh:
            face += tiles.frame()
        drawn.append(tiles.placed(face, x, top + n * PEEK))
    for n, code in enumerate(cards):
        if code == refused:
            drawn.append(tiles.cross(x + WIDE, top + n * PEEK + 4, 5))
        if (points := fresh.get(code)) is not None:
            drawn.append(tiles.badge(tiles.plus(points), x + WIDE, top + n * PEEK + 4, good=points > 0))
    return "".join(drawn)
