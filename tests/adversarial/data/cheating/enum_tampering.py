"""Tampers with the provided enumeration while loading; it is recognised outside."""
from game import Player

Player._member_map_["BLACK"], Player._member_map_["WHITE"] = Player.WHITE, Player.BLACK
Player.__eq__ = lambda self, other: True

def attack(number):
    return Player.BLACK
