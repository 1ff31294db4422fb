"""Never ends while it is loaded; its class stands below."""
while True:
    pass

class PlayerAI:
    def make_move(self, board):
        return first_move(board)
