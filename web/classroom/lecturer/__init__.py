"""What the lecturer does to a room, from the laptop or from the remote, and the pages before and after the lecture.

May import ``classroom.access``, ``classroom.rounds``, ``classroom.questions``, ``classroom.judging`` and the lower
floors. ``tests/web/classroom`` tests it.
"""
