"""Renders the report on a terminal."""
