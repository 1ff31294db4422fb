"""The end of the game is seen by the evaluation, and boards are texts inside."""

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def unpacked(text):
        return [list(text[start : start + 6]) for start in range(0, 36, 6)]

    def played(text, move, letter):
        (r, c), (to_r, to_c) = move
        cells = list(text)
        cells[6 * r + c] = "_"
        cells[6 * to_r + to_c] = letter
        return "".join(cells)

    def search(text, left, low, high, player):
        now = unpacked(text)
        sign = 1 if player == breakthrough.Player.BLACK else -1
        score = sign * evaluate(now)
        if left == 0 or abs(score) == breakthrough.WIN:
            return score, breakthrough.MOVE_NONE
        best, best_move = None, None
        for move in generate_valid_moves(now, player):
            child = played(text, move, player.name[0])
            score = -search(child, left - 1, -high, -low, player.get_opponent())[0]
            if best is None or score > best:
                best, best_move = score, move
            if best >= high:
                return best, best_move
            low = max(low, best)
        return best, best_move

    text = "".join("".join(row) for row in board)
    score, move = search(text, max_depth - depth, alpha, beta, current_player)
    return (score if current_player == breakthrough.Player.BLACK else -score), move
