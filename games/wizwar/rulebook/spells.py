"""What the `data` of cards that are played, of sectors and of layouts says, in words and rows of tables."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, ngettext_lazy

from games.wizwar.rulebook.drawing import maze, maze_cards
from games.wizwar.rulebook.drawing.pieces import NUMERAL_KIND, SPELL_KINDS
from rulebook import origins
from rulebook.content.entries import Card, GameContent
from rulebook.game import CardField
from web.language import page_language
from web.shares import wilson

Words = str | Promise


class LaidSector(NamedTuple):
    """A sector at its place, and its quarter turns to the right."""

    card: Card
    quarters: int


class SeatShares(NamedTuple):
    """Shares of wins by place: on the recommended layout, and on the even one where there is one."""

    games: int
    seed: int
    rows: tuple[tuple[str, ...], ...]


class Fact(NamedTuple):
    """A row of the table on a card's page."""

    label: str
    words: str


class FieldOrigin(NamedTuple):
    """Where a field of a card is known from."""

    field: str
    origin: origins.Origin


class SquareText(NamedTuple):
    """A square of a sector, what lies in it, and the ways out of it."""

    square: str
    holds: str
    ways: str


class ExitEnd(NamedTuple):
    """One of two sides that an exit joins; `place` is a place of the layout."""

    place: int
    side: str


class ExitPair(NamedTuple):
    letter: str
    ends: tuple[ExitEnd, ExitEnd]
    turns: bool


NUMBERS: Mapping[str, Words] = {
    "power": gettext_lazy("даёт силу"),
    "duration": gettext_lazy("даёт продолжительность"),
    "charges": gettext_lazy("задаёт число зарядов"),
    "none": gettext_lazy("не нужна"),
}
NUMBER_MARKS: Mapping[str, Words] = {
    "power": gettext_lazy("с цифрой сильнее"),
    "duration": gettext_lazy("с цифрой дольше"),
    "charges": gettext_lazy("цифра — заряды"),
}
HARM_MARKS: Mapping[str, Words] = {
    "magical": gettext_lazy("магический урон"),
    "physical": gettext_lazy("физический урон"),
}
TARGETS: Mapping[str, Words] = {
    "wizard": gettext_lazy("маг"),
    "monster": gettext_lazy("монстр"),
    "self": gettext_lazy("вы сами"),
    "edge": gettext_lazy("сторона клетки"),
    "square": gettext_lazy("клетка"),
    "wall": gettext_lazy("стена"),
    "door": gettext_lazy("дверь"),
    "bush": gettext_lazy("терновник"),
    "object": gettext_lazy("предмет"),
    "sector": gettext_lazy("сектор"),
    "card": gettext_lazy("карта"),
}
HARMS: Mapping[str, Words] = {"magical": gettext_lazy("магический"), "physical": gettext_lazy("физический")}
ELEMENTS: Mapping[str, Words] = {
    "fire": gettext_lazy("огонь"),
    "water": gettext_lazy("вода"),
    "lightning": gettext_lazy("молния"),
}
AMOUNTS: Mapping[str, Words] = {
    "N": gettext_lazy("сколько говорит цифра"),
    "N+2": gettext_lazy("цифра и ещё 2"),
    "N x stones": gettext_lazy("цифра за каждый магический камень"),
    "d4": gettext_lazy("сколько выпало на кубике"),
    "1 per card drawn": gettext_lazy("1 за каждую взятую карту"),
    "1 per extra square": gettext_lazy("1 за каждую лишнюю клетку"),
    "1 per square not moved": gettext_lazy("1 за каждую клетку, на которую не сдвинуть"),
}
DURATIONS: Mapping[str, Words] = {
    "N": gettext_lazy("столько ходов, сколько говорит цифра"),
    "permanent": gettext_lazy("без срока"),
    "until broken": gettext_lazy("пока вы сами его не нарушите"),
}
# What a card is besides its kind.
TRAITS: Mapping[str, Words] = {
    "monster": gettext_lazy("создаёт монстра"),
    "wand": gettext_lazy("жезл"),
    "artifact": gettext_lazy("артефакт"),
    "cursed": gettext_lazy("проклятая вещь"),
    "form": gettext_lazy("превращение"),
    "flies": gettext_lazy("летает"),
}
FIELDS: Mapping[str, Words] = {
    "card": gettext_lazy("Название"),
    "type": gettext_lazy("Вид"),
    "count": gettext_lazy("Число копий"),
    "effect": gettext_lazy("Действие"),
    "spell": gettext_lazy("Заклинание ли"),
    "targets": gettext_lazy("Цель"),
    "element": gettext_lazy("Стихия"),
    "stats": gettext_lazy("Жизни, шаги и удар"),
}
# How little of a card anybody found.
LITTLE_KNOWN: Mapping[str, Words] = {
    "name": gettext_lazy("только имя; восстановлено: числа наши"),
    "none": gettext_lazy("ничего: карту-образец придумали мы"),
}
CERTAINTIES: Mapping[str, Words] = {
    "fact": gettext_lazy("несколько источников сходятся до последней стены"),
    "one source": gettext_lazy("классическая сторона поля, источник один"),
    "one source, newer edition": gettext_lazy("источник один, поле из более нового издания"),
    "adapted": gettext_lazy("поле из более нового издания, выходы открыли мы"),
}
SIDES: Mapping[str, Words] = {
    "n": gettext_lazy("север"),
    "e": gettext_lazy("восток"),
    "s": gettext_lazy("юг"),
    "w": gettext_lazy("запад"),
}
# The token that a card leaves on the board.
TOKENS: Mapping[str, str] = {
    "create_wall": "token_wall",
    "destroy_wall": "token_gap",
    "wall_of_fire": "token_fire",
    "illusion_wall": "token_illusion",
    "thornbush": "token_bush",
    "fill_square_with_stone": "token_stone",
    "remove_lock": "token_lock",
    "jam_lock": "token_lock",
}


