"""Answers plain data that is no move: other types, other numbers, other shapes, far too much."""
#: first = ["malformed", "illegal"]
#: moves = 13
nested = [0, 0]
for _ in range(60):
    nested = [nested, nested[:1]] if _ < 10 else [nested]
huge = (1 << 65535) + 1

ANSWERS = [
    ([huge, huge], [-huge, huge]), [[10**5000, 0], [1, 0]],
    [[float("nan"), float("inf")], [1.0, -0.0]], [["1", "0"], ["2", "0"]], "1020",
    [[-1, 0], [0, 0]], [[2**63, 0], [2**64, 0]], [[], []], {"from": [1, 0], "to": [2, 0]},
    b"\x01\x00\x02\x00", nested, [[0] * 400000, [0] * 90000], "9" * 1000000,
    [[[1], [0]], [[2], [0]]], {1, 0}, 7, [[1, 0], [2, 0], [3, 0]], 1e308, [[None, None]] * 2, (),
    None, True,
]

class PlayerAI:
    asked = 0

    def make_move(self, board):
        self.asked += 1
        return ANSWERS[self.asked % len(ANSWERS)]
