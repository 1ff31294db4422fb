"""Contains the code that runs inside the sandbox, beside a student's program.

Nothing here is installed in the sandbox. The trusted side sends these modules as text over the
wire, :mod:`grader.runner.boot` brings them to life, and no file of the grader exists inside.
Only the standard library and :mod:`grader.wire` may be imported.
"""
