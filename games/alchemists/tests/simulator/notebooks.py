"""A phone with a notebook, for tests: what is tapped in, what the page shows of it."""

from itertools import count
from typing import Any

from django.test import Client

from games.alchemists.simulator.deduction.facts import Fact, to_json
from games.alchemists.simulator.notebook.book import OpenNotebook, book_of
from games.alchemists.simulator.notebook.models import Note, Notebook

# The rulebook's worked example: an experiment, an uncertain sale, a neutral pair.
DEMO_FACTS = (
    Fact("mix", ("mushroom", "toad"), ("R+",)),
    Fact("sale", ("fern", "toad"), ("G+", "sign")),
    Fact("mix", ("mushroom", "fern"), ("N",)),
)
KEYS = count(1)


def new_notebook(client: Client) -> Notebook:
    """A notebook of its own, open on this phone."""
    response = client.post("/notebook/")
    assert response.status_code == 302
    return Notebook.objects.latest("pk")


def tap(client: Client, notebook: Notebook, **fields: Any) -> Any:
    """Notes something as the page's form does: the answer."""
    sent = {"client_entry_id": f"page-{next(KEYS):06}", "way": "", **fields}
    return client.post(f"{notebook.get_absolute_url()}/note", sent)


def noted(client: Client, notebook: Notebook, **fields: Any) -> int:
    """The same where it must work: the number of the note."""
    response = tap(client, notebook, **fields)
    assert response.status_code == 302, response.content.decode()
    return int(response.url.partition("said=")[2])


def demo(client: Client) -> Notebook:
    """A notebook with the worked example in it."""
    notebook = new_notebook(client)
    notebook.notes.bulk_create(
        Note(
            notebook=notebook,
            number=n,
            kind="fact",
            data={"fact": to_json(fact)},
            client_entry_id=f"demo-{n}",
        )
        for n, fact in enumerate(DEMO_FACTS, start=1)
    )
    return notebook


def book(notebook: Notebook) -> OpenNotebook:
    """A notebook as it stands in the database now."""
    return book_of(Notebook.objects.select_related("seat__laboratory").get(pk=notebook.pk))


def take_back(client: Client, notebook: Notebook, *notes: int, verb: str = "remove") -> Any:
    sent = {"client_entry_id": f"page-{next(KEYS):06}", "note": [str(n) for n in notes]}
    return client.post(f"{notebook.get_absolute_url()}/{verb}", sent)
