"""MOVE_NONE is listed as the only move, whatever the board."""
#: fails = 2.1/*

import breakthrough


def generate_valid_moves(board, current_player):
    return [breakthrough.MOVE_NONE]
