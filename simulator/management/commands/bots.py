"""`manage.py bots`: how strong the characters of a game are, and whether the fault of each shows.

docs/bots.md has its tables.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext

from simulator.bulk import characters
from simulator.bulk.characters import CharacterJob, MeasuredStrength, ShownFault, Tallies
from simulator.game import get
from simulator.management.commands.simulate import add_bulk_arguments, bots_named, config_in
from simulator.management.pools import results

Cells = Iterable[Any]


class Command(BaseCommand):
    help = "Plays the characters of a game against each other: how strong each is, and how its fault shows"

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_bulk_arguments(parser)
        parser.add_argument("--against", metavar="BOT", help="each of them alone among bots of this kind")

    def handle(self, *args: Any, **given: Any) -> None:
        with translation.override(given["lang"]):
            self._play(given)

    def _play(self, given: Mapping[str, Any]) -> None:
        config = config_in(given)
        bots, against = list(get(given["game"]).characters), given["against"]
        if not bots:
            raise CommandError(gettext("У ботов этой игры нет характеров: %(game)s.") % given)
        if against:
            bots_named(given["game"], against)
            bots = [bot for bot in bots if bot != against]
        work = list(_jobs(config, bots, given))
        games, counted = sum(len(job.sittings) for job in work), 1 if against else given["players"]
        tallies = characters.summed(
            results(self, characters.run, work, given, games, lambda found: _seats(found) // counted)
        )
        strengths = {bot: characters.strength(tallies[bot]) for bot in bots}
        faults = {} if against else characters.faults(given["game"], tallies)
        if given["json"]:
            self.stdout.write(json.dumps(_report(given, strengths, faults, tallies), ensure_ascii=False))
            return
        self.stdout.write(_strength_table(strengths, given))
        if faults:
            self.stdout.write("\n" + _fault_table(faults, tallies))


def _jobs(config: Mapping[str, Any], bots: Sequence[str], given: Mapping[str, Any]) -> Iterable[CharacterJob]:
    game, players, games, seed = (given[name] for name in ("game", "players", "games", "seed"))
    if not given["against"]:
        return characters.jobs(game, config, characters.mixed(bots, players, seed, games), bots, seed)
    tables = {bot: characters.alone(bot, given["against"], players, games) for bot in bots}
    return [job for bot in tables for job in characters.jobs(game, config, tables[bot], [bot], seed)]


def _seats(tallies: Tallies) -> int:
    return sum(tally.seats for tally in tallies.values())


def _report(
    given: Mapping[str, Any],
    strengths: Mapping[str, MeasuredStrength],
    faults: Mapping[str, ShownFault],
    tallies: Tallies,
) -> dict[str, Any]:
    """What `--json` prints; of each habit how often it was shown, and on how many occasions."""
    told = {}
    for bot, found in strengths.items():
        habits = {name: [tallies[bot].shown[name], n] for name, n in tallies[bot].occasions.items()}
        told[bot] = {**found._asdict(), "habits": habits}
        if bot in faults:
            told[bot]["fault"] = {**faults[bot]._asdict(), "holds": faults[bot].holds}
    return {name: given[name] for name in ("game", "players", "games", "seed", "against")} | {
        "characters": told
    }


def _row(cells: Cells) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _markdown(heads: Sequence[str], rows: Iterable[Cells]) -> str:
    return "\n".join([_row(heads), "|---" * len(heads) + "|", *map(_row, rows)])


def _percent(share: float) -> str:
    return f"{share:.1%}".replace("%", " %")


def _strength_table(strengths: Mapping[str, MeasuredStrength], given: Mapping[str, Any]) -> str:
    rivals = [given["against"]] * (given["players"] - 1) if given["against"] else []
    heads = ["bot", "games", "wins", "mean score", "chance"]
    if rivals:
        heads[0] = "seats, `--rotate`"
    rows = [
        (
            f"`{','.join([bot, *rivals])}`",
            found.seats,
            f"{_percent(found.wins)} ({100 * found.low:.1f} to {100 * found.high:.1f})",
            f"{found.mean_score:.1f}",
            _percent(1 / given["players"]),
        )
        for bot, found in strengths.items()
    ]
    return _markdown(heads, rows)


def _fault_table(faults: Mapping[str, ShownFault], tallies: Tallies) -> str:
    """A row for each character, a column for each of their habits, its own in bold."""
    habits = [fault.habit for fault in faults.values()]

    def row(bot: str, fault: ShownFault) -> Cells:
        yield f"`{bot}`"
        for habit in habits:
            share = _percent(tallies[bot].share(habit))
            yield f"{f'**{share}**' if habit == fault.habit else share} of {tallies[bot].occasions[habit]}"
        yield _times(fault)

    return _markdown(["bot", *habits, "own : next"], [row(bot, fault) for bot, fault in faults.items()])


def _times(fault: ShownFault) -> str:
    """How many times as often as its neighbour's; too few times stand out."""
    if not fault.next_share:
        return "only its own" if fault.share else "**never**"
    times = f"{fault.share / fault.next_share:.1f} × `{fault.neighbour}`"
    return times if fault.holds else f"**{times}: fewer than {characters.SHOWS}**"
