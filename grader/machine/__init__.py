"""This machine: how fast it is, one at a time on it, its signals, its files."""
