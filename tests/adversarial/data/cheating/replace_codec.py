"""Replaces the codec that encodes its answer."""
#: verdict = ["wrong_answer", "runtime_error", "invalid_return"]
import sys

def runner():
    """The globals of the template, whose frame is below every call."""
    frame = sys._getframe()
    while frame.f_globals["__name__"] != "grader.runner.template_process":
        frame = frame.f_back
    return frame.f_globals

def attack(number):
    codec, encoder = runner()["wire"].codec, runner()["wire"].encoder
    codec.Codec.tree = lambda self, value: {"e": ["game.Player", "BLACK"]}
    encoder.MAX_NODES = runner()["student_call"].MAX_FRAME = 1 << 60
    encoder.Encoder.convert = lambda self, value: {"accepted": True}
    return object()
