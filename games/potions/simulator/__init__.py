"""What may be done in «Зельеварение»."""
