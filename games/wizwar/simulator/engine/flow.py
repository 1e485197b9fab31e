"""A move being carried out: the position so far, what happened so far, and who has learned something hidden.

Everything that rules and cards do to a position goes through here: dice, cards from pile to pile, lives,
deaths, effects. What a position amounts to (victory, elimination) is the calculator's to say.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from games.wizwar.scoring.points import (
    ROBBED,
    TEAM_WIN,
    WON,
    judge,
    least,
    life_after,
    succeeds,
    taken,
    turns_left,
    under_soulstone,
)
from games.wizwar.simulator.engine.board import DOOR, close_doors, home, let_go
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.passives import (
    BRINGS,
    CURSING,
    FEEDING,
    ROOM,
    SOFTENING,
    SPARING,
    has_any,
    more,
)
from games.wizwar.simulator.engine.data import DIE, HAND_LIMIT, IMMEDIATE, MAX_PLAYERS
from games.wizwar.simulator.engine.places import TREASURES, edge_text
from games.wizwar.simulator.engine.state import (
    GONE,
    NOBODY,
    Act,
    Effect,
    Harm,
    State,
    Window,
    carries,
    is_alive,
    is_exchanged,
    is_useless,
    is_well,
    lives_of,
    outs_of,
)
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat, Settled, Step, everybody_else
from simulator.engine.tuples import in_order, replaced, without

OTHERS = everybody_else(MAX_PLAYERS)
STRIKING = [Harm, Window]  # frames of what hasn't struck yet; boxes may have more


class Flow:
    """Collects the consequences of one move; `step` hands them over.

    `noted` are the choices that settle themselves on the way, None where nobody wants to know.
    """

    def __init__(self, state: State, mover: Seat, noted: list[Settled] | None = None):
        self.state = state
        self.events: list[Event] = []
        self.mover_learns = False
        self.mover = mover
        self.noted = noted
        self.looked_through = state.wizards  # by the move before, which led here

    def set(self, **changes: Any) -> None:
        self.state = evolve(self.state, **changes)

    def change(self, seat: Seat, **changes: Any) -> None:
        """What is different now of one wizard."""
        wizards = self.state.wizards
        self.set(wizards=replaced(wizards, seat, wizards[seat]._replace(**changes)))

    def has_other_hand(self, seat: Seat) -> bool:
        """Whether a hand isn't as the move found it: no other holds a card that has to be seen at once."""
        return self.state.wizards[seat].hand is not self.looked_through[seat].hand

    def put_treasure(self, treasure: int, place: int) -> None:
        """A treasure lies on a square now, or is carried: -1-seat."""
        self.set(chests=replaced(self.state.chests, treasure, place))

    def emit(self, kind: str, clause: str, **params: Any) -> None:
        for tell in self.state.course.event_told:
            kind, clause, params = tell(self.state, kind, clause, params)
        self.events.append(Event.of(kind, clause, params))

    def emit_privately(self, seats: Iterable[Seat], kind: str, clause: str, **params: Any) -> None:
        """An event for these seats alone."""
        self.events.append(Event(kind, clause, params, tuple(sorted(set(seats)))))

    def reveal(self) -> None:
        """Something came to light that even the mover couldn't know: chance, or another's hidden card."""
        self.mover_learns = True

    def step(self) -> Step:
        players = self.state.players
        learned = frozenset(range(players)) if self.mover_learns else OTHERS[players][self.mover]
        return Step.of(self.state, self.events, learned)

    def note(self, move: Move, *asking: Any, also: tuple[str, ...] = ()) -> None:
        """The one who would be asked now has only this answer; `asking` is the frame that would ask."""
        if self.noted is not None:
            state = evolve(self.state, agenda=(*self.state.agenda, *asking))
            step = Step(state, tuple(self.events), frozenset())
            self.noted.append(Settled(state.frame.seat, move, step, also))

    # --- The agenda ---

    @property
    def top(self) -> Any:
        return self.state.frame

    def push(self, *frames: Any) -> None:
        """The last of them comes up first."""
        self.set(agenda=(*self.state.agenda, *frames))

    def pop(self) -> Any:
        frame = self.state.frame
        self.set(agenda=self.state.agenda[:-1])
        return frame

    def replace_top_frame(self, frame: Any) -> None:
        """Another frame in place of the top one."""
        self.set(agenda=(*self.state.agenda[:-1], frame))

    # --- Dice ---

    def below(self, n: int) -> int:
        value, chance = self.state.chance.below(n)
        self.set(chance=chance)
        self.reveal()
        return value

    def roll(self) -> int:
        """The four-sided die: 1 … 4."""
        return self.below(DIE) + 1

    def even_chance(self) -> bool:
        """50/50: 3 and 4 succeed (die.half)."""
        return succeeds(self.roll())

    # --- Cards ---

    def lose(self, seat: Seat, card: str, watchers: int | None = None) -> None:
        """A card leaves a wizard, from what he shows or else from his hand.

        `watchers` is a bit mask of the seats that see which card of the hand it is, None for all. Others
        don't know any more what is left there.
        """
        wizard = self.state.wizards[seat]
        if card in wizard.shown:
            self.change(seat, shown=without(wizard.shown, card))
            return
        self.change(seat, hand=without(wizard.hand, card))
        if wizard.known:
            left = _forgotten(wizard.known, card)
            if watchers is not None:
                seen = [(name, mask & watchers) for name, mask in left]
                left = tuple(sorted((name, mask) for name, mask in seen if mask & ~(1 << seat)))
            self.change(seat, known=left)

    def gain(self, seat: Seat, card: str, knowing: int) -> None:
        """A card comes into a hand; `knowing` is a bit mask of the seats that know of it."""
        self._receive(seat, card, knowing)
        self._exchange_useless(seat, card)

    def exchange(self, seat: Seat, card: str) -> None:
        """A card that does nothing at this table is shown, and another one drawn (ruling wizwar-154)."""
        self.spend(seat, card)
        self.emit("replaced_card", "card.text", seat=seat, card=card)
        self.draw(seat, 1)

    def _exchange_useless(self, seat: Seat, card: str) -> None:
        """At once, wherever it came from; it stays while there is no other card to be drawn."""
        if not is_exchanged(self.state, card):
            return
        if any(not is_useless(self.state, other) for other in (*self.state.deck, *self.state.discard)):
            self.exchange(seat, card)

    def _receive(self, seat: Seat, card: str, knowing: int) -> None:
        self.change(seat, hand=in_order((*self.state.wizards[seat].hand, card)))
        if knowing & ~(1 << seat):
            self.change(seat, known=tuple(sorted((*self.state.wizards[seat].known, (card, knowing)))))

    def make_known(self, seat: Seat, card: str) -> None:
        """Everybody has seen this card of a hand."""
        wizard = self.state.wizards[seat]
        if card in wizard.hand and (card, self.everyone) not in wizard.known:
            known = [pair for pair in wizard.known if pair[0] != card]
            self.change(seat, known=tuple(sorted((*known, (card, self.everyone)))))

    def learn(self, owner: Seat, cards: Iterable[str], seats: int) -> None:
        """These seats, a bit mask, have seen cards of a hand; what is known of the others stays."""
        left, known = list(self.state.wizards[owner].known), []
        for card in cards:
            entry = next((pair for pair in left if pair[0] == card), (card, 1 << owner))
            if entry in left:
                left.remove(entry)
            known.append((card, entry[1] | seats))
        self.change(owner, known=tuple(sorted((*left, *known))))

    def discard(self, *cards: str) -> None:
        self.set(discard=(*self.state.discard, *cards))
        for after_discard in self.state.course.asked(Box.after_discard):
            after_discard(self, cards)

    def spend(self, seat: Seat, card: str) -> None:
        """A card is played from the hand: used once, then discarded (card.once)."""
        self.lose(seat, card)
        self.discard(card)

    @property
    def everyone(self) -> int:
        return (1 << self.state.players) - 1

    def show(self, seat: Seat, card: str, clause: str = "object.face_up") -> None:
        """An object lies face up before its owner from now on (object.face_up)."""
        self.lose(seat, card)
        self.change(seat, shown=in_order((*self.state.wizards[seat].shown, card)))
        self.emit("shown", clause, seat=seat, card=card)
        self.gained_shown(seat, (card,))

    def gained_shown(self, seat: Seat, cards: Sequence[str]) -> None:
        """The Brainstone brings cards the first time that somebody shows or gains it."""
        brought = more(cards, BRINGS)
        if brought and not self.state.wizards[seat].woken:
            self.change(seat, woken=1)
            self.draw(seat, brought)

    def draw(self, seat: Seat, n: int) -> int:
        """Draws up to `n` cards, with what happens at once; returns how many came (draw.two)."""
        drawn: list[str] = []
        for _ in range(n):
            card = self._top_card()
            if card is None:
                break
            drawn.append(card)
        if not drawn:
            return 0
        self.reveal()
        kept = [card for card in drawn if card not in IMMEDIATE]
        self.emit("drew", "draw.two", seat=seat, n=len(drawn))
        self.emit_privately((seat,), "drawn", "draw.two", seat=seat, cards=drawn)
        if kept:
            self.change(seat, hand=in_order((*self.state.wizards[seat].hand, *kept)))
        for card in drawn:
            if card in IMMEDIATE:
                self._spring(seat, card)
            else:
                self._exchange_useless(seat, card)
        self._curse(seat, len(drawn))
        return len(drawn)

    def _top_card(self) -> str | None:
        if not self.state.deck and self.state.discard:
            self._reshuffle()
        if not self.state.deck:
            return None
        card = self.state.deck[-1]
        self.set(deck=self.state.deck[:-1])
        return card

    def _reshuffle(self) -> None:
        """An empty deck: the discards are shuffled and become the deck (draw.reshuffle).

        Only rolls of the die are ever scripted for a game under way, so the script has no say here.
        """
        cards, chance = in_order(self.state.discard), self.state.chance
        self.emit("reshuffled", "draw.reshuffle", n=len(cards))
        mixed, after = Chance(chance.rng).shuffled(cards)
        self.set(deck=tuple(reversed(mixed)), discard=(), chance=evolve(chance, rng=after.rng))
        self.reveal()

    def _spring(self, seat: Seat, card: str) -> None:
        """A trap is shown, costs the next turn and isn't replaced (ruling wizwar-76)."""
        self.emit("trap", "card.text", seat=seat, card=card)
        self.discard(card)
        self.change(seat, lost=self.state.wizards[seat].lost + 1)

    def _curse(self, seat: Seat, n: int) -> None:
        """Slow Death: a point for each card drawn, as one harm."""
        for effect in self.state.effects:
            if effect.card in CURSING and effect.on == seat:
                self.push(Harm(seat, n, False, effect.card, effect.by))

    # --- Lives ---

    def damage(
        self, seat: Seat, points: int, physical: bool, by: Seat, absorbs: int = 0, blunts: int = 0
    ) -> int:
        """A wizard suffers damage from one source; returns how many lives it took (ruling wizwar-149)."""
        if self.state.course.first(Box.is_immune, self.state, seat, physical):
            return 0
        victim = self.state.wizards[seat]
        stones = sum([card in SOFTENING for card in victim.shown])
        left = least(points, absorbs, blunts, stones)
        if not physical and has_any(victim.shown, SPARING):
            left = under_soulstone(left, victim.life)
        if left != points:
            self.emit("softened", "counter.half", seat=seat, before=points, n=left)
        if left <= 0:
            return 0
        took = self.lose_life(seat, left)
        heals = physical and by not in (NOBODY, seat) and self.state.wizards[by].life > 0
        if heals and has_any(self.state.wizards[by].shown, FEEDING):
            self.change(by, life=self.state.wizards[by].life + took)
            self.emit("healed", "card.text", seat=by, n=took, life=self.state.wizards[by].life)
        return took

    def lose_life(self, seat: Seat, points: int) -> int:
        """Lives go, without any defence; returns how many there were to go."""
        before = self.state.wizards[seat].life
        life, took = life_after(before, points), taken(before, points)
        self.change(seat, life=life)
        self.emit("hurt", "fight.life", seat=seat, n=took, life=life)
        return took

    def stun(self, seat: Seat, turns: int) -> None:
        """Turns to be skipped; if it is his turn now, the rest of it is the first (ruling wizwar-51)."""
        act = self.state.agenda[0] if self.state.agenda else None
        self.emit("stunned", "turn.lost", seat=seat, n=turns)
        if type(act) is Act and act.seat == seat and not act.stunned:
            self.set(agenda=(act._replace(stunned=True), *self.state.agenda[1:]))
            turns -= 1
        if turns:
            self.change(seat, lost=self.state.wizards[seat].lost + turns)

    # --- Effects ---

    def begin(self, card: str, by: Seat, on: Seat, turns: int, clause: str = "number.duration") -> None:
        """A lasting spell begins; 0 turns: without end (numbers.duration)."""
        self.set(effects=(*self.state.effects, Effect(card, by, on, turns)))
        kind = "effect_began_n" if turns else "effect_began"
        self.emit(kind, clause, seat=on, card=card, **({"n": turns} if turns else {}))

    def end_effect(self, effect: Effect, clause: str = "turn.length") -> None:
        self.set(effects=without(self.state.effects, effect))
        self.emit("effect_ended", clause, seat=effect.on, card=effect.card)

    def tick(self, seat: Seat, extra: bool = False) -> None:
        """A turn of `seat` begins, or would: his lasting spells grow shorter (turn.length)."""
        for before_turn in self.state.course.asked(Box.before_turn):
            before_turn(self, seat, extra)
        for effect in self.state.effects:
            left = turns_left(effect.left, effect.by == seat)
            if left is None:
                self.end_effect(effect)
            elif left != effect.left:
                shorter = effect._replace(left=left)
                self.set(effects=(*without(self.state.effects, effect), shorter))

    # --- Objects ---

    def lay_down(self, thing: str, square: int) -> None:
        """An object lies on the floor."""
        self.set(floor=tuple(sorted((*self.state.floor, (square, thing)))))

    def drop_treasure(self, seat: Seat, kind: str, clause: str, **params: Any) -> None:
        """The treasure that he carries comes to lie where he stands."""
        treasure = carries(self.state, seat)
        if treasure is not None:
            self.put_treasure(treasure, self.state.wizards[seat].at)
            self.emit(kind, clause, seat=seat, **params, treasure=TREASURES[treasure])

    # --- Doors ---

    def shut_doors(self, seat: Seat) -> None:
        """A turn of this seat is over: doors shut but those held for others (door.closes, door.others)."""
        self.set(board=close_doors(self.state.board))
        self.let_go(seat)

    def let_go(self, seat: Seat) -> None:
        """No door is held any more for this seat, whose turn is over or lost, or who is out."""
        doors = [edge for edge, held_for in self.state.board.held if held_for == seat]
        self.set(board=let_go(self.state.board, seat))
        for edge in doors:
            if self.state.board.kinds[edge] == DOOR:
                self.emit("door_closed", "door.others", edge=edge_text(edge))

    # --- What it amounts to ---

    def changed(self) -> None:
        """Something has changed: boxes see to what follows from it."""
        for after_change in self.state.course.after_change:
            after_change(self)

    def check_game_end(self) -> None:
        """Deaths, victory by treasure, elimination, the last one standing: after every single happening.

        What strikes in one moment is one happening, over when the last of it has struck: stones that fall on
        several, both halves of a reflected spell (series.tie).
        """
        state = self.state
        if state.winners or not state.agenda or any(type(frame) in STRIKING for frame in state.agenda):
            return
        for before_deaths in state.course.asked(Box.before_deaths):
            before_deaths(self)
        verdict = judge(outs_of(state), lives_of(state), treasure_homes(state), state.teams)
        if verdict.outs == outs_of(state) and not verdict.winners:
            return
        for seat, (wizard, now) in enumerate(zip(state.wizards, verdict.outs, strict=False)):
            if wizard.out != now:
                self._leave(seat, now)
        if verdict.winners:
            self.finish(verdict.winners, verdict.clause)
        else:
            self.check_game_end()  # what the fallen carried lies somewhere now

    def _leave(self, seat: Seat, why: str) -> None:
        """A wizard is out: what he carried falls, his cards go to his killer or are discarded."""
        for before_leaving in self.state.course.asked(Box.before_leaving):
            before_leaving(self, seat)
        if why == ROBBED:
            self.emit("robbed", "goal.robbed", seat=seat)
        else:
            self.emit("killed", "death.out", seat=seat)
        self.drop_treasure(seat, "dropped_treasure", "object.drop")
        heir = self.state.wizards[seat].attacker
        if why != ROBBED and heir != NOBODY and is_well(self.state, heir):
            self._loot(seat, heir)
        else:
            self._give_up_cards(seat)
        ended = tuple(effect for effect in self.state.effects if effect.on != seat)
        self.set(effects=ended)
        self.let_go(seat)
        self.change(seat, at=GONE, out=why)

    def _give_up_cards(self, seat: Seat) -> None:
        cards = (*self.state.wizards[seat].hand, *self.state.wizards[seat].shown)
        self.emit("hand_gone", "fight.loot", seat=seat, n=len(cards))
        self._empty(seat)
        self.discard(*cards)

    def _loot(self, seat: Seat, heir: Seat) -> None:
        """All his cards go to whoever attacked him last; what lay open stays open (fight.loot)."""
        hand, shown = self.state.wizards[seat].hand, self.state.wizards[seat].shown
        self.emit("looted", "fight.loot", seat=heir, **{"from": seat}, n=len(hand) + len(shown))
        if hand or shown:
            self.emit_privately((heir, seat), "loot_cards", "fight.loot", seat=heir, cards=[*hand, *shown])
        known = list(self.state.wizards[seat].known)
        self._empty(seat)
        for card in hand:
            entry = next((pair for pair in known if pair[0] == card), (card, 0))
            if entry in known:
                known.remove(entry)
            self._receive(heir, card, entry[1] | 1 << seat | 1 << heir)
        self.change(heir, shown=in_order((*self.state.wizards[heir].shown, *shown)))
        self.reveal()
        self.gained_shown(heir, shown)

    def _empty(self, seat: Seat) -> None:
        self.change(seat, hand=(), shown=(), known=())

    def finish(self, winners: tuple[Seat, ...], clause: str) -> None:
        """The game is over."""
        if clause == "goal.treasures":
            self.emit("won_treasure", clause, seat=winners[0])
        elif clause == "goal.last":
            self.emit("won_last", clause, seat=winners[0])
        elif clause == TEAM_WIN:
            rivals = any(
                is_alive(self.state, seat) for seat in range(self.state.players) if seat not in winners
            )
            self.emit("team_won_treasure" if rivals else "team_won_last", clause, seats=list(winners))
        if clause in WON:
            self.emit("series_ended", "series.winner", seats=list(winners), n=1)
        else:
            self.emit("shared", "series.tie", seats=list(winners), n=0)
        self.set(agenda=(), winners=winners, verdict=clause)
        self.reveal()


