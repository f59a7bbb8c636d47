"""The command line: its arguments, and the sheets and answers that it reads."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from ireval.cli.program import main
from ireval.conventions import CONVENTIONS, PRESETS
from tests.fuzz.area import Area
from tests.fuzz.areas.sheet_json import sheets
from tests.fuzz.areas.trec_files import IDS, QRELS, RUNS
from tests.fuzz.dice import Dice
from tests.fuzz.files import compressed, file_of
from tests.fuzz.json_texts import json_text
from tests.fuzz.lab_queries import spelling
from tests.fuzz.outcome import Fault, Outcome, exception_fault

ANSWERS = [
    (("variant,exercise,part,answer",), ("K7M2PX,e1,score,0.5",), ("K7M2PX,e2,score,1/2",)),
    (("variant;student;e1.score",), ("K7M2PX;Ada;0,5",), ("K7M2PX;Bob;",)),
]
#: Exit statuses that say what happened: done, done with a warning, refused.
STATUSES = {0, 1, 2}


@dataclass(frozen=True)
class Command:
    """Arguments, and the files that they name."""

    arguments: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...] = ()


class CommandLine(Area):
    """``python -m ireval``, in this process. Cases are ``Command``."""

    name, share = "cli", 6

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def begin(self, seed: int) -> None:  # noqa: ARG002 - nothing is drawn while it runs
        self._folder = self._folder or tempfile.TemporaryDirectory(prefix="fuzz-")

    def end(self) -> None:
        if self._folder:
            self._folder.cleanup()

    def case(self, dice: Dice) -> Command:
        return dice.choice(_KINDS)(dice)

    def run(self, case: Command) -> Outcome:
        """The command's exit status; nothing but a message may come with it."""
        assert self._folder
        before = Path.cwd()
        os.chdir(self._folder.name)
        try:
            for name, data in case.files:
                Path(name).write_bytes(data)
            result = CliRunner().invoke(main, [*case.arguments])
        finally:
            os.chdir(before)
        return Outcome(f"status {result.exit_code}", _faults(result))


def _faults(result: Result) -> tuple[Fault, ...]:
    error = result.exception
    if error is not None and not isinstance(error, SystemExit):
        return (exception_fault("traceback", error, result.exc_info[2] if result.exc_info else None),)
    if result.exit_code not in STATUSES:
        return (Fault("status", str(result.exit_code), result.output[:200]),)
    if "Traceback (most recent" in result.output:
        return (Fault("traceback", "on standard error", result.output[-300:]),)
    return ()


def _number(dice: Dice) -> str:
    return dice.choice(["0", "1", "2", "3", "5", "10", "0.5"]) if dice.chance(0.6) else dice.number()


def _labels(dice: Dice) -> str:
    return dice.mostly(dice.letters("01235nru-", 12))


def _setting(dice: Dice) -> str:
    value = dice.mostly(dice.choice(["log2-rank", "2", "exact", "score-0"]))
    return dice.mostly(f"{dice.choice(sorted(CONVENTIONS))}={value}", 0.2)


_VALUES: dict[str, Callable[[Dice], str]] = {
    "--conventions": lambda dice: dice.mostly(dice.choice(sorted(PRESETS))),
    "--set": _setting,
    "-m": lambda dice: dice.mostly(spelling(dice)),
    "--unretrieved": _labels,
    "--subtopics": lambda dice: dice.mostly(dice.choice(["110,011", "1,0"])),
    "--column": lambda dice: dice.mostly(dice.choice(["P", "DCG", "i"])),
    "--paper": lambda dice: dice.mostly(dice.choice(["a4", "letter"])),
    "--detail": lambda dice: dice.mostly("answers"),
    "--title": Dice.hostile,
    "--intro": Dice.hostile,
}


def _options(dice: Dice, *names: str) -> list[str]:
    """Some of the options, each with a value: a number, if it is not known to be something else."""
    chosen = dice.several(lambda: dice.choice(names), 3)
    return [word for name in chosen for word in (name, _VALUES.get(name, _number)(dice))]


