"""Carries out grading orders for the command line, batches and clusters.

1. A ``GradingContext`` is what grades in this process: an assignment, a sandbox, seed and tasks.
   Its ``GradingSetting`` is what a verdict depends on besides the submission.
2. A ``GradingOrder`` is a submission and a setting, and has a key. An answer to the same key can
   be used again. An order can be sent elsewhere as text.
3. Orders are carried out: one by several processes (``parallel``), or many (``executors``) by a
   ``pool`` of forks or by the workers of a ``cluster``, which have a ``fork_server`` process beside
   each thread.
4. A ``GradingAnswer`` is the report as text, with a summary for lists of many results.

Nothing here decides a verdict: each report is what :func:`grader.jobs.grading.grade` says.
"""
