"""What a game prints besides cards, reference sheet and rulebook. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulebook.content.entries import GameContent
from rulebook.printing.cards.paint import FULL_INK, LOW_INK, Size, Style

LOW = {"low_ink": ("0", "1")}


@dataclass(frozen=True)
class Asked:
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
    `print/<game>/menu.html` offers them.
    """

    template: str
    context: Callable[[GameContent, Asked], dict[str, Any]]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: LOW)

    def chosen(self, **options: str) -> dict[str, str]:
        """A value for every option, the default where none is given. Raises KeyError for an unknown one."""
        defaults = {name: values[0] for name, values in self.options.items()}
        for name, value in options.items():
            if value not in self.options[name]:
                raise KeyError(f"{name}={value}")
        return {**defaults, **options}
