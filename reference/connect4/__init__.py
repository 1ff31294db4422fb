"""Connect 4 and its smaller relatives: rules, oracle, and the reference solution."""
