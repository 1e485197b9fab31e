"""How rows made in a pocket are called: so that no row of any server is called alike.

A server's names have no 0, and its tokens no full stop (`web.links`); so an address says whose row it is.
"""

from collections.abc import Callable

from web import links

NAME, TOKEN = "0", "0."
FROM_HERE = "pocket"  # of an address, ?pocket: what it lists is what is in the pocket


def is_ours(name: str) -> bool:
    """Whether a row, or a token, with this name was made in a pocket."""
    return name.startswith(TOKEN) or (name.startswith(NAME) and set(name[1:]) <= set(links.READABLE))


def mark_what_is_made() -> None:
    """From now on. Before models are imported: they take the makers of names as their defaults."""
    public_id, token, capability = links.new_public_id, links.new_token, links.capability
    links.new_public_id = _made("new_public_id", lambda: NAME + public_id()[1:])
    links.new_token = _made("new_token", lambda: TOKEN + token())
    links.content_name = lambda key: TOKEN + key
    links.content_key = lambda name: name.removeprefix(TOKEN)
    links.capability = lambda purpose, secret: TOKEN + capability(purpose, secret)


def _made(name: str, make: Callable[[], str]) -> Callable[[], str]:
    """Migrations name it as what it stands for."""
    make.__name__ = make.__qualname__ = name
    make.__module__ = links.__name__
    return make
