"""Published sheets: storing them with a fresh seed, the variants of students, marks, and the overview of a class.

May import the floors below, such as `store`, `jobs` and `question`; the pages of sheets use it, and lessons in class.
`tests/web/sheets` tests it, `tests/test_architecture.py` checks its imports.
"""
