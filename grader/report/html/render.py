"""Setting the page: every text escaped twice over, once for the eye and once for the browser."""

from __future__ import annotations

import base64
import functools
import hashlib
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from grader.report import wording
from grader.report.escape import unled, visible
from grader.report.html.case import CaseView
from grader.report.html.layout import lay_out
from grader.report.html.shorten import cut, digits
from grader.report.html.svg import bar
from grader.report.model import Report, View
from grader.report.sentences import agreement, dependency
from grader.report.view import for_view

_TONES = {
    "green": "good",
    "yellow": "limit",
    "red": "bad",
    "bold magenta": "grader",
    "cyan": "hand",
}
"""Classes of the style sheet for the colours that verdicts have everywhere."""


def render(report: Report, view: View) -> str:
    """Returns what ``view`` may see of ``report`` as one HTML document.

    Nothing in it is ever fetched, run or sent: its policy allows its own style sheet alone. No text
    acts, whoever wrote it: each is spelled out (``escape.visible``) and escaped.
    """
    environment = _environment()
    case = environment.get_template("case.html")

    def set_case(shown: CaseView, unfolded: bool) -> Markup:
        return Markup(case.render(case=shown, unfolded=unfolded))

    style = resources.files(__package__).joinpath("templates/style.css").read_text("utf-8")
    page = environment.get_template("report.html").render(
        page=lay_out(for_view(report, view), set_case),
        style=Markup(style),
        policy=_policy(style),
    )
    return f"{page}\n"


def _policy(style: str) -> str:
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("grader.report.html"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_spelled_out,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "agreement": agreement,
        "count": wording.count,
        "cut": cut,
        "dependency": dependency,
        "digits": digits,
        "glyph": wording.glyph,
        "number": wording.number,
        "points": wording.points,
        "seconds": wording.seconds,
        "share": wording.share,
        "tone": lambda verdict: _TONES[wording.style(verdict)],
        "words": wording.words,
    }
    environment.globals["bar"] = bar
    return environment


def _spelled_out(value: object) -> object:
    """Whatever a template prints passes here, so that none can forget."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return unled(visible(value))
