"""Orders the gradings that wait, hands them to workers, and finds out which workers live."""
