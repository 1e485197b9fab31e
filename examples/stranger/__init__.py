"""A game from outside the house: the Game of Pure Strategy, with one rule of ours."""
