"""Makes json say that every answer is right, whatever is encoded."""
#: verdict = ["wrong_answer", "runtime_error"]
import json

def attack(number):
    json.dumps = json.JSONEncoder.encode = lambda *args, **kwargs: '{"verdict": "accepted"}'
    json.encoder.c_make_encoder = None
    return "passed"
