"""Cyclic rubbish is looked for seldom, and never among what stands since the start.

Nearly everything here goes away by itself, by reference counts. The collector's full rounds would find little
and stop a process with many tables for a tenth of a second each, deadlines included.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (20_000, 20, 20)
"""New objects before a small round, small rounds before a middle one, middle ones before a full one."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Inside nothing is collected before `settled` is called; afterwards all is as it was."""
    usual, was_on = gc.get_threshold(), gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
        if was_on:
            gc.enable()


def settled() -> None:
    """What there is now will stay: it is set aside unseen, and rounds begin.

    A look at it would stop a process with a thousand tables for most of a second, in the moment in which they
    all go on, and find some two thousand things that the imports have left.
    """
    gc.freeze()
    gc.set_threshold(*SELDOM)
    gc.enable()
