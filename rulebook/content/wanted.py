"""What the keys of content files are for, told where one is missing: a word on it, and an example. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from rulebook.content.entries import Text


class Wanted(NamedTuple):
    """What a key says of its entry, and how that may be written."""

    what: Text
    example: str


PAIR = '{ ru = "…", en = "…" }'
NAME = Text("как это называется", "what it is called")
ID = Wanted(
    Text("имя латиницей, по которому на запись ссылаются", "the name by which others refer to it"),
    'id = "turn.take"',
)
# By the table of an entry, "" for the head of a game; then by the key.
WANTED: Mapping[str, Mapping[str, Wanted]] = {
    "": {
        "title": Wanted(NAME, f"title = {PAIR}"),
        "author": Wanted(Text("кто придумал игру", "who has made the game"), f"author = {PAIR}"),
        "about": Wanted(Text("игра в одной-двух фразах", "the game in a sentence or two"), f"about = {PAIR}"),
        "players": Wanted(Text("сколько играет: от и до", "how many play, from and to"), "players = [2, 4]"),
        "minutes": Wanted(Text("сколько длится партия", "how long it takes"), "minutes = 30"),
        "updated": Wanted(Text("день этих правил", "the day of these rules"), "updated = 2026-07-30"),
    },
    "clause": {
        "id": ID,
        "chapter": Wanted(
            Text("id главы из [[chapters]] в game.toml", "an id of [[chapters]] in game.toml"),
            'chapter = "play"',
        ),
        "title": Wanted(Text("заголовок правила", "the heading of the clause"), f"title = {PAIR}"),
        "source": Wanted(
            Text("откуда правило: раздел из headings в game.toml", "a heading of game.toml that it is from"),
            'source = { heading = "Play", kind = "seed" }',
        ),
        "decided_by": Wanted(
            Text("кто за правилом следит, стол или программа", "whether people or the engine see to it"),
            'decided_by = "table"',
        ),
    },
    "card": {
        "id": ID._replace(example='id = "fox"'),
        "kind": Wanted(Text("слово для таких карт", "a word for such cards"), 'kind = "animal"'),
        "count": Wanted(Text("сколько их в коробке", "how many are in the box"), "count = 2"),
        "name": Wanted(Text("заголовок её страницы", "the heading of its page"), f"name = {PAIR}"),
        "short": Wanted(Text("её имя внутри фразы", "its name within a sentence"), f"short = {PAIR}"),
        "provenance": Wanted(
            Text("откуда она известна: seed, public, derived, ours…", "seed, public, derived, ours…"),
            'provenance = "seed"',
        ),
    },
    "kinds": {
        "name": Wanted(
            Text("как зовут одну карту этого вида", "what one card of the kind is called"),
            'name = { ru = "зверь", en = "animal" }',
        ),
        "plural": Wanted(
            Text("заголовок таких карт в списке", "the heading of such cards in the list"),
            'plural = { ru = "звери", en = "animals" }',
        ),
        "made_of": Wanted(
            Text(
                "фраза под заголовком: что у них общего", "a sentence below it, of what they have in common"
            ),
            'made_of = { ru = "У каждого своё число.", en = "Each has a number of its own." }',
        ),
    },
    "steps": {
        "icon": Wanted(
            Text("значок шага (все покажет manage.py tryout ID --icons)", "see manage.py tryout ID --icons"),
            'icon = "hand"',
        ),
        "clauses": Wanted(Text("правила этого шага", "the clauses that say it"), 'clauses = ["turn.take"]'),
    },
    "ruling": {
        "number": Wanted(Text("номер разъяснения, с 1", "its number, from 1"), "number = 1"),
        "status": Wanted(Text("чей это ответ", "whose answer it is"), 'status = "ours"'),
        "title": Wanted(Text("вопрос", "the question"), f"title = {PAIR}"),
    },
    "term": {"name": Wanted(Text("само слово", "the word itself"), f"name = {PAIR}")},
}


def wanted(entry: str, key: str) -> Wanted | None:
    """By what faults call an entry, «kinds animal»; None where no more can be said."""
    return WANTED.get(entry.partition(" ")[0], {}).get(key)
