"""Moves, merges and renames of the whole project, driven by tables; removed when the tree is as designed."""
