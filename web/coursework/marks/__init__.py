"""The marks of a class as they are stored: computed once, read at every look.

May import the modules of `web.coursework` that read sheets; its overview and the pages of owners and students use it.
`tests/web/sheets/test_class_marks.py` tests it, `tests/test_architecture.py` checks its imports.
"""
