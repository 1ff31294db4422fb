"""Problem Set 2: local search on tours and adversarial search in Breakthrough.

Every solution lives in a file of its own, because handing a function to a student's code
ships that file, and nothing else, into the sandbox.
"""
