"""What may be done in «Маго-бой» (Wiz-War)."""
