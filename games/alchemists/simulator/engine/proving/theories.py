"""Whether what is said of theories, seals, grants and debunks is so."""

from collections.abc import Iterable, Sequence

from games.alchemists.scoring.points import SEALS, loss_at
from games.alchemists.simulator.engine.data import DEBUNK, GRANTS, GRANTS_FIRST, GRANTS_LATER, PUBLISH
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.proving import brute
from games.alchemists.simulator.engine.proving.tried import Counts, Tried, named
from games.alchemists.simulator.engine.state import Book

# --- Publishing, endorsing ---------------------------------------------------------------------------------


def book_of(tried: Tried, ingredient: str) -> Book:
    return tried.before.books[brute.NAMES.index(ingredient)]


def _tokens(tried: Tried, ingredient: str) -> Sequence[str]:
    """What lies on a book, else the formulas that lie on none, at once after a debunk some of them."""
    lying = {book.token for book in tried.before.books}
    token = book_of(tried, ingredient).token
    if token:
        return [token]
    free = [formula for formula in brute.FORMULAS if formula not in lying]
    fallen = getattr(tried.before.agenda[0], "fallen", None)
    if fallen is None:
        return free
    if any(ingredient == name for name, _ in fallen):
        return [formula for formula in free if (ingredient, formula) not in fallen]
    return [formula for formula in free if formula in {freed for _, freed in fallen}]


def right_in(tried: Tried, ingredient: str, tokens: Iterable[str] | None = None) -> int:
    """In how many worlds the likeliest of the formulas is right."""
    there = brute.formulas_of(tried.facts, ingredient)
    return max((there[formula] for formula in tokens or _tokens(tried, ingredient)), default=0)


def _named(tried: Tried) -> int | None:
    """In how many worlds the theory is right that the move is about."""
    if tried.verb in ("publish", "endorse"):
        return right_in(tried, tried.move.args[0])
    return right_in(tried, tried.frame.ingredient, tried.move.args) if tried.verb == "token" else None


def theory(tried: Tried, of: Counts) -> bool:
    right = _named(tried)
    return right is not None and 2 * right >= tried.total and of == tried.of(right)


def theory_wrong(tried: Tried, of: Counts) -> bool:
    right = _named(tried)
    return right is not None and 2 * right < tried.total and of == tried.of(tried.total - right)


def theory_poor(tried: Tried, of: Counts) -> bool:
    """Declined, and every theory that could be sealed is wrong in more than half of the worlds."""
    if not tried.declines or tried.where not in (PUBLISH, "Immediate"):
        return False
    best = max((right_in(tried, move.args[0]) for move in tried.legal if move.args), default=0)
    return 2 * best < tried.total and of == tried.of(best)


def theory_near(tried: Tried, of: Counts) -> bool:
    """Wrong in one colour alone."""
    if tried.verb != "token":
        return False
    there = brute.formulas_of(tried.facts, tried.frame.ingredient)
    near = sum(n for each, n in there.items() if len(brute.wrong_colours(each, tried.move.args[0])) == 1)
    return near > 0 and of == tried.of(near)


def sealed_by(tried: Tried, seat: int) -> set[str]:
    """The ingredients on whose books a seat's seals count: of none that is in conflict."""
    in_conflict = {name for pair in tried.before.conflicts for name in pair}
    return {
        name
        for name, book in zip(brute.NAMES, tried.before.books, strict=True)
        if seat in book.seats and name not in in_conflict
    }


def _sealing(tried: Tried) -> set[str] | None:
    """Own counting seals once the theory is sealed."""
    if tried.verb not in ("publish", "endorse"):
        return None
    return sealed_by(tried, tried.seat) | {tried.move.args[0]}


def theory_grant(tried: Tried, grant: str) -> bool:
    sealed = _sealing(tried)
    if sealed is None or grant not in GRANTS:
        return False
    taken = {code for board in tried.before.boards for code in board.grants}
    needed = GRANTS_LATER if tried.board.grants else GRANTS_FIRST
    return grant not in taken and len(sealed & set(_tile(tried, grant))) >= needed


def _tile(tried: Tried, grant: str) -> Sequence[str]:
    return figures(tried.before.options).tiles[grant]


def theory_top(tried: Tried, n: int) -> bool:
    sealed = _sealing(tried)
    others = [len(sealed_by(tried, seat)) for seat in range(tried.before.players) if seat != tried.seat]
    return sealed is not None and len(sealed) == n > max(others)


def rivals_vouch(tried: Tried, seats: Counts) -> bool:
    """Others have a seal under it: they lose by it if it is wrong."""
    if tried.verb != "endorse":
        return False
    return bool(seats) and set(seats) == set(book_of(tried, tried.move.args[0]).seats)


def pays_rivals(tried: Tried, n: int) -> bool:
    return tried.verb == "endorse" and 0 < n == len(book_of(tried, tried.move.args[0]).seats)


# --- Seals, grants -----------------------------------------------------------------------------------------


def _seal(tried: Tried) -> tuple[int, int, int]:
    """In how many worlds the theory is right, wrong and insured by the seal, wrong and not."""
    there = brute.formulas_of(tried.facts, tried.frame.ingredient)
    token, hedge = tried.frame.token, SEALS[tried.move.args[0]].data["hedge"]
    insured = sum(n for each, n in there.items() if hedge and brute.wrong_colours(each, token) == [hedge])
    return there[token], insured, tried.total - there[token] - insured


