"""The switchboard: every measure of a list under every preset, what differs, and why.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/switchboard` tests it.
"""
