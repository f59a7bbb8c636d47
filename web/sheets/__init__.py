"""Exercise sheets: built, published, answered and marked. This package has what the builder, students and owners share.

May import `store`, `state`, `lab`, `server` and what stands below them, and `ireval.exercises`; `builder`, `student`
and `owner` do not know each other, and only `app` uses them; `web.api` uses what they share. `tests/web/sheets` tests
it, `tests/test_architecture.py` checks its imports.
"""
