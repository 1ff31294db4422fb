"""What runs inside the sandbox: the only code of ours that shares a machine room with a student's.

Nothing here is installed in the sandbox. The trusted side sends these modules as text over the
wire, :mod:`grader.runner.boot` brings them to life, and no file of the grader exists inside.
Only the standard library and :mod:`grader.wire` may be imported.
"""
