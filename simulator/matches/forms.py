"""What comes in from the simulator's pages, checked for its shape; the engine says whether it may be."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, pgettext

from rulebook.content.entries import GameContent, OptionText
from rulebook.drawing.icons import named_icon
from scoring.forms import seat_rows
from simulator.game import engine_of
from simulator.game import get as game_object
from simulator.jobs.helper import PATIENCE
from simulator.matches.play import SeatPlayer
from simulator.models import HERE, PHONE, SEED_LIMIT, Match
from simulator.table.base import Table
from web import names as rule_of_names
from web.errors import RequestError
from web.fields import Expected
from web.language import page_language

MOVE = Expected(
    no_json=gettext_lazy("Ход не разобрать: это не JSON."),
    no_object=gettext_lazy("Ход не разобрать: нужен объект JSON."),
    no_form=gettext_lazy("Ход приходит формой или в JSON, а не так."),
)

MOST_BOXES = 20  # that a form names


def too_busy() -> RequestError:
    """What somebody hears who asks for a bot's move while too many wait for theirs."""
    seconds = int(PATIENCE)
    message = gettext("Ещё считаю. Спросите снова через %(n)s с.") % {"n": seconds}
    return RequestError(503, message, retry_after=seconds)


class SeatKind(NamedTuple):
    """A choice of who takes a seat: how that is called, an icon, a line about it, and what of that is told of
    a seat that has been given.
    """

    value: str
    title: str
    icon: str
    about: str
    short: str


def people() -> list[SeatKind]:
    return [
        SeatKind(
            HERE,
            gettext("человек, здесь"),
            "person",
            gettext("вы или друг за этим же устройством"),
            gettext("за этим устройством"),
        ),
        SeatKind(
            PHONE,
            gettext("человек, с телефона"),
            "phone",
            gettext("сядет по ссылке или QR-коду"),
            gettext("сядет по ссылке"),
        ),
    ]


def bots(game_id: str) -> list[SeatKind]:
    """The engine's bots, named by how they play, each with its face and how strong it was measured to be.

    Those with a fault stand first, the one that plays at random last.
    """
    titles = {
        "careful": gettext("бот, осторожный"),
        "greedy": gettext("бот, жадный"),
        "hasty": gettext("бот, торопливый"),
        "forgetful": gettext("бот, забывчивый"),
        "scholarly": gettext("бот, книжник"),
        "random": gettext("бот, ходит наугад"),
        "flat": gettext("бот, считает"),
        "search": gettext("бот, думает вперёд"),
    }
    game = game_object(game_id)
    own = {name: title.in_(page_language()) for name, title in game.bot_titles.items()}
    others = sorted(engine_of(game_id).bots, key=lambda name: name == "random")
    names = dict.fromkeys([*game.characters, *others])
    called = {name: own.get(name) or titles.get(name, name) for name in names}
    return [
        SeatKind(name, title, face(game_id, name), *_strength(game_id, name, called))
        for name, title in called.items()
    ]


def face(game_id: str, bot: str) -> str:
    """The icon of a bot: the game's own, that of all bots of this name, that of any bot."""
    return named_icon(f"bot-{game_id}-{bot}", named_icon(f"bot-{bot}", "bot"))


def _strength(game_id: str, bot: str, called: Mapping[str, str]) -> tuple[str, str]:
    """What was measured, in a sentence and in short; nothing of a bot that nobody has measured."""
    found = game_object(game_id).bot_strengths.get(bot)
    if found is None:
        said = gettext("любой разрешённый ход") if bot == "random" else ""
        return said, said
    rival = called[found.against]
    figures = {
        "wins": _percent(min(99, round(found.wins))),  # of all games that may be, none are won for sure
        "rival": rival.partition(", ")[2] or rival,  # «бот, считает»
        "fair": _percent(found.fair),
    }
    said = gettext("%(wins)s побед против «%(rival)s», поровну %(fair)s")
    return said % figures, gettext("%(wins)s побед, поровну %(fair)s") % figures


def _percent(n: int) -> str:
    return f"{n}%" if page_language() == "en" else f"{n}\u00a0%"


class SeatCount(NamedTuple):
    """So many at the table, and about how many minutes that takes; None where nobody has measured."""

    n: int
    minutes: int | None


def seat_counts(game_id: str) -> list[SeatCount]:
    return [SeatCount(n, game_object(game_id).minutes(n)) for n in engine_of(game_id).seats]


