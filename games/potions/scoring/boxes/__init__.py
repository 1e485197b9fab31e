"""What boxes add to the counting of «Зельеварение»: a folder for each, found by its path."""
