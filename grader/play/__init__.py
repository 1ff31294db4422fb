"""Games between agents: what a game is, an agent in its sandbox, and the referee."""
