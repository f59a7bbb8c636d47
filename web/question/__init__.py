"""A question as pages show it, with the fields for its answers, and the notes on the answers.

Also questions about a list of the lab, and questions that are written in one line. May import `state`, `formulas` and
`ireval`; sheets, lessons, playlists, the classroom and the marks of a class use it. `tests/web/sheets` and
`tests/web/question` test it, `tests/test_architecture.py` checks its imports.
"""
