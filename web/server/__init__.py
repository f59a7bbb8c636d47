"""What serves the pages: settings, processes, the security policy, forged and too many requests, error pages, static
files.

May import nothing of `web` and nothing of `ireval`; every page and `app` use it. `tests/web/server` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