def facts(game: GameContent, card: Card) -> list[Fact]:
    """The rows of a card that is played."""
    rows = ((label, say(game, card)) for label, say in ROWS)
    return [Fact(str(label), words) for label, words in rows if words]


def known(game: GameContent, card: Card) -> list[FieldOrigin]:
    """Where each field of a card is known from, and what else of its effect is ours."""
    sources = card.data["from"]
    rows = [
        FieldOrigin(str(label), _field_origin(sources[field]))
        for field, label in FIELDS.items()
        if field in sources
    ]
    if "known" in card.data:
        found = origins.Origin("ours", LITTLE_KNOWN[card.data["known"]])
        rows.insert(0, FieldOrigin(gettext("Что нашлось"), found))
    if sources.get("also_reconstruction"):
        rows.append(FieldOrigin(gettext("Подробности действия"), origins.ORIGINS["reconstruction"]))
    return rows


def _field_origin(value: str) -> origins.Origin:
    return origins.OPEN_SOURCES if value == "public" else origins.ORIGINS[value]


def summary(game: GameContent, card: Card) -> list[str]:
    """A card that is played in one line: «ЛВ · магический урон · с цифрой сильнее»."""
    data = card.data
    words = [
        gettext("ещё %(kind)s") % {"kind": game.kind_by_id[kind].name.in_(page_language())}
        for kind in data.get("also", ())
    ]
    if data["sight"]:
        words.append(gettext("ЛВ"))
    if "damage" in data:
        words.append(str(HARM_MARKS[data["damage"]["kind"]]))
    if data["number"] in NUMBER_MARKS:
        words.append(str(NUMBER_MARKS[data["number"]]))
    return words


def number_summary(game: GameContent, card: Card) -> list[str]:
    """A number in one line."""
    return [gettext("шаги, сила или продолжительность")]


