"""Whether what a hint says of a move is so, found by other means than those it was said by."""
