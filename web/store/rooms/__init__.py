"""Rooms of a lecture: their rounds, the devices in them, and what these have sent.

A room is reached by a code for the hours of a lecture, and by its controllers' tokens, of which the database holds
digests, for as long as its data are kept.

May import the rest of ``store``; ``Store`` uses it as ``rooms``. ``tests/web/store/test_room_store.py`` tests it.
"""
