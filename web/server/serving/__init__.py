"""The server that `python app.py` starts: its processes and their connections.

May import the settings and the error pages of `web.server`, and the messages; only `app` uses it. `tests/web/server`
tests it, `tests/test_architecture.py` keeps its imports so.
"""
