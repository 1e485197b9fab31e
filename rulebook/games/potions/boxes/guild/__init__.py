"""What «Гильдия Алхимиков» adds to what the rules of «Зельеварение» say."""
