"""Thirty games that are over, kept with what came of them: evenings.jsonl, a line each."""
