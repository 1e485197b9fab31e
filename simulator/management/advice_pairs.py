"""The pages of the experiment «with and without reasons»: pairs of moves in words, and a key of their own.

Nothing on them tells which move is the better one but what a reason says.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext

from rulebook.wording.sentences import NamesTold, ended
from simulator.bulk.advice.pairs import MovePair
from simulator.engine.chance import Rng, substream
from simulator.engine.game import Proposition
from simulator.engine.shortform import numbered_names
from simulator.game import engine_of, table_of
from simulator.matches.about import told_of
from simulator.matches.example_stage import readers_names
from simulator.matches.log import Words
from simulator.table import facts
from simulator.table.about import ThingName

LETTERS = ("А", "Б")  # of the two moves
BARE, REASONED = "bare", "reasoned"  # the page without reasons and the one with them


class PairPages(NamedTuple):
    """Texts of the two pages, and by page which letter has the good move of each question."""

    texts: dict[str, str]
    key: dict[str, list[dict[str, Any]]]

    def write(self, place: Path) -> list[Path]:
        """The two pages and the key beside each other: only who compares answers opens the last."""
        place.parent.mkdir(parents=True, exist_ok=True)
        found = {place.with_name(f"{place.stem}-{page}.md"): text for page, text in self.texts.items()}
        key = json.dumps(self.key, ensure_ascii=False, indent=1)
        found[place.with_name(f"{place.stem}-key.json")] = key
        for path, text in found.items():
            path.write_text(f"{text.rstrip()}\n", encoding="utf-8")
        return list(found)


def pages(game_id: str, pairs: Sequence[MovePair], seed: int, lang: str) -> PairPages:
    """Each page has an order of its own, of the questions and of the moves in them."""
    texts, key = {}, {}
    for number, page in enumerate((BARE, REASONED)):
        rng, order = Rng(substream(seed, number)), list(pairs)
        rng.shuffle(order)
        swapped = [bool(rng.below(2)) for _ in order]
        asked = [
            _question(game_id, n, *each, lang, page == REASONED)
            for n, each in enumerate(zip(order, swapped, strict=True), start=1)
        ]
        texts[page] = "\n\n".join([gettext("В каждом положении выберите один ход из двух."), *asked])
        key[page] = [
            {"n": n, "letter": LETTERS[swap], "position": pair.where, "behind": pair.behind}
            for n, (pair, swap) in enumerate(zip(order, swapped, strict=True), start=1)
        ]
    return PairPages(texts, key)


def _question(game_id: str, n: int, pair: MovePair, swap: bool, lang: str, with_reasons: bool) -> str:
    rules, content = engine_of(game_id), table_of(game_id).content(pair.config)
    state = rules.decode(pair.state)
    names = readers_names(content, numbered_names(rules.players(state)), lang)
    say = Words(content, NamesTold.to(names, pair.seat), lang)
    moves = [
        _move(say, state, pair.seat, text, reason if with_reasons else None)
        for text, reason in zip((pair.good, pair.mistake), pair.reasons, strict=True)
    ]
    if swap:
        moves.reverse()
    asked = [f"**{letter}.** {words}" for letter, words in zip(LETTERS, moves, strict=True)]
    return "\n\n".join(
        [f"## {n}", "\n".join(_position(say, rules.view(state, pair.seat), pair.seat)), *asked]
    )


def _move(say: Words, state: Any, seat: int, text: str, reason: Proposition | None) -> str:
    words = say.move(state, seat, say.engine.parse(state, seat, text))
    why = say.mark(reason.code, reason.params) if reason else ""
    return " ".join(ended(each) for each in (words, why) if each)


def _position(say: Words, view: Any, seat: int) -> Iterator[str]:
    """The board row by row, then people, the reader first, and the reader's hand."""
    for row in say.table.read(say.content, view, say.names, say.lang):
        yield f"- {row}"
    told = [told_of(say, view, ThingName("seat", str(place))) for place in range(len(say.names))]
    lines = [f"{each.name}. {each.lines[-1]}" if each else "" for each in told]
    own = gettext("Вы: %(what)s") % {"what": lines.pop(seat)}
    held = [_held(say, view, card) for card in say.table.hand(view)]
    hand = gettext("На руке: %(cards)s.") % {"cards": ", ".join(held)} if held else ""
    yield from (f"- {line}" for line in (own, hand, *lines) if line)


def _held(say: Words, view: Any, card: Any) -> str:
    found = told_of(say, view, ThingName("card", str(card)))
    return found.name if found else facts.said(say.content, "hand", card, say.lang, say.names)
