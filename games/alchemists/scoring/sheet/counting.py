"""What the sheet of «Алхимики» comes to: reputation, books, goods, points and what seals may still bring."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from games.alchemists.scoring import points as calculator
from games.alchemists.scoring.points import (
    GAME,
    GRANTS,
    IDOL,
    INGREDIENTS,
    SEALS,
    START,
    Player,
    Seal,
    Theory,
)
from games.alchemists.scoring.sheet.cells import (
    CONFERENCES,
    LEVELS,
    OWNED,
    happening_of,
    numbers_of,
    texts,
)
from games.alchemists.scoring.sheet.reveal import (
    FACE_DOWN,
    BookTally,
    ConferenceNumbers,
    EventTally,
    Goods,
    GrantPoints,
    RevealTally,
    SealTally,
)
from games.alchemists.scoring.sheet.warnings import warnings_of
from scoring.sheets.core import FINISH, State, verdict_on
from scoring.sheets.lines import PlayerScore, ScoreLine


def fold(state: State) -> RevealTally:
    """The whole sheet."""
    conferences = _conferences(state)
    events, tracks = _tracked(state, conferences)
    goods = tuple(_goods(state, seat, tracks[seat].points) for seat in range(state.seats))
    grants = _grants(state)
    truth = {args[0]: text for args, text in texts(state, "truth")}
    theories = _theories(state)
    players = [player_of(each, grants) for each in goods]
    counted = calculator.score(truth, [turned_up(theory) for theory in theories], players)
    scores = tuple(_worded(score, each, grants) for score, each in zip(counted, goods, strict=True))
    gold = [calculator.gold_left(player) for player in players]
    began = any(entry.text for cell, entry in state.cells.items() if cell != FINISH)
    leaders = calculator.winners([score.points for score in scores], gold) if began else ()
    tally = RevealTally(
        events=events,
        tracks=tracks,
        books=tuple(_book(state, ingredient, theories, truth) for ingredient in INGREDIENTS),
        goods=goods,
        conferences=conferences,
        grants=grants,
        tiles=_tiles(state),
        scores=scores,
        spread=tuple(_spread(each, theories, truth) for each in goods),
        leaders=leaders,
        verdict=None,
        warnings=[],
        finished=state.finished,
    )
    tally.warnings.extend(warnings_of(state, tally))
    if not (state.finished or tally.settled):
        return tally
    return RevealTally(**{**vars(tally), "verdict": verdict_on(leaders, tally.totals)})


def _conferences(state: State) -> dict[str, dict[str, ConferenceNumbers]]:
    """The numbers of each conference by level: the table's own, else those of the content."""
    return {token: {level: _conference(state, token, level) for level in LEVELS} for token in CONFERENCES}


def _conference(state: State, token: str, level: str) -> ConferenceNumbers:
    own = state.entry(f"set.{token}.{level}").text
    if own:
        return numbers_of(own)
    ours = CONFERENCES[token].data[level]
    return ConferenceNumbers(ours["need"], ours["gain"], tuple(ours["losses"]), CONFERENCES[token].guessed)


def _grants(state: State) -> dict[str, GrantPoints]:
    """What each grant is worth: the table's own number, else that of the content."""
    own = {grant: state.entry(f"set.{grant}").text for grant in GRANTS}
    return {
        grant: GrantPoints(
            int(own[grant]) if own[grant] else int(card.data["vp"]), card.guessed and not own[grant]
        )
        for grant, card in GRANTS.items()
    }


def _tiles(state: State) -> dict[str, tuple[str, ...]]:
    """The ingredients of each grant: the table's own, else those of the content."""
    return {
        grant: tuple(state.entry(f"tile.{grant}").text.split()) or tuple(card.data["ingredients"])
        for grant, card in GRANTS.items()
    }


def _tracked(
    state: State, conferences: Mapping[str, Mapping[str, ConferenceNumbers]]
) -> tuple[tuple[EventTally, ...], tuple[PlayerScore, ...]]:
    """The log with what each event did, and the lines behind everybody's reputation."""
    standing = [START] * state.seats
    lines = [[ScoreLine("rep_start", "setup.reputation", {"n": START}, START)] for _ in range(state.seats)]
    events: list[EventTally] = []
    for cell, entry in state.cells.items():
        if not cell.startswith("rep.") or not entry.text:
            continue
        happening = happening_of(entry.text, state.seats)
        seat = happening.seat
        change = calculator.change(
            standing[seat], happening.parts, robe=happening.robe, authority=happening.authority
        )
        standing[seat] = change.after
        lines[seat].extend(change.lines)
        level = state.entry(f"level.{seat + 1}").text or LEVELS[0]
        guessed = bool(happening.conference) and conferences[happening.conference][level].guessed
        events.append(EventTally(len(events) + 1, cell, entry.number, entry.text, happening, change, guessed))
    tracks = tuple(PlayerScore(n, tuple(row)) for n, row in zip(standing, lines, strict=True))
    return tuple(events), tracks


