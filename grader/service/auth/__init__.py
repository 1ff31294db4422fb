"""Authenticates people, and decides what they may do."""
