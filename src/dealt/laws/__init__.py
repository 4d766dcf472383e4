"""Laws that every game must obey, checked at positions of random deals.

``dealt laws`` and the tests call the same checks. A check raises :class:`Broken` if its law does not hold. An
:class:`Examination` runs all checks on one game and collects the findings.
"""

from dealt.laws.checks import (
    Broken,
    check_actions,
    check_cards,
    check_end,
    check_hidden,
    check_kernel,
    check_laid,
    check_options,
    check_replay,
    check_sample,
    check_seed,
    check_sheet,
    note_hands,
)
from dealt.laws.examine import LAWS, Examination, Finding, Law, Progress
from dealt.laws.support import check_support
from dealt.laws.walks import MAX_ACTIONS, option_choices, option_values, start_deal, variants, walk

__all__ = [
    "LAWS",
    "MAX_ACTIONS",
    "Broken",
    "Examination",
    "Finding",
    "Law",
    "Progress",
    "check_actions",
    "check_cards",
    "check_end",
    "check_hidden",
    "check_kernel",
    "check_laid",
    "check_options",
    "check_replay",
    "check_sample",
    "check_seed",
    "check_sheet",
    "check_support",
    "note_hands",
    "option_choices",
    "option_values",
    "start_deal",
    "variants",
    "walk",
]
