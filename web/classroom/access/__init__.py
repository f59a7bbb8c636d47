"""Who sends a request: a phone with a key of its own, or a controller, which has the lecturer's right.

May import the lower floors; the rest of ``web.classroom`` uses it. ``tests/web/classroom`` tests it.
"""
