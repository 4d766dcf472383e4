"""Training of value networks by self-play: ``dealt train``."""

from dealt.training.climbing import Trainer
from dealt.training.course import Course, Point
from dealt.training.playing import Cluster, Threads

__all__ = ["Cluster", "Course", "Point", "Threads", "Trainer"]
