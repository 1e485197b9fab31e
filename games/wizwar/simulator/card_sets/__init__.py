"""Sets of cards that tables have entered: where they are kept, and their pages."""
