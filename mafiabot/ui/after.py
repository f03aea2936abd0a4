"""What is added to a finished game, in words: awards with what they leave, penalties, protests, refusals."""

from mafiabot.engine.aftermath import AfterRefused, Protest, ProtestState
from mafiabot.engine.scoring import AwardRefused
from mafiabot.runtime.archive_port import GameHead
from mafiabot.ui.names import safe_name
from mafiabot.ui.texts import Say, Texts


def points(say: Say, hundredths: int) -> str:
    """`0.3`, `0,3`: whole tenths of a point, not negative."""
    whole, rest = divmod(hundredths, 100)
    return say("points", whole=str(whole), tenths=str(rest // 10))


def seat_words(seat: int, name: str) -> str:
    """`**3** · Name` of a game that is over."""
    return f"**{seat}** · {safe_name(name)}"


def head_label(say: Say, head: GameHead) -> str:
    """`12 · tournament · The red team wins!`"""
    return f"{head.number} · {say(f'preset-{head.preset.value}')} · {say(f'outcome-{head.outcome.value}')}"


def awarded_text(
    texts: Texts, locale: str, who: str, hundredths: int, rest_hundredths: int, rest_players: int
) -> str:
    """`who`: the seat in words. `hundredths` 0: his award was taken back."""
    say = texts.say(locale)
    if hundredths == 0:
        done = say("award-taken-back", seat=who)
    else:
        done = say("award-given", seat=who, points=points(say, hundredths))
    return f"{done}\n{_left(say, rest_hundredths, rest_players)}"


def award_refused_text(texts: Texts, locale: str, refused: AwardRefused) -> str:
    """Why not, what is left of the game's budget, and what this player could be given."""
    say = texts.say(locale)
    return "\n".join(
        (
            say(f"award-{refused.reason.value}"),
            _left(say, refused.rest_hundredths, refused.rest_players),
            say("award-most", points=points(say, max(refused.most_hundredths, 0))),
        )
    )


def _left(say: Say, hundredths: int, players: int) -> str:
    return say("award-left", points=points(say, hundredths), players=players)


def penalty_text(texts: Texts, locale: str, who: str) -> str:
    return texts.get(locale, "penalty-given", seat=who)


def settled_text(texts: Texts, locale: str, protest: Protest, who: str) -> str:
    accepted = protest.state is ProtestState.ACCEPTED
    key = "protest-settled-accepted" if accepted else "protest-settled-rejected"
    return texts.get(locale, key, number=str(protest.id), seat=who)


def after_refused_text(texts: Texts, locale: str, refused: AfterRefused) -> str:
    limit = refused.limit
    return texts.get(locale, f"after-{refused.reason.value}", minutes=str(limit // 60), limit=str(limit))
