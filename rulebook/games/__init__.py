"""The games of this house, a folder each."""
