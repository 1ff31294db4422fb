from __future__ import annotations

from grader.runner.members import members


class Game:
    def drop(self, column: int) -> int:
        return column

    def _hidden(self) -> None: ...

    @staticmethod
    def lines() -> int:
        return 0


class Agent(Game):
    player = "x"

    def __call__(self, board: object) -> object:
        return board

    def drop(self, column: int) -> int:
        return column + 1


def test_methods_of_classes_that_can_be_called_from_outside() -> None:
    namespace = {"Game": Game, "Agent": Agent, "play": lambda: None}
    assert members(["Game", "Agent", "play", "gone"], namespace) == {
        "Game": ["drop", "lines"],
        "Agent": ["__call__", "drop", "lines"],
    }
