"""Raises whatever of it is looked at."""
#: first = "crashed"
class PlayerAI:
    def __getattribute__(self, name):
        raise GeneratorExit(name)
