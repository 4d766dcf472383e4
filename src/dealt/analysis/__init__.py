"""What each action of a deal cost against the best one: with what the seat knew, and with all cards open."""

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
    "Stopped",
    "analyse",
    "analyse_table",
    "from_json",
    "replayed",
    "to_json",
]
