"""The skeleton of a game from outside: `files` are its templates, `writing` makes a package of them."""
