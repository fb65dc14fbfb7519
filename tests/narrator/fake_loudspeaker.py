"""A device in the place where the app asks for its loudspeaker; it lends it, or not, as a test likes."""

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
