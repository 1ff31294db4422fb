"""Replaces the codec that encodes its answer."""
#: verdict = ["wrong_answer", "runtime_error", "invalid_return"]
import sys

def attack(number):
    wire = sys.modules["grader.wire"]
    wire.Codec.tree = lambda self, value: {"e": ["game.Player", "BLACK"]}
    wire.MAX_FRAME = wire.MAX_NODES = 1 << 60
    wire._Encoder.convert = lambda self, value: {"accepted": True}
    return object()
