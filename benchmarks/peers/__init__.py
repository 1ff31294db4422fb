"""How long others take to ask the same submission the same questions, and what isolation they give.

1. Make an environment with the peers (``requirements/peers.txt``) under ``build/``, once.
2. Lay out the same submission and the same positions as each of them wants it.
3. Time each of them, and this grader, in turn, several times over.
"""
