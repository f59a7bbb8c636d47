"""The server that `python app.py` starts: its processes and their connections.

May import the settings, limits and error pages of `web.server`, and the messages; `app` uses it, and `web.operation`
asks it for refusals and for a shutdown. `tests/web/server` tests it, `tests/test_architecture.py` checks its imports.
"""
