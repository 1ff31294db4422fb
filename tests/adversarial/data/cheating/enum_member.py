"""Adds members to a provided enumeration, renames the others, and returns them."""
#: verdict = "invalid_return"
from game import Player

def attack(number):
    fake = object.__new__(Player)
    fake._name_, fake._value_ = "SECRET", "accepted"
    Player._member_map_["SECRET"] = fake
    Player._member_names_.append("SECRET")
    Player.BLACK._name_ = "__class__"
    return [Player.BLACK, fake, Player]
