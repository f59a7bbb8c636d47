"""Published sheets: stored with a fresh seed, read with the keys of students, marked, and the overview of a class.

May import the floors below, such as `store`, `jobs` and `question`; the pages of sheets use it, and lessons in class.
`tests/web/sheets` tests it, `tests/test_architecture.py` keeps its imports so.
"""
