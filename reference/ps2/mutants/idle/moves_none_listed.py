"""MOVE_NONE is always listed as the only move."""
#: fails = 2.1/*

import breakthrough


def generate_valid_moves(board, current_player):
    return [breakthrough.MOVE_NONE]
