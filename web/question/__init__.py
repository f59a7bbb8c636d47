"""A question as pages show it, with the fields for its answers, and the notes on the answers.

May import `formulas` and `ireval`; sheets, lessons and the marks of a class use it. `tests/web/sheets` tests it,
`tests/test_architecture.py` checks its imports.
"""
