"""The tools: what each may be asked, and what answers."""

import logging
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, override

from rulebook import shelf
from rulebook.api.entries import Json
from rulebook.search.finding import LONGEST_QUERY
from scoring import sheets
from simulator.game import played_games
from simulator.mcp import counting, playing, reading
from simulator.mcp.parameters import NAME, NUMBER, TABLE, TEXT, TEXTS, Asked, Parameter, among, read
from web.errors import RequestError

LANG = "lang"
MOST_PLACES = 12  # each is looked at from each other
log = logging.getLogger(__name__)


def languages() -> Collection[str]:
    return dict(settings.LANGUAGES)


def _game(known: Callable[[], Collection[str]], needed: bool = True) -> Parameter:
    about = gettext_lazy("какая игра")
    return Parameter("game", TEXT, about, needed, known=known, unknown=gettext_lazy("Такой игры здесь нет."))


SPOKEN = Parameter(LANG, TEXT, gettext_lazy("язык ответа"), needed=False, known=languages)
ANY_GAME = _game(shelf.games)
PLAYED = _game(played_games)
POSITION = Parameter(
    "position",
    TABLE,
    gettext_lazy("положение в краткой записи, как в примере (example) правила, или записанное целиком"),
)


class Tool(NamedTuple):
    name: str
    about: Promise | str
    parameters: tuple[Parameter, ...]
    answer: Callable[[Asked], Json]

    @property
    def description(self) -> str:
        """What it is for; of score sheets also what each game takes."""
        if self.answer is not counting.score_sheet:
            return str(self.about)
        forms = (f"{game_id}: {sheets.get(game_id).table_form}" for game_id in shelf.games())
        return "\n".join([str(self.about), *forms])


TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            "search",
            gettext_lazy("Ищет правила, разъяснения, слова и карты по вопросу, заданному как за столом."),
            (
                Parameter("query", TEXT, gettext_lazy("о чём спрашивают"), most=LONGEST_QUERY),
                _game(shelf.games, needed=False),
                Parameter(
                    "boxes",
                    TEXTS,
                    gettext_lazy("какие дополнения на столе; без этого параметра — все"),
                    needed=False,
                    known=reading.box_ids,
                ),
                SPOKEN,
            ),
            reading.search,
        ),
        Tool(
            "clause",
            gettext_lazy("Правило по его id: текст, чей он, разъяснения к нему, пример для check_move."),
            (ANY_GAME, Parameter("id", TEXT, gettext_lazy("id правила, такой как overflow.take")), SPOKEN),
            reading.clause,
        ),
        Tool(
            "ruling",
            gettext_lazy("Разъяснение по его номеру: что решено и кто так решил."),
            (ANY_GAME, Parameter("number", NUMBER, gettext_lazy("номер разъяснения")), SPOKEN),
            reading.ruling,
        ),
        Tool(
            "card",
            gettext_lazy("Карта по её id: текст, сколько таких, разъяснения к ней."),
            (ANY_GAME, Parameter("id", TEXT, gettext_lazy("id карты")), SPOKEN),
            reading.card,
        ),
        Tool(
            "check_move",
            gettext_lazy(
                "Можно ли так пойти: что тогда случится и какое выйдет положение, или правило, которое"
                " ход запрещает. О том, что решает случай (by_chance), сказан один из исходов."
            ),
            (
                PLAYED,
                POSITION,
                Parameter("move", TEXT, gettext_lazy("ход, такой как «Оля: play R4 1», имя можно опустить")),
                Parameter("seat", NAME, gettext_lazy("кто ходит, именем или номером места"), needed=False),
                SPOKEN,
            ),
            playing.check_move,
        ),
        Tool(
            "score_sheet",
            gettext_lazy("Считает очки и объясняет каждое правилом. Что писать в table, у каждой игры своё:"),
            (ANY_GAME, Parameter("table", TABLE, gettext_lazy("кто сколько собрал или сыграл")), SPOKEN),
            counting.score_sheet,
        ),
        Tool(
            "sight",
            gettext_lazy("Кто кого видит и сколько до него шагов, в игре с полем, без помощи карт."),
            (
                PLAYED,
                POSITION,
                Parameter(
                    "places",
                    TEXTS,
                    gettext_lazy("между кем и чем смотреть: игроки и клетки; без этого — все игроки"),
                    needed=False,
                    most=MOST_PLACES,
                ),
                SPOKEN,
            ),
            playing.sight,
        ),
    )
}


class ToolAnswer(NamedTuple):
    """The answer to a call; `refused`: a sentence on what was wrong with it, and nothing else."""

    data: Json | str
    refused: bool


def call(name: str, said: Asked, lang: str) -> ToolAnswer:
    """Answers a call in the language that it asks for, else in `lang`; whatever it says, in words."""
    asked = said.get(LANG)
    with override(asked if isinstance(asked, str) and asked in languages() else lang):
        try:
            if name not in TOOLS:
                message = gettext("Такого инструмента здесь нет.")
                raise RequestError(404, among(message, TOOLS))
            tool = TOOLS[name]
            return ToolAnswer(tool.answer(read(tool.parameters, said)), refused=False)
        except RequestError as stop:
            return ToolAnswer(stop.message, refused=True)
        except Exception:
            log.exception("%s", name)
            return ToolAnswer(gettext("Здесь что-то сломалось, и не по вашей вине."), refused=True)
