"""Keeps a ladder of game-playing agents: who plays whom next, ratings, and tournaments."""
