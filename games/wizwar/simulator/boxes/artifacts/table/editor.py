"""What artifacts have done, in the position editor: to the short form and back. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.wizwar.simulator.table.editor import (
    CODE_LIMIT,
    HAND_LIMIT,
    LIST_LIMIT,
    BoxEditor,
    Written,
    codes_of,
    wizard_of,
)
from rulebook.content.entries import GameContent
from simulator.table.typed import PARTS

GONE, ENTERED, SEIZED, STRUCK = "gone", "entered", "seized", "struck"
CARDS = (GONE, STRUCK)


class ArtifactsEditor(BoxEditor):
    fields = {GONE: LIST_LIMIT, ENTERED: CODE_LIMIT, SEIZED: HAND_LIMIT, STRUCK: LIST_LIMIT}
    keys = (GONE, ENTERED, SEIZED, STRUCK)
    part = "simulator/wizwar/artifacts/_editor.html"

    def position_of(
        self, content: GameContent, names: Sequence[str], fields: Mapping[str, Sequence[str]]
    ) -> dict[str, Any]:
        people = filter(str.strip, PARTS.split(",".join(fields[SEIZED])))
        return {
            **{key: codes_of(content, ",".join(fields[key])) for key in CARDS},
            ENTERED: "".join(fields[ENTERED][:1]).strip(),
            SEIZED: " ".join(wizard_of(names, name) for name in people),
        }

    def shown(self, written: Written) -> dict[str, Any]:
        return {
            **{key: written.cards(written.text(key), LIST_LIMIT) for key in CARDS},
            ENTERED: written.text(ENTERED)[:CODE_LIMIT],
            SEIZED: ", ".join(map(written.name, written.text(SEIZED).split())),
        }


EDITOR = ArtifactsEditor()
