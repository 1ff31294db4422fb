"""The report as one HTML file: no network, no script, readable from disk and on paper.

Imported by whoever needs it and not before: Jinja2 costs time that other forms need not spend.
"""

from grader.render.html.render import render

__all__ = ["render"]
