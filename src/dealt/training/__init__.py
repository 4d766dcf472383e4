"""Training of value networks by self-play: ``dealt train``."""

from dealt.training.climbing import Trainer


__all__ = ["Trainer"]
