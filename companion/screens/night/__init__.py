"""The spoken night: deal and options before it, the dark page during it, and dawn."""