def sector_summary(game: GameContent, card: Card) -> list[str]:
    sector = maze.plan(card.data, game.constants)
    doors = len(sector.doors)
    return [
        ngettext("%(n)s дверь", "%(n)s двери", doors) % {"n": doors},
        gettext("сундуки %(squares)s") % {"squares": chests(sector)},
    ]


def layout_summary(game: GameContent, card: Card) -> list[str]:
    letters = [one["letter"] for one in card.data["exits"]]
    words = [gettext("выходы %(first)s–%(last)s") % {"first": letters[0], "last": letters[-1]}]
    return words + ([gettext("авто-перенос")] if "auto_warp" in card.data else [])


def chests(sector: maze.SectorPlan) -> str:
    """Where the treasures of a sector lie: «b2, d4»."""
    return ", ".join(maze.square_name(*square) for square in sector.treasures)


def sector_facts(game: GameContent, card: Card) -> list[Fact]:
    sector = maze.plan(card.data, game.constants)
    doors = ", ".join(_door_name(line) for line in sector.doors)
    return [
        Fact(gettext("Дом"), maze.square_name(*sector.home)),
        Fact(gettext("Сундуки"), chests(sector)),
        Fact(gettext("Двери"), doors),
        Fact(gettext("Выходы"), gettext("посередине каждой стороны")),
        Fact(gettext("Откуда рисунок"), str(CERTAINTIES[card.data["certainty"]])),
    ]


def _door_name(line: maze.WallLine) -> str:
    """The squares on both sides of a door: «b3 и b4»."""
    squares = {"one": maze.square_name(*line.before), "other": maze.square_name(*line.after)}
    return gettext("между %(one)s и %(other)s") % squares


def passages(game: GameContent, card: Card) -> list[SquareText]:
    """A sector for those who don't see it: each square with its ways out."""
    sector = maze.plan(card.data, game.constants)
    squares = ((x, y) for y in range(sector.size) for x in range(sector.size))
    return [
        SquareText(maze.square_name(x, y), _holds(sector, (x, y)), _ways(sector, x, y)) for x, y in squares
    ]


def _holds(sector: maze.SectorPlan, square: tuple[int, int]) -> str:
    if square == sector.home:
        return gettext("дом")
    return gettext("сундук") if square in sector.treasures else ""


def _ways(sector: maze.SectorPlan, x: int, y: int) -> str:
    found = maze.ways(sector, x, y)
    return ", ".join(_way(way) for way in found)


def _way(way: maze.WayOut) -> str:
    side = str(SIDES[way.side])
    if way.out:
        return gettext("%(side)s (выход)") % {"side": side}
    return gettext("%(side)s (дверь)") % {"side": side} if way.door else side


def exits(game: GameContent, layout: Card) -> list[ExitPair]:
    """The exits of a layout in the order of their letters, the auto-warp last and without one."""
    pairs = [_exit(one["letter"], one) for one in layout.data["exits"]]
    warp = layout.data.get("auto_warp")
    return [*pairs, _exit("", warp)] if warp else pairs


def _exit(letter: str, said: Mapping[str, Any]) -> ExitPair:
    first, second = (maze.end(text) for text in said["ends"])
    ends = (ExitEnd(first.place, str(SIDES[first.side])), ExitEnd(second.place, str(SIDES[second.side])))
    return ExitPair(letter, ends, said["map"] == "turn")


def sectors_in(game: GameContent, layout: Card) -> list[Card]:
    """The recommended sectors of a layout, by place."""
    return maze_cards.recommended(game, layout)


def even_sectors(game: GameContent, layout: Card) -> list[LaidSector]:
    """The sectors of the layout «поровну», by place; none for a variant, which was not measured."""
    laid = {} if layout.data["variant"] else game.constants["even_sectors"]
    found = laid.get(str(layout.data["players"]), [])
    return [LaidSector(game.card_by_id[sector], int(quarters)) for sector, quarters in found]


