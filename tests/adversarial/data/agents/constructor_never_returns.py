"""Never returns from its constructor."""
#: first = "gone"
class PlayerAI:
    def __init__(self):
        while True:
            pass
