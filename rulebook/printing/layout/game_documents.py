"""What a game prints besides cards, reference sheet and rulebook. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulebook.content.entries import GameContent
from rulebook.printing.cards.paint import FULL_INK, LOW_INK, Size, Style
from web.refusal import Refusal

LOW = {"low_ink": ("0", "1")}


class CannotPrint(ValueError):
    """What somebody typed for a document can't be; `refusals` say why."""

    def __init__(self, refusals: Sequence[Refusal]):
        super().__init__(", ".join(refusal.code for refusal in refusals))
        self.refusals = tuple(refusals)


@dataclass(frozen=True)
class DocumentRequest:
    """What a document is drawn for: language, paper, and a value for each of its options."""

    lang: str
    page: Size
    options: Mapping[str, str]

    @property
    def style(self) -> Style:
        return LOW_INK if self.options["low_ink"] == "1" else FULL_INK


@dataclass(frozen=True)
class Document:
    """A file `/print/<game>/<id>.pdf`: `context` is what its `template` shows besides its texts.

    `options` are the parameters of its address with their values, the first one the default; the template
    `print/<game>/menu.html` offers them, else `print/menu.html` the document as it is by default. `texts` are
    parameters that somebody types, with the most letters that they may have; `context` raises CannotPrint
    for a text that can't be.
    """

    template: str
    context: Callable[[GameContent, DocumentRequest], dict[str, Any]]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: LOW)
    texts: Mapping[str, int] = field(default_factory=dict)

    def chosen(self, **options: str) -> dict[str, str]:
        """A value for every option, the default where none is given. Raises KeyError for an unknown one."""
        defaults = {
            **{name: values[0] for name, values in self.options.items()},
            **dict.fromkeys(self.texts, ""),
        }
        for name, value in options.items():
            if name not in self.texts and value not in self.options[name]:
                raise KeyError(f"{name}={value}")
        return {**defaults, **options}