def seat_shares(game: GameContent, layout: Card) -> SeatShares | None:
    """How often each place won, on each layout that was measured; None for a variant or other numbers."""
    measured, players = game.constants["seat_wins"], str(layout.data["players"])
    if layout.data["variant"] or players not in measured["games"]:
        return None
    games = measured["games"][players]
    laid = [measured[name][players] for name in ("recommended", "even") if players in measured[name]]
    columns = [[_share(wins, games) for wins in each] for each in laid]
    return SeatShares(games, measured["seed"], tuple(zip(*columns, strict=True)))


def _share(wins: float, games: int) -> str:
    """«28,9 % (26,2–31,8)»: a share with its 95 % interval."""
    low, high = wilson(wins, games)
    share, least, most = (number_format(round(100 * each, 1), 1) for each in (wins / games, low, high))
    return f"{share}\u00a0% ({least}–{most})"


def makers(game: GameContent, token: Card) -> list[Card]:
    """The cards that put a token on the board."""
    return [card for card in game.cards if TOKENS.get(card.id) == token.id]


def _played_as(game: GameContent, card: Card) -> str:
    kinds = (card.kind, *card.data.get("also", ()))
    return gettext(" или ").join(game.kind_by_id[kind].name.in_(page_language()) for kind in kinds)


def _nature(game: GameContent, card: Card) -> str:
    if card.data.get("immediate"):
        return gettext("её не играют: она действует сама, едва её взяли")
    if card.data.get("object"):
        return gettext("физический предмет")
    return gettext("заклинание") if card.data["spell"] else gettext("физическое действие")


def _traits(game: GameContent, card: Card) -> str:
    return ", ".join(str(TRAITS[trait]) for trait in card.data.get("traits", ()))


def _stats(game: GameContent, card: Card) -> str:
    """A monster in numbers: «жизни 3, шаги 3, удар 2»."""
    stats = card.data.get("stats")
    return gettext("жизни %(life)s, шаги %(move)s, удар %(attack)s") % stats if stats else ""


def _hits(game: GameContent, card: Card) -> str:
    hits = card.data.get("stats", {}).get("hits", ())
    return ", ".join(str(TARGETS[target]) for target in hits)


def _sight(game: GameContent, card: Card) -> str:
    return gettext("нужна") if card.data["sight"] else gettext("не нужна")


def _number(game: GameContent, card: Card) -> str:
    return str(NUMBERS[card.data["number"]])


def _targets(game: GameContent, card: Card) -> str:
    return ", ".join(str(TARGETS[target]) for target in card.data["targets"])


def _harm(game: GameContent, card: Card) -> str:
    damage = card.data.get("damage")
    if not damage:
        return ""
    amount = str(AMOUNTS.get(str(damage["amount"]), damage["amount"]))
    parts = [amount, str(HARMS[damage["kind"]])]
    return ", ".join(parts + ([str(ELEMENTS[damage["element"]])] if "element" in damage else []))


def _duration(game: GameContent, card: Card) -> str:
    return str(DURATIONS[card.data["duration"]]) if "duration" in card.data else ""


# Figures of a card that stand in its data, with their plural forms.
COUNTED = {
    "hp": ngettext_lazy("%(n)s очко", "%(n)s очков", "n"),
    "points": gettext_lazy("до %(n)s урона"),
    "range_squares": ngettext_lazy("до %(n)s клетки", "до %(n)s клеток", "n"),
    "cards": ngettext_lazy("до %(n)s карты", "до %(n)s карт", "n"),
    "hand_limit_bonus": ngettext_lazy("на %(n)s карту больше", "на %(n)s карты больше", "n"),
    "base_move": ngettext_lazy("%(n)s шаг за ход", "%(n)s шагов за ход", "n"),
    "step_penalty": ngettext_lazy("на %(n)s шаг меньше", "на %(n)s шага меньше", "n"),
    "upkeep": ngettext_lazy("%(n)s жизнь за ход", "%(n)s жизни за ход", "n"),
    "draw_on_gain": ngettext_lazy("возьмите %(n)s карту", "возьмите %(n)s карты", "n"),
}


