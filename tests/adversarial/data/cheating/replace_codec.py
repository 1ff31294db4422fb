"""Replaces the codec that encodes its answer."""
#: verdict = ["wrong_answer", "runtime_error", "invalid_return"]
import sys

def attack(number):
    codec, encoder = sys.modules["grader.wire.codec"], sys.modules["grader.wire.encoder"]
    codec.Codec.tree = lambda self, value: {"e": ["game.Player", "BLACK"]}
    encoder.MAX_NODES = sys.modules["grader.runner.call"].MAX_FRAME = 1 << 60
    encoder.Encoder.convert = lambda self, value: {"accepted": True}
    return object()
