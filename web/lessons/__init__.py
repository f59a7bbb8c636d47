"""The pages of lessons: the course, each step with its text, its lab and its questions, and reviews. Nothing is stored.

A visitor's key is part of the address: with the lesson's sheet it decides the numbers of all questions. What the
visitor has done stays in the browser. May import what the lab and the sheets may; `app` uses it. `tests/web/lessons`
tests it, `tests/test_architecture.py` keeps its imports so.
"""
