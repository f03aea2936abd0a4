"""One guild's speakers: why each is not heard, and what people did by hand; told to whoever watches."""

from collections.abc import Iterator, Mapping, Sequence

from mafiabot.engine.state import GameState, SpeechKind, Talk
from mafiabot.runtime.edit_scheduler import EditScheduler
from mafiabot.runtime.guild_picture import GuildPicture
from mafiabot.runtime.mic_rules import Lever
from mafiabot.runtime.table_mics import TableMics
from mafiabot.runtime.unheard import Hearing, MicTrouble, SpeakerWatch, Unheard
from mafiabot.runtime.voice_sink import MicWatcher


class GuildSpeakers:
    def __init__(
        self,
        picture: GuildPicture,
        schedulers: Mapping[Lever, EditScheduler],
        watchers: Sequence[MicWatcher],
    ) -> None:
        self._picture = picture
        self._schedulers = schedulers
        self._watchers = watchers
        self._watch = SpeakerWatch(self._tell)
        self._said: dict[tuple[str, int], int] = {}

    def review(self, now_ms: int) -> int | None:
        """Compares with what was told; returns when to look again."""
        moments = []
        for table in self._picture.book.tables:
            owner = _owner(table.state)
            reason = self._reason(table, owner, now_ms) if owner is not None else None
            by_hand = self._left(table)
            moments.append(self._watch.review(table.state.game_id, owner, reason, by_hand, now_ms))
        for scheduler in self._schedulers.values():
            for user_id, want in scheduler.remade():
                self._say_once(user_id, want.table, want.turn)
        return min((moment for moment in moments if moment is not None), default=None)

    def forget(self, game_id: str) -> None:
        """The game is over."""
        self._watch.forget(game_id)
        self._said = {key: turn for key, turn in self._said.items() if key[0] != game_id}

    def _reason(self, table: TableMics, owner: int, now_ms: int) -> Unheard | None:
        voice, channel_id = self._picture.voice, table.state.channel_id
        seen = voice.get(owner) if voice.sure(owner) else None
        if seen is None:
            return None
        lever = Lever.SUPPRESS if channel_id in self._picture.facts.stages else Lever.MUTE
        return Hearing(
            seen=seen,
            channel_id=channel_id,
            lever=lever,
            timed_out=voice.timeout_ms(owner, now_ms) is not None,
            refused=self._schedulers[lever].is_refused(owner),
            by_hand=self._schedulers[lever].left_to_people(owner),
        ).reason

    def _left(self, table: TableMics) -> Iterator[int]:
        for user_id in table.wishes:
            if any(scheduler.left_to_people(user_id) for scheduler in self._schedulers.values()):
                yield user_id

    def _say_once(self, user_id: int, game_id: str, turn: int) -> None:
        if self._said.get((game_id, user_id)) == turn:
            return
        self._said[game_id, user_id] = turn
        for watcher in self._watchers:
            watcher.remade(game_id, user_id)

    def _tell(self, game_id: str, trouble: MicTrouble) -> None:
        for watcher in self._watchers:
            watcher.trouble(game_id, trouble)


def _owner(state: GameState) -> int | None:
    """Whose microphone is to be open for his floor now."""
    if state.paused is not None or not isinstance(state.phase, Talk):
        return None
    turn = state.phase.floor.turn
    return None if turn.kind is SpeechKind.LOST else state.seat(turn.seat).person.user_id
