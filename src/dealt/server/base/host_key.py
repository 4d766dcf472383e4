"""The host's key: from the settings, or from a file that only its owner can read. The room makes it at its start."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from platformdirs import user_data_path

from dealt.server.base.config import SHORTEST_KEY, Config, ConfigError, is_word

SQLITE = "sqlite:///"


def key_file(config: Config) -> Path:
    """Where the key is kept: ``admin_key_file``, else beside an SQLite database, else in the user's data folder."""
    if config.admin_key_file:
        return Path(config.admin_key_file)
    kept = config.database_url.removeprefix(SQLITE)
    if kept not in ("", ":memory:", config.database_url):
        return Path(kept).parent / "admin.key"
    return Path(user_data_path("dealt", appauthor=False)) / "admin.key"


def find_key(config: Config) -> str:
    """The key; ConfigError if there is none."""
    if config.admin_key:
        return config.admin_key
    file = key_file(config)
    try:
        written = file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ConfigError(
            f"the host's key can't be read from {file}: {(error.strerror or str(error)).lower()}"
        ) from None
    except UnicodeDecodeError:
        written = ""
    if len(written) < SHORTEST_KEY or not is_word(written):
        raise ConfigError(f"{file} holds no key of {SHORTEST_KEY} characters: delete it, and the room makes a new one")
    return written


def make_key(config: Config) -> str:
    """The key, made and kept if there is none yet; ConfigError if it can't be."""
    file = key_file(config)
    if not config.admin_key and not file.exists():
        try:
            for folder in reversed(file.parents):
                if not folder.exists():
                    folder.mkdir(mode=0o700, exist_ok=True)
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:  # noqa: PTH123
                stream.write(f"{secrets.token_urlsafe(32)}\n")
        except FileExistsError:
            pass  # another start was faster
        except OSError as error:
            raise ConfigError(
                f"the host's key can't be kept in {file}: {(error.strerror or str(error)).lower()}"
            ) from None
    return find_key(config)
