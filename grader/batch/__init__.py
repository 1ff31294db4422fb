"""Many submissions in one go: ``grade batch``.

1. ``collect``: which hand-ins there are, and whose.
2. ``key``: what a verdict depends on, as a digest.
3. ``run``: what the ``store`` knows is taken from it; the rest is graded, in one of several
   ``ways``.
4. ``store`` first, then ``files``: whoever is interrupted goes on from there.
5. ``row``: what is kept in memory of each; everything at the end (``summary``, ``gradebook``,
   ``junit``, ``page``, ``against``) is made of rows.

Nothing here decides a verdict: each report is what :func:`grader.jobs.grading.grade` says.
"""
