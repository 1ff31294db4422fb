"""Carries what it has seen from one call to the next, in memory that it shared while loading."""
import mmap

board = mmap.mmap(-1, 4096)

def honest(number):
    board[:5] = b"seen!"
    return 2 * number

def attack(number):
    board[5:9] = number.to_bytes(4, "big")
    return bytes(board[:9])
