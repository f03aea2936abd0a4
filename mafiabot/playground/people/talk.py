"""What people say to each other: remarks, claims of a sheriff, and the signs black agree on in secret."""

from __future__ import annotations

import re
from random import Random

REMARKS: dict[str, tuple[str, ...]] = {
    "ru": ("ну-ну", "я с этим не согласен", "красиво сказано", "?!", "а вчера он говорил другое"),
    "uk": ("ну-ну", "я з цим не згоден", "гарно сказано", "?!", "а вчора він казав інше"),
    "en": ("hm", "I do not buy that", "well said", "?!", "that is not what he said yesterday"),
}
SIGNS: dict[str, tuple[str, ...]] = {
    "ru": (
        "поправлю очки левой рукой",
        "скажу «в общем и целом»",
        "число, которое назову вторым",
        "кивну дважды",
    ),
    "uk": (
        "поправлю окуляри лівою рукою",
        "скажу «загалом і в цілому»",
        "число, яке назву другим",
        "кивну двічі",
    ),
    "en": ("I touch my left ear", "I say “by and large”", "the number I name second", "I nod twice"),
}
EXCUSES: dict[str, tuple[str, ...]] = {
    "ru": ("ошибся номером", "не расслышал", "нажал не туда"),
    "uk": ("помилився номером", "не розчув", "натиснув не туди"),
    "en": ("wrong number", "I misheard", "wrong button"),
}
_CLAIMS = {
    "ru": ("я шериф, {} красный", "я шериф, {} чёрный"),
    "uk": ("я шериф, {} червоний", "я шериф, {} чорний"),
    "en": ("I am the sheriff, {} is red", "I am the sheriff, {} is black"),
}
_CLAIMED = {
    language: [re.compile("^" + text.replace("{}", r"(\d+)") + "$") for text in texts]
    for language, texts in _CLAIMS.items()
}


def remark(language: str, rng: Random) -> str:
    """Something that means nothing."""
    return rng.choice(REMARKS[language])


def sign(language: str, rng: Random) -> str:
    """By what the others will know whom to shoot."""
    return rng.choice(SIGNS[language])


def claim(language: str, seat: int, black: bool) -> str:
    """A sheriff, true or false, tells the colour of a seat."""
    return _CLAIMS[language][black].format(seat)


def claimed(language: str, text: str) -> tuple[int, bool] | None:
    """The seat whose colour a message tells, and whether it is black; None: it tells nothing."""
    for black, pattern in enumerate(_CLAIMED[language]):
        if found := pattern.match(text):
            return int(found[1]), bool(black)
    return None
