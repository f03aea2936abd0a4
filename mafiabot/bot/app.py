"""One running bot: the object graph, its boot sequence, and its orderly end.

Boot order: shards taken, signs of life and tables read → connect → guilds seen → voice table rebuilt, debts
paid → clocks credited, announcements caught up → timers → commands accepted → screens drawn anew.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import structlog

from mafiabot.adapters.codec import PUBLISHED
from mafiabot.adapters.discord_answers import answers_only
from mafiabot.adapters.discord_helper import HelperBot
from mafiabot.adapters.discord_messages import DiscordMessenger
from mafiabot.adapters.discord_names import DiscordNames
from mafiabot.adapters.discord_url import point_at
from mafiabot.adapters.discord_voice import DiscordVoice, attach
from mafiabot.bot.among import Among, Standing
from mafiabot.bot.client import MafiaClient
from mafiabot.bot.ended_tables import EndedTables
from mafiabot.bot.outages import Outages, guild_locale
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.bot.reaching import LOCAL_PATIENCE_MS, PATIENCE_MS, log_in
from mafiabot.bot.screens import Screens
from mafiabot.cogs.answering import Answerer
from mafiabot.cogs.controls import Controls
from mafiabot.cogs.judge import Judge
from mafiabot.cogs.mafia import Mafia
from mafiabot.cogs.rights import Rights
from mafiabot.cogs.services import Identities, Services
from mafiabot.cogs.watching import Watching
from mafiabot.engine.commands import VoiceObserved
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.announcer import Announcer
from mafiabot.runtime.archive_port import GamesArchive
from mafiabot.runtime.archivist import Archivist
from mafiabot.runtime.background import Background
from mafiabot.runtime.debt_copies import DebtStore
from mafiabot.runtime.ended_elsewhere import EndedElsewhere
from mafiabot.runtime.heart import Heart
from mafiabot.runtime.identify_book import SessionStarts
from mafiabot.runtime.lost_tables import LostTables
from mafiabot.runtime.meters import NO_METERS, Meters
from mafiabot.runtime.mute_refused import MuteRefused
from mafiabot.runtime.nicknames import Nicknames
from mafiabot.runtime.offset import OffsetMeter
from mafiabot.runtime.ownership import Usurped
from mafiabot.runtime.ports import Clock, Store
from mafiabot.runtime.pulse import Pulse
from mafiabot.runtime.retention import Retention
from mafiabot.runtime.rewound import Rewound
from mafiabot.runtime.service import Change, GameService
from mafiabot.runtime.settings_port import SettingsStore
from mafiabot.runtime.spectators import Spectators
from mafiabot.runtime.table_notes import NoteBoard
from mafiabot.runtime.takeover import Takeover
from mafiabot.runtime.timers import Timers
from mafiabot.runtime.voice_keeper import VoiceKeeper
from mafiabot.ui.commands_i18n import CatalogueTranslator
from mafiabot.ui.texts import Texts

log = structlog.get_logger(__name__)

EFFECTS_END_MS, CONNECTION_ENDS_MS = 2500, 1000
"""With a second for the leases, a process ends within five seconds."""


class App:
    """Composes everything on one store. `discord_url`: a local Discord instead of the real one.

    `debts`: where a second copy of what members are owed is kept. `voice_tokens`: of further bots.
    `standing`: among which other processes; by default alone.
    `planted`: deliberate bugs, only to show that the oracles catch them.
    """

    def __init__(  # noqa: PLR0913 (a composition root takes what there is to compose)
        self,
        *,
        token: str,
        clock: Clock,
        store: Store,
        settings: SettingsStore,
        archive: GamesArchive,
        identities: Identities,
        debts: DebtStore | None = None,
        voice_tokens: Sequence[str] = (),
        discord_url: str | None = None,
        process: str = "main",
        standing: Standing | None = None,
        meters: Meters = NO_METERS,
        planted: Planted = NOTHING_PLANTED,
    ) -> None:
        if discord_url is not None:
            point_at(discord_url)
        self._token = token
        self._patience_ms = PATIENCE_MS if discord_url is None else LOCAL_PATIENCE_MS
        outages = self._outages = Outages(store, clock)
        among = self._among = Among(standing or Standing(), outages.store, clock)
        store = self._store = among.store
        self._clock = clock
        self._planted = planted
        texts = planted.texts(Texts.load())
        self.client = MafiaClient(texts, local=discord_url is not None, meters=meters, now_us=clock.now_us)
        self.client.names_commands = among.first
        self._effects = Background()
        self._loops = Background()
        offset = OffsetMeter()
        game = GameService(store, clock, decide=planted.decide, meters=meters)
        board = NoteBoard()
        discord_messenger = self._messenger(texts, offset, board)
        messenger = planted.messenger(among.guarded(discord_messenger))
        self._announcer = Announcer(
            store,
            clock,
            game,
            messenger,
            self._effects,
            says_twice=planted.says_twice,
            catches_up=planted.catches_up,
        )
        outages.watch(
            game,
            self._announcer.note,
            among.owner.owns,
            LostTables(
                store,
                clock,
                archive,
                debts,
                guild_locale(self.client, settings),
                discord_messenger.apologize,
                among.owner.owns,
            ),
            Rewound(clock, game, messenger, self._announcer.note),
            loops=self._loops,
            effects=self._effects,
        )
        self._helpers = [
            HelperBot(token, n, self.client, self.client.trace) for n, token in enumerate(voice_tokens, 1)
        ]
        refused = MuteRefused(store, game, self._announcer)
        self._keeper = VoiceKeeper(
            store,
            clock,
            planted.voice(DiscordVoice(self.client, clock), clock),
            self._observed,
            refused.told,
            second=debts,
            helpers=self._helpers,
            without=planted.missing(),
            meters=meters,
        )
        screens = Screens(
            board,
            store,
            clock,
            game,
            messenger,
            discord_messenger,
            offset,
            self._effects,
            self._loops,
        )
        screens.watch(self._keeper, self._announcer)
        self._archivist = Archivist(store, clock, archive, among.owner.owns)
        pulse = Pulse()
        self._heart = Heart(store, clock, process, pulse=pulse, meters=meters)
        self._taken_over = asyncio.Event()
        self._gateway: asyncio.Task[None] | None = None
        self._rounds: tuple[asyncio.Task[None], ...] = ()
        self._takeover = Takeover(
            store,
            clock,
            game,
            self._keeper,
            self._announcer,
            screens.panels,
            screens.hands,
            among.owner,
            others=(screens,),
            credits_downtime=planted.credits_downtime,
        )
        self._timers = Timers(
            store,
            clock,
            game,
            self._effects,
            among.owner.owns,
            stalled=self._takeover.stalled if planted.notices_standstill else None,
            pulse=pulse,
            stands_still=self._stands_still,
            meters=meters,
        )
        self.services = Services(
            store=store,
            settings=settings,
            archive=archive,
            published_json=PUBLISHED.encode,
            archivist=self._archivist,
            clock=clock,
            game=game,
            keeper=self._keeper,
            panels=screens.panels,
            hands=screens.hands,
            judges=screens.judges,
            writers=screens.writers,
            notes=board.of,
            views=screens.views,
            offset=offset,
            texts=texts,
            identities=identities,
            background=self._effects,
            owner=among.owner,
            meters=meters,
            rights=Rights(planted.forgotten_checks),
        )
        self._spectators = Spectators(settings, self._keeper, clock, self._effects)
        self._nicknames = Nicknames(
            store,
            clock,
            settings,
            DiscordNames(self.client),
            self._keeper.turn_for_a_name,
            game.state,
            lambda state, seats: self._announcer.note(state, Kind.NAMES_KEPT, seats),
            served=among.owner.owns,
            waiting=self._loops,
            edits=self._effects,
        )
        self._answerer = Answerer(self.services)
        self._watching = Watching(self.services)
        self._listen(game, screens)

    def _listen(self, game: GameService, screens: Screens) -> None:
        """Who hears of commits, in this order."""
        self._ended = EndedTables()
        game.listen(self._ended.changed)
        game.listen(self._voice_follows)
        game.listen(self._spectators.changed)
        game.listen(self._announcer.changed)
        game.listen(screens.changed)
        game.listen(self._archivist.changed)
        game.listen(self._nicknames.changed)
        game.listen_stuck(lambda state: self._announcer.note(state, Kind.STUCK))

    def _messenger(self, texts: Texts, offset: OffsetMeter, board: NoteBoard) -> DiscordMessenger:
        return DiscordMessenger(
            self.client,
            texts,
            self._clock,
            offset,
            nonce=self._planted.nonce,
            hand_layout=self._planted.hand_layout,
            notes=board.of,
        )

    @property
    def timers(self) -> Timers:
        return self._timers

    @property
    def heart(self) -> Heart:
        return self._heart

    def serves(self, guild_id: int) -> bool:
        """Whether that guild's tables are this process's."""
        return self._among.owner.owns(guild_id)

    async def session_starts(self) -> SessionStarts | None:
        """See `Among.session_starts`."""
        return await self._among.session_starts()

    def guild_of(self, game_id: str) -> int | None:
        """Where a table stands, or stood lately, as far as this process knows."""
        state = self.services.game.as_known(game_id)
        return state.guild_id if state is not None else self._ended.guild_of(game_id)

    def shard_of(self, guild_id: int) -> int:
        return (guild_id >> 22) % self._among.owner.share.shards

    def _stands_still(self, game_id: str) -> None:
        if (state := self.services.game.as_known(game_id)) is not None:
            self._announcer.note(state, Kind.STUCK)

    def _voice_follows(self, change: Change) -> None:
        self._keeper.table_changed(change.state)

    async def _observed(self, game_id: str, user_id: int, present: bool, heard: bool, at_ms: int) -> None:
        """What is seen during the boot sequence waits until the downtime has been credited."""
        await self._taken_over.wait()
        seen = VoiceObserved(user_id=user_id, present=present, open=heard, at_ms=at_ms)
        await self.services.game.submit(game_id, seen)

    async def start(self) -> None:
        """Logs in, connects and runs the boot sequence; returns when commands are accepted."""
        answers_only()
        await self._add_cogs()
        attach(self.client, self._keeper, self._clock)
        await log_in(self.client, self._token, self._clock, self._patience_ms)
        await self._among.take_shards(self.client, self._loops)
        signs = await self._among.owner.signs()
        await self._spectators.look(await self._takeover.read())
        self._gateway = self._loops.start(self.client.connect(), "gateway")
        await self._first(self.client.shards_ready.wait(), self._gateway)
        tables = await self._takeover.run(signs)
        self._among.owner.serving = True
        self._taken_over.set()
        elsewhere = EndedElsewhere(self._store, self._clock, self.services.game, self.serves)
        retention = Retention(self.services.archive, self.services.settings, self._clock)
        self._rounds = (
            self._loops.start(self._heart.run(), "heart"),
            self._loops.start(self._timers.run(), "timers"),
            self._loops.start(self._archivist.run(), "archivist"),
            self._loops.start(retention.run(), "retention"),
            self._loops.start(elsewhere.run(), "ended elsewhere"),
            *self._outages.run(self._loops),
        )
        self._loops.start(self._nicknames.start(), "nicknames")
        self.services.accepting.set()
        self._loops.start(self._takeover.show(), "screens after a start")
        await self._watching.look_round(self.client)
        log.info("ready", tables=tables, guilds=len(self.client.guilds))

    async def _add_cogs(self) -> None:
        answerer = self._answerer
        self.client.controls = Controls(self.services, answerer, hand_layout=self._planted.hand_layout)
        await self.client.add_cog(Mafia(self.services, answerer))
        judge = Judge(self.services, answerer)
        await self.client.add_cog(judge)
        for menu in judge.menus():
            self.client.tree.add_command(menu)
        await self.client.add_cog(self._watching)
        await self.client.tree.set_translator(CatalogueTranslator(self.services.texts))

    @staticmethod
    async def _first(ready: Coroutine[Any, Any, Any], gateway: "asyncio.Task[None]") -> None:
        """Waits for `ready`; a connection that ends before that raises its error here."""
        waiting = asyncio.ensure_future(ready)
        await asyncio.wait((waiting, gateway), return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            gateway.result()
            raise ConnectionError("the gateway connection ended before it was ready")

    async def wait_closed(self) -> None:
        """Returns when the gateway connection has ended for good; raises what ended it, or `Usurped`."""
        if self._gateway is None:
            return
        lost = asyncio.ensure_future(self._among.owner.lost.wait())
        try:
            await asyncio.wait((self._gateway, lost), return_when=asyncio.FIRST_COMPLETED)
        finally:
            lost.cancel()
        if not self._gateway.done():
            raise Usurped("another process serves this one's shards")
        self._gateway.result()

    async def close(self) -> None:
        """Stops taking commands, lets what is in flight end, and closes; the store stays the caller's.

        What Discord has not answered in time is cut off: the next start brings it up to date.
        """
        self.services.accepting.clear()
        self._among.owner.serving = False
        self._nicknames.close()
        for task in self._rounds:
            task.cancel()
        await self._within(EFFECTS_END_MS, self._in_flight(), "effects")
        await self._within(CONNECTION_ENDS_MS, self._close_clients(), "connection")
        await self._effects.stop()
        await self._loops.stop()
        await self._among.owner.release()

    async def _in_flight(self) -> None:
        await self._answerer.drain()
        await self._keeper.close()
        await self._effects.drain()

    async def _close_clients(self) -> None:
        await asyncio.gather(self.client.close(), *(helper.close() for helper in self._helpers))

    async def _within(self, limit_ms: int, work: Coroutine[Any, Any, None], what: str) -> None:
        task = self._loops.start(work, f"closing {what}")
        limit = asyncio.ensure_future(self._clock.sleep_until_ms(self._clock.now_ms() + limit_ms))
        await asyncio.wait((task, limit), return_when=asyncio.FIRST_COMPLETED)
        limit.cancel()
        if not task.done():
            log.warning("not ended in time", what=what, left=self._effects.names())
