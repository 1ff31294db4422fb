"""The last ply is not searched: an arrival or the last pawn wins, a capture brings one, anything else nothing."""

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, left, alpha, beta, player, standing, pawns):
        moves = generate_valid_moves(board, player)
        black = player == breakthrough.Player.BLACK
        sign, far, foe = (1, 5, "W") if black else (-1, 0, "B")
        if left == 1:
            best = None
            for src, dst in moves:
                captured = board[dst[0]][dst[1]] == foe
                if dst[0] == far or captured and pawns[foe] == 1:
                    return sign * breakthrough.WIN, (src, dst)
                if best is None or captured:
                    best = standing + sign * captured, (src, dst)
            return best if best[0] != standing or len(moves) == 1 else (standing, moves[0])
        answer = None
        for src, dst in moves:
            captured = board[dst[0]][dst[1]] == foe
            if dst[0] == far or captured and pawns[foe] == 1:
                score = sign * breakthrough.WIN
            else:
                child = breakthrough.make_move(board, src, dst, player, in_place=False)
                fewer = {**pawns, foe: pawns[foe] - captured}
                score, _ = search(
                    child,
                    left - 1,
                    alpha,
                    beta,
                    player.get_opponent(),
                    standing + sign * captured,
                    fewer,
                )
            if answer is None or sign * score > sign * answer[0]:
                answer = score, (src, dst)
            if black:
                alpha = max(alpha, score)
            else:
                beta = min(beta, score)
            if beta <= alpha:
                break
        return answer

    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    cells = sum(board, [])
    pawns = {"B": cells.count("B"), "W": cells.count("W")}
    return search(
        board, max_depth - depth, alpha, beta, current_player, pawns["B"] - pawns["W"], pawns
    )


negamax_alpha_beta = minimax_alpha_beta
