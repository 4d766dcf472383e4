"""Ratings: who finished where in a deal, and what openskill makes of it. Nothing here knows people or databases."""

from dealt.ratings.places import finishes, places, rateable, sides

__all__ = ["finishes", "places", "rateable", "sides"]
