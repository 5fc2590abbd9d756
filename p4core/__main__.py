"""« python -m p4core » : la commande `p4`."""

import sys

from p4core.commande import main

sys.exit(main())
