"""All pictures in the order of the walk."""

from companion.tour import avalon, cultists, duet, shell, silver

VIEWS = (*shell.FIRST, *avalon.VIEWS, *cultists.VIEWS, *silver.VIEWS, *duet.VIEWS, *shell.LAST)
