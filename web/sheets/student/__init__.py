"""The student's pages: a sheet to answer, with answers saved as they are typed, checked and submitted.

May import the modules of `web.sheets`; only `app` uses it. `tests/web/sheets/test_student.py` tests it,
`tests/test_architecture.py` checks its imports.
"""
