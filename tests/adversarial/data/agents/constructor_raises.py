"""Raises in its constructor."""
#: first = "gone"
class PlayerAI:
    def __init__(self):
        raise KeyboardInterrupt("\x1b[2J")
