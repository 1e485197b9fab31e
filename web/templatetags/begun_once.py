"""What a form carries that begins something, see `web.begun_once`."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from web.fields import CLIENT_ID_FIELD

register = template.Library()


@register.simple_tag
def form_id() -> SafeString:
    """The form's own name, as a field; a page that is come back to gets another one (static/js/site.js)."""
    field = '<input type="hidden" name="{}" value="{}" autocomplete="off" data-form-id>'
    return format_html(field, CLIENT_ID_FIELD, secrets.token_urlsafe(12))
