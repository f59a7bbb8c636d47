"""The page of a student: a sheet to answer, kept while it is typed, checked and submitted.

May import what `web.sheets` has beside it; only `app` uses it. `tests/web/sheets/test_student.py` tests it,
`tests/test_architecture.py` checks its imports.
"""
