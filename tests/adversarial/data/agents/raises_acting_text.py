"""Raises exceptions whose names and texts terminals and logs obey."""
#: first = "crashed"
TEXT = "\x1b[2J\x1b]0;title\x07\n::error::x\n##[error]x\u202e\ud800</script>" + "x" * 100000

class PlayerAI:
    def make_move(self, board):
        raise type(TEXT[:70], (Exception,), {})(TEXT)
