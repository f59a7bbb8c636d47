"""Advice fits where it is read: on a page, on the command line, or in Python."""

from __future__ import annotations

from pathlib import Path
from traceback import format_exception

import pytest
from click.testing import CliRunner

from ireval.cli.program import main
from ireval.messages import ADVICE, COMMAND, PYTHON, Message, say
from ireval.trec import FileError, read_qrels
from tests.ireval.collection.upload.uploads import read

#: The same document twice, with the same grade and with another one.
BY_SUBTOPIC = {"judged-by-subtopic": b"1 1 d1 1\n1 2 d1 1\n", "judged-differently-by-subtopic": b"1 1 d1 1\n1 2 d1 2\n"}


@pytest.mark.parametrize("key", BY_SUBTOPIC)
def test_subtopics_on_a_page(key: str, tmp_path: Path) -> None:
    """A visitor has neither an option nor a parameter."""
    with pytest.raises(FileError) as caught:
        read(tmp_path, {"qrels.txt": BY_SUBTOPIC[key]})
    assert caught.value.key == key
    assert "keep one line for each document of a topic" in caught.value.suggestion
    assert "subtopics" not in caught.value.suggestion and "Python" not in str(caught.value)


@pytest.mark.parametrize("key", BY_SUBTOPIC)
def test_subtopics_on_the_command_line(key: str, tmp_path: Path) -> None:
    (tmp_path / "qrels").write_bytes(BY_SUBTOPIC[key])
    (tmp_path / "run").write_bytes(b"1 Q0 d1 1 2 me\n")
    result = CliRunner().invoke(main, ["evaluate", str(tmp_path / "qrels"), str(tmp_path / "run")])
    assert result.exit_code == 2
    assert "use evaluate with --subtopics" in result.stderr and "subtopics=True" not in result.stderr


@pytest.mark.parametrize("key", BY_SUBTOPIC)
def test_subtopics_in_python(key: str) -> None:
    with pytest.raises(FileError) as caught:
        read_qrels(BY_SUBTOPIC[key])
    shown = "".join(format_exception(caught.value))
    assert "pass subtopics=True" in shown and "--subtopics" not in shown


def test_without_an_advice_of_its_own_every_place_has_the_same() -> None:
    message = Message("file-damaged-gzip")
    assert say(message, COMMAND) == say(message, PYTHON) == say(message, ADVICE) != ""
    alone = Message("in-text", problem="x")
    assert say(alone, COMMAND) == say(alone, PYTHON) == say(alone, ADVICE) == ""
