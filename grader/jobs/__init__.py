"""One order, one submission graded somewhere: the entrance for command line, batches and clusters.

1. A ``Bench`` is what grades in this process: an assignment, a sandbox, seed and tasks. Its
   ``Setting`` is what a verdict depends on beside the submission.
2. An ``Order`` is a submission and a setting, and has a key. An answer to the same key can be
   used again. An order can be sent elsewhere as a text.
3. Orders are carried out: one by several processes (``parallel``), or many (``carriers``) by a
   ``pool`` of forks or by the workers of a ``cluster``, which have a ``host`` process beside each
   thread.
4. An ``Answer`` is the report as a text, and in short for a list of many.

Nothing here decides a verdict: each report is what :func:`grader.jobs.grading.grade` says.
"""
