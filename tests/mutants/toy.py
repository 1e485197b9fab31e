"""What the tests of mutants change."""

PRICE = 3


def paid(n: int) -> int:
    """The price of some things; of ten and more one is free."""
    free = n >= 10
    return (n - free) * PRICE
