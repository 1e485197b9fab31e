"""What the log of «Маго-бой» comes to: lives with their lines, turns, what lasts, who is out, who has won."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.wizwar.scoring import points as calculator
from games.wizwar.scoring.points import IN, LOST, PLAYS, ROBBED, START_LIFE, TREASURES_EACH
from games.wizwar.scoring.sheet import texts
from games.wizwar.scoring.sheet.texts import (
    MAGICAL,
    NOBODY,
    PHYSICAL,
    SHADOWSTONE,
    SOULSTONE,
    Event,
    Victim,
    event_of,
)
from games.wizwar.scoring.sheet.tracker import (
    AT_HOME,
    CARDS,
    CARRIED,
    LOG,
    TEAMS,
    Chest,
    EventRemark,
    EventTally,
    LastingSpell,
    Monster,
    Snapshot,
    TrackerTally,
    Turn,
)
from scoring.sheets.core import Remark, SheetEntry, State, boxes_in, holds_in
from scoring.sheets.lines import PlayerScore, ScoreLine
from web.refusal import Params

# After these somebody may be dead, out or the winner.
DECISIVE = (
    texts.Life,
    texts.SetLife,
    texts.Hit,
    texts.ChestMove,
    texts.UpkeepPaid,
    texts.Wish,
    Snapshot,
)
DAMAGE_CLAUSES = {PHYSICAL: "fight.physical", MAGICAL: "fight.magical"}
OUT_EVENTS = {calculator.KILLED: ("killed", "death.out"), ROBBED: ("robbed", "goal.robbed")}
ATTACK = "attack"  # the kind of cards that attack
WON_EVENTS = {"goal.treasures": "won_treasure", "goal.last": "won_last"}


def fold(state: State) -> TrackerTally:
    """The whole sheet."""
    boxes = boxes_in(state)
    own = state.entry(CARDS).text
    rows = [
        (cell, entry, event_of(entry.text, state.seats, boxes, own)) for cell, entry in LOG.standing(state)
    ]
    begins = [event.seat for _, _, event in rows if isinstance(event, texts.First)]
    teams = calculator.teams_of(state.seats) if holds_in(state, TEAMS) else ()
    course = TrackedGame(state.seats, begins[-1] if begins else 0, boxes, teams, own)
    for cell, entry, event in rows:
        course.take(cell, entry, event)
    return course.tally(state.finished)


def mark(code: str, clause: str, **params: Any) -> EventRemark:
    """How the log tells an event."""
    return EventRemark("mark", Remark(code, clause, params))


def followed(code: str, clause: str, **params: Any) -> EventRemark:
    """What followed from an event, in the words of the engine."""
    return EventRemark("event", Remark(code, clause, params))


def treasure_code(treasure: int) -> str:
    """A treasure as sentences take it: «T1a»."""
    return f"T{texts.treasure_word(treasure)}"


class TrackedGame:
    """A game under way: the events that stand change it one after another."""

    def __init__(
        self,
        seats: int,
        first: int,
        boxes: tuple[str, ...] = (),
        teams: tuple[int, ...] = (),
        own: str = "",
    ):
        self.seats, self.boxes, self.teams = seats, boxes, teams
        self.deck = texts.deck_with(boxes, own)
        self.monsters: list[Monster] = []
        self.created: Counter[tuple[int, str]] = Counter()
        self.lives = [START_LIFE] * seats
        self.outs = [IN] * seats
        self.lines = [
            [ScoreLine("life_start", "setup.life", {"n": START_LIFE}, START_LIFE)] for _ in range(seats)
        ]
        self.sources = [[0] for _ in range(seats)]
        self.chests = [Chest() for _ in range(seats * TREASURES_EACH)]
        self.turn = Turn(1, 1, first, first)
        self.lost = [0] * seats
        self.effects: list[LastingSpell] = []
        self.attackers = [NOBODY] * seats
        self.die = 0
        self.verdict = calculator.Verdict(tuple(self.outs))
        self.events: list[EventTally] = []
        self.warnings: list[Remark] = []
        self.notes: list[EventRemark] = []

    # --- An event ---------------------------------------------------------------------------------------

    def take(self, cell: str, entry: SheetEntry, event: Event) -> None:
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

    def _life(self, event: texts.Life) -> EventRemark:
        code, clause = ("gained", "setup.life") if event.n > 0 else ("lost", "fight.life")
        after = self.lives[event.seat] + event.n if event.n > 0 else self._down(event.seat, -event.n)
        self._change(event.seat, after, f"life_{code}", clause, {"n": abs(event.n)})
        return mark(f"sheet_life_{code}", clause, seat=event.seat, n=abs(event.n))

    def _set(self, event: texts.SetLife) -> EventRemark:
        self._change(event.seat, event.n, "life_set", "score.record", {"n": event.n})
        return mark("sheet_life_set", "score.record", seat=event.seat, n=event.n)

    def _down(self, seat: int, points: int) -> int:
        return calculator.life_after(self.lives[seat], points)

    def _change(self, seat: int, life: int, code: str, clause: str, params: Params) -> None:
        """New lives of somebody who is in, with the line that explains them."""
        if self._plays(seat):
            self._explain(seat, ScoreLine(code, clause, params, life - self.lives[seat]))
            self.lives[seat] = life

    def _explain(self, seat: int, line: ScoreLine) -> None:
        self.lines[seat].append(line)
        self.sources[seat].append(len(self.events) + 1)

    def _hit(self, event: texts.Hit) -> EventRemark:
        if self.turn.truce:
            self.warnings.append(Remark("sheet_truce", "fight.first_round", {"seats": _seats(event)}))
        if event.by != NOBODY:
            self.notes.append(mark("sheet_attacker", "fight.loot", seat=event.by))
        if event.monster:
            self.notes.append(mark("sheet_monster_blow", "monsters.own_attack"))
        for part in event.parts:
            self._attacked(part.seat, event.by)
            took = self._hurt(event, part)
            if event.shadow and part.seat != event.by:
                self._drink(event.by, took)
        clause = DAMAGE_CLAUSES[event.kind]
        return mark(f"sheet_hit_{event.kind}", clause, n=event.points, seats=_seats(event))

    def _hurt(self, event: texts.Hit, part: Victim) -> int:
        """The blow meets one of those hit; returns how many lives it took (ruling wizwar-149)."""
        left = part.left(event.points, self.lives[part.seat])
        took = calculator.taken(self.lives[part.seat], left) if self._plays(part.seat) else 0
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
        return took

    def _attacked(self, seat: int, by: int) -> None:
        """From now on the cards of `seat` go to this attacker (fight.loot); nobody attacks themselves."""
        if by not in (NOBODY, seat):
            self.attackers[seat] = by

    def _drink(self, seat: int, points: int) -> None:
        """The Shadowstone: lives that physical damage took from another are the attacker's."""
        if points:
            params = {"n": points, "card": SHADOWSTONE}
            self.notes.append(mark("sheet_shadow", "card.text", seat=seat, **params))
            self._change(seat, self.lives[seat] + points, "hit_shadowstone", "card.text", params)

    def _chest(self, event: texts.ChestMove) -> EventRemark:
        treasure = treasure_code(event.treasure)
        where, seat = event.chest
        if not self.over:
            self.chests[event.treasure] = event.chest
        if where == CARRIED:
            return mark("sheet_chest_with", "treasure.one", treasure=treasure, seat=seat)
        if where == AT_HOME:
            return mark("sheet_chest_home", "goal.treasures", treasure=treasure, seat=seat)
        return mark("sheet_chest_floor", "object.drop", treasure=treasure)

    def _pass(self, event: texts.Pass) -> EventRemark:
        """On to the next who plays: past those who are out, and past turns that are lost, Speed's too."""
        turn, extra = self.turn._replace(number=self.turn.number + 1), False
        for coming in list(self._walk(int(event.again))):
            turn = turn._replace(seat=coming.seat, round=turn.round + coming.new_round)
            extra = coming.extra
            self._tick(coming.seat)
            if coming.how == LOST:
                self.lost[coming.seat] -= 1
                params = {"seat": coming.seat, "n": self.lost[coming.seat]}
                self.notes.append(followed("turn_lost", "turn.lost", **params))
        self.turn = turn
        code, clause = ("sheet_extra", "turn.length") if extra else ("sheet_turn", "turn.order")
        return mark(code, clause, seat=turn.seat)

    def _walk(self, again: int = 0) -> Iterator[calculator.Coming]:
        """Around the table up to the next who plays; first the extra turn, if there is one."""
        lost, seat = list(self.lost), self.turn.seat
        while any(out == IN for out in self.outs):
            coming = calculator.coming_turn(seat, self.turn.first, self.outs, lost, again)
            yield coming
            if coming.how == PLAYS:
                return
            lost[coming.seat] -= coming.how == LOST
            seat, again = coming.seat, coming.again

    def _tick(self, caster: int) -> None:
        """A caster's turn begins, even if it is lost or he is out: his spells come nearer their end."""
        kept = []
        for effect in self.effects:
            left = calculator.turns_left(effect.left, effect.caster == caster)
            if left is None:
                self.notes.append(
                    followed("effect_ended", "turn.length", seat=effect.subject, card=effect.card)
                )
            else:
                kept.append(effect._replace(left=left))
        self.effects = kept

    def _lose(self, event: texts.Lose) -> EventRemark:
        if self._plays(event.seat):
            self.lost[event.seat] += event.n
        return mark("sheet_lost", "turn.lost", seat=event.seat, n=event.n)

    def _spell(self, event: texts.Spell) -> EventRemark:
        card = self.deck.spells[event.card]
        if not self.over:
            if texts.FORM in texts.traits(card):
                self._change_back(event.subject)
            self.effects.append(LastingSpell(event.card, event.n, event.caster, event.subject))
            if card.kind == ATTACK:
                self._attacked(event.subject, event.caster)
        params = {"seat": event.subject, "by": event.caster, "card": event.card}
        if event.n:
            return mark("sheet_lasts", "number.duration", n=event.n, **params)
        return mark("sheet_lasts_on", "card.text", **params)

    def _change_back(self, seat: int) -> None:
        """A new form replaces the old one (forms.one)."""
        for effect in [each for each in self.effects if each.subject == seat]:
            if texts.FORM in texts.traits(self.deck.spells[effect.card]):
                self.effects.remove(effect)
                self.notes.append(mark("sheet_form_replaced", "forms.one", seat=seat, card=effect.card))

    def _lift(self, event: texts.Lift) -> EventRemark:
        there = [each for each in self.effects if (each.card, each.subject) == event]
        for effect in there[:1]:
            self.effects.remove(effect)
        return mark("sheet_lift", "card.text", seat=event.subject, card=event.card)

    def _die(self, event: texts.Die) -> EventRemark:
        self.die = event.n
        code = "yes" if calculator.succeeds(event.n) else "no"
        return mark(f"sheet_die_{code}", "die.half", n=event.n)

    def _first(self, event: texts.First) -> EventRemark:
        return mark("sheet_first", "setup.first", seat=event.seat)

    def _table(self, known: Snapshot) -> EventRemark:
        for seat, life in enumerate(known.lives):
            self._change(seat, life, "life_set", "score.record", {"n": life})
        self.chests = list(known.chests)
        for seat, out in enumerate(known.outs):
            if out and not self.outs[seat]:
                self._out(seat, out)
        self.turn = Turn(max(self.turn.number + 1, 2), known.round, known.seat, self.turn.first)
        return mark("sheet_table", "score.record", n=known.round)

    # --- Monsters and wishes ----------------------------------------------------------------------------

    def monster(self, creature: texts.CreatureRef) -> Monster | None:
        """A monster that is on the board."""
        return next((each for each in self.monsters if each[:3] == creature), None)

    def _create(self, event: texts.Create) -> EventRemark:
        if self.turn.truce:
            self.warnings.append(Remark("sheet_truce_monster", "monsters.creating", {"seat": event.seat}))
        params = {"seat": event.seat, "card": event.card}
        if self._plays(event.seat):
            life = self.deck.monsters[event.card].data["stats"]["life"]
            self.created[event.seat, event.card] += 1
            nth = self.created[event.seat, event.card]
            line = ScoreLine("monster_life", "monsters.live", {"card": event.card, "n": life}, life)
            source = len(self.events) + 1
            self.monsters.append(Monster(event.seat, event.card, nth, life, life, (line,), (source,)))
        return mark("sheet_monster", "monsters.creating", **params)

    def _wound(self, event: texts.Wound) -> EventRemark:
        seat, card, _ = event.creature
        monster = self.monster(event.creature)
        if monster and not self.over:
            self._wounded(monster, event.n)
        code = "sheet_monster_healed" if event.n > 0 else "sheet_monster_hurt"
        return mark(code, "monsters.live", card=card, seat=seat, n=abs(event.n))

    def _wounded(self, monster: Monster, n: int) -> None:
        """Its life after that, never above that of its card; at zero it leaves the board (monsters.live)."""
        life = min(monster.most, calculator.life_after(monster.life, -n))
        if not life:
            self._remove(monster, "sheet_monster_dead", "monsters.live")
            return
        code = "monster_gained" if n > 0 else "monster_lost"
        line = ScoreLine(code, "monsters.live", {"n": abs(life - monster.life)}, life - monster.life)
        self.monsters[self.monsters.index(monster)] = monster._replace(
            life=life,
            lines=(*monster.lines, line),
            sources=(*monster.sources, len(self.events) + 1),
        )

    def _remove(self, monster: Monster, code: str, clause: str) -> None:
        self.monsters.remove(monster)
        self.notes.append(mark(code, clause, card=monster.card, seat=monster.seat))

    def _gone(self, event: texts.Gone) -> EventRemark:
        seat, card, _ = event.creature
        monster = self.monster(event.creature)
        if monster and not self.over:
            self.monsters.remove(monster)
        return mark("sheet_monster_gone", "monsters.live", card=card, seat=seat)

    def _upkeep(self, event: texts.UpkeepPaid) -> EventRemark:
        seat, card, _ = event.creature
        price = texts.upkeep_of(self.deck, card)
        params = {"card": card, "n": price}
        self._change(seat, self._down(seat, price), "life_upkeep", "monsters.shadow", params)
        return mark("sheet_upkeep", "monsters.shadow", seat=seat, **params)

    def _wish(self, event: texts.Wish) -> EventRemark:
        seat, cost = event.seat, self.deck.wish_cost
        self._change(seat, self._down(seat, cost), "life_wish", "artifacts.price", {"n": cost})
        self.notes.append(mark("sheet_wish_cards", "artifacts.price", seat=seat))
        return mark("sheet_wish", "artifacts.wish", seat=seat, n=cost)

    # --- What follows from it ---------------------------------------------------------------------------

    def _out(self, seat: int, out: str) -> None:
        """Somebody leaves the game: what they carried falls, and nothing lasts on them any more."""
        self.outs[seat] = out
        self.lost[seat] = 0
        self.chests = [Chest() if chest == (CARRIED, seat) else chest for chest in self.chests]
        self.effects = [effect for effect in self.effects if effect.subject != seat]
        code, clause = calculator.STATE_LINES[out]
        self._explain(seat, ScoreLine(code, clause, {"n": self.lives[seat]}, 0))
        said, clause = OUT_EVENTS[out]
        self.notes.append(followed(said, clause, seat=seat))
        for monster in [
            each for each in self.monsters if each.seat == seat and not texts.is_nobodys(each.card)
        ]:
            self._remove(monster, "sheet_monster_orphan", "monsters.death")

    def _judge(self, event: Event) -> None:
        """Deaths, victory, elimination (calculator.judge), as soon as something has happened."""
        if isinstance(event, Snapshot) and event.draw:
            verdict = calculator.Verdict(tuple(self.outs), tuple(event.draw), "series.tie")
        else:
            rests = [chest.rests for chest in self.chests]
            verdict = calculator.judge(self.outs, self.lives, rests, self.teams)
        fallen = [seat for seat, out in enumerate(verdict.outs) if out and not self.outs[seat]]
        for seat in fallen:
            self._out(seat, verdict.outs[seat])
        self.verdict = verdict
        if not self.over:
            self.notes.extend(self._loot(seat, event) for seat in fallen)
            return
        for seat, score in enumerate(calculator.score(self.outs, self.lives, verdict)):
            if not self.outs[seat] or (verdict.clause in calculator.WON and seat in verdict.winners):
                self._explain(seat, score.lines[0]._replace(points=0))
        remark = self._remark()
        if remark:
            self.notes.append(EventRemark("event", remark))

    def _loot(self, seat: int, event: Event) -> EventRemark:
        """Whose the cards of somebody who has just left are now (fight.loot, ruling 61)."""
        by = self.attackers[seat]
        if isinstance(event, texts.Hit) and event.monster:
            return mark("sheet_loot_none", "monsters.loot", seat=seat)
        if isinstance(event, texts.Wish):
            return mark("sheet_loot_none", "artifacts.price", seat=seat)
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
        if self.verdict.clause == calculator.TEAM_WIN:
            rivals = any(out == IN for seat, out in enumerate(self.outs) if seat not in winners)
            code = "sheet_team_treasures" if rivals else "sheet_team_last"
            params = {"seats": winners, "n": self.teams[winners[0]] + 1}
            return Remark(code, calculator.TEAM_WIN, params)
        return Remark("shared", self.verdict.clause, {"seats": winners, "n": 0})

    def _dead_homes(self) -> Iterator[Remark]:
        """Treasures on the home of somebody who is out count for nobody."""
        for seat, out in enumerate(self.outs):
            there = [treasure for treasure, chest in enumerate(self.chests) if chest.rests == seat]
            if out and there and not self.over:
                yield Remark("sheet_dead_home", "death.home", {"seat": seat})

    def tally(self, finished: bool) -> TrackerTally:
        """All of it."""
        following = [coming.seat for coming in self._walk() if coming.how == PLAYS]
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
            monsters=tuple(self.monsters),
            boxes=self.boxes,
            teams=self.teams,
        )


def _seats(hit: texts.Hit) -> tuple[int, ...]:
    return tuple(part.seat for part in hit.parts)


_HEADS: Mapping[type, Callable[[TrackedGame, Any], EventRemark]] = {
    texts.Life: TrackedGame._life,
    texts.SetLife: TrackedGame._set,
    texts.Hit: TrackedGame._hit,
    texts.ChestMove: TrackedGame._chest,
    texts.Pass: TrackedGame._pass,
    texts.Lose: TrackedGame._lose,
    texts.Spell: TrackedGame._spell,
    texts.Lift: TrackedGame._lift,
    texts.Die: TrackedGame._die,
    texts.First: TrackedGame._first,
    Snapshot: TrackedGame._table,
    texts.Create: TrackedGame._create,
    texts.Wound: TrackedGame._wound,
    texts.UpkeepPaid: TrackedGame._upkeep,
    texts.Gone: TrackedGame._gone,
    texts.Wish: TrackedGame._wish,
}
