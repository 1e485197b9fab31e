"""Tags of addresses: the switch to the other language, pages that another app may not serve."""

import pytest
from django.template import Context, Template
from django.test import RequestFactory

from web.templatetags.addresses import url_if_any


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("/rules/poison/overflow.take?q=%D1%8F%D0%B4", "/en/rules/poison/overflow.take?q=%D1%8F%D0%B4"),
        ("/en/rules/poison", "/rules/poison"),
        ("/en/", "/"),
        ("/", "/en/"),
        ("/english", "/en/english"),
    ],
)
def test_the_language_switch_keeps_the_page(here: str, there: str) -> None:
    request = RequestFactory().get(here)
    template = Template("{% load addresses %}{% other_language_url %}")
    assert template.render(Context({"request": request})) == there


def test_an_unknown_page_of_another_app_has_no_address() -> None:
    assert url_if_any("simulator:no_such_page") == ""
