"""`manage.py tryout`: one game from outside by itself, in seconds. The command finds the package and starts a
process in which it is the only game; `__main__` looks at it there.
"""
