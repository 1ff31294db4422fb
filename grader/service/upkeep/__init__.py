"""Backs up, restores and deletes the service's data for its administrator."""
