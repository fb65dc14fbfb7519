"""Simulation of nights in which players fumble with the phone; checks what everyone knows at dawn."""