def _goods(state: State, seat: int, tracked: int) -> Goods:
    def text(kind: str) -> str:
        return state.entry(f"{kind}.{seat + 1}").text

    def n(kind: str) -> int | None:
        return int(text(kind)) if text(kind) else None

    return Goods(
        seat=seat,
        tracked=tracked,
        typed=n("reputation"),
        artifacts=tuple(dict.fromkeys(code for kind in OWNED for code in text(kind).split())),
        grants=tuple(text("grants").split()),
        gold=n("gold"),
        favours=n("favours"),
        feather=n("feather"),
        level=text("level") or LEVELS[0],
    )


def player_of(goods: Goods, grants: Mapping[str, GrantPoints]) -> Player:
    return Player(
        name="",
        reputation=goods.reputation,
        artifacts=goods.artifacts,
        grants=tuple(grants[grant].n for grant in goods.grants),
        favours=goods.favours or 0,
        gold=goods.gold or 0,
        feather_kinds=goods.feather or 0,
    )


def _theories(state: State) -> list[Theory]:
    """What is published, with the seals on each book; seals on a book without a theory don't count."""
    seals = [(args[0], Seal(int(args[1]) - 1, kind)) for args, kind in texts(state, "seal")]
    published = {args[0]: text for args, text in texts(state, "theory")}
    return [
        Theory(
            ingredient,
            published[ingredient],
            tuple(sorted(seal for where, seal in seals if where == ingredient)),
        )
        for ingredient in INGREDIENTS
        if ingredient in published
    ]


def turned_up(theory: Theory) -> Theory:
    """The theory with those of its seals whose kind is known."""
    return theory._replace(seals=tuple(seal for seal in theory.seals if seal.kind != FACE_DOWN))


def _book(state: State, ingredient: str, theories: Sequence[Theory], truth: Mapping[str, str]) -> BookTally:
    theory = next((each for each in theories if each.ingredient == ingredient), None)
    answer = truth.get(ingredient, "")
    if theory is None:
        return BookTally(ingredient, "", answer, (), (), ())
    seals = tuple(
        SealTally(
            seal.seat,
            seal.kind,
            calculator.seal_line(theory, seal, answer) if answer and seal.kind != FACE_DOWN else None,
        )
        for seal in theory.seals
    )
    wrong = calculator.wrong_colours(theory.alchemical, answer) if answer else ()
    return BookTally(
        ingredient, theory.alchemical, answer, seals, _conflicts(state, ingredient), tuple(wrong)
    )


def _conflicts(state: State, ingredient: str) -> tuple[str, ...]:
    """The books that share a conflict token with this one; a token beside a book without a theory is none."""
    pairs = [pair for pair, _ in texts(state, "conflict") if ingredient in pair]
    others = [other for pair in pairs for other in pair if other != ingredient]
    return tuple(other for other in others if state.entry(f"theory.{other}").text)


def _worded(score: PlayerScore, goods: Goods, grants: Mapping[str, GrantPoints]) -> PlayerScore:
    """The calculator's lines, with what the sheet knows: which grant it was; no gold that nobody counted."""
    guessed = {tile for tile, points in grants.items() if points.guessed}
    counted = goods.gold is not None or goods.favours is not None
    lines = with_tiles(score.lines, goods.grants, guessed)
    return score._replace(lines=tuple(line for line in lines if counted or line.code != "gold"))


def with_tiles(
    lines: Iterable[ScoreLine], tiles: Iterable[str], guessed: Container[str]
) -> Iterator[ScoreLine]:
    """The calculator's lines, those of grants by their tiles and with whether the numbers there are ours."""
    left = iter(tiles)
    for line in lines:
        if line.code == "grant":
            tile = next(left)
            params = {"grant": tile, "n": line.points, "guessed": tile in guessed}
            yield line._replace(code="sheet_grant", params=params)
        else:
            yield line


def _spread(goods: Goods, theories: Sequence[Theory], truth: Mapping[str, str]) -> tuple[int, int]:
    """The least and the most that a player's seals may still bring, with the Wisdom Idol."""
    idol = int(GAME.constants["idol_points"]) if IDOL in goods.artifacts else 0
    low = high = 0
    for theory in theories:
        for seal in theory.seals:
            if seal.seat != goods.seat or (theory.ingredient in truth and seal.kind != FACE_DOWN):
                continue
            cards = list(SEALS.values()) if seal.kind == FACE_DOWN else [SEALS[seal.kind]]
            low += min(int(card.data["wrong"]) for card in cards)
            high += max(int(card.data["right"]) for card in cards) + idol
    return low, high
