"""What the rules of Fireflies say."""
