"""Template tags of reference sheets, which one template words for paper and for pages: how a thing looks is
said by the `surface` of the context.
"""

from django import template
from django.utils.safestring import SafeString

from rulebook.drawing import icons
from rulebook.drawing.piece_cards import PLAIN_ICON
from rulebook.surfaces import Surface, piece_sign

register = template.Library()


@register.simple_tag(takes_context=True)
def sign(
    context: template.Context,
    name: str,
    size: str = "4mm",
    ink: str = "ink",
    stroke: float = 1.6,
    said: str = "",
) -> SafeString:
    """`{% sign "coin" "3mm" "ochre" said=gold %}`: an icon of the site in the ink of a class `k-…`, which
    reads as `said`; without that it is decoration.
    """
    surface: Surface = context["surface"]
    return surface.sign(context["game"], name, size, ink, stroke, said)


@register.simple_tag(takes_context=True)
def kind_sign(context: template.Context, kind_id: str, size: str = "4mm") -> SafeString:
    """`{% kind_sign kind.id "3mm" %}`: the sign of a kind of recipes, in the game's own ink."""
    return sign(context, icons.named_icon(icons.kind_icon(kind_id), PLAIN_ICON), size, "accent")


@register.simple_tag(takes_context=True)
def element_sign(context: template.Context, element_id: str, size: str = "4mm") -> SafeString:
    """`{% element_sign element.id "3mm" %}`: the sign of an element."""
    return sign(context, icons.element_icon(element_id), size)


@register.simple_tag(takes_context=True, name="piece_sign")
def sign_of_piece(context: template.Context, code: str, size: str = "4mm") -> SafeString:
    """`{% piece_sign card.code "4mm" %}`: the picture of a card in its own ink."""
    return piece_sign(context["surface"], context["game"], code, size)


@register.simple_tag(takes_context=True)
def tint(context: template.Context, ink: str) -> SafeString:
    """`<p {% tint "red" %}>`: words in an ink."""
    surface: Surface = context["surface"]
    return surface.tint(context["game"], ink)


@register.simple_tag(takes_context=True)
def card_of(context: template.Context, code: str, width: float = 11.0) -> SafeString:
    """`{% card_of "R4" 12 %}`: a small card."""
    surface: Surface = context["surface"]
    return surface.card(context["game"], code, width)


@register.simple_tag(takes_context=True)
def figure(context: template.Context, svg: str, label: str, large: str = "") -> SafeString:
    """`{% figure table label %}`: a drawing of the sheet; `large` is the same for a phone's narrow column,
    where letters of the first would be too small.
    """
    surface: Surface = context["surface"]
    return surface.drawing(context["game"], svg, label, large)


@register.simple_tag(takes_context=True)
def rule_number(context: template.Context, clause_id: str) -> SafeString:
    """`{% rule_number row.clause %}`: the number of a rule that the template doesn't know by its id."""
    group, _, name = clause_id.partition(".")
    number: SafeString = context["n"][group][name.replace(".", "_")]
    return number
