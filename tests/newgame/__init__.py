"""What `manage.py newgame` writes, and what `manage.py tryout` says of a game."""
