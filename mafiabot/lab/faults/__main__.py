"""`python -m mafiabot.lab.faults`."""

import sys

from mafiabot.lab.faults.run import main

sys.exit(main(sys.argv[1:]))
