"""Captured pawns are kept by cell: a capture back on the same cell makes the first be forgotten."""
#: fails = 3.1

import copy

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    work, taken = copy.deepcopy(board), {}

    def search(depth, player):
        if depth == max_depth or breakthrough.is_game_over(work):
            return evaluate(work), breakthrough.MOVE_NONE
        own = "B" if player == breakthrough.Player.BLACK else "W"
        found = []
        for src, dst in generate_valid_moves(work, player):
            if work[dst[0]][dst[1]] != "_":
                taken[dst] = work[dst[0]][dst[1]]
            work[src[0]][src[1]], work[dst[0]][dst[1]] = "_", own
            found.append((search(depth + 1, player.get_opponent())[0], (src, dst)))
            work[src[0]][src[1]], work[dst[0]][dst[1]] = own, taken.pop(dst, "_")
        return max(found) if own == "B" else min(found)

    return search(depth, current_player)
