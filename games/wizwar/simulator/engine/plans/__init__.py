"""What a hint says that one may be out for: plans with their goal, the way there and the first move."""
