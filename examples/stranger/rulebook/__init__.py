"""What the rules of the Game of Pure Strategy say."""
