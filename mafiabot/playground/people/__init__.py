"""The people of the local Discord: they play whole games by what their clients show, and by nothing else."""

from .company import Company, Result, Setting
from .host import Heard
from .temperament import NAMES as TEMPERAMENTS
from .temperament import Habit

__all__ = ["TEMPERAMENTS", "Company", "Habit", "Heard", "Result", "Setting"]
