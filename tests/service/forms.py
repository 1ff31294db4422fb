"""The forms of a page, filled in and sent as browsers do."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

import httpx2

from tests.service.site import Browser


@dataclass
class Form:
    """A form that posts.

    Attributes:
        values: of its fields, but for text areas and unticked boxes.
        texts: those of its text areas.
        buttons: names and values of what it is sent with.
    """

    action: str
    multipart: bool
    values: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def send(self, browser: Browser, button: int = 0) -> httpx2.Response:
        """Send it by one of its buttons."""
        name, value = self.buttons[button]
        fields = {**self.values, **({name: value} if name else {})}
        fields |= {name: _as_sent(text) for name, text in self.texts.items()}
        if not self.multipart:
            return browser.post(self.action, data=fields)
        parts = [f'name="{name}"\r\n\r\n{text}' for name, text in fields.items()]
        # An empty field for a file is sent as a file without a name.
        parts += [
            f'name="{name}"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n'
            for name in self.files
        ]
        body = "".join(
            f"--{_BETWEEN}\r\nContent-Disposition: form-data; {each}\r\n" for each in parts
        )
        return browser.post(
            self.action,
            content=f"{body}--{_BETWEEN}--\r\n".encode(),
            headers={"content-type": f"multipart/form-data; boundary={_BETWEEN}"},
        )


_BETWEEN = "----between-the-fields"


def _as_sent(text: str) -> str:
    """Browsers send the lines of a text area with CR LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


def forms(page: str) -> list[Form]:
    """The forms of a page that post."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._form: Form | None = None
        self._area = ""
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        if tag == "form" and own.get("method") == "post":
            self._form = Form(own.get("action", ""), own.get("enctype") == "multipart/form-data")
            self.found.append(self._form)
        if (form := self._form) is None:
            return
        name = own.get("name", "")
        if tag == "textarea":
            self._area = name
            form.texts[name] = ""
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if self._select not in form.values or "selected" in own:
                form.values[self._select] = own.get("value", "")
        elif tag == "button":
            form.buttons.append((name, own.get("value", "")))
        elif tag == "input":
            match own.get("type", "text"):
                case "file":
                    form.files.append(name)
                case "checkbox" | "radio" if "checked" not in own:
                    pass
                case _:
                    form.values[name] = own.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._form is not None:
            # The first line break in a text area is none of its text.
            self._form.texts[self._area] = self._form.texts[self._area].removeprefix("\n")
            self._area = ""
        elif tag == "select":
            self._select = ""
        elif tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        if self._area and self._form is not None:
            self._form.texts[self._area] += data
