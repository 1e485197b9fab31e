"""What the dictionary said of words, kept in a file beside the index: from one build to the next few change.

The file names what has made it; one of another version, or one that can't be read, counts as none.
"""

import inspect
import json
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from rulebook.search import morphology, tokens
from rulebook.search.morphology import Dictionary, DictionaryForm
from web import whole_files

FILE_NAME = "words.json"  # in the folder of the index
PACKAGES = ("pymorphy3", "pymorphy3-dicts-ru", "snowballstemmer")


def recall(path: Path) -> Dictionary:
    """The dictionary with all that the file remembers."""
    try:
        kept = json.loads(path.read_bytes())
        if kept["made_by"] != made_by():
            return Dictionary()
        told = {form: DictionaryForm(*of_form) for form, of_form in kept["told"].items()}
        return Dictionary(told, kept["stems"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Dictionary()


def keep(path: Path, dictionary: Dictionary) -> None:
    """Writes what was asked of the dictionary."""
    told = {form: [told.lemmas, told.likely] for form, told in dictionary.asked.items()}
    kept = {"made_by": made_by(), "told": told, "stems": dictionary.stems}
    whole_files.write(path, json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode())


@cache
def made_by() -> str:
    """Changes with the code and the packages that say what is in the file."""
    said = sha256("".join(f"{name} {version(name)} " for name in PACKAGES).encode())
    for module in (morphology, tokens):
        said.update(inspect.getsource(module).encode())
    return said.hexdigest()
