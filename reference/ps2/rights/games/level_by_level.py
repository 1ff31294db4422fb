"""The tree is grown level by level, and values are handed back from the last level to the first."""

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    levels = [[{"board": board, "parent": None, "move": breakthrough.MOVE_NONE, "kids": []}]]
    player = current_player
    while depth < max_depth and levels[-1]:
        level = []
        for node in levels[-1]:
            if breakthrough.is_game_over(node["board"]):
                continue
            for move in generate_valid_moves(node["board"], player):
                child = breakthrough.make_move(node["board"], *move, player, in_place=False)
                kid = {"board": child, "parent": node, "move": move, "kids": []}
                node["kids"].append(kid)
                level.append(kid)
        levels.append(level)
        player = player.get_opponent()
        depth += 1
    for number in range(len(levels) - 1, -1, -1):
        first_mover = number % 2 == 0
        black = (current_player == breakthrough.Player.BLACK) == first_mover
        for node in levels[number]:
            if not node["kids"]:
                node["value"], node["best"] = evaluate(node["board"]), breakthrough.MOVE_NONE
                continue
            pick = max if black else min
            kid = pick(node["kids"], key=lambda kid: kid["value"])
            node["value"], node["best"] = kid["value"], kid["move"]
    root = levels[0][0]
    return root["value"], root["best"]
