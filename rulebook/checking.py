"""What `manage.py rules check` says: content files held against one another, and against a seed. Pure."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from rulebook import recipes
from rulebook.content import CONTENT_DIR, game_ids, load
from rulebook.entries import LANGUAGES, REFERENCE, Card, GameContent
from rulebook.toml_file import ContentError

# A chapter shares its address with these pages of a game, so it can't have their names.
RESERVED_CHAPTERS = {
    *("cards", "element", "elements", "graph", "glossary", "term", "rulings", "ruling", "all", "coverage"),
}


def report(folder: Path = CONTENT_DIR) -> list[str]:
    """A line for everything that is wrong in any game, the game's name first. Empty when all is sound."""
    lines = []
    for game_id in game_ids(folder):
        try:
            content = load(game_id, folder)
        except ContentError as error:
            lines.append(str(error))
        else:
            lines += [f"{game_id}: {problem}" for problem in problems(content)]
    return lines


def counts(content: GameContent) -> str:
    """«poison: 44 clauses, …»: what a sound game has."""
    parts = ("chapters", "clauses", "terms", "kinds", "elements", "cards", "rulings", "passages")
    numbers = ((part, len(getattr(content, part))) for part in parts)
    return f"{content.id}: " + ", ".join(f"{n} {part}" for part, n in numbers if n)


def paragraphs(seed: str) -> list[str]:
    """The paragraphs of a rulebook's text: what blank lines separate, whitespace folded.

    Where none do, as in a thread copied from a forum, every line with a letter or a digit is a paragraph.
    """
    if all(line.strip() for line in seed.strip().splitlines()):
        return [" ".join(line.split()) for line in seed.splitlines() if any(map(str.isalnum, line))]
    blocks, lines = [], []
    for line in [*seed.splitlines(), ""]:
        if line.strip():
            lines.append(line)
        elif lines:
            blocks.append(" ".join(" ".join(lines).split()))
            lines = []
    return blocks


def seed_report(content: GameContent, seed: str) -> list[str]:
    """Where `passages.toml` and the rulebook's text disagree. Empty if every paragraph is listed as it is."""
    blocks = paragraphs(seed)
    lines = []
    if len(blocks) != len(content.passages):
        lines.append(
            f"{content.id}: the rulebook has {len(blocks)} paragraphs, passages.toml {len(content.passages)}"
        )
    for block, passage in zip(blocks, content.passages, strict=False):
        if hashlib.sha256(block.encode()).hexdigest()[:16] != passage.sha:
            lines.append(
                f"{content.id}: passage {passage.n} ({passage.label.ru}) has another text in the rulebook"
            )
    return lines


def problems(game: GameContent) -> list[str]:
    """What is wrong between the entries: dangling ids, missing covers, contradictions. Empty when sound."""
    return [line for check in _CHECKS for line in check(game)]


def _check_references(game: GameContent) -> Iterator[str]:
    known: dict[str, Mapping[str, object]] = {
        "ref": game.clause_by_id,
        "term": game.term_by_id,
        "card": game.card_by_id,
        "element": game.element_by_id,
    }
    texts = [(f"clause {c.id}", c.text) for c in game.clauses]
    texts += [(f"term {t.id}", t.text) for t in game.terms]
    texts += [(f"ruling {r.id}", r.text) for r in game.rulings]
    texts += [(f"card {c.id}", text) for c in game.cards for text in (c.text, c.disputed) if text]
    texts += [(f"element {e.id}", e.text) for e in game.elements if e.text]
    texts += [(f"kind {k.id}", k.made_of) for k in game.kinds]
    texts += [("game turn", game.turn), ("game about", game.about)]
    for name, text in texts:
        for kind, target in text.references:
            if target not in known[kind]:
                yield f"{name}: {{{kind}:{target}}} leads nowhere"
        for lang in LANGUAGES:
            if "{" in REFERENCE.sub("", text.in_(lang)):
                yield f"{name}: unknown markup in {lang}"


