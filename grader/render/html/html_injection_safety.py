"""Protects every page: two escapes, and a content security policy behind them."""

from __future__ import annotations

import base64
import hashlib
from importlib import resources

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from grader.model import formatting
from grader.model.escape import escape_invisible, neutralise_ci_commands


def make_environment(package: str) -> Environment:
    """Return a Jinja2 environment for ``package`` that escapes every text twice."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader(__package__ or "")]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_escape_for_eye,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "count": formatting.format_count,
        "cut": cut_lines,
        "digits": format_unbounded_integer,
        "number": formatting.format_number,
        "seconds": formatting.format_seconds,
        "share": formatting.format_percent_rounded_down,
    }
    return made


def assemble_page(
    made: Environment,
    template: str,
    style: str = "",
    script: str = "",
    *,
    pictures: bool = False,
    **values: object,
) -> str:
    """Return an HTML document that fetches and sends nothing, and runs ``script`` at most.

    Args:
        style: added to what all pages look like.
        script: ours; without one, none may run.
        pictures: whether it holds any, written out in the page itself.
        values: for the template.
    """
    style = read_style_sheet() + style
    text = made.get_template(template).render(
        style=Markup(style),
        script=Markup(script),
        policy=content_security_policy(style, script, pictures=pictures),
        **values,
    )
    return f"{text}\n"


def content_security_policy(style: str, script: str = "", *, pictures: bool = False) -> str:
    """Return the content security policy of a page that fetches nothing.

    Args:
        style: its only style sheet.
        script: its only script; without one, none may run.
        pictures: whether it holds any, written out in the page itself.
    """
    scripts = f" script-src '{hash_for_policy(script)}';" if script else ""
    images = " img-src data:;" if pictures else ""
    return (
        f"default-src 'none'; style-src '{hash_for_policy(style)}';{scripts}{images} "
        "base-uri 'none'; form-action 'none'"
    )


def hash_for_policy(text: str) -> str:
    """Return the hash by which a content security policy allows a script or style sheet."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def read_style_sheet() -> str:
    """Return the style sheet of all pages."""
    return read_template_file(__package__ or "", "style.css")


def read_template_file(package: str, name: str) -> str:
    """Return a file beside the templates of ``package``."""
    return resources.files(package).joinpath("templates", name).read_text("utf-8")


def _escape_for_eye(value: object) -> object:
    """Return a template's value escaped for display; Jinja2 calls this for every value."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return neutralise_ci_commands(escape_invisible(value))


_WIDEST = 400
"""Characters of one line that are shown."""
_LARGEST = 10**24


def cut_lines(text: str, first: int = 15, last: int = 0) -> str:
    """Return the ``first`` and ``last`` lines of ``text``, without blank lines around it.

    Long lines are cut, too. What was left out is said where it was.
    """
    lines = text.strip("\n").split("\n")
    left_out = len(lines) - first - last
    if left_out > 0:
        note = f"… {left_out} more {'line' if left_out == 1 else 'lines'}"
        lines[first : first + left_out] = [note]
    return "\n".join(map(_cut_line, lines))


def _cut_line(line: str) -> str:
    left_out = len(line) - _WIDEST
    return line if left_out <= 0 else f"{line[:_WIDEST]}… {left_out} more characters"


def format_unbounded_integer(value: int) -> str:
    """Return a seed or line number as text; a file may hold any whole number."""
    return str(value) if abs(value) < _LARGEST else "a huge number"
