"""Boards are texts of 36 letters, cut and joined at each move."""

import breakthrough


def after(text, move, letter):
    (r, c), (to_r, to_c) = move
    src, dst = 6 * r + c, 6 * to_r + to_c
    text = text[:src] + "_" + text[src + 1 :]
    return text[:dst] + letter + text[dst + 1 :]


def rows(text):
    return [list(text[start : start + 6]) for start in range(0, 36, 6)]


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(text, left, alpha, beta, player):
        letter, sign = ("B", 1) if player == breakthrough.Player.BLACK else ("W", -1)
        board = rows(text)
        if left <= 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        answer = -breakthrough.INF, breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            reply = search(after(text, move, letter), left - 1, -beta, -alpha, player.get_opponent())
            answer = max(answer, (-reply[0], move), key=lambda pair: pair[0])
            alpha = max(alpha, answer[0])
            if beta <= alpha:
                return answer
        return answer

    text = "".join("".join(row) for row in board)
    score, move = search(text, max_depth - depth, alpha, beta, current_player)
    return {"BLACK": score, "WHITE": -score}[current_player.name], move
