"""``dealt site``: the folder of a static room."""

from __future__ import annotations

from pathlib import Path

from dealt.cli.errors import CommandError


def write_site(folder: Path, room: str = "") -> str:
    """Write the folder; what is to be said about it."""
    from dealt.site.folder import SiteError, write

    try:
        found = write(folder, room)
    except SiteError as error:
        raise CommandError(str(error)) from None
    parts = ", ".join(f"{part} {size / 1e6:.1f}" for part, size in sorted(found.items()))
    return (
        f"{folder} is a room for one: {sum(found.values()) / 1e6:.1f} MB ({parts}).\n"
        f"Any web server can serve it, such as: python -m http.server --directory {folder}"
    )
