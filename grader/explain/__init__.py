"""Explains why cases are not accepted, once all verdicts are known.

1. Lines of the student's file that a traceback points at.
2. What the hidden test itself has to say: lines of play, for example.
3. A counterexample: the smallest version of a failing case that still fails, as a snippet.
4. Whether a task that is right with the reference's functions is right with the student's own.
5. Known mistakes that fail the same cases in the same way.

Nothing here changes a verdict. Explaining may take a few seconds; what is not found by then is left
out.
"""

from grader.explain.add_explanations import SECONDS, Explainer

__all__ = ["SECONDS", "Explainer"]
