"""What the rulebook asks of a game besides its content: one object for each, every member with a default.

A game changes what it needs in `games/<id>/game.py`, where `GAME` is its object. Pure: what needs Django is
imported where it is used.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebook import finder

if TYPE_CHECKING:
    from rulebook.content.entries import Card, GameContent
    from rulebook.content.faults import Fault
    from rulebook.content.reading import Reading
    from rulebook.drawing.figures import Draw
    from rulebook.drawing.paper import SmallFamily
    from rulebook.printing.cards.paint import PrintedFamily, Size
    from rulebook.printing.layout.game_documents import Document
    from rulebook.setup import Count
    from rulebook.wording.sentences import Format


class CardField(NamedTuple):
    """A field of the filter above the cards that one game alone has. `every` is its word for all cards,
    `choices` are pairs (value, label), `of` says the value of a card, «» for none.
    """

    name: str
    label: str
    every: str
    choices: tuple[tuple[str, str], ...]
    of: "Callable[[Card], str]"


class Needed(NamedTuple):
    """A document of a game that an evening needs, with its options; `each` player gets one, or the table."""

    document: str
    options: Mapping[str, str] = {}
    each: bool = False


class Rulebook:
    """A game's part of the rulebook. With content files alone a game does with what stands here."""

    # How sentences say parameters that this game alone has, or says otherwise than others, by their names.
    formats: "Mapping[str, Format]" = {}
    # Content files that a module of the game reads itself.
    own_files: Collection[str] = ()
    # Kinds of cards whose numbers a table may set in its score sheet.
    sheet_kinds: Collection[str] = ()
    # Kinds that have a `drawing` in place of a card's face, and the style sheets that it needs.
    drawn_kinds: Collection[str] = ()
    drawing_styles: tuple[str, ...] = ()

    def faults(self, reading: "Reading") -> "Iterable[Fault]":
        """What is wrong between the entries of this game that another one needn't mind."""
        return ()

    def spellings(self, game: "GameContent", card: "Card") -> list[str]:
        """Other short names by which a player may look for a card, besides its code."""
        return []

    def summary(self, game: "GameContent", card: "Card") -> list[str]:
        """A card in one line of a page, in short pieces."""
        return []

    def relatives(self, game: "GameContent", card: "Card") -> Mapping[str, object]:
        """What `rulebook/<id>/pieces/<kind>.html` shows on the page of a card, by the names it has there."""
        return {}

    def marks(self, game: "GameContent", card: "Card") -> "Sequence[Card]":
        """Other cards whose marks a list shows beside one."""
        return ()

    def filters(self, game: "GameContent") -> tuple[CardField, ...]:
        """More fields of the filter above the cards."""
        return ()

    def drawing(self, game: "GameContent", card: "Card", lang: str) -> str:
        """An SVG in place of a card's face, for `drawn_kinds`."""
        return ""

    def small_drawing(self, game: "GameContent", card: "Card", lang: str) -> str:
        """An SVG that lists show in place of a card's icon; empty for the icon."""
        return ""

    @property
    def figures(self) -> "Mapping[str, Draw]":
        """What draws the figures of `figures.toml`, by the name that they have for it in `drawing`."""
        return {}

    @property
    def figure_looks(self) -> Mapping[str, str]:
        """Attributes in print of classes that only figures of this game have."""
        return {}

    # The look and the print

    # The style sheets that give classes their look which only figures of this game have.
    figure_styles: tuple[str, ...] = ()
    # The ink of the game and a pale ground for it, those of the site's light theme in `static/<id>/game.css`.
    accent: tuple[str, str] = ("#7a4b26", "#f0e4d8")
    # Inks and pale tints of its drawings that no other game has, by the tokens that pages have for them.
    inks: Mapping[str, str] = {}
    tints: Mapping[str, str] = {}
    # The kinds that lie in decks, where others are tokens or parts of a board; None: all cards do.
    card_kinds: Collection[str] | None = None
    # Inks of kinds of cards that only a box has.
    kind_inks: Mapping[str, str] = {}
    sides = 1  # pages of the reference sheet: one, or both of a leaf

    def small_family(self, card: "Card") -> "SmallFamily":
        """How a card is drawn on pages."""
        from rulebook.drawing import plain_cards

        return plain_cards.FAMILY

    def printed_family(self, card: "Card") -> "PrintedFamily":
        """How a card is printed."""
        from rulebook.printing.cards import plain_cards

        return plain_cards.family(self)

    def ink(self, name: str) -> str:
        """What is printed in the colour of a class `k-<name>`: a colour of the game, a tint of a card."""
        from rulebook.printing.cards.paint import INK, INKS, MUTED

        return {"none": MUTED, "ink": INK, **INKS, **self.inks}.get(name, self.accent[0])

    def ink_of(self, game: "GameContent", card: "Card") -> str:
        """The ink of a card, that of its small picture on pages."""
        return self.ink(self.small_family(card).tint(game, card))

    def deck(self, game: "GameContent") -> "list[Card]":
        """What is printed as cards, one entry for copies that are alike, in the order of the content."""
        kinds = self.card_kinds
        return [card for card in game.cards if kinds is None or card.kind in kinds]

    @property
    def documents(self) -> "Mapping[str, Document]":
        """What a game prints besides cards, reference sheet and rulebook, by the name in its address."""
        return {}

    def reference(self, game: "GameContent", lang: str, page: "Size") -> dict[str, Any]:
        """What the templates of the reference sheet show besides their texts: `print/<id>/reference.html` and
        `rulebook/<id>/reference.html`, or those for all games.
        """
        from rulebook.printing.layout import plain_reference

        return plain_reference.context(game, lang, page, self.deck(game))

    def evening(self, players: int) -> Sequence[Needed]:
        """Which of its documents so many players need on an evening, besides a reference sheet each and the
        score sheet.
        """
        return ()

    def setup_counts(self, game: "GameContent", players: int) -> "Iterable[Count]":
        """Figures of the table as so many players set it up, besides the rules that say how."""
        return ()

    def setup_drawing(self, game: "GameContent", players: int, lang: str) -> str:
        """That table as an `<svg>` in inks of paper; empty for none."""
        return ""

    def opening(self, game: "GameContent", lang: str) -> dict[str, Any]:
        """What `print/<id>/opening.html` shows in the first chapter of the rulebook."""
        return {}

    def facts(self, game: "GameContent", card: "Card", lang: str) -> list[str]:
        """What the rulebook's list of cards says of one, in short pieces; empty where recipes say it."""
        return []

    def picture(self, game: "GameContent", card: "Card") -> str:
        """What that list shows of a card besides its icon: an SVG, empty for most."""
        return ""


DEFAULT = Rulebook()


def get(game_id: str) -> Rulebook:
    """The object of a game; the default one for a game that has nothing but content."""
    return finder.load("rulebook", game_id) or DEFAULT


def boxes(game_id: str) -> dict[str, Rulebook]:
    """The objects of a game's boxes by their ids: what a box says of itself it says as a game does."""
    found = finder.boxes("rulebook", game_id)
    return {box: finder.load_box("rulebook", game_id, box) or DEFAULT for box in found}


def documents(game_id: str) -> "Mapping[str, Document]":
    """What a game prints of its own, then what its boxes do."""
    own = (get(game_id), *boxes(game_id).values())
    return {name: document for each in own for name, document in each.documents.items()}


@cache
def formats(game_id: str) -> "Mapping[str, Format]":
    """How sentences say the parameters of a game, and of its boxes."""
    own = (*boxes(game_id).values(), get(game_id))
    return {name: say for each in own for name, say in each.formats.items()}
