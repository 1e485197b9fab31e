"""Sixty seeded faults, a patch each with the test that catches it: `docs/faults.md` says how to use them."""
