"""Points from raw data, as `manage.py score` counts them."""

from rulebook.api.entries import Json
from scoring import sheets
from scoring.management.commands.score import as_data, names_in
from scoring.sheets.core import TableRefused
from simulator.mcp.answers import answered, cited, refused, writer
from simulator.mcp.parameters import Asked
from web.language import page_language


def score_sheet(asked: Asked) -> Json:
    one, data = writer(asked["game"]), asked["table"]
    try:
        scored = sheets.get(one.content.id).score_table(data)
    except TableRefused as error:
        return refused(one, [error.refusal], names_in(data), counted=False, player=error.name or None)
    said = as_data(one.content, scored, page_language())
    clauses = [line["clause"] for lines in said["lines"] for line in lines]
    return answered(
        [one], cited(one, [*clauses, *(each["clause"] for each in said["warnings"])]), counted=True, **said
    )
