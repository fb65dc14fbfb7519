"""Packs the app for a desktop: as a wheel, a program in one folder, a package for Debian (`make desktop`).

Each is tried before it is called good: its commands, its pictures without a display, and a click in a window.
"""