_CONVENTIONS = ("--conventions", "--set")
_LISTED = ("--unretrieved", "--subtopics", "--size", "-m", *_CONVENTIONS)
_FLAGS = ["-q", "-n", "-c", "-J", "--subtopics", "--format=csv", "--format=json", "--format=table"]
_FILES = [
    ("qrels", "run"),
    ("qrels", "run"),
    ("qrels", "run", "run"),
    ("ids",),
    ("qrels",),
    ("run", "qrels"),
    ("none", "run"),
    (".",),
]
_FORMATS = ["json", "csv", "gift", "moodle", "qti21", "qti12", "ilias", "pdf", "pdf-key"]


def _explanation(dice: Dice) -> Command:
    if dice.chance(0.5):
        return Command(
            _plain("explain", _labels(dice), *_options(dice, "-k", "--level", "--beta", "--places", *_LISTED))
        )
    words = _labels(dice), dice.mostly(_number(dice))
    return Command(_plain("diagnose", *words, *_options(dice, "--column", "--row", *_LISTED)))


def _evaluation(dice: Dice) -> Command:
    options = _options(dice, "-l", "-M", "-N", "--places", "-m", *_CONVENTIONS)
    words = _plain("evaluate", *dice.choice(_FILES), *options, *dice.several(lambda: dice.choice(_FLAGS), 3))
    ids = compressed(dice, _bytes(json_text(dice, dice.choice(IDS))))
    files = file_of(dice, dice.choice(QRELS)), file_of(dice, dice.choice(RUNS)), ids
    return Command(words, tuple(zip(("qrels", "run", "ids"), files, strict=True)))


def _sheet(dice: Dice) -> Command:
    sample = dice.choice(sheets()[:-1])
    if dice.chance(0.5):
        words = _plain("sheet", "key", "sheet.json", "--variant", dice.mostly(dice.choice(["K7M2PX", "ABC", ""])))
        return Command(words, (("sheet.json", compressed(dice, _bytes(json_text(dice, sample)))),))
    sheet = json.dumps(sample) if dice.chance(0.7) else json_text(dice, sample)
    answers = file_of(dice, dice.choice(ANSWERS))
    return Command(
        ("sheet", "mark", "sheet.json", "answers.csv"), (("sheet.json", _bytes(sheet)), ("answers.csv", answers))
    )


def _export(dice: Dice) -> Command:
    words = ("sheet", "export", "sheet.json", "-f", dice.mostly(dice.choice(_FORMATS), 0.1), "-o", "out")
    sheet = json_text(dice, dice.choice(sheets()[:4]))
    return Command(_plain(*words, *_options(dice, "--first", "--paper", "--detail")), (("sheet.json", _bytes(sheet)),))


def _other(dice: Dice) -> Command:
    kind = dice.below(4)
    if kind == 0:
        return Command(
            _plain(
                "sheet",
                "make",
                "--seed",
                _number(dice),
                *_options(dice, "--decimals", "--title", "--intro", *_CONVENTIONS),
            )
        )
    if kind == 1:
        return dice.choice(
            [Command(("measures",)), Command(("mistakes",)), Command(("--help",)), Command(("evaluate", "-h"))]
        )
    known = ["explain", "evaluate", "sheet", "-m", "--set", "101", "--"]
    return Command(_plain(*dice.several(lambda: dice.mostly(dice.choice(known)), 5)))


#: Files for learning platforms and for print take the longest of all.
_KINDS = [*[_explanation] * 6, *[_evaluation] * 6, *[_sheet] * 4, _export, _other]


def _plain(*words: str) -> tuple[str, ...]:
    """Words as an operating system passes them on: without a NUL, and other bytes as surrogates that stand for them."""
    return tuple(
        word.replace("\0", "").encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape") for word in words
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