def _check_links(game: GameContent) -> Iterator[str]:
    for ruling in game.rulings:
        yield from (
            f"ruling {ruling.id}: clause {i} does not exist"
            for i in ruling.clauses
            if i not in game.clause_by_id
        )
        yield from (
            f"ruling {ruling.id}: card {i} does not exist" for i in ruling.cards if i not in game.card_by_id
        )
        if not ruling.clauses and not ruling.cards:
            yield f"ruling {ruling.id}: attached to nothing"
        if ruling.option and ruling.option not in game.option_by_id:
            yield f"ruling {ruling.id}: option {ruling.option} does not exist"
    for option in game.options:
        if option.ruling and option.ruling not in game.ruling_by_id:
            yield f"option {option.id}: ruling {option.ruling} does not exist"
        if option.default not in [choice.value for choice in option.choices]:
            yield f"option {option.id}: the default is not among the choices"
    yield from (f"game: asked clause {i} does not exist" for i in game.asked if i not in game.clause_by_id)
    for old, new in game.retired.items():
        if old in game.clause_by_id or new not in game.clause_by_id:
            yield f"game: retired id {old} must lead to a clause and be none itself"


def _check_clauses(game: GameContent) -> Iterator[str]:
    for clause in game.clauses:
        if clause.decided_by == "engine" and not clause.shown_by:
            yield f"clause {clause.id}: decided by the engine, but nothing shows it"
        if (clause.source.kind == "edition") != (clause.edition is not None):
            yield f"clause {clause.id}: text of another edition must name it"
        for mark in clause.shown_by:
            kind, _, name = mark.partition(":")
            if kind == "constant":
                if name not in game.constants:
                    yield f"clause {clause.id}: constant {name} does not exist"
            elif name not in game.words.get(kind, {}):
                yield f"clause {clause.id}: {mark} has no words"
    for chapter in game.chapters:
        if chapter.id in RESERVED_CHAPTERS or "." in chapter.id:
            yield f"chapter {chapter.id}: the name is taken by a page"
        if not game.in_chapter(chapter.id):
            yield f"chapter {chapter.id}: has no clauses"


def _check_passages(game: GameContent) -> Iterator[str]:
    for passage in game.passages:
        yield from (
            f"passage {passage.n}: clause {i} does not exist"
            for i in passage.clauses
            if i not in game.clause_by_id
        )
        if bool(passage.clauses) == bool(passage.silent):
            yield f"passage {passage.n}: needs clauses or a reason why it states no rule, not both"
    if [passage.n for passage in game.passages] != list(range(1, len(game.passages) + 1)):
        yield "passages: numbers must run from 1 without gaps"


def _check_cards(game: GameContent) -> Iterator[str]:
    if len(game.card_by_code) != len(game.cards):
        yield "cards: two cards have one code"
    for card in game.cards:
        if card.colour and card.colour not in game.colour_by_id:
            yield f"card {card.id}: colour {card.colour} does not exist"
        if card.count < 1:
            yield f"card {card.id}: no copies"


def _check_recipes(game: GameContent) -> Iterator[str]:
    twins = game.element_by_id.keys() & game.card_by_id.keys()
    yield from (f"element {i}: a card has the same id" for i in sorted(twins))
    if len(game.copies_by_code) != sum(len(card.copies) for card in game.cards):
        yield "cards: two sorts of copies have one code"
    dangling = [line for card in game.cards for line in _check_recipe(game, card)]
    yield from dangling
    if not dangling:  # else there is no graph to walk
        yield from (f"card {c.id}: needs itself" for c in game.cards if c.id in recipes.kin(game, c.id).needs)


def _check_recipe(game: GameContent, card: Card) -> Iterator[str]:
    kind = game.kind_by_id.get(card.kind)
    if game.kinds and kind is None:
        yield f"card {card.id}: kind {card.kind} does not exist"
    elif kind and (kind.points is None) == bool(card.ingredients):
        yield f"card {card.id}: a {kind.id} has {'points' if kind.points else 'no points'}, unlike its recipe"
    known: dict[str, Mapping[str, object]] = {
        "element": game.element_by_id,
        "card": game.card_by_id,
        "kind": game.kind_by_id,
    }
    for asked in card.ingredients:
        if asked.id not in known[asked.kind]:
            yield f"card {card.id}: ingredient {asked.kind}:{asked.id} does not exist"
    yield from (
        f"card {card.id}: element {i} does not exist" for i in card.elements if i not in game.element_by_id
    )
    if card.points % 2 and any(asked.kind != "element" for asked in card.ingredients):
        yield f"card {card.id}: takes recipes, but half of {card.points} points is no whole number"
    if kind and kind.points and card.ingredients and card.points != kind.points:
        yield f"card {card.id}: {card.points} points, a {kind.id} gives {kind.points}"


_CHECKS: tuple[Callable[[GameContent], Iterator[str]], ...] = (
    _check_references,
    _check_links,
    _check_clauses,
    _check_passages,
    _check_cards,
    _check_recipes,
)
