"""What addresses there are, as Django knows them."""


def addresses(resolver, before=""):
    """Each pattern below a resolver: how it is written, and what it asks for."""
    for key in resolver.reverse_dict:
        for options, *_ in resolver.reverse_dict.getlist(key):
            yield from ((before + pattern, tuple(params)) for pattern, params in options)
    for prefix, inner in resolver.namespace_dict.values():
        yield from addresses(inner, before + prefix)
