"""What each action of a deal cost against the best one: with what the seat knew, and with all cards open."""

from dealt.analysis.day_puzzles import Puzzle, mine, puzzle_of, puzzles_of
from dealt.analysis.engine import BrokenDeal, analyse, analyse_table, judge_action, replayed
from dealt.analysis.model import VERSION, Analysis, Judged, Option, from_json, to_json
from dealt.analysis.seen import weighed
from dealt.players.judging import Extra, judge_for

__all__ = [
    "VERSION",
    "Analysis",
    "BrokenDeal",
    "Extra",
    "Judged",
    "Option",
    "Puzzle",
    "analyse",
    "analyse_table",
    "from_json",
    "judge_action",
    "judge_for",
    "mine",
    "puzzle_of",
    "puzzles_of",
    "replayed",
    "to_json",
    "weighed",
]
