"""Answers objects that run code when they are looked at, or have no end."""
#: first = ["malformed", "late"]
#: moves = 11
import itertools

class Trap:
    def __getattribute__(self, name):
        raise SystemExit(name)
    def loop(self, *_):
        while True:
            pass
    __eq__ = __len__ = __iter__ = __hash__ = __bool__ = __index__ = __int__ = __repr__ = __reduce__ = loop

class Meta(type):
    def __repr__(cls):
        while True:
            pass
    __str__ = __hash__ = __repr__
    def __getattribute__(cls, name):
        raise KeyboardInterrupt

class Number(int):
    def __eq__(self, other):
        return True
    def __hash__(self):
        return 1

cycle = []
cycle.append(cycle)
deep = []
for _ in range(100000):
    deep = [deep]
shared = [0]
for _ in range(60):
    shared = [shared, shared]

ANSWERS = [
    lambda: Trap(), lambda: [[Trap(), 0], [1, 0]], lambda: Meta("x", (), {}), lambda: cycle,
    lambda: deep, lambda: shared, lambda: itertools.count(), lambda: (x for x in [[1, 0], [2, 0]]),
    lambda: [[Number(1), Number(0)], [Number(2), Number(0)]], lambda: range(4), lambda: 10**100000,
    lambda: 1j, lambda: ANSWERS, lambda: memoryview(b"x"), lambda: type, lambda: [bytearray(9)],
    lambda: open("/dev/zero"),
]

class PlayerAI:
    asked = 0

    def make_move(self, board):
        self.asked += 1
        return ANSWERS[self.asked % len(ANSWERS)]()
