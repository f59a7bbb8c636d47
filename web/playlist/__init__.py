"""A playlist: the views of the lab that a lecture shows, in order. It is stored in a link or a file, not on the server.

May import `ireval`, the server and the state of the lab; `app` uses it. `tests/web/playlist` and
`tests/browser/playlist` test it, `tests/test_architecture.py` keeps its imports so.
"""
