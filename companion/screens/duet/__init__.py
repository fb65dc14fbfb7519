"""The screens of Codenames Duet."""

from companion.screens.duet.board import BoardPage
from companion.screens.duet.setup import SetUpPage
from companion.screens.duet.summary import progress, summary
from companion.screens.front import Front, Keeper

FRONT = Front(set_up=SetUpPage, keeper=Keeper(board=BoardPage, summary=summary, progress=progress))
