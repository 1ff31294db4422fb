"""What the service keeps: the tables, the database they are in, and the history of their shape."""
