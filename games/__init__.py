"""The games of this house, a folder each: what they say, count and play, and their tests."""
