"""No text says to install ``ireval`` from the package index, where another project has that name.

All text files that git tracks are read, however the command is written. What installs the checkout, such as
``pip install ".[compare]"``, is free to be said.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.paths import ROOT

pytestmark = pytest.mark.slow

#: An installer with its command, then words up to the end of the command, also on a continued line.
_INSTALLERS = (
    r"(?:pip[\d.]*|pipenv|conda|mamba)\s+(?:install|download|wheel)",
    r"(?:uv|poetry|pdm|rye|hatch)\s+(?:add|tool\s+(?:install|run)|run\s+--with)",
    r"pipx\s+(?:install|run|inject)",
    r"pipenv\s+install",
    r"uvx|easy_install",
)
_WORD = r"(?:[^\s`;&|<>]|(?<=\\)\n)+"
_COMMAND = re.compile(rf"\b(?:{'|'.join(_INSTALLERS)})((?:(?:[ \t]|\\\n)+{_WORD})+)", re.IGNORECASE)
#: The name of the package as an installer reads it: alone, with extras, or with a version.
_NAME = r"ireval\s*(?:\[[\w\s,{}-]*\])?\s*(?:[=<>~!]=?=?\s*[\w.*]+)?"
_NAMED = re.compile(rf"[\"'`(]*{_NAME}[\"'`).,:;]*", re.IGNORECASE)
#: Extras in brackets are for nothing but an installer; "{...}" is where a program puts a name in.
_EXTRAS = re.compile(r"(?<![\w./-])ireval\[\s*[\w{}][\w\s,{}-]*\](?!\()", re.IGNORECASE)
_REQUIREMENT = re.compile(rf"^\s*-?\s*[\"']?{_NAME}[\"']?\s*,?\s*(?:[;#\\].*)?$", re.IGNORECASE | re.MULTILINE)
_ADDRESS = re.compile(r"pypi\.(?:org|python\.org)/(?:project|simple|pypi)/ireval\b", re.IGNORECASE)
#: Names of files that list requirements, one on each line.
_LISTS = re.compile(r"(?:requirements|constraints)[^/]*\.(?:txt|in)$|^requirements/|environment\.ya?ml$", re.IGNORECASE)
#: This file has examples of what it looks for.
_OWN = "tests/test_strangers_package.py"


def strangers(text: str, name: str = "page.md") -> list[str]:
    """What in a text, a file of this name, installs a package called ireval from an index."""
    plain = text.replace(r"\"", '"').replace("&quot;", '"').replace("&#34;", '"').replace("&#39;", "'")
    found = [x[0] for pattern in (_EXTRAS, _ADDRESS) for x in pattern.finditer(plain)]
    for command in _COMMAND.finditer(plain):
        words = re.split(r"[\s,]+", command[1].replace("\\\n", " "))
        found += [command[0] for word in words if _NAMED.fullmatch(word)]
    if _LISTS.search(name):
        found += [x[0].strip() for x in _REQUIREMENT.finditer(plain)]
    return found


def tracked_texts() -> dict[str, str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("needs the files of a checkout")
    texts = {}
    for name in listed.stdout.decode().split("\0"):
        path = Path(ROOT, name)
        if not name or name == _OWN or not path.is_file():
            continue
        data = path.read_bytes()
        if b"\0" not in data[:8192]:
            texts[name] = data.decode("utf-8", "replace")
    return texts


def test_no_text_installs_the_package_of_that_name_from_an_index() -> None:
    texts = tracked_texts()
    assert {"README.md", "docs/sheets.md", "ireval/cli/options.py", "pyproject.toml"} <= texts.keys()
    assert {Path(name).parts[0] for name in texts} >= {
        "templates",
        "static",
        "docs",
        "ireval",
        "web",
        "lessons",
        "tests",
    }
    found = {name: lines for name, text in texts.items() if (lines := strangers(text, name))}
    assert not found, 'say `pip install .` or `pip install ".[extra]"`, from the checkout'


@pytest.mark.parametrize(
    "text",
    [
        "pip install ireval",
        "Say `pip install ireval`.",
        'pip install "ireval[compare]"',
        "pip3 install 'ireval[sheets, compare]'",
        "python -m pip install --upgrade ireval==0.1.0",
        "pip install numpy ireval",
        "pip install -U \\\n  ireval",
        r"f'pip install \"ireval[{extra}]\"'",
        "pip install &quot;ireval[compare]&quot;",
        "It needs the extra ireval[compare].",
        "uv add ireval",
        "uv pip install ireval>=0.1",
        "uv tool install ireval",
        "uvx ireval evaluate",
        "pipx install ireval",
        "pipx run ireval",
        "poetry add ireval",
        "conda install -c conda-forge ireval",
        "PIP INSTALL IREVAL",
        "!pip install ireval",
        "https://pypi.org/project/ireval/",
    ],
)
def test_a_planted_command_is_found(text: str) -> None:
    assert strangers(text) and strangers(f"Words before it.\n{text}\nand after it.")


@pytest.mark.parametrize("line", ["ireval", "ireval==0.1.0", "ireval[compare] >= 0.1  # tests", "  - ireval"])
def test_a_planted_requirement_is_found(line: str) -> None:
    for name in ("requirements.txt", "requirements/test.in", "requirements-dev.txt", "docs/environment.yml"):
        assert strangers(f"numpy\n{line}\nclick\n", name)


@pytest.mark.parametrize(
    "text",
    [
        'pip install ".[compare]"',
        "`pip install .` installs the core alone: `import ireval`, and the command `ireval`.",
        "Where the package is installed with `pip install .`, it is also `ireval`.",
        "pip install /folder/ireval-0.1.0-py3-none-any.whl",
        "python -m pip install -r requirements.txt && python -m ireval sheet make",
        "pip install ./ireval",
    ],
)
def test_what_installs_the_checkout_is_not_refused(text: str) -> None:
    assert not strangers(text)
