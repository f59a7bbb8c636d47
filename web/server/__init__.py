"""The server of the pages: settings, processes, the security policy, protection against forged and too many requests,
error pages, static files.

May import `ireval` alone; every page and `app` use it. `tests/web/server` tests it, `tests/test_architecture.py` checks
its imports.
"""
