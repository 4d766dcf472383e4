"""Tens: write what is missing, and run `dealt check tens FILE.py`. Your own Deck will do, too."""

from dealt.assignments.elevens import RANKS, SUITS, Board, Deck

VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]  # one for each of RANKS, from the ace to the king


class TensBoard(Board):
    """Fifteen places: pairs that make 10, or four tens, jacks, queens or kings."""

    def __init__(self):
        super().__init__(15, Deck(RANKS, SUITS, VALUES))

    def another_play_is_possible(self):
        """Does a pair that makes 10, or four tens, jacks, queens or kings, lie anywhere on the board?"""
        raise NotImplementedError

    def is_legal(self, places):
        """Are these exactly a pair that makes 10, or exactly four tens, jacks, queens or kings?"""
        raise NotImplementedError
