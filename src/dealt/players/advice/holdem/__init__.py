"""``rounder``, the computer for hold'em and Omaha."""
