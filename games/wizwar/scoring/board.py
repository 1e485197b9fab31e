"""The tracker as its pages show it: lives with their reasons, the turn, treasures, what lasts, the log."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from django.utils.translation import gettext, ngettext, pgettext

from games.wizwar.rulebook.drawing.pieces import piece_icon
from games.wizwar.scoring import points as calculator
from games.wizwar.scoring.points import IN, KILLED, TREASURES_EACH
from games.wizwar.scoring.sheet import own_cards, texts
from games.wizwar.scoring.sheet.course import TrackedGame
from games.wizwar.scoring.sheet.tracker import (
    AT_HOME,
    CARDS,
    CARRIED,
    ON_FLOOR,
    TEAMS,
    Chest,
    EventRemark,
    EventTally,
    Monster,
    TrackerTally,
)
from rulebook.content import reading
from rulebook.wording.sentences import render, with_sign
from scoring.boards.core import Sentence, SheetPresenter
from scoring.sheets.core import BOXES, FINISH, YES, Remark, SheetEntry
from scoring.sheets.lines import ScoreLine
from web.links import content_name

MINUS = "\N{MINUS SIGN}"
# How players' zones are turned towards them on a phone that lies flat between them, by how many they are.
TURNS: Mapping[int, tuple[int, ...]] = {
    2: (0, 180),
    3: (0, 90, 270),
    4: (90, 90, 270, 270),
    5: (0, 90, 90, 270, 270),
    6: (90, 90, 90, 270, 270, 270),
}
POINTS_SHOWN = 12  # damage on keys; more is typed
PREVIEWED = 40  # damage whose reduction the page knows beforehand
TURNS_SHOWN = 14  # a 6 with a Powerstone, doubled by Extend
OUT_CLAUSES = {KILLED: "death.out", calculator.ROBBED: "goal.robbed"}
ICONS: Mapping[str, str] = {
    "life": "heart",
    "set": "heart",
    "hit": "kind-attack",
    "chest": "chest",
    "turn": "next",
    "extra": "ww-speed",
    "lose": "curtain",
    "spell": "history",
    "lift": "history",
    "d4": "d4",
    "first": "first-player",
    "table": "table",
    "monster": "kind-attack",
    "wound": "kind-attack",
    "upkeep": "heart",
    "gone": "close",
    "wish": "heart",
}


class SpellOnPlayer(NamedTuple):
    """A spell on a player: what, for how many turns of whom; `text` is the entry that ends it early."""

    name: str
    icon: str
    left: int
    caster: str
    subject: str
    text: str


class WhyLine(NamedTuple):
    """A line of an explanation, and the number of the event that it comes from (0: the beginning)."""

    sentence: Sentence
    points: str
    source: int


class Zone(NamedTuple):
    """A player on the sheet. `turn` is how far the zone is turned when the phone lies on the table."""

    seat: int
    name: str
    sign: str
    life: int
    out: str
    out_words: str
    out_clause: str
    on_turn: bool
    lost: int
    lasting: list[SpellOnPlayer]
    home: int
    gone: int
    carries: str
    turn: int
    won: bool
    lines: list[WhyLine]
    needed: int
    team: int

    @property
    def place(self) -> int:
        return self.seat + 1

    @property
    def long(self) -> bool:
        """Three digits or more, which take smaller type."""
        return self.life > 99

    @property
    def low(self) -> bool:
        return not self.out and self.life <= calculator.SOUL_FLOOR

    @property
    def after(self) -> str:
        """JSON to show beforehand: the lives after 0, 1, 2… points, and under a Soulstone."""
        hits = range(PREVIEWED + 1)
        plain = [calculator.life_after(self.life, n) for n in hits]
        under = [calculator.life_after(self.life, calculator.under_soulstone(n, self.life)) for n in hits]
        return json.dumps([plain, under], separators=(",", ":"))


class MonsterRow(NamedTuple):
    """A monster: whose (nobody's without a place), how much life it has. Its texts wound, heal and remove it
    and pay for it; they are empty where there is nothing to heal or to pay.
    """

    key: str
    name: str
    icon: str
    owner: str
    owner_place: int
    sign: str
    life: int
    most: int
    lines: list[WhyLine]
    wound: str
    heal: str
    gone: str
    pay: str
    price: int


class Place(NamedTuple):
    """A place where a chest may be: the entry that says so."""

    text: str
    name: str
    on: bool


class ChestView(NamedTuple):
    """A treasure: whose, where, where else it may be."""

    key: str
    owner: str
    owner_place: int
    sign: str
    letter: str
    where: str
    icon: str
    floor: Place
    carriers: list[Place]
    homes: list[Place]
    counts: bool


class EventRow(NamedTuple):
    """An event of the log."""

    tally: EventTally
    text: str
    notes: list[Sentence]
    icon: str

    @property
    def number(self) -> int:
        return self.tally.number

    @property
    def change(self) -> str:
        """What it cost the one player whom it touched, where its words don't say so."""
        changes = self.tally.changes
        return with_sign(changes[0][1]) if len(changes) == 1 and self.tally.what in ("hit", "set") else ""

    @property
    def correctable(self) -> bool:
        """A form of the page can write this entry anew; what a tap wrote is undone and tapped again."""
        return self.tally.what in ("life", "hit", "spell", "lose", "monster")


class CardChoice(NamedTuple):
    """A card that a form offers."""

    id: str
    name: str
    note: str
    icon: str


class WizwarPresenter(SheetPresenter):
    """The whole sheet for its pages, in one language."""

    tally: TrackerTally

    @property
    def teams(self) -> tuple[int, ...]:
        return self.tally.teams

    @property
    def progress(self) -> str:
        turn = self.tally.turn
        values = {"round": turn.round, "name": self.names[turn.seat]}
        return gettext("раунд %(round)s, ходит %(name)s") % values

    @property
    def how_far(self) -> str:
        left = [name for name, out in zip(self.names, self.tally.outs, strict=True) if out == IN]
        return gettext("В игре: %(names)s. Раунд %(round)s") % {
            "names": ", ".join(left),
            "round": self.tally.turn.round,
        }

    @property
    def course_title(self) -> str:
        return gettext("Жизни по раундам")

    @cached_property
    def warnings(self) -> list[Sentence]:
        found = [self.sentence("warning", remark) for remark in self.tally.warnings]
        return list(dict.fromkeys(found))

    @cached_property
    def deck(self) -> texts.DeckCards:
        """What this table plays with."""
        return texts.deck_with(self.boxes, self.own)

    @cached_property
    def own(self) -> str:
        """The table's own cards as the sheet has them written down; empty for the printed ones."""
        return next((entry.text for entry in reversed(self.entries) if entry.cell == CARDS), "")

    @property
    def set_key(self) -> str:
        """The name of their set."""
        return own_cards.read(self.own).key

    @property
    def set_address(self) -> str:
        """How addresses name it."""
        return content_name(self.set_key)

    @property
    def game_title(self) -> str:
        """The game with its boxes, and whose figures its cards have."""
        title = super().game_title
        whose = own_cards.said(self.own)
        return f"{title}, {whose.in_(self.lang)}" if whose else title

    @property
    def following(self) -> str:
        return self.names[self.tally.following]

    @cached_property
    def follows(self) -> list[Sentence]:
        """What ends and whose turn is lost when this turn is over, worked out as if it were over now."""
        if self.tally.verdict:
            return []
        over = SheetEntry(0, "log.next", "turn")
        after: TrackerTally = self.sheet.rules.fold(len(self.names), [*self.entries, over])
        return [self.note(note) for note in after.events[-1].notes]

    # --- Players ------------------------------------------------------------------------------------------

    @cached_property
    def zones(self) -> list[Zone]:
        return [self._zone(seat) for seat in range(len(self.names))]

    def _zone(self, seat: int) -> Zone:
        tally = self.tally
        rests = [chest.rests for chest in tally.chests]
        homes = calculator.counting_homes(tally.outs, rests)
        own = homes[seat * TREASURES_EACH : (seat + 1) * TREASURES_EACH]
        mates = calculator.mates(tally.teams, seat)
        out = tally.outs[seat]
        words = {KILLED: gettext("погибает"), calculator.ROBBED: gettext("без сундуков")}
        return Zone(
            seat=seat,
            name=self.names[seat],
            sign=self.signs[seat],
            life=tally.totals[seat],
            out=out,
            out_words=words.get(out, ""),
            out_clause=OUT_CLAUSES.get(out, ""),
            on_turn=seat == tally.turn.seat and not out and tally.verdict is None,
            lost=tally.lost[seat],
            lasting=[each for each in self.lasting if each.subject == self.names[seat]],
            home=calculator.at_home(tally.outs, rests, mates),
            gone=sum(home not in (None, *mates) for home in own),
            carries=next(
                (
                    each.owner
                    for each, chest in zip(self.chests, tally.chests, strict=True)
                    if chest == (CARRIED, seat)
                ),
                "",
            ),
            turn=TURNS[len(self.names)][seat],
            won=seat in tally.winners,
            lines=self._lines(tally.scores[seat].lines, tally.sources[seat]),
            needed=calculator.TEAM_TREASURES_TO_WIN if tally.teams else calculator.TREASURES_TO_WIN,
            team=tally.teams[seat] + 1 if tally.teams else 0,
        )

    def _lines(self, lines: Sequence[ScoreLine], sources: Sequence[int], kind: str = "line") -> list[WhyLine]:
        return [
            WhyLine(self._line(kind, line), with_sign(line.points) if source else str(line.points), source)
            for line, source in zip(lines, sources, strict=True)
        ]

    def _line(self, kind: str, line: ScoreLine) -> Sentence:
        """A line under a total; those of a monster, which is no player, are marks of the log."""
        said = self.sentence(kind, Remark(line.code, line.clause, line.params))
        return said._replace(points=line.points)

    @cached_property
    def lasting(self) -> list[SpellOnPlayer]:
        return [
            SpellOnPlayer(
                self._name(effect.card),
                piece_icon(self.game.card_by_id[effect.card]),
                effect.left,
                self.names[effect.caster],
                self.names[effect.subject],
                f"lift {effect.card} {effect.subject + 1}",
            )
            for effect in self.tally.effects
        ]

    # --- Monsters -------------------------------------------------------------------------------------------

    @cached_property
    def monsters(self) -> list[MonsterRow]:
        return [self._monster(monster) for monster in self.tally.monsters]

    def _monster(self, monster: Monster) -> MonsterRow:
        key = texts.creature_word(texts.CreatureRef(*monster[:3]))
        price = texts.upkeep_of(self.deck, monster.card)
        owned = not texts.is_nobodys(monster.card)
        return MonsterRow(
            key=key,
            name=self._name(monster.card),
            icon=piece_icon(self.game.card_by_id[monster.card]),
            owner=self.names[monster.seat] if owned else "",
            owner_place=monster.seat + 1 if owned else 0,
            sign=self.signs[monster.seat] if owned else "",
            life=monster.life,
            most=monster.most,
            lines=self._lines(monster.lines, monster.sources, "mark"),
            wound=f"wound {key} -1",
            heal=f"wound {key} +1" if monster.life < monster.most else "",
            gone=f"gone {key}",
            pay=f"upkeep {key}" if price else "",
            price=price,
        )

    @property
    def bestiary(self) -> list[CardChoice]:
        """The monsters that cards of this deck create, with the life of each."""
        return [
            self._choice(card, str(each.data["stats"]["life"])) for card, each in self.deck.monsters.items()
        ]

    # --- Treasures ------------------------------------------------------------------------------------------

    @cached_property
    def chests(self) -> list[ChestView]:
        return [self._chest(treasure, chest) for treasure, chest in enumerate(self.tally.chests)]

    def _chest(self, treasure: int, chest: Chest) -> ChestView:
        owner, key = calculator.owner_of(treasure), texts.treasure_word(treasure)
        return ChestView(
            key=key,
            owner=self.names[owner],
            owner_place=owner + 1,
            sign=self.signs[owner],
            letter=pgettext("which of two treasures", "аб")[treasure % TREASURES_EACH],
            where=self._where(chest),
            icon={AT_HOME: "home", CARRIED: "hand", ON_FLOOR: "chest"}[chest.where],
            floor=Place(f"chest {key} floor", gettext("в лабиринте"), chest.where == ON_FLOOR),
            carriers=self._places(key, CARRIED, chest),
            homes=self._places(key, AT_HOME, chest),
            counts=chest.where == AT_HOME
            and chest.seat not in calculator.mates(self.tally.teams, owner)
            and self.tally.outs[chest.seat] == IN,
        )

    def _places(self, key: str, where: str, chest: Chest) -> list[Place]:
        return [
            Place(f"chest {key} {where} {seat + 1}", name, chest == (where, seat))
            for seat, name in enumerate(self.names)
            if where == AT_HOME or self.tally.outs[seat] == IN
        ]

    def _where(self, chest: Chest) -> str:
        if chest.where == ON_FLOOR:
            return gettext("в лабиринте")
        words = gettext("несёт %(name)s") if chest.where == CARRIED else gettext("дома: %(name)s")
        return words % {"name": self.names[chest.seat]}

    # --- The log --------------------------------------------------------------------------------------------

    @cached_property
    def log(self) -> list[EventRow]:
        return [
            EventRow(
                event, self.say(event.head), [self.note(note) for note in event.notes], ICONS[event.what]
            )
            for event in self.tally.events
        ]

    @property
    def die(self) -> EventRow | None:
        """The last roll of this turn."""
        for row in reversed(self.log):
            if row.tally.what in ("d4", "turn", "extra"):
                return row if row.tally.what == "d4" else None
        return None

    def say(self, said: EventRemark) -> str:
        return render(self.game, said.kind, said.remark.code, said.remark.params, self.lang, self.names)

    def note(self, said: EventRemark) -> Sentence:
        return Sentence(self.say(said), self.game.clause_by_id[said.remark.clause])

    def describe(self, cell_id: str) -> str:
        """«Запись 5», counted by when it was begun."""
        settings = {
            BOXES: gettext("Дополнения на столе"),
            CARDS: gettext("Чьи числа на картах"),
            TEAMS: gettext("Как играем"),
        }
        if cell_id in settings:
            return settings[cell_id]
        apart = (FINISH, *settings)
        cells = [cell for cell in dict.fromkeys(entry.cell for entry in self.entries) if cell not in apart]
        if cell_id not in cells:
            return gettext("Запись")
        return gettext("Запись %(n)s") % {"n": cells.index(cell_id) + 1}

    def said(self, text: str) -> str:
        """An entry in words; a text that means nothing says itself."""
        if not text:
            return ""
        try:
            event = texts.event_of(text, len(self.names), self.boxes, self.own)
        except texts.BadEntry:
            return self._setting_said(text)
        if isinstance(event, texts.Pass):
            return gettext("ещё один ход") if event.again else gettext("ход передан")
        alone = TrackedGame(len(self.names), 0, self.boxes, own=self.own)
        alone.take("", SheetEntry(0, "", text), event)
        return self.say(alone.events[0].head)

    def _setting_said(self, text: str) -> str:
        """What the text of a cell that is no event means; a text that means nothing says itself."""
        titles = {box.id: box.title.in_(self.lang) for box in reading.boxes(self.game.id)}
        if set(text.split(",")) <= titles.keys():
            return ", ".join(titles[box] for box in text.split(","))
        if text == YES:
            return gettext("командами")
        whose = own_cards.said(text)
        return whose.in_(self.lang) if whose else text

    # --- Forms ----------------------------------------------------------------------------------------------

    @property
    def points(self) -> Sequence[int]:
        return range(1, POINTS_SHOWN + 1)

    @property
    def terms(self) -> Sequence[int]:
        """Numbers of turns that a form offers."""
        return range(1, TURNS_SHOWN + 1)

    @cached_property
    def spells(self) -> list[CardChoice]:
        """Cards that last, those with a number of turns first."""
        endless = pgettext("a spell without an end", "без срока")
        rows = [(spell.data["duration"] != "N", card) for card, spell in self.deck.spells.items()]
        return [self._choice(card, endless if is_endless else "") for is_endless, card in sorted(rows)]

    @cached_property
    def reducers(self) -> list[CardChoice]:
        """What lessens damage, as boxes of a form; of some cards there may be a second."""
        notes = {
            texts.ABSORB: f"{MINUS}{calculator.ABSORB}",
            texts.BLUNT: "½",
            texts.SOULSTONE: f"≥{calculator.SOUL_FLOOR}",
        }
        found = []
        for card in texts.REDUCERS:
            choice = self._choice(card, notes.get(card, f"{MINUS}{calculator.STONE}"))
            found.append(choice)
            if card in texts.TWICE:
                name = gettext("%(card)s, ещё одно") % {"card": choice.name}
                found.append(choice._replace(id=f"{card}2", name=name))
        return found

    @property
    def shadowstone(self) -> str:
        return self._name(texts.SHADOWSTONE)

    @property
    def left(self) -> str:
        """JSON to show beforehand: by the reducers of a victim, what 0, 1, 2… points come down to.

        Without the Soulstone, which hangs on lives: a zone's `after` has it.
        """
        cards = texts.REDUCERS[: texts.REDUCERS.index(texts.SOULSTONE)]
        played = product(*(range(3 if card in texts.TWICE else 2) for card in cards))
        each = [tuple(card for card, n in zip(cards, row, strict=True) for _ in range(n)) for row in played]
        left = {
            ",".join(own): [texts.Victim(0, own).left(n, 0) for n in range(PREVIEWED + 1)] for own in each
        }
        return json.dumps(left, separators=(",", ":"))

    def _choice(self, card: str, note: str) -> CardChoice:
        return CardChoice(card, self._name(card), note, piece_icon(self.game.card_by_id[card]))

    def _name(self, card: str) -> str:
        return self.game.card_by_id[card].name.in_(self.lang)

    # --- Taken along ----------------------------------------------------------------------------------------

    def rows(self) -> Iterator[Iterable[Any]]:
        """A line for each event, with what it did to whom; lives and treasures at the end."""
        yield [gettext("Запись"), gettext("Раунд"), gettext("Что произошло"), *self.names]
        for row in self.log:
            changes = dict(row.tally.changes)
            told = " ".join([row.text, *(note.text for note in row.notes)])
            yield [row.number, row.tally.round, told, *(changes.get(n) for n in range(len(self.names)))]
        yield [None, None, gettext("Жизни"), *self.tally.totals]
        outs = [zone.out_words or None for zone in self.zones]
        yield [None, None, gettext("Выбыли"), *outs]
        for letter, chests in zip("12", self._by_letter(), strict=True):
            yield [None, None, gettext("Сундук %(n)s") % {"n": letter}, *(chest.where for chest in chests)]
        if self.tally.teams:
            yield [None, None, gettext("Команда"), *(zone.team for zone in self.zones)]
        for monster in self.monsters:
            yield [None, None, *self._monster_cells(monster)]

    def _monster_cells(self, monster: MonsterRow) -> Iterator[str | None]:
        """Its name, and its life below its owner; nobody's says it beside the name."""
        life = gettext("%(n)s из %(most)s") % {"n": monster.life, "most": monster.most}
        nobodys = gettext("%(name)s, ничьё") % {"name": monster.name}
        yield monster.name if monster.owner else f"{nobodys}: {life}"
        yield from (life if zone.place == monster.owner_place else None for zone in self.zones)

    def _by_letter(self) -> Iterator[list[ChestView]]:
        for n in range(TREASURES_EACH):
            yield self.chests[n::TREASURES_EACH]

    def data(self) -> dict[str, Any]:
        """The log as the command line reads it back, and what it comes to."""
        tally = self.tally
        return {
            "lives": tally.totals,
            "outs": tally.outs,
            "chests": [
                "" if chest.where == ON_FLOOR else f"{chest.where} {chest.seat + 1}" for chest in tally.chests
            ],
            "round": tally.turn.round,
            "turn": self.names[tally.turn.seat],
            "events": [event.text for event in tally.events],
            "warnings": [warning.text for warning in self.warnings],
            **self._beyond(),
        }

    def _beyond(self) -> dict[str, Any]:
        """What only a table with boxes, or in teams, has."""
        found: dict[str, Any] = {}
        if self.boxes:
            found["boxes"] = list(self.boxes)
        if self.own:
            found["cards"] = self.own
        if self.tally.teams:
            found["teams"] = True
        if self.deck.monsters:
            found["monsters"] = [
                {"card": each.card, "creator": each.seat + 1, "life": each.life}
                for each in self.tally.monsters
            ]
        return found

    def result_lines(self) -> list[str]:
        """«Оля: 12 жизней, победа»: winners first, then who is in, then by lives."""
        if not self.log:
            return []
        ranked = sorted(self.zones, key=lambda zone: (not zone.won, zone.out != IN, -zone.life))
        return [", ".join(filter(None, (self._lives(zone), self._fate(zone)))) for zone in ranked]

    def _lives(self, zone: Zone) -> str:
        n = zone.life
        lives = ngettext("%(n)s жизнь", "%(n)s жизней", n) % {"n": n}
        return f"{zone.name}: {lives}"

    def _fate(self, zone: Zone) -> str:
        if zone.won and len(self.tally.winners) == 1:
            return gettext("победа")
        if zone.won and self.tally.team_won:
            return gettext("победа команды")
        return zone.out_words
