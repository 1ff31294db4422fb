"""Many submissions in one go: ``grade batch``.

1. ``collect``: which hand-ins there are, and whose.
2. ``run``: each is an order with a key. What the ``store`` knows is taken from it; the rest is
   graded by a carrier (:mod:`grader.jobs`).
3. ``store`` first, then ``files``: a run that is interrupted goes on from there.
4. ``row``: what is kept in memory of each; everything at the end (``summary``, ``gradebook``,
   ``junit``, ``page``, ``compare``) is made of rows.

Nothing here decides a verdict: each report is what :func:`grader.jobs.grading.grade` says.
"""
