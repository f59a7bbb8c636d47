"""The builder at `/sheets/new`: a draft in one form, what its buttons do, the sheet that it makes, and publishing it.

May import what `web.sheets` has beside it; only `app` uses it. `tests/web/sheets/test_builder.py` tests it,
`tests/test_architecture.py` checks its imports.
"""
