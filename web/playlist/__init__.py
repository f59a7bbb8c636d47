"""A playlist: the views of the lab that a lecture shows, in order. It is stored in a link or a file, not on the server.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/playlist` and `tests/browser/playlist`
test it.
"""
