"""What the rules of Tales by the Fire say."""
