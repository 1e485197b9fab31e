"""Attacks, windows for counteractions, and what is left of an attack when they close.

An attack is declared, everybody concerned is asked, then cancellations work newest first, those who moved or
hid have done so, reflections split what is left, and each victim's reducers meet his own part (rulings
wizwar-34 to 38). Harm that is no attack goes the same way through a narrow window.
"""

from collections.abc import Iterable, Sequence

from games.wizwar.scoring.points import half
from games.wizwar.simulator.engine import sight
from games.wizwar.simulator.engine.board import HIDES, damage, hew
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.answers import ABSORBS, ALL, BLUNTS, cannot, is_answered, misses
from games.wizwar.simulator.engine.cards.book import ANSWERS, KICK, record
from games.wizwar.simulator.engine.cards.passives import BEFRIENDING, HITS_ON, lasting_on
from games.wizwar.simulator.engine.data import BUSH_HP, CARD, SIGHT
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.places import FIGURES, read_edge, square_at, square_text
from games.wizwar.simulator.engine.reach import walls_left
from games.wizwar.simulator.engine.state import (
    CREATURES,
    NOBODY,
    Attack,
    Harm,
    Item,
    Pick,
    State,
    Window,
    is_alive,
    keeper,
)
from simulator.engine.game import Seat
from web.refusal import Refusal

FIRE_ELEMENT = "fire"  # destroys a bush outright


# --- An attack begins ---------------------------------------------------------------------------------------


def declare(flow: Flow, attack: Attack) -> None:
    """The attack of this turn is spent, whatever comes of it (ruling wizwar-33)."""
    spend_attack(flow)
    target = FIGURES[attack.on]
    if attack.card == KICK:
        flow.emit("kicked", "fight.kick", seat=attack.by, target=target)
    else:
        say_attack(flow, attack.by, target, attack.card, attack.points or attack.turns or attack.n)
    _break_friendship(flow, attack)
    if record(attack.card).thrown:
        throw(flow, attack.by, attack.card, flow.state.wizards[attack.on].at)
    open_window(flow, attack)


def say_attack(flow: Flow, seat: Seat, target: str, card: str, n: int) -> None:
    """With its points, turns or squares, if it has any."""
    kind = "attacked_n" if n else "attacked"
    flow.emit(kind, "fight.play", seat=seat, target=target, card=card, **({"n": n} if n else {}))


def spend_attack(flow: Flow) -> None:
    if flow.state.course.first(Box.spares_attack, flow):
        return
    act = flow.state.agenda[0]
    flow.set(agenda=(act._replace(attacked=True), *flow.state.agenda[1:]))


def _break_friendship(flow: Flow, attack: Attack) -> None:
    """Whoever attacks the one he made his buddy frees him."""
    for effect in flow.state.effects:
        if effect.card in BEFRIENDING and (effect.by, effect.on) == (attack.by, attack.on):
            flow.end_effect(effect)


def throw(flow: Flow, seat: Seat, thing: str, square: int) -> None:
    """A thrown object leaves the hand and lies where it came down (object.land)."""
    flow.lose(seat, thing)
    flow.lay_down(thing, square)
    flow.emit("landed", "object.land", object=thing, square=square_text(square))


def hit_thing(flow: Flow, seat: Seat, card: str, target: str, points: int) -> None:
    """A wall, a door or a bush is attacked: nobody can answer for it (fight.lifeless)."""
    spend_attack(flow)
    if card == KICK:
        flow.emit("kicked_thing", "fight.kick_thing", seat=seat, place=target)
    else:
        say_attack(flow, seat, target, card, points)
    edge = read_edge(target)
    if record(card).thrown:
        throw(flow, seat, card, _before(flow.state, seat, target))
    if edge is not None:
        board, left = damage(flow.state.board, edge, points)
    else:
        square = square_at(target)
        burns = card != KICK and CARD[card].data["damage"].get("element") == FIRE_ELEMENT
        board, left = hew(flow.state.board, square, BUSH_HP if burns else points)
        if burns:
            flow.emit("burnt", "card.text", square=target)
    flow.set(board=board)
    if left:
        flow.emit("damaged", "fight.hit_points", place=target, n=points, left=left)
    else:
        flow.emit("broken", "fight.hit_points", place=target)


def _before(state: State, seat: Seat, target: str) -> int:
    """The square before the obstacle that a thrown object meets."""
    here, edge = state.wizards[seat].at, read_edge(target)
    if edge is not None:
        return sight.line_to_edge(state.board, here, edge).path[-1]
    # A bush blocks the line to itself, so the line ends before it, or inside where the wizard stands in it.
    return sight.line(state.board, here, square_at(target)).path[-1]


