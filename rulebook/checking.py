"""What `manage.py rules check` says about the content files."""

import hashlib
from pathlib import Path

from rulebook.content import CONTENT_DIR, ContentError, GameContent, game_ids, load, problems


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
    parts = ("chapters", "clauses", "terms", "cards", "rulings", "passages")
    return f"{content.id}: " + ", ".join(f"{len(getattr(content, part))} {part}" for part in parts)


def paragraphs(seed: str) -> list[str]:
    """The paragraphs of a rulebook's text: what blank lines separate, whitespace folded."""
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
