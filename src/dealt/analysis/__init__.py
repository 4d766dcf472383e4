"""What each action of a deal cost against the best one: with what the seat knew, and with all cards open."""

from dealt.analysis.daily import Puzzle, mine, puzzle_of, puzzles_of
from dealt.analysis.engine import BrokenDeal, Stopped, analyse, analyse_table, replayed
from dealt.analysis.model import VERSION, Analysis, Judged, Option, from_json, to_json
from dealt.players.judging import Extra

__all__ = [
    "VERSION",
    "Analysis",
    "BrokenDeal",
    "Extra",
    "Judged",
    "Option",
    "Puzzle",
    "Stopped",
    "analyse",
    "analyse_table",
    "from_json",
    "mine",
    "puzzle_of",
    "puzzles_of",
    "replayed",
    "to_json",
]
