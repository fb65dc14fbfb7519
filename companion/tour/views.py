"""All pictures in the order of the walk."""

from companion.tour import avalon, duet, shell

VIEWS = (*shell.FIRST, *avalon.VIEWS, *duet.VIEWS, *shell.LAST)
