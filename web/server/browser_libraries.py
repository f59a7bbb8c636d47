"""Files for the browser that others wrote: taken from installed packages, never from a network.

Each is pinned by its SHA-256, so that what a class gets to see is what was tested.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

CURE = "Run: python -m pip install --force-reinstall -r requirements.txt"


class ThirdPartyError(RuntimeError):
    """A file of an installed package is missing or is not the one that was tested."""


@dataclass(frozen=True)
class Pinned:
    """One file: the package (and its version) that carries it, where, and its SHA-256."""

    package: str
    version: str
    path: str
    sha256: str

    @property
    def name(self) -> str:
        """The file's name alone, as in `plotly.min.js`."""
        return self.path.rpartition("/")[2]


PLOTLY = Pinned(
    "plotly",
    "7.1.0",
    "plotly/package_data/plotly.min.js",
    "3b6e15d45dbb7fca5bd2094291e961ddc5472cd887009e6009a56dab668d721f",
)
HTMX = Pinned(
    "django-js-lib-htmx",
    "2.0.3.1",
    "js_lib_htmx/static/htmx/htmx.min.js",
    "491955cd1810747d7d7b9ccb936400afb760e06d25d53e4572b64b6563b2784e",
)
MATH_FONT = Pinned(
    "ziamath",
    "0.13",
    "ziamath/fonts/STIXTwoMath-Regular.ttf",
    "8f42cb183a85043a4dc3f8e41ac3821eb27bf178d68ace929ba439523622323c",
)
PINNED = (PLOTLY, HTMX, MATH_FONT)


def located(pinned: Pinned) -> tuple[Path, str]:
    """The file's path and the version of its package, without importing the package."""
    try:
        package = distribution(pinned.package)
    except PackageNotFoundError:
        message = f"{pinned.name} is missing: the package {pinned.package} is not installed. {CURE}"
        raise ThirdPartyError(message) from None
    return Path(str(package.locate_file(pinned.path))), package.version


def checked(pinned: Pinned) -> bytes:
    """The file's content, if it is the pinned one."""
    path, version = located(pinned)
    try:
        content = path.read_bytes()
    except OSError as error:
        message = f"{pinned.name} of {pinned.package} {version} cannot be read ({error.strerror}). {CURE}"
        raise ThirdPartyError(message) from error
    digest = hashlib.sha256(content).hexdigest()
    if digest != pinned.sha256:
        raise ThirdPartyError(
            f"{pinned.name} of {pinned.package} {version} is not the file of {pinned.package} {pinned.version} "
            f"that this program was tested with (SHA-256 {digest}, expected {pinned.sha256}). {CURE}"
        )
    return content
