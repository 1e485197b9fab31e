"""What stands in every answer: whose words these are, of which edition, and the rules that it rests on."""

from collections.abc import Iterable, Sequence

from rulebook import shelf
from rulebook.api.answers import licence, reconstructions
from rulebook.api.entries import Json, Writer
from rulebook.content.entries import Box, GameContent
from rulebook.refusals import sentence
from web.addresses import own_url
from web.language import page_language
from web.refusal import Refusal


def writer(game_id: str) -> Writer:
    """What writes a game, with all of its boxes."""
    return Writer(shelf.whole(game_id), own_url())


def answered(writers: Iterable[Writer], clauses: Iterable[Json] = (), **said: object) -> Json:
    return {
        **said,
        "clauses": list(clauses),
        "editions": [edition for each in writers for edition in editions(each.content)],
        "lang": page_language(),
        "licence": licence(),
        "reconstructions": reconstructions(),
    }


def editions(content: GameContent) -> list[Json]:
    """Which text this is, of the game and of each of its boxes: day and digest."""
    parts: list[tuple[str, GameContent | Box]] = [(content.id, content)]
    parts += ((f"{content.id}/{box.id}", box) for box in content.boxes)
    return [{"of": name, "date": part.updated, "digest": part.digest} for name, part in parts]


def cited(one: Writer, clauses: Iterable[str]) -> list[Json]:
    """Rules to look up, each once."""
    entries = [one.content.clause_by_id[each] for each in dict.fromkeys(clauses)]
    return [
        {
            "game": one.content.id,
            "id": each.id,
            "number": each.number,
            "title": each.title.in_(page_language()),
            "url": one.page("clause", each.id),
        }
        for each in entries
    ]


def refused(one: Writer, refusals: Sequence[Refusal], names: Sequence[str], **said: object) -> Json:
    """An answer that the rules don't take this, with the reasons."""
    reasons = [
        {"code": each.code, "clause": each.clause, "text": sentence(one.content, each, names)}
        for each in refusals
    ]
    clauses = cited(one, (each.clause for each in refusals))
    return answered([one], clauses, **said, refusals=reasons)
