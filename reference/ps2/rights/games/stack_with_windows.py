"""Alpha-beta without recursion: each entry of a stack has its own window."""

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE

    def entry(board, player, depth, alpha, beta, came_by):
        return {
            "board": board,
            "player": player,
            "depth": depth,
            "alpha": alpha,
            "beta": beta,
            "came_by": came_by,
            "left": list(generate_valid_moves(board, player))[::-1],
            "score": -breakthrough.INF if player == breakthrough.Player.BLACK else breakthrough.INF,
            "move": breakthrough.MOVE_NONE,
        }

    def report(top, score, move):
        if top["player"] == breakthrough.Player.BLACK:
            if score > top["score"]:
                top["score"], top["move"] = score, move
            top["alpha"] = max(top["alpha"], score)
        else:
            if score < top["score"]:
                top["score"], top["move"] = score, move
            top["beta"] = min(top["beta"], score)

    stack = [entry(board, current_player, depth, alpha, beta, None)]
    while True:
        top = stack[-1]
        if not top["left"] or top["alpha"] >= top["beta"]:
            stack.pop()
            if not stack:
                return top["score"], top["move"]
            report(stack[-1], top["score"], top["came_by"])
            continue
        move = top["left"].pop()
        child = breakthrough.make_move(top["board"], *move, top["player"], in_place=False)
        if top["depth"] + 1 == max_depth or breakthrough.is_game_over(child):
            report(top, evaluate(child), move)
        else:
            player = top["player"].get_opponent()
            stack.append(entry(child, player, top["depth"] + 1, top["alpha"], top["beta"], move))
