"""Has a number where a method should be."""
#: first = "absent"
class PlayerAI:
    make_move = 10**4000