def limit_of(state: State, seat: Seat) -> int:
    """Seven cards, more with a shown Brainstone (draw.limit)."""
    return HAND_LIMIT + more(state.wizards[seat].shown, ROOM)


def over_limit(state: State) -> Seat | None:
    """A seat with too many cards, that isn't asked to discard yet."""
    for seat, wizard in enumerate(state.wizards):
        cards = len(wizard.hand) + len(wizard.shown)
        over = cards > HAND_LIMIT and cards > limit_of(state, seat) and not wizard.out
        if over and loose_cards(state, seat, (*wizard.hand, *wizard.shown)):
            return seat
    return None


def loose_cards(state: State, seat: Seat, cards: Iterable[str]) -> list[str]:
    """Of these cards those that one can get rid of."""
    loose = list(cards)
    for give_up_refusal in state.course.asked(Box.give_up_refusal):
        loose = [card for card in loose if give_up_refusal(state, seat, card) is None]
    return loose


def treasure_homes(state: State) -> tuple[int | None, ...]:
    """By treasure, the seat on whose home it lies; carried ones rest nowhere (goal.treasures)."""
    homes = {home(seat): seat for seat in range(state.players)}
    return tuple([homes.get(chest) for chest in state.chests])


def _forgotten(known: tuple[tuple[str, int], ...], card: str) -> tuple[tuple[str, int], ...]:
    """The known cards of a hand after one of this name has left it openly."""
    entry = max((pair for pair in known if pair[0] == card), key=lambda pair: pair[1], default=None)
    return known if entry is None else without(known, entry)