def _counted(field: str) -> Callable[[GameContent, Card], str]:
    """A figure in words, nothing where the card hasn't got it."""

    def words(game: GameContent, card: Card) -> str:
        n = card.data.get(field)
        return str(COUNTED[field] % {"n": n}) if n else ""

    return words


def _aliases(game: GameContent, card: Card) -> str:
    """Russian has several names for some cards."""
    names: list[str] = card.data.get("aliases", [])
    return ", ".join(f"«{name}»" for name in names) if page_language() == "ru" else ""


def _token(game: GameContent, card: Card) -> str:
    token = TOKENS.get(card.id)
    return game.card_by_id[token].name.in_(page_language()) if token else ""


ROWS: tuple[tuple[Words, Callable[[GameContent, Card], str]], ...] = (
    (gettext_lazy("Играют как"), _played_as),
    (gettext_lazy("Что это"), _nature),
    (gettext_lazy("Линия видимости"), _sight),
    (gettext_lazy("Цифра"), _number),
    (gettext_lazy("Цель"), _targets),
    (gettext_lazy("Ещё и"), _traits),
    (gettext_lazy("Монстр"), _stats),
    (gettext_lazy("Монстр бьёт"), _hits),
    (gettext_lazy("Держать его стоит"), _counted("upkeep")),
    (gettext_lazy("Урон"), _harm),
    (gettext_lazy("Держится"), _duration),
    (gettext_lazy("Дальность"), _counted("range_squares")),
    (gettext_lazy("Прочность"), _counted("hp")),
    (gettext_lazy("Снимает"), _counted("points")),
    (gettext_lazy("Забирает"), _counted("cards")),
    (gettext_lazy("Предел руки"), _counted("hand_limit_bonus")),
    (gettext_lazy("Шаги"), _counted("base_move")),
    (gettext_lazy("Шаги"), _counted("step_penalty")),
    (gettext_lazy("Получив впервые"), _counted("draw_on_gain")),
    (gettext_lazy("На поле"), _token),
    (gettext_lazy("Зовут и так"), _aliases),
)

# What the page of a card shows besides its texts, by its kind; the names are those of the templates.
RELATIVES: Mapping[str, Mapping[str, Callable[[GameContent, Card], object]]] = {
    **{kind: {"spell_facts": facts, "known": known} for kind in SPELL_KINDS},
    NUMERAL_KIND: {"known": known},
    "sector": {"sector_facts": sector_facts, "passages": passages},
    "layout": {"exits": exits, "sectors": sectors_in, "even": even_sectors, "shares": seat_shares},
    "token": {"makers": makers},
}


NUMBER_USES: Mapping[str, Words] = {
    "power": gettext_lazy("сила"),
    "duration": gettext_lazy("продолжительность"),
    "charges": gettext_lazy("заряды"),
    "none": gettext_lazy("не нужна"),
}


def filters(game: GameContent) -> tuple[CardField, ...]:
    """Whether a card needs sight, and for what it takes a number: only uses that some card has."""
    used = {card.data["number"] for card in game.cards if card.kind in SPELL_KINDS}
    return (
        CardField(
            "sight",
            gettext("Линия видимости"),
            gettext("Всё равно"),
            (("yes", gettext("нужна")), ("no", gettext("не нужна"))),
            lambda card: ("yes" if card.data["sight"] else "no") if card.kind in SPELL_KINDS else "",
        ),
        CardField(
            "number",
            gettext("Цифра"),
            gettext("Всё равно"),
            tuple((use, str(words)) for use, words in NUMBER_USES.items() if use in used),
            lambda card: str(card.data["number"]) if card.kind in SPELL_KINDS else "",
        ),
    )


# A card in one line, by its kind.
SUMMARIES: Mapping[str, Callable[[GameContent, Card], list[str]]] = {
    **dict.fromkeys(SPELL_KINDS, summary),
    NUMERAL_KIND: number_summary,
    "sector": sector_summary,
    "layout": layout_summary,
}