def open_window(flow: Flow, attack: Attack) -> None:
    """The victim is asked first; from now on his cards go to this attacker if he dies (fight.loot).

    An attack thrown back meets what hides its new victim like any other.
    """
    flow.change(attack.on, attacker=attack.by if attack.by < CREATURES else NOBODY)
    if not any(misses(flow, attack, card) for card in HITS_ON if lasting_on(flow.state, attack.on, (card,))):
        flow.push(Window(defender(flow.state, attack.on), (), attack))


def defender(state: State, who: int) -> Seat:
    """Who answers for a wizard or a creature; a creature that nobody answers for stands for itself."""
    owner = keeper(state, who)
    return who if owner == NOBODY or not is_alive(state, owner) else owner


# --- Being asked --------------------------------------------------------------------------------------------


def answer_refusal(state: State, window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    """Whether a card in hand may answer an item of the window; 0 is the attack."""
    if card not in ANSWERS:
        return cannot(card)
    if not 0 <= against <= len(window.items):
        return Refusal("not_answered", "counter.chain", {"text": str(against)})
    return _card_refusal(state, window, seat, card, against)


def _card_refusal(state: State, window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    """For a creature its owner lessens damage, and does no more."""
    refusal = state.course.first(Box.play_refusal, state, seat, card)
    if refusal is not None:
        return refusal
    if seat in (window.attack.on, window.attack.by):
        return ANSWERS[card].refusal(state, window, seat, card, against)
    return None if against == 0 and window.attack.points and ANSWERS[card].reduces else cannot(card)


def possible_answers(state: State, window: Window) -> Sequence[tuple[str, int]]:
    """All (card, item) that the seat asked may play."""
    return [
        (card, against)
        for card in dict.fromkeys(state.wizards[window.seat].hand)
        if card in ANSWERS
        for against in range(len(window.items) + 1)
        if _card_refusal(state, window, window.seat, card, against) is None
    ]


def may_answer(state: State, seat: Seat) -> bool:
    """Everybody with the right is asked, so that a question betrays nothing; only an empty hand isn't."""
    if not is_alive(state, seat) or seat >= CREATURES:
        return False
    return bool(state.wizards[seat].hand or state.course.first(Box.anytime_moves, state, seat))


def add_item(flow: Flow, item: Item) -> None:
    """A counteraction is played: the other side is asked, then its player again (ruling wizwar-35)."""
    window: Window = flow.top
    attack = window.attack
    other = defender(flow.state, attack.on) if item.seat == attack.by else attack.by
    answered = attack.card if item.against == 0 else window.items[item.against - 1].card
    flow.emit("answered", "counter.when", seat=item.seat, card=item.card, answers=answered)
    flow.replace_top_frame(window._replace(seat=other, queue=(item.seat,), items=(*window.items, item)))


def is_idle(window: Window) -> bool:
    """Whether the victim would only be asked once more, though the attack is stopped and the attacker lets it
    be: nothing that could be added changes it (ruling wizwar-156).
    """
    seat = window.seat
    return bool(window.items) and window.items[-1].seat == seat == window.attack.on and _is_stopped(window)


def _is_stopped(window: Window) -> bool:
    """By a counteraction that isn't cancelled itself."""
    return any(
        item.against == 0 and ANSWERS[item.card].cancel is not None and not is_answered(window, number)
        for number, item in enumerate(window.items, 1)
    )


def let_pass(flow: Flow) -> None:
    """The seat asked answers nothing more."""
    window: Window = flow.top
    if flow.state.wizards[window.seat].hand:
        flow.emit("let_pass", "counter.free", seat=window.seat)
    pass_on(flow)


def pass_on(flow: Flow) -> None:
    """The next is asked; with the last one the window closes."""
    window: Window = flow.top
    if window.queue:
        flow.replace_top_frame(window._replace(seat=window.queue[0], queue=window.queue[1:]))
    else:
        flow.pop()
        resolve(flow, window.attack, window.items)
        if type(flow.top) is not Pick:  # else there is still to come what the spell does
            flow.check_game_end()


# --- The window closes --------------------------------------------------------------------------------------


def resolve(flow: Flow, attack: Attack, items: Sequence[Item]) -> None:
    """What the counteractions leave of the attack."""
    standing, hit = _cancel(flow, attack, items)
    stood = flow.state.wizards[attack.on].at
    for item in standing:
        evade = ANSWERS[item.card].evade
        if evade is not None:
            hit = not evade(flow, attack, item) and hit
    if not hit or not is_alive(flow.state, attack.on):
        return
    moved = any(ANSWERS[item.card].moves for item in standing)
    if moved and not still_reaches(flow.state, attack, stood):
        flow.emit("missed", "fight.vanish", seat=attack.by, card=attack.card)
        return
    own, back = _split(flow, attack, standing)
    absorbs, blunts = reducers(item.card for item in standing)
    if back is not None:
        open_window(flow, back)  # what stays comes first, with all that is still to be chosen for it
    if own is not None:
        land(flow, own, absorbs, blunts)


def reducers(cards: Iterable[str]) -> tuple[int, int]:
    """(how many of them absorb, how many halve)."""
    kinds = [ANSWERS[card].reduces for card in cards if card in ANSWERS]
    return kinds.count(ABSORBS), kinds.count(BLUNTS)


def _cancel(flow: Flow, attack: Attack, items: Sequence[Item]) -> tuple[list[Item], bool]:
    """(the counteractions that stand, whether the attack does), cancellations working newest first."""
    gone: set[int] = set()
    for number in range(len(items), 0, -1):
        item = items[number - 1]
        answer = ANSWERS[item.card]
        if number in gone or answer.cancel is None:
            continue
        gone.add(item.against)
        answered = attack.card if item.against == 0 else items[item.against - 1].card
        kind, clause = ("stopped", "fight.vanish") if item.against == 0 else ("cancelled", "counter.chain")
        flow.emit(kind, clause, card=answered, by=item.card)
        answer.cancel(flow, item, answered)
    standing = [item for number, item in enumerate(items, 1) if number not in gone]
    return standing, 0 not in gone


def still_reaches(state: State, attack: Attack, stood: int) -> bool:
    """Whether the attack finds its victim, who stood elsewhere when it was declared (ruling wizwar-32)."""
    here, there = state.wizards[attack.by].at, state.wizards[attack.on].at
    if record(attack.card).near or attack.by >= CREATURES:
        return here == there
    if record(attack.card).thrown:
        return there == stood  # that is where it flies
    if attack.card not in SIGHT or not is_alive(state, attack.by):
        return True
    origin = attack.via if attack.via >= 0 else here
    walls = walls_left(state, attack.by, attack.card, origin)
    return state.board.filled[there] not in HIDES and (
        sight.sees(state.board, origin, there, walls)
        or any(there in seen(state, attack.by) for seen in state.course.asked(Box.squares_seen))
    )


def _split(flow: Flow, attack: Attack, standing: Sequence[Item]) -> tuple[Attack | None, Attack | None]:
    """(what stays with the victim, what flies back), reflections sharing the original points."""
    reflector = next((item for item in standing if ANSWERS[item.card].reflects), None)
    if reflector is None:
        return attack, None
    back = attack._replace(by=attack.on, on=attack.by, via=flow.state.wizards[attack.on].at)
    if ANSWERS[reflector.card].reflects == ALL:
        flow.emit("reflected", "card.text", seat=attack.on, card=attack.card)
        return None, back
    points, turns = half(attack.points), half(attack.turns)
    flow.emit("half_reflected", "card.text", seat=attack.on, card=attack.card, n=max(points, turns))
    return attack._replace(points=points, turns=turns), back._replace(points=points, turns=turns)


def land(flow: Flow, attack: Attack, absorbs: int, blunts: int) -> None:
    """The attack reaches its victim: damage and what follows from it, or the card's own effect."""
    does = record(attack.card)
    for attack_landing in flow.state.course.asked(Box.attack_landing):
        attack = attack_landing(flow, attack)
    if does.land is not None:
        does.land(flow, attack, absorbs, blunts)
        return
    done = flow.damage(attack.on, attack.points, attack.physical, attack.by, absorbs, blunts)
    for damage_dealt in flow.state.course.asked(Box.damage_dealt):
        damage_dealt(flow, attack, done)
    if not done:
        flow.emit("no_harm", "counter.secondary", seat=attack.on, card=attack.card)
        if does.hit is not None:
            flow.emit("no_secondary", "counter.secondary", card=attack.card)
    elif does.hit is not None:
        does.hit(flow, attack)


# --- Harm that is no attack ---------------------------------------------------------------------------------


def apply_damage(flow: Flow, harm: Harm) -> None:
    """The narrow window is closed: what is left of the harm (counter.indirect)."""
    flow.pop()
    absorbs, blunts = reducers(harm.answers)
    flow.damage(harm.seat, harm.points, harm.physical, harm.by, absorbs, blunts)
    flow.check_game_end()
