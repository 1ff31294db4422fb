"""Is no class: makes something else, different each time."""
#: first = "crashed"
class Odd:
    @property
    def make_move(self):
        raise SystemExit("no move")

def PlayerAI():
    return Odd()
