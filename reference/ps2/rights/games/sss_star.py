"""SSS*: a list of open nodes with merits, best first, in place of depth first (Stockman 1979)."""

import heapq
from itertools import count

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    black_first = current_player == breakthrough.Player.BLACK
    sign = 1 if black_first else -1
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    # A node: (board, player, left, parent, move, siblings that are still to come)
    tick = count()
    open_nodes, dead = [], set()

    class Node:
        __slots__ = ("board", "player", "left", "parent", "move", "rest", "id")

        def __init__(self, board, player, left, parent, move, rest):
            self.board, self.player, self.left = board, player, left
            self.parent, self.move, self.rest = parent, move, rest
            self.id = next(tick)

        def is_max(self):
            return self.player == current_player

    def push(node, solved, merit):
        heapq.heappush(open_nodes, (-merit, not solved, node.id, node))

    def gone(node):
        while node is not None:
            if node.id in dead:
                return True
            node = node.parent
        return False

    def child(node, move, rest):
        new = breakthrough.make_move(node.board, *move, node.player, in_place=False)
        return Node(new, node.player.get_opponent(), node.left - 1, node, move, rest)

    root = Node(board, current_player, max_depth - depth, None, None, [])
    push(root, False, breakthrough.INF)
    chosen = {}
    while True:
        minus, unsolved, _, node = heapq.heappop(open_nodes)
        merit = -minus
        if node.parent is not None and gone(node.parent):
            continue
        if not unsolved:
            if node is root:
                return sign * merit, chosen[0]
            if node.is_max():
                if node.rest:  # the next sibling below the MIN parent
                    push(child(node.parent, node.rest[0], node.rest[1:]), False, merit)
                else:
                    push(node.parent, True, merit)
            else:  # a MIN node is solved: so is its MAX parent, and all else below that is void
                if node.parent is root:
                    chosen[0] = node.move
                parent = node.parent
                dead.add(parent.id)
                twin = parent
                if parent is root:
                    return sign * merit, node.move
                twin = Node(
                    parent.board,
                    parent.player,
                    parent.left,
                    parent.parent,
                    parent.move,
                    parent.rest,
                )
                push(twin, True, merit)
        elif node.left == 0 or breakthrough.is_game_over(node.board):
            push(node, True, min(merit, sign * evaluate(node.board)))
        else:
            moves = list(generate_valid_moves(node.board, node.player))
            if node.is_max():
                for move in moves:
                    push(child(node, move, []), False, merit)
            else:
                push(child(node, moves[0], moves[1:]), False, merit)


negamax_alpha_beta = minimax_alpha_beta