def bot_names() -> list[str]:
    """Names for bots whose seats were left unnamed."""
    return [
        pgettext("bot", "Мята"),
        pgettext("bot", "Шалфей"),
        pgettext("bot", "Полынь"),
        pgettext("bot", "Чабрец"),
        pgettext("bot", "Ромашка"),
        pgettext("bot", "Зверобой"),
    ]


class StartRow(NamedTuple):
    """A line of the start form: a seat that may stay empty; `fault` says what is wrong with its name."""

    name: str
    kind: str
    fault: str = ""


def rows_in(form: QueryDict, seats: int) -> list[StartRow]:
    """The seats of the start form, empty ones included, which are those behind as many as were chosen; one
    more than `seats` is refused, not forgotten.
    """
    chosen = form.get("seats", "")
    taken = int(chosen) if chosen.isdecimal() and len(chosen) < 3 else seats + 1
    return [
        StartRow(
            rule_of_names.clean_name(form.get(f"name-{place}", "")),
            form.get(f"kind-{place}", "") if place < taken else "",
        )
        for place in range(seats + (f"kind-{seats}" in form))
    ]


def rows_of(match: Match) -> list[StartRow]:
    """The seats of a match, as the form has them."""
    return [StartRow(seat.name, seat.kind) for seat in match.seats.all()]


def options_of(match: Match) -> QueryDict:
    """The options of a match, as the form sends them."""
    form = QueryDict(mutable=True)
    options = match.config["options"]
    form.update({f"option-{name}": str(value) for name, value in options.items()})
    for field, texts in match.table.start_form(options).items():
        form.setlist(field, texts)
    return form


def judged(rows: Sequence[StartRow]) -> list[StartRow]:
    """The rows, each bad name with its sentence; a place where nobody sits has no name."""
    seats = seat_rows([row.name if row.kind else "" for row in rows], judged=True)
    return [row._replace(fault=seat.fault) for row, seat in zip(rows, seats, strict=True)]


def players_of(game: GameContent, rows: Sequence[StartRow]) -> list[SeatPlayer]:
    """Who plays. Raises RequestError for a bad name or an unknown kind of seat."""
    faults = [row.fault for row in judged(rows) if row.fault]
    if faults:
        raise RequestError(422, faults[0])
    taken = [row for row in rows if row.kind]
    kinds = {kind.value for kind in (*people(), *bots(game.id))}
    herbs = iter([name for name in bot_names() if name not in {row.name for row in taken}])
    players = []
    for place, row in enumerate(taken, start=1):
        if row.kind not in kinds:
            raise RequestError(
                422, gettext("Кто сядет на место %(n)s, не понять: выберите из списка.") % {"n": place}
            )
        person = row.kind in (HERE, PHONE)
        numbered = gettext("Игрок %(n)s") % {"n": place}
        unnamed = numbered if person else next(herbs, numbered)
        players.append(SeatPlayer(row.name or unnamed, row.kind))
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise RequestError(422, gettext("Имена должны различаться, иначе не понять, чей ход."))
    return players


def options_in(game: GameContent, form: QueryDict) -> dict[str, Any]:
    """The options that were chosen; what isn't among the choices goes on as text: the engine refuses it."""
    found = {option.id: _option_value(option, form.get(f"option-{option.id}")) for option in game.options}
    return {name: value for name, value in found.items() if value is not None}


def boxes_in(form: QueryDict) -> tuple[str, ...]:
    """The boxes that were chosen; what is none goes on as text: the engine refuses it."""
    return tuple(sorted({text[:40] for text in form.getlist("box")[:MOST_BOXES]}))


def _option_value(option: OptionText, text: str | None) -> Any:
    if text is None or option.hidden:
        return None
    return next((choice.value for choice in option.choices if str(choice.value) == text), text[:80])


def seed_in(form: QueryDict, table: Table) -> int | None:
    """The seed, or None for a new one. Raises RequestError for anything but a number."""
    text = form.get("seed", "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) < SEED_LIMIT):
        if table.CARDS:
            said = gettext("Зерно раздачи — целое число до двадцати знаков. Или оставьте поле пустым.")
        else:
            said = gettext("Зерно жребия — целое число до двадцати знаков. Или оставьте поле пустым.")
        raise RequestError(422, said)
    return int(text)
