"""Proves of the phone's package what can be proven without a phone; `make package-check` runs it."""
