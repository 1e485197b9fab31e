"""Sets the no-break spaces of the Russian catalogue, a translation of itself: script/typeset.py FILE."""

import subprocess
import sys
from pathlib import Path

import polib

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rulebook.content.typography import typeset

file = sys.argv[1]
catalogue = polib.pofile(file)
for entry in catalogue:
    if entry.msgid_plural:
        entry.msgstr_plural = {form: typeset(text) for form, text in entry.msgstr_plural.items()}
        continue
    read = typeset(entry.msgid)
    entry.msgstr = read if read != entry.msgid else ""
    entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
    entry.previous_msgid = entry.previous_msgid_plural = entry.previous_msgctxt = None
catalogue.save()
# Lines are broken as the gathering of messages breaks them.
subprocess.run(["msgcat", "--no-wrap", "--add-location=file", "--output-file", file, file], check=True)
