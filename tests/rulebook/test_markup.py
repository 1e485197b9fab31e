"""Marked-up texts: links where they belong, everything else escaped, the same words in plain text."""

import pytest
from django.template import Context
from django.utils import translation

from rulebook.content import markup
from rulebook.content.entries import GameContent, Text
from rulebook.templatetags import rules
from web.refusal import Refusal


def shown(poison: GameContent, text: str) -> str:
    return rules.rules_markup(Text(text, text), poison)


def test_markup_in_the_content_is_never_html(poison: GameContent) -> None:
    html = shown(poison, '<script>alert(1)</script> & "a" *<b>*')
    assert "<script>" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;" in html
    assert "&amp;" in html
    assert "<em>&lt;b&gt;</em>" in html


def test_a_reference_is_a_quiet_link_with_number_and_title(poison: GameContent) -> None:
    clause = poison.clause_by_id["overflow.take"]
    html = shown(poison, "см. {ref:overflow.take}")
    link = f'<a class="ref" href="/rules/poison/overflow.take" title="{clause.title.ru}">{clause.number}</a>'
    assert html == f"см.\N{NO-BREAK SPACE}{link}"


def test_a_term_is_a_link_that_opens_in_place(poison: GameContent) -> None:
    assert '<a class="term" href="/rules/poison/term/poison">яд</a>' in shown(
        poison, "Кладите {term:poison}."
    )


def test_a_term_that_begins_a_sentence_is_capital(poison: GameContent) -> None:
    html = shown(poison, "{term:poison} горек. {term:poison} силён, а {term:potion} нет.")
    assert [link.split("<")[0] for link in html.split('">')[1:]] == ["Яд", "Яд", "зелье"]


def test_a_card_is_a_link_with_its_short_name(poison: GameContent) -> None:
    assert '<a class="ref" href="/rules/poison/cards/red-4">красная\u00a04</a>' in shown(
        poison, "Это {card:red-4}."
    )


def test_an_element_is_a_link_that_opens_in_place(potions: GameContent) -> None:
    html = rules.rules_markup(Text("Берут {element:mandrake}.", "Take {element:mandrake}."), potions)
    assert html == 'Берут <a class="term" href="/rules/potions/element/mandrake">Мандрагора</a>.'


def test_what_leads_nowhere_reads_as_its_id(poison: GameContent) -> None:
    assert shown(poison, "{ref:no.where} {term:nothing}") == "no.where nothing"


def test_links_stay_in_the_language_of_the_page(poison: GameContent) -> None:
    with translation.override("en"):
        html = rules.rules_markup(Text("яд", "the {term:poison} of {ref:overflow.take}"), poison)
    assert "/en/rules/poison/term/poison" in html
    assert "/en/rules/poison/overflow.take" in html


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_plain_text_has_no_markup_left(poison: GameContent, potions: GameContent, lang: str) -> None:
    for game in (poison, potions):
        texts = [entry.text for entry in (*game.clauses, *game.terms, *game.rulings, *game.steps)]
        assert not [text for text in texts if set("{}*") & set(markup.plain(game, text, lang))]


def test_a_clause_link_names_the_rule(poison: GameContent) -> None:
    number = poison.clause_by_id["overflow.take"].number
    assert f">Правило\u00a0{number}</a>" in rules.clause_link(Context(), poison, "overflow.take")
    assert f">{number}</a>" in rules.clause_link(Context(), poison, "overflow.take", short=True)


def test_a_refusal_is_a_sentence_and_its_clause(poison: GameContent) -> None:
    params = {"card": "R4", "cauldron": 2, "colour": "blue"}
    html = rules.refusal(Context(), poison, Refusal("other_colour", "cauldron.mix", params), ["Оля"])
    assert 'class="refusal"' in html
    assert "Красную\u00a04" in html
    assert 'href="/rules/poison/cauldron.mix"' in html


def test_a_players_name_is_escaped_in_a_sentence(poison: GameContent) -> None:
    from django.template import Context, Template

    template = Template('{% load rules %}{% wording game "event" "starts" params names %}')
    html = template.render(Context({"game": poison, "params": {"seat": 0}, "names": ["<b>Оля</b>"]}))
    assert "&lt;b&gt;Оля&lt;/b&gt;" in html
    assert "<b>" not in html
