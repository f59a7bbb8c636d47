"""The builder at `/sheets/new`: a draft in one form, the actions of its buttons, the resulting sheet, and publishing.

May import the modules of `web.sheets`; only `app` uses it. `tests/web/sheets/test_builder.py` tests it,
`tests/test_architecture.py` checks its imports.
"""
