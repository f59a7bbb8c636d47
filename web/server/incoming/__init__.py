"""Facts about a request: from which network it comes, whether it is about a collection, and how many there were.

Decisions about an address are made here, for the cache of answers, the headers, the log and the limits alike. They use
the decoded parts of the address, never its spelling.

May import nothing of ``web``; ``web.server`` and all rooms after it use it. ``tests/web/server/incoming`` tests it.
"""
