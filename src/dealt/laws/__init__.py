"""Laws that every game must obey, checked at positions of random deals.

``dealt laws`` and the tests call the same checks (:mod:`dealt.laws.checks`, :mod:`dealt.laws.support`). A check raises
:class:`~dealt.laws.checks.Broken` if its law does not hold. An :class:`Examination` runs all checks on one game and
collects the findings.
"""

from dealt.laws.examine import Examination, Finding

__all__ = ["Examination", "Finding"]
