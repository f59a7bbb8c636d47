"""Lessons: Markdown files in which every number and formula is computed, and every step asks a question.

``read_lesson`` reads one file, ``read_course`` reads folders of files. Both collect all faults, each with its line and
a correction. May import the rest of the core except ``cli``; the command line and the pages use it.
``tests/ireval/lessons`` tests it, ``tests/test_architecture.py`` checks its imports.
"""

from ireval.lessons.course import Course, lesson_files, read_course
from ireval.lessons.lesson import Figure, Lab, LecturerNotes, Lesson, Note, Prose, Quiz, Reveal, Step
from ireval.lessons.lesson_faults import LessonFault
from ireval.lessons.lesson_reader import read_lesson

__all__ = [
    "Course",
    "Figure",
    "Lab",
    "LecturerNotes",
    "Lesson",
    "LessonFault",
    "Note",
    "Prose",
    "Quiz",
    "Reveal",
    "Step",
    "lesson_files",
    "read_course",
    "read_lesson",
]
