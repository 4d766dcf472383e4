"""``python -m tests.vectors FILE...``"""

import sys

from tests.vectors import main

sys.exit(main(sys.argv[1:]))
