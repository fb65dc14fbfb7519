"""Package the app for desktops: wheel, one-folder program and Debian package (`make desktop`).

Each package is tested after the build: its commands, its screenshots without a display, and a click in a
window.
"""
