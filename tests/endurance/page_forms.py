"""What the forms of a page would send, and which answers they hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

TYPED = {"text", "number", "search", "hidden", ""}


@dataclass
class Control:
    """A control: what it holds now, and what it can hold if that is a choice."""

    value: str = ""
    choices: list[str] = field(default_factory=list)


class Form(HTMLParser):
    """The controls of one form, by name."""

    def __init__(self, page: str, form: str) -> None:
        super().__init__()
        self.controls: dict[str, Control] = {}
        self._id = form
        self._inside = False
        self._open = ""  # the list or text area that is being read
        self.feed(page)

    @property
    def answers(self) -> dict[str, Control]:
        """The controls in which a student types or chooses an answer."""
        return {name: control for name, control in self.controls.items() if "." in name and ":" not in name}

    @property
    def posted(self) -> dict[str, str]:
        """What a browser would send."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def token(self) -> str:
        """The token that keeps forged requests out."""
        return self.controls["csrf_token"].value

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = has.get("id") == self._id
        if not self._inside or "form" in has:
            return
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "input" and name and has.get("type", "") in TYPED:
            self.controls[name] = Control(value)
        elif tag == "input" and name and has["type"] in {"radio", "checkbox"}:
            control = self.controls.get(name, Control())
            control.choices.append(value)
            if "checked" in has:
                control.value = value or "on"
            if has["type"] == "radio" or "checked" in has:
                self.controls[name] = control
        elif tag in {"select", "textarea"}:
            self._open = name
            self.controls[name] = Control()
        elif tag == "option" and self._open:
            control = self.controls[self._open]
            if "selected" in has or not control.choices:
                control.value = value
            control.choices.append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"select", "textarea"}:
            self._open = ""
        elif tag == "form":
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._open and not self.controls[self._open].choices:
            self.controls[self._open].value += data
