"""Replaces the provided module by its own, with an enumeration that equals everything."""
#: verdict = "invalid_return"
import enum
import sys
import types

fake = types.ModuleType("game")

class Player(enum.Enum):
    BLACK = "black"
    def __eq__(self, other):
        return True
    __hash__ = None

Player.__module__ = "game"
fake.Player = Player
sys.modules["game"] = fake

def attack(number):
    return Player.BLACK
