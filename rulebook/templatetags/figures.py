"""Template tags of the figures beside rules: on pages with classes, in PDFs with inks."""

from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from rulebook.content.entries import Clause, Figure, GameContent
from rulebook.drawing import figures
from web.language import page_language

register = template.Library()
KEPT = 1000  # figures of all games in both languages
STYLES = "css/figures.css"


@register.simple_tag(takes_context=True)
def figure_of(context: template.Context, clause: Clause) -> Figure | None:
    """`{% figure_of clause as figure %}`: the figure that stands beside a rule on this page, if one does."""
    found = context.get("figures", {}).get(clause.id)
    return context["game"].figure_by_id[found] if found else None


@register.simple_tag(takes_context=True)
def clause_article(context: template.Context, clause: Clause) -> SafeString:
    """`{% clause_article clause %}`: a rule of a chapter with its figure and its clarifications."""
    game, beside = context["game"], context.get("figures", {}).get(clause.id, "")
    of_reader = {"came_from": context["came_from"]} if context.get("came_from") else {}
    if clause.box and context.get("table"):
        of_reader["table"] = context["table"]  # says whether its box is there
    if not of_reader:
        return _article(game, clause.id, beside, page_language())
    return _clause(game, clause.id, beside, of_reader)


@lru_cache(maxsize=KEPT)
def _article(game: GameContent, clause_id: str, beside: str, lang: str) -> SafeString:
    """The same for all readers but those who came from a table: a chapter has a dozen of them."""
    return _clause(game, clause_id, beside, {})


def _clause(game: GameContent, clause_id: str, beside: str, of_reader: Mapping[str, object]) -> SafeString:
    clause = game.clause_by_id[clause_id]
    shown = {
        "game": game,
        "chapter": game.chapter_by_id[clause.chapter],
        "clause": clause,
        "rulings": game.rulings_of(clause_id),
        "beside": game.figure_by_id[beside] if beside else None,
    }
    return render_to_string("rulebook/_clause.html", {**shown, **of_reader})


@register.simple_tag
def figure(figure: Figure, game: GameContent, large: bool = False) -> SafeString:
    """`{% figure figure game %}`: a figure with its words, a link to the large one; `large=True` is that."""
    return _figure(game, figure.id, page_language(), large)


@lru_cache(maxsize=KEPT)
def _figure(game: GameContent, figure_id: str, lang: str, large: bool) -> SafeString:
    """Every reader sees the same."""
    return render_to_string(
        "rulebook/_figure.html",
        {
            "game": game,
            "figure": game.figure_by_id[figure_id],
            "large": large,
            "pictures": [
                {"svg": mark_safe(figures.svg(each)), "words": each.words, "mark": each.mark}
                for each in figures.pictures(game, figure_id, lang)
            ],
        },
    )


@register.simple_tag
def figure_styles(game: GameContent) -> SafeString:
    """`{% figure_styles game %}`: what the figures of a game are coloured with."""
    sheets = (STYLES, *figures.styles(game.id))
    return format_html_join("", '<link rel="stylesheet" href="{}">', ((static(sheet),) for sheet in sheets))


@register.simple_tag
def printed_figure(figure: Figure, game: GameContent, rule: str) -> list[dict[str, object]]:
    """`{% printed_figure figure game clause.number as parts %}`: its drawings in millimetres and inks, with
    their words; those of a reader begin with the number of the rule, which tells apart what looks alike.
    """
    return [
        {
            "svg": mark_safe(figures.printed(game, each._replace(label=f"{rule}: {each.label}"))),
            "words": each.words,
            "mark": each.mark,
        }
        for each in figures.pictures(game, figure.id, page_language())
    ]
