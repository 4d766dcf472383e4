"""``python -m tune NAME [ARGUMENTS]`` calls ``main`` of ``tune/NAME.py``."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.__main__ import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["--help"], Path(__file__).parent))
