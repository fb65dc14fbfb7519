"""The phone or desktop the app runs on, one module for each thing it is asked for.

Everything here may be missing on some machine; then it quietly does nothing and says so in its result.
"""
