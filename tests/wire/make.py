"""Writes the corpus with the code as it is: `python -m tests.wire.make [part …]`, without parts all of it.

The corpus holds what leaves the house and must be read for ever: encoded positions, codes and parameters of
refusals, events and lines, cells of sheets, keys of cases, options, addresses, cookies, columns. `test_wire`
compares the house with it. Whoever moves code mends `doors.py` and writes nothing anew.

A part is written anew only when what it holds was changed on purpose: words of exports (`looks`, `commands`),
a rule together with the engine's `rules` (`positions`, `cases`, `simulations`, `jobs`), something new
(`names`). The part `evening` replaces the database by one of today, and `looks` what its pages show: after a
change of the tables the old file is the one that has to open, so leave it alone.
"""

import logging
import os
import sys

import django


def main(asked: list[str]) -> None:
    """Writes the parts that are asked for, all of them if none is."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from tests.wire.corpus import FOLDER
    from tests.wire.parts import PARTS

    unknown = set(asked) - set(PARTS)
    if unknown:
        sys.exit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    logging.getLogger("django").setLevel(logging.CRITICAL)  # what is refused on purpose is no news
    for name in asked or PARTS:
        PARTS[name]()
    for path in sorted(FOLDER.iterdir()):
        print(f"{path.stat().st_size:9,}  {path.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
