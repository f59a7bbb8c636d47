"""The lecturer's tools for a lesson: printing the lesson, and a playlist of its labs.

The presenter view itself is the page of a step. May import the rest of `web.lessons`, which does not know this room,
and what that may; `app` uses it. `tests/web/lessons` tests it, `tests/test_architecture.py` keeps its imports so.
"""
