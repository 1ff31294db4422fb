"""Grades many submissions in one run: ``grade batch``.

1. ``collect`` finds the hand-ins and their students.
2. ``grade_handins`` makes each hand-in an order with a key. Results in the ``report_store`` are
   used again; an executor of :mod:`grader.jobs` grades the rest.
3. A report goes to ``report_store`` first, then to ``report_files``: an interrupted run continues
   from there.
4. A ``batch_row`` is kept in memory for each hand-in. The files on the whole batch (``summary``,
   ``gradebook``, ``batch_junit``, ``batch_page``, ``compare``) are made of rows.

Nothing here decides a verdict: each report is what :func:`grader.jobs.grading.grade` says.
"""
