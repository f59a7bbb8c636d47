"""The stored marks of a class, which are computed once and read by every page.

May import the modules of `web.coursework` that read sheets; its overview and the pages of owners and students use it.
`tests/web/sheets/test_class_marks.py` tests it, `tests/test_architecture.py` checks its imports.
"""
