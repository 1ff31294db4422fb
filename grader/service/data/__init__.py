"""Stores the service's data: the tables, the database, and its migrations."""
