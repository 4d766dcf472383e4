"""Refusals, as whoever asked is told of them."""

from __future__ import annotations

from dealt.texts import sentence
from dealt.wire import protocol
from dealt.wire.refusal import Refused, said


def error_of(refused: Refused, op: str | None = None, text: str = "") -> protocol.Error:
    """A refusal as it travels, in English by the words of ``text`` if there are better ones than the usual."""
    text = text or sentence(refused.say)
    return protocol.Error(code=refused.code, say=said(refused.say), text=text, re=op, retry_after=refused.retry_after)