def seal_safe(tried: Tried) -> bool:
    return tried.verb == "seal" and not _seal(tried)[2]


def seal_insures(tried: Tried, colour: str, of: Counts) -> bool:
    if tried.verb != "seal" or SEALS[tried.move.args[0]].data["hedge"] != colour:
        return False
    insured = _seal(tried)[1]
    return insured > 0 and of == tried.of(insured)


def seal_brings(tried: Tried, n: int, of: Counts) -> bool:
    if tried.verb != "seal" or not 0 < n == SEALS[tried.move.args[0]].data["right"]:
        return False
    right = _seal(tried)[0]
    return right > 0 and of == tried.of(right)


def seal_risks(tried: Tried, n: int, of: Counts) -> bool:
    if tried.verb != "seal" or -n != SEALS[tried.move.args[0]].data["wrong"]:
        return False
    risk = _seal(tried)[2]
    return risk > 0 and of == tried.of(risk)


def _stars(tried: Tried) -> int:
    own = tried.before.own
    return sum(bool(SEALS[seal].data["star"]) for seal in own.seals) if own else 0


def star_spent(tried: Tried, n: int) -> bool:
    return tried.verb == "seal" and bool(SEALS[tried.move.args[0]].data["star"]) and n == _stars(tried) - 1


def star_kept(tried: Tried, n: int) -> bool:
    return tried.verb == "seal" and not SEALS[tried.move.args[0]].data["star"] and n == _stars(tried)


def grant_points(tried: Tried, n: int) -> bool:
    return tried.verb == "grant" and figures(tried.before.options).points[tried.move.args[0]] == n


def grant_open(tried: Tried, n: int) -> bool:
    if tried.verb != "grant":
        return False
    tile = _tile(tried, tried.move.args[0])
    return n == sum(tried.seat not in book_of(tried, name).seats for name in tile)


# --- Debunking ---------------------------------------------------------------------------------------------


def debunked_in(tried: Tried, names: tuple[str, ...], asked: str) -> int:
    """In how many worlds a debunk succeeds: of a colour whose sign is wrong, of a pair by what it makes."""
    if len(names) == 1:
        lying = brute.CIRCLES[book_of(tried, names[0]).token][asked][0]
        return tried.total - brute.signs_of(tried.facts, names[0], asked)[lying]
    yes = tried.made((names[0], names[1]))[asked]
    return yes * _convicts(tried, names, asked, True) + (tried.total - yes) * _convicts(
        tried, names, asked, False
    )


def _convicts(tried: Tried, names: tuple[str, ...], potion: str, yes: bool) -> bool:
    """Whether an answer makes a theory fall, or shows a conflict that isn't known yet."""
    tokens = [token for name in names if (token := book_of(tried, name).token)]
    coloured = yes and potion != brute.NEUTRAL
    if coloured and any(brute.CIRCLES[token][potion[0]][0] != potion[1] for token in tokens):
        return True
    if len(tokens) < 2 or tuple(names) in tried.before.conflicts:
        return False
    return (brute.MADE[tokens[0], tokens[1]] == potion) != yes


def _asked_of(tried: Tried) -> tuple[str, ...] | None:
    if tried.verb == "claim":
        return tuple(tried.frame.pair)
    return {"debunk": tried.move.args[:1], "test": tried.move.args}.get(tried.verb)


def _won(tried: Tried, verb: str, args: tuple[str, ...]) -> int:
    """Of a question about a pair: by the potion that is best for it."""
    if verb == "debunk":
        return debunked_in(tried, args[:1], args[1])
    if verb == "claim":
        return debunked_in(tried, tuple(tried.frame.pair), args[0])
    return max(debunked_in(tried, args, potion) for potion in {*brute.MADE.values()})


def debunk(tried: Tried, of: Counts) -> bool:
    if _asked_of(tried) is None:
        return False
    won = _won(tried, tried.verb, tried.move.args)
    return 2 * won >= tried.total and of == tried.of(won)


def debunk_doubtful(tried: Tried, of: Counts, n: int) -> bool:
    if _asked_of(tried) is None or n != loss_at(tried.board.reputation, 1):
        return False
    won = _won(tried, tried.verb, tried.move.args)
    return 2 * won < tried.total and of == tried.of(tried.total - won)


def debunk_poor(tried: Tried, of: Counts) -> bool:
    """Declined, and the best of all debunks fails in more than half of the worlds."""
    if not tried.declines or tried.where != DEBUNK:
        return False
    best = max((_won(tried, move.verb, move.args) for move in tried.legal if move.args), default=0)
    return 2 * best < tried.total and of == tried.of(best)


def _seats_on(tried: Tried) -> set[int]:
    return {seat for name in _asked_of(tried) or () for seat in book_of(tried, name).seats}


def debunk_rivals(tried: Tried, seats: Counts) -> bool:
    return bool(seats) and set(seats) == _seats_on(tried) - {tried.seat}


def debunk_own(tried: Tried) -> bool:
    return tried.seat in _seats_on(tried)


CHECKS = dict(
    named(
        theory,
        theory_wrong,
        theory_poor,
        theory_near,
        theory_grant,
        theory_top,
        rivals_vouch,
        pays_rivals,
        seal_safe,
        seal_insures,
        seal_brings,
        seal_risks,
        star_spent,
        star_kept,
        grant_points,
        grant_open,
        debunk,
        debunk_doubtful,
        debunk_poor,
        debunk_rivals,
        debunk_own,
    )
)
