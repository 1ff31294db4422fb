"""Never returns, whatever is raised in it."""
#: first = "late"

class PlayerAI:
    def make_move(self, board):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
