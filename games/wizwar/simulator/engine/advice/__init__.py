"""What a hint says of a move: propositions, each so by the board and the cards that are open."""
