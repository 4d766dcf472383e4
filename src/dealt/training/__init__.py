"""Training of value networks by self-play: ``dealt train``."""

from dealt.training.climbing import Trainer
from dealt.training.course import Course, Point

__all__ = ["Course", "Point", "Trainer"]
