"""Thirteens: write what is missing, and run `dealt check thirteens FILE.py`. Your own Deck will do, too."""

from dealt.assignments.elevens import RANKS, SUITS, Board, Deck

VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0]  # one for each of RANKS, from the ace to the king


class ThirteensBoard(Board):
    """Ten places: pairs that make 13, or a king alone."""

    def __init__(self):
        super().__init__(10, Deck(RANKS, SUITS, VALUES))

    def another_play_is_possible(self):
        """Does a pair that makes 13, or a king, lie anywhere on the board?"""
        raise NotImplementedError

    def is_legal(self, places):
        """Are these exactly a pair that makes 13, or exactly a king?"""
        raise NotImplementedError
