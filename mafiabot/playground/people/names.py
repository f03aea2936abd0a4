"""Names people bear: plausible in their language, and a few that break careless formatting."""

from __future__ import annotations

from random import Random
from typing import Literal

Language = Literal["ru", "uk", "en"]

_PLAIN: dict[str, tuple[str, ...]] = {
    "ru": (
        *("Артём", "Ира Соколова", "Костя", "Марина", "Глеб К.", "Юля", "Паша Б.", "Настя Ветрова", "Денис"),
        *("Лера", "Семён", "Вика", "Егор", "Таня Лис", "Борис", "Аня Гром", "Лёша", "Рита"),
    ),
    "uk": (
        *("Оксана", "Тарас", "Леся Бойко", "Андрій", "Соломія", "Назар К.", "Ярина", "Богдан", "Софія"),
        *("Остап", "Надійка", "Ігор Мельник", "Василина", "Дмитро", "Їжак", "Ганна", "Мар'яна", "Юрко"),
    ),
    "en": (
        *("Alice", "Tom W.", "Priya", "Marek", "Joanna Reed", "Sam", "Olga", "Wei", "Diego"),
        *("Ruth", "Kofi", "Emma L.", "Noah", "Ines", "Bjorn", "Zoe Park", "Ravi", "Hannah"),
    ),
}

MOST = 18

AWKWARD: tuple[str, ...] = (
    "**Жирный** _Шрифт_",
    "🦊 лис 🦊",
    "Константин Константинопольский32",
    "@everyone",
    "||spoiler|| `код`",
    "Zoë 👩‍👩‍👧‍👦",
    "7 · Семь",
    "<@1> https://x.y",
)


def party(rng: Random, language: Language, count: int, *, awkward: int = 2) -> list[str]:
    """`count` different names (at most `MOST`), `awkward` of them such as break formatting."""
    odd = rng.sample(AWKWARD, min(awkward, count))
    plain = rng.sample(_PLAIN[language], count - len(odd))
    names = [*plain, *odd]
    rng.shuffle(names)
    return names
