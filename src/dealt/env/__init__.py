"""Environments for learning: PettingZoo for every game, Gymnasium for one seat and for thousands of tables at once.

They need the extra ``env`` (pettingzoo, gymnasium, NumPy); ``vector`` is fast with the extra ``fast``, too.
"""

try:
    import gymnasium as _gymnasium  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401
except ImportError:
    raise ImportError("environments come with PettingZoo and Gymnasium: install dealt[env]") from None

from dealt.env.actions import Actions, Chosen
from dealt.env.aec import TableEnv, aec
from dealt.env.forms import Form
from dealt.env.layout import Field, Layout
from dealt.env.single import SeatEnv, register
from dealt.env.vector import Tables, vector
from dealt.games import HOUSE as _HOUSE

__all__ = ["Actions", "Chosen", "Field", "Form", "Layout", "SeatEnv", "TableEnv", "Tables", "aec", "register", "vector"]

for _name in sorted(_HOUSE):
    register(_name)
