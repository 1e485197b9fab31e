"""Mutants: small changes of the code, one at a time, which tests are to notice. See script/mutants."""
