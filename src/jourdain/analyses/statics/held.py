"""A System whose time stands still: what drives and texts say at one moment is what they always say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jourdain.functions import jets
from jourdain.system.system import System

TIME = 0  # where the inputs of user functions have the time


def held_at(system: System, t: float) -> System:
    """The system with every reading of the time in texts and functions replaced by the constant t [s].

    Then nothing that is driven moves, and a position of rest is one at any time. The code of a Lagrangian is as it is.
    """
    tables = system.tables
    code, constants = tables["code"].copy(), np.append(tables["const"], t)
    reads = (code[:, 0] == jets.INPUT) & (code[:, 1] == TIME)
    code[reads, 0], code[reads, 1] = jets.CONST, len(constants) - 1
    return replace(system, tables=tables | {"code": code, "const": constants})
