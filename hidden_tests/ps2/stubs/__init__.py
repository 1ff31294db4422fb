"""Scripted functions that hidden tests lend to a student's function.

A stub's file travels into the sandbox alone, so it imports nothing but the standard library. It
defines ``make(log, **config)``, which returns the function; ``config`` is plain data or another
lent function, and plain data appended to ``log`` comes back as ``Answer.log``.
"""
