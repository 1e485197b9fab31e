"""How good advice is: what is said is looked up in the engine, and what is counted is counted anew."""
