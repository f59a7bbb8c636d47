"""Questions that a class is asked: what can be asked about a view of the site, and a question as everybody sees it.

May import ``classroom.judging`` and what pages may; the classroom uses it. `tests/web/classroom/questions` tests it,
`tests/test_architecture.py` checks its imports.
"""
