"""Raises what is no ordinary exception."""
#: first = "crashed"
#: moves = 4
KINDS = [SystemExit(0), KeyboardInterrupt(), GeneratorExit(), BaseException("\x07"),
         StopIteration(1), BaseExceptionGroup("x", [KeyboardInterrupt()]), MemoryError(), RecursionError()]

class PlayerAI:
    asked = 0

    def make_move(self, board):
        self.asked += 1
        raise KINDS[self.asked % len(KINDS)]
