"""What a request says: from which network it comes, what its address and form are about, and how many there were.

Decisions about an address are made here, on its parts as they are read and never on their spelling, for the cache of
answers, the headers, the log and the limits alike.

May import nothing of ``web``; ``web.server`` and all rooms after it use it. ``tests/web/server/incoming`` tests it.
"""
