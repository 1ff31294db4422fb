"""Two killer moves for each depth, then a history of cut-offs, decide the order."""

from collections import Counter, defaultdict, deque

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    killers = defaultdict(lambda: deque(maxlen=2))
    history = Counter()

    def search(board, depth, alpha, beta, player, sign):
        if depth == max_depth or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        moves = sorted(
            generate_valid_moves(board, player),
            key=lambda move: (move not in killers[depth], -history[player, move]),
        )
        best, best_move = -breakthrough.INF, moves[0]
        for move in moves:
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, depth + 1, -beta, -alpha, player.get_opponent(), -sign)[0]
            if score > best:
                best, best_move = score, move
                alpha = max(alpha, score)
            if alpha >= beta:
                killers[depth].append(move)
                history[player, move] += 2 ** (max_depth - depth)
                break
        return best, best_move

    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    score, move = search(board, depth, alpha, beta, current_player, sign)
    return sign * score, move
