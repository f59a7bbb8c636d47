"""The commands ``lessons``, which check lessons that users write."""

from __future__ import annotations

from pathlib import Path

import click

from ireval.cli.options import Program, print_lines, printable

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group("lessons", cls=Program)
def lessons_group() -> None:
    """Check lessons that you write."""


@lessons_group.command("check")
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=FOLDER)
def check_command(folders: tuple[Path, ...]) -> None:
    r"""Check the lessons in each FOLDER.

    Several folders are read as one course, as the server reads its own lessons and those of the setting LESSONS: their
    lessons may refer to each other, and one of a later folder replaces one with the same name of an earlier folder.

    Everything that is wrong is printed on a line of its own, with the file, the line, and how to correct it. The exit
    status is 0 if nothing is wrong, and 1 otherwise.

    \b
    python -m ireval lessons check my-lessons
    python -m ireval lessons check lessons my-lessons
    """
    from ireval.lessons import read_course
    from ireval.messages import Message, say

    course = read_course(*folders)
    found = [f"{file}:{fault.line}: {fault.text}" for file, faults in course.faults.items() for fault in faults]
    if found:
        print_lines(map(printable, found))
        raise click.exceptions.Exit(1)
    steps = [step for lesson in course.lessons.values() for step in lesson.steps]
    counts = {"lessons": len(course.lessons), "steps": len(steps), "questions": sum(len(s.quizzes) for s in steps)}
    print_lines([say(Message("lessons-checked", counts))])
