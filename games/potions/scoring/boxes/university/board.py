"""What «Университетский курс» shows on the journal's pages: talismans that pay, the Forest, the Scruple."""

from typing import Any

from django.utils.translation import gettext

from games.potions.scoring.box_board import BoxPresenter, Key
from games.potions.scoring.boxes.university.points import (
    BY_ELIXIR,
    BY_MAGEMA,
    BY_UNIVERSALITY,
    FOREST,
    GROWTH,
    GROWTH_POINTS,
    INCOME,
    INCOME_POINTS,
    SCRUPLE,
    USEFUL,
    USEFUL_POINTS,
)
from rulebook.drawing.icons import kind_icon

TALISMAN = "lesser_talisman"


class UniversityPresenter(BoxPresenter):
    """See `BoxPresenter`."""

    box = "university"
    live = "scoring/potions/university/_live.html"
    keys = "scoring/potions/university/_keys.html"
    options = "scoring/potions/university/_options.html"
    asks = {FOREST: "university.forest.points", SCRUPLE: "university.scruple.pass"}

    @property
    def groups(self) -> dict[str, str]:
        return {
            "useful": gettext("полезность"),
            "income": gettext("доход"),
            "growth": gettext("рост"),
            "forest": gettext("Запретный лес"),
            "scruple": gettext("Крупица совести"),
        }

    def title(self, play: Any) -> tuple[str, str] | None:
        if play.kind in (FOREST, SCRUPLE):
            card = self.board.game.card_by_id[play.card]
            return card.short.in_(self.board.lang), kind_icon(card.kind)
        if play.kind == USEFUL and play.card:
            card = (
                self.board.game.copies_by_code.get(play.card, (None,))[0]
                or self.board.game.card_by_id[play.card]
            )
            said = {"card": card.short.in_(self.board.lang)}
            return gettext("%(card)s как элемент, талисман полезности") % said, kind_icon(TALISMAN)
        titles = {
            USEFUL: gettext("элемент, талисман полезности"),
            INCOME: gettext("талисман дохода"),
            GROWTH: gettext("талисман роста"),
        }
        return (titles[play.kind], kind_icon(TALISMAN)) if play.kind in titles else None

    def ask(self, what: str) -> str:
        return {
            FOREST: gettext("Чьи два существа уничтожены? Дважды — оба одного игрока."),
            SCRUPLE: gettext("Кому передана?"),
        }.get(what, "")

    def picks(self) -> list[Key]:
        return [
            Key(USEFUL, gettext("элемент, талисман полезности"), USEFUL_POINTS, gettext("полезность")),
            Key(INCOME, gettext("талисман дохода"), INCOME_POINTS, gettext("доход")),
            Key(GROWTH, gettext("талисман роста"), GROWTH_POINTS, gettext("рост")),
        ]

    def reason(self, reason: str) -> str:
        return {
            BY_MAGEMA: gettext("без половины, рецепт с магемой"),
            BY_UNIVERSALITY: gettext("без половины, рецепт с Эликсиром универсальности"),
            BY_ELIXIR: gettext("без половины, это Эликсир универсальности"),
        }.get(reason, "")


BOARD = UniversityPresenter
