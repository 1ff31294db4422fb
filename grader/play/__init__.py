"""Plays games between agents: games, agents in their sandboxes, and the referee."""
