"""MTD(f) makes SIZE passes at most, and takes the last for the answer."""

#: tasks = 4.1, 4.2
#: sizes = 1, 2, 3, 4, 6
#: accepted = from 4
#: because = within six plies so many passes find every score

import breakthrough


def search(board, left, alpha, beta, player, generate_valid_moves, table):
    if left == 0 or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    key = ("".join(map("".join, board)), left, player)
    low, high, known = table.get(key, (-breakthrough.INF, breakthrough.INF, breakthrough.MOVE_NONE))
    if low >= beta:
        return low, known
    if high <= alpha:
        return high, known
    black = player == breakthrough.Player.BLACK
    moves = generate_valid_moves(board, player)
    if known in moves:
        moves = [known] + [m for m in moves if m != known]
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), moves[0]
    a, b = alpha, beta
    for move in moves:
        child = breakthrough.make_move(board, *move, player, in_place=False)
        score = search(child, left - 1, a, b, player.get_opponent(), generate_valid_moves, table)[0]
        if score > best if black else score < best:
            best, best_move = score, move
        if black:
            a = max(a, best)
        else:
            b = min(b, best)
        if a >= b:
            break
    if best <= alpha:
        table[key] = low, best, best_move
    elif best >= beta:
        table[key] = best, high, best_move
    else:
        table[key] = best, best, best_move
    return best, best_move


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    table = {}
    lower, upper = -breakthrough.INF, breakthrough.INF
    guess, answer = evaluate(board), breakthrough.MOVE_NONE
    for _ in range(SIZE):
        if lower >= upper:
            break
        bound = guess + 1 if guess == lower else guess
        guess, move = search(
            board, max_depth - depth, bound - 1, bound, current_player, generate_valid_moves, table
        )
        black = current_player == breakthrough.Player.BLACK
        if guess < bound:
            upper = guess
            if not black:
                answer = move
        else:
            lower = guess
            if black:
                answer = move
        if answer == breakthrough.MOVE_NONE:
            answer = move
    return guess, answer


negamax_alpha_beta = minimax_alpha_beta
