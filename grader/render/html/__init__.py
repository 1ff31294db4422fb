"""Renders the report as one HTML file, without network or script, readable from disk and on paper.

Import it late: Jinja2 costs time that other forms need not spend.
"""

from grader.render.html.report_page import render

__all__ = ["render"]
