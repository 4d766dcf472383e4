"""Solitaires of columns: cards are built down in columns, and carried home in suit from the ace up.

A game is a :class:`TableauRow`, which says how many columns and cells there are, how columns are built, what may go to
an empty one, how many cards move at once, and how the stock is turned. Here is a whole game, Klondike with two cells:

>>> from random import Random
>>> game = Tableau("two_cells", TableauRow(cells=2))
>>> state = game.deal(Random(1))
>>> [str(each) for each in game.legal(state, 0)][-3:]
['to cell 4h', 'finish', 'stock']
"""

from dealt.games.tableau.core import TableauRow
from dealt.games.tableau.game import Tableau
from dealt.games.tableau.play import TableauPlay, TableauState

__all__ = ["FREECELL", "KLONDIKE", "Tableau", "TableauPlay", "TableauRow", "TableauState"]

KLONDIKE = TableauRow()
FREECELL = TableauRow(columns=8, cells=4, kings=0, whole=0, draw=0, back=0, steps=0)
