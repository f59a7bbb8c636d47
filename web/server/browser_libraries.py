"""Third-party files for the browser: read from installed packages, never from a network.

Each is pinned by its SHA-256, so that a class sees the files that were tested.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from ireval.messages.keyed_error import KeyedError

INSTALL = "python -m pip install --force-reinstall -r requirements.txt"


class ThirdPartyError(KeyedError):
    """A file of an installed package is missing, or is not the one that was tested."""


@dataclass(frozen=True)
class Pinned:
    """One file: the package that contains it with its version, its path there, and its SHA-256."""

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


def locate(pinned: Pinned) -> tuple[Path, str]:
    """The file's path and the version of its package, without importing the package."""
    try:
        package = distribution(pinned.package)
    except PackageNotFoundError:
        raise ThirdPartyError(
            "package-not-installed", file=pinned.name, package=pinned.package, command=INSTALL
        ) from None
    return Path(str(package.locate_file(pinned.path))), package.version


def read_checked(pinned: Pinned) -> bytes:
    """The file's content, if it is the pinned one. Raises ``ThirdPartyError``."""
    path, version = locate(pinned)
    file = {"file": pinned.name, "package": pinned.package, "version": version, "command": INSTALL}
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ThirdPartyError("package-file-unreadable", **file, reason=reason) from error
    digest = hashlib.sha256(content).hexdigest()
    if digest != pinned.sha256:
        expected = {"tested": pinned.version, "expected": pinned.sha256}
        raise ThirdPartyError("package-file-differs", **file, **expected, digest=digest)
    return content
