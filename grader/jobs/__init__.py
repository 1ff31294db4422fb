"""One order, graded somewhere: what command line, batches and clusters ask for gradings."""
