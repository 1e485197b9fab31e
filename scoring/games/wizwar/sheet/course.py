"""What the log of «Маго-бой» comes to: lives with their lines, turns, what lasts, who is out, who has won."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.games.wizwar import points as calculator
from scoring.games.wizwar.points import IN, ROBBED, START_LIFE, TREASURES_EACH
from scoring.games.wizwar.sheet import texts
from scoring.games.wizwar.sheet.texts import (
    MAGICAL,
    NOBODY,
    PHYSICAL,
    SHADOWSTONE,
    SOULSTONE,
    Event,
    Part,
    event_of,
)
from scoring.games.wizwar.sheet.tracker import (
    AT_HOME,
    CARRIED,
    LOG,
    Chest,
    Effect,
    EventTally,
    Said,
    Snapshot,
    TrackerTally,
    Turn,
)
from scoring.sheets.core import Entry, Remark, State
from scoring.sheets.lines import Line, PlayerScore
from web.refusal import Params

# After these somebody may be dead, out or the winner.
DECISIVE = (texts.Life, texts.SetLife, texts.Hit, texts.ChestMove, Snapshot)
DAMAGE_CLAUSES = {PHYSICAL: "fight.physical", MAGICAL: "fight.magical"}
OUT_EVENTS = {calculator.KILLED: ("killed", "death.out"), ROBBED: ("robbed", "goal.robbed")}
ATTACK = "attack"  # the kind of cards that attack
AWAY, LOST, PLAYS = "away", "lost", "plays"  # how a turn comes to a seat
WON_EVENTS = {"goal.treasures": "won_treasure", "goal.last": "won_last"}


def fold(state: State) -> TrackerTally:
    """The whole sheet."""
    rows = [(cell, entry, event_of(entry.text, state.seats)) for cell, entry in LOG.standing(state)]
    begins = [event.seat for _, _, event in rows if isinstance(event, texts.First)]
    course = Course(state.seats, begins[-1] if begins else 0)
    for cell, entry, event in rows:
        course.take(cell, entry, event)
    return course.tally(state.finished)


def mark(code: str, clause: str, **params: Any) -> Said:
    """How the log tells an event."""
    return Said("mark", Remark(code, clause, params))


def followed(code: str, clause: str, **params: Any) -> Said:
    """What followed from an event, in the words of the engine."""
    return Said("event", Remark(code, clause, params))


def treasure_code(treasure: int) -> str:
    """A treasure as sentences take it: «T1a»."""
    return f"T{texts.treasure_word(treasure)}"


class Course:
    """A game under way: the events that stand change it one after another."""

    def __init__(self, seats: int, first: int):
        self.seats = seats
        self.lives = [START_LIFE] * seats
        self.outs = [IN] * seats
        self.lines = [[Line("life_start", "setup.life", {"n": START_LIFE}, START_LIFE)] for _ in range(seats)]
        self.sources = [[0] for _ in range(seats)]
        self.chests = [Chest() for _ in range(seats * TREASURES_EACH)]
        self.turn = Turn(1, 1, first, first)
        self.lost = [0] * seats
        self.effects: list[Effect] = []
        self.attackers = [NOBODY] * seats
        self.die = 0
        self.verdict = calculator.Verdict(tuple(self.outs))
        self.events: list[EventTally] = []
        self.warnings: list[Remark] = []
        self.notes: list[Said] = []

    # --- An event ---------------------------------------------------------------------------------------

    def take(self, cell: str, entry: Entry, event: Event) -> None:
        """An event with all that follows from it. After the end nothing but the die counts."""
        round, lives = self.turn.round, list(self.lives)
        self.notes = []
        head = _HEADS[type(event)](self, event)
        if isinstance(event, DECISIVE) and not self.over:
            self._judge(event)
        self.events.append(
            EventTally(
                number=len(self.events) + 1,
                cell=cell,
                entry=entry.number,
                text=entry.text,
                what=entry.text.split(" ")[0],
                head=head,
                notes=tuple(self.notes),
                changes=tuple(
                    (seat, life - lives[seat]) for seat, life in enumerate(self.lives) if life != lives[seat]
                ),
                round=round,
            )
        )

    @property
    def over(self) -> bool:
        return bool(self.verdict.clause)

    def _plays(self, seat: int) -> bool:
        return self.outs[seat] == IN and not self.over

    def _life(self, event: texts.Life) -> Said:
        code, clause = ("gained", "setup.life") if event.n > 0 else ("lost", "fight.life")
        after = self.lives[event.seat] + event.n if event.n > 0 else self._down(event.seat, -event.n)
        self._change(event.seat, after, f"life_{code}", clause, {"n": abs(event.n)})
        return mark(f"sheet_life_{code}", clause, seat=event.seat, n=abs(event.n))

    def _set(self, event: texts.SetLife) -> Said:
        self._change(event.seat, event.n, "life_set", "score.record", {"n": event.n})
        return mark("sheet_life_set", "score.record", seat=event.seat, n=event.n)

    def _down(self, seat: int, points: int) -> int:
        return calculator.life_after(self.lives[seat], points)

    def _change(self, seat: int, life: int, code: str, clause: str, params: Params) -> None:
        """New lives of somebody who is in, with the line that explains them."""
        if self._plays(seat):
            self._explain(seat, Line(code, clause, params, life - self.lives[seat]))
            self.lives[seat] = life

    def _explain(self, seat: int, line: Line) -> None:
        self.lines[seat].append(line)
        self.sources[seat].append(len(self.events) + 1)

    def _hit(self, event: texts.Hit) -> Said:
        if self.turn.truce:
            self.warnings.append(Remark("sheet_truce", "fight.first_round", {"seats": _seats(event)}))
        if event.by != NOBODY:
            self.notes.append(mark("sheet_attacker", "fight.loot", seat=event.by))
        for part in event.parts:
            self._attacked(part.seat, event.by)
            life = self.lives[part.seat]
            self._hurt(event, part)
            if event.shadow:
                self._drink(event.by, life - self.lives[part.seat])
        clause = DAMAGE_CLAUSES[event.kind]
        return mark(f"sheet_hit_{event.kind}", clause, n=event.points, seats=_seats(event))

    def _hurt(self, event: texts.Hit, part: Part) -> None:
        left = part.left(event.points, self.lives[part.seat])
        code, clause = f"hit_{event.kind}", DAMAGE_CLAUSES[event.kind]
        if left < event.points:
            unprotected = part._replace(reducers=tuple(r for r in part.reducers if r != SOULSTONE))
            soul = left < unprotected.left(event.points, self.lives[part.seat])
            code, clause = ("hit_soulstone", "card.text") if soul else ("hit_softened", "counter.half")
            reducers = tuple(dict.fromkeys(part.reducers))
            params: dict[str, Any] = {"before": event.points, "n": left, "cards": reducers}
            self.notes.append(mark("sheet_softened", clause, seat=part.seat, before=event.points, n=left))
        else:
            params = {"n": event.points}
        self._change(part.seat, self._down(part.seat, left), code, clause, params)

    def _attacked(self, seat: int, by: int) -> None:
        """From now on the cards of `seat` go to this attacker (fight.loot); nobody attacks themselves."""
        if by not in (NOBODY, seat):
            self.attackers[seat] = by

    def _drink(self, seat: int, points: int) -> None:
        """The Shadowstone: physical points that got through to another are lives of the attacker."""
        if points:
            params = {"n": points, "card": SHADOWSTONE}
            self.notes.append(mark("sheet_shadow", "card.text", seat=seat, **params))
            self._change(seat, self.lives[seat] + points, "hit_shadowstone", "card.text", params)

    def _chest(self, event: texts.ChestMove) -> Said:
        treasure = treasure_code(event.treasure)
        where, seat = event.chest
        if not self.over:
            self.chests[event.treasure] = event.chest
        if where == CARRIED:
            return mark("sheet_chest_with", "treasure.one", treasure=treasure, seat=seat)
        if where == AT_HOME:
            return mark("sheet_chest_home", "goal.treasures", treasure=treasure, seat=seat)
        return mark("sheet_chest_floor", "object.drop", treasure=treasure)

    def _pass(self, event: texts.Pass) -> Said:
        if event.again:
            self.turn = self.turn._replace(number=self.turn.number + 1)
            self._tick(self.turn.seat)
            return mark("sheet_extra", "turn.length", seat=self.turn.seat)
        self.turn = self._next_turn(self.notes)
        return mark("sheet_turn", "turn.order", seat=self.turn.seat)

    def _next_turn(self, notes: list[Said]) -> Turn:
        """On to whoever plays next: past those who are out, and past turns that are lost."""
        turn = self.turn._replace(number=self.turn.number + 1)
        for seat, round, how in list(self._walk()):
            turn = turn._replace(seat=seat, round=round)
            self._tick(seat)
            if how == LOST:
                self.lost[seat] -= 1
                notes.append(followed("turn_lost", "turn.lost", seat=seat, n=self.lost[seat]))
        return turn

    def _walk(self) -> Iterator[tuple[int, int, str]]:
        """Around the table up to the next who plays: (seat, round, how)."""
        lost, (_, round, seat, first) = list(self.lost), self.turn
        while any(out == IN for out in self.outs):
            seat = (seat + 1) % self.seats
            round += seat == first
            if self.outs[seat] != IN:
                yield seat, round, AWAY
            elif lost[seat]:
                lost[seat] -= 1
                yield seat, round, LOST
            else:
                yield seat, round, PLAYS
                return

    def _tick(self, caster: int) -> None:
        """A caster's turn begins, even if it is lost or he is out: his spells come nearer their end."""
        kept = []
        for effect in self.effects:
            left = effect.left - 1 if effect.caster == caster else effect.left
            if effect.left and not left:
                self.notes.append(
                    followed("effect_ended", "turn.length", seat=effect.subject, card=effect.card)
                )
            else:
                kept.append(effect._replace(left=left if effect.left else 0))
        self.effects = kept

    def _lose(self, event: texts.Lose) -> Said:
        if self._plays(event.seat):
            self.lost[event.seat] += event.n
        return mark("sheet_lost", "turn.lost", seat=event.seat, n=event.n)

    def _spell(self, event: texts.Spell) -> Said:
        if not self.over:
            self.effects.append(Effect(event.card, event.n, event.caster, event.subject))
            if texts.SPELLS[event.card].kind == ATTACK:
                self._attacked(event.subject, event.caster)
        params = {"seat": event.subject, "by": event.caster, "card": event.card}
        if event.n:
            return mark("sheet_lasts", "number.duration", n=event.n, **params)
        return mark("sheet_lasts_on", "card.text", **params)

    def _lift(self, event: texts.Lift) -> Said:
        there = [each for each in self.effects if (each.card, each.subject) == event]
        for effect in there[:1]:
            self.effects.remove(effect)
        return mark("sheet_lift", "card.text", seat=event.subject, card=event.card)

    def _die(self, event: texts.Die) -> Said:
        self.die = event.n
        code = "yes" if event.n > texts.DIE // 2 else "no"
        return mark(f"sheet_die_{code}", "die.half", n=event.n)

    def _first(self, event: texts.First) -> Said:
        return mark("sheet_first", "setup.first", seat=event.seat)

    def _table(self, known: Snapshot) -> Said:
        for seat, life in enumerate(known.lives):
            self._change(seat, life, "life_set", "score.record", {"n": life})
        self.chests = list(known.chests)
        for seat, out in enumerate(known.outs):
            if out and not self.outs[seat]:
                self._out(seat, out)
        self.turn = Turn(max(self.turn.number + 1, 2), known.round, known.seat, self.turn.first)
        return mark("sheet_table", "score.record", n=known.round)

    # --- What follows from it ---------------------------------------------------------------------------

    def _out(self, seat: int, out: str) -> None:
        """Somebody leaves the game: what they carried falls, and nothing lasts on them any more."""
        self.outs[seat] = out
        self.lost[seat] = 0
        self.chests = [Chest() if chest == (CARRIED, seat) else chest for chest in self.chests]
        self.effects = [effect for effect in self.effects if effect.subject != seat]
        code, clause = calculator.STATE_LINES[out]
        self._explain(seat, Line(code, clause, {"n": self.lives[seat]}, 0))
        said, clause = OUT_EVENTS[out]
        self.notes.append(followed(said, clause, seat=seat))

    def _judge(self, event: Event) -> None:
        """Deaths, victory, elimination (calculator.judge), as soon as something has happened."""
        if isinstance(event, Snapshot) and event.draw:
            verdict = calculator.Verdict(tuple(self.outs), tuple(event.draw), "series.tie")
        else:
            verdict = calculator.judge(self.outs, self.lives, [chest.rests for chest in self.chests])
        fallen = [seat for seat, out in enumerate(verdict.outs) if out and not self.outs[seat]]
        for seat in fallen:
            self._out(seat, verdict.outs[seat])
        self.verdict = verdict
        if not self.over:
            self.notes.extend(self._loot(seat) for seat in fallen)
            return
        for seat, score in enumerate(calculator.score(self.outs, self.lives, verdict)):
            if not self.outs[seat]:
                self._explain(seat, score.lines[0]._replace(points=0))
        remark = self._remark()
        if remark:
            self.notes.append(Said("event", remark))

    def _loot(self, seat: int) -> Said:
        """Whose the cards of somebody who has just left are now (fight.loot, ruling 61)."""
        by = self.attackers[seat]
        if self.outs[seat] == ROBBED or (by != NOBODY and self.outs[by] != IN):
            return mark("sheet_loot_none", "fight.loot", seat=seat)
        if by == NOBODY:
            return mark("sheet_loot_open", "fight.loot", seat=seat)
        return mark("sheet_loot", "fight.loot", seat=seat, by=by)

    def _remark(self) -> Remark | None:
        winners = self.verdict.winners
        if not winners:
            return None
        if self.verdict.clause in WON_EVENTS:
            return Remark(WON_EVENTS[self.verdict.clause], self.verdict.clause, {"seat": winners[0]})
        return Remark("shared", self.verdict.clause, {"seats": winners, "n": 0})

    def _dead_homes(self) -> Iterator[Remark]:
        """Treasures on the home of somebody who is out count for nobody."""
        for seat, out in enumerate(self.outs):
            there = [treasure for treasure, chest in enumerate(self.chests) if chest.rests == seat]
            if out and there and not self.over:
                yield Remark("sheet_dead_home", "death.home", {"seat": seat})

    def tally(self, finished: bool) -> TrackerTally:
        """All of it."""
        following = [seat for seat, _, how in self._walk() if how == PLAYS]
        return TrackerTally(
            events=tuple(self.events),
            scores=tuple(
                PlayerScore(life, tuple(lines)) for life, lines in zip(self.lives, self.lines, strict=True)
            ),
            sources=tuple(map(tuple, self.sources)),
            outs=tuple(self.outs),
            chests=tuple(self.chests),
            turn=self.turn,
            following=following[0] if following else self.turn.seat,
            lost=tuple(self.lost),
            effects=tuple(self.effects),
            die=self.die,
            winners=self.verdict.winners,
            verdict=self._remark(),
            warnings=[*self.warnings, *self._dead_homes()],
            finished=finished,
        )


def _seats(hit: texts.Hit) -> tuple[int, ...]:
    return tuple(part.seat for part in hit.parts)


_HEADS: Mapping[type, Callable[[Course, Any], Said]] = {
    texts.Life: Course._life,
    texts.SetLife: Course._set,
    texts.Hit: Course._hit,
    texts.ChestMove: Course._chest,
    texts.Pass: Course._pass,
    texts.Lose: Course._lose,
    texts.Spell: Course._spell,
    texts.Lift: Course._lift,
    texts.Die: Course._die,
    texts.First: Course._first,
    Snapshot: Course._table,
}
