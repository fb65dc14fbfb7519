"""A fake loudspeaker that grants or refuses the audio focus."""

from __future__ import annotations


class Lender:
    def __init__(self):
        self.lends = True
        self.log = []

    def __call__(self, tell):
        self.tell = tell
        return self

    def request_focus(self):
        self.log.append("ask")
        return self.lends

    def abandon_focus(self):
        self.log.append("give back")
