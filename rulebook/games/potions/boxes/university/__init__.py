"""What «Университетский курс» adds to what the rules of «Зельеварение» say."""
