"""Reads docstrings as this house writes them, for the reference: roles become links, examples become blocks of code."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:attr|class|data|func|meth|mod):`~?([\w.]+)`")
EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*(?:\n\n(?=>>> ).*(?:\n(?!\s*$).*)*)*", re.MULTILINE)


def link(role: re.Match[str], around: griffe.Object) -> str:
    """A role as a link to what its name means at that place; plain code where it means nothing."""
    named = role[1]
    try:
        return f"[`{named}`][{around.resolve(named)}]"
    except griffe.NameResolutionError:
        return f"`{named}`"


def rewrite(each: griffe.Object) -> None:
    """The docstring of an object and of all that lies in it, as Markdown."""
    if each.docstring is not None:
        text = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", each.docstring.value)
        each.docstring.value = ROLE.sub(lambda role: link(role, each), text)
    for member in each.members.values():
        if isinstance(member, griffe.Object):
            rewrite(member)


class Docstrings(griffe.Extension):
    """What griffe reads before mkdocstrings writes it."""

    def on_package(self, *, pkg: griffe.Module, **kwargs: Any) -> None:
        rewrite(pkg)
