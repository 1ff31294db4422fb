"""The mini project: an agent that plays Breakthrough within three seconds a move."""
