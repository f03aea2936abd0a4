"""What each `do` really does, from its moment to its end; whom it concerns is noted as touched meanwhile."""

import asyncio
import contextlib
from collections.abc import Iterator

from mafiabot.lab.drill import faults as f
from mafiabot.lab.drill.bots import Bot, Fleet
from mafiabot.lab.drill.faults import AnyFault
from mafiabot.lab.drill.stage import DrillStage, TableStage
from mafiabot.lab.spectator import is_panel
from mafiabot.playground import members, structure, voice
from mafiabot.playground.admin import VoiceChange
from mafiabot.playground.errors import NotPossible
from mafiabot.playground.faults import Fault as CallFault
from mafiabot.playground.model import Channel
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import JUDGE_PERMISSIONS

LOOK_MS = 100
VISITORS = 4
IN_VOICE_WITHIN_MS = 120_000
STAYS_SHARE = 0.5
LET_IN_WITHIN_MS = 600_000
MOST_INSIDE = 100
LIMITED = 429


class Acts:
    """Carries out faults at their moments."""

    def __init__(self, stage: DrillStage, bot: Bot) -> None:
        self._stage = stage
        self._bot = bot
        self._core = stage.local.core
        self._admin = stage.local.admin

    async def do(self, fault: AnyFault, table: TableStage) -> None:
        """From the fault's beginning to its end."""
        match fault:
            case f.Leave() | f.Move() | f.SelfMute() | f.Deafen():
                await self._by_himself(fault, table)
            case f.TimeoutMember() | f.UnmuteByHand() | f.MuteByStranger() | f.Kick() | f.Ban():
                await self._to_him(fault, table)
            case f.HandOver() | f.PauseGame() | f.SkipSpeech() | f.StopGame():
                await self._by_the_host(fault, table)
            case f.TakePermission() | f.DeleteChannel() | f.DeletePanel() | f.GuildOutage():
                await self._to_the_guild(fault, table)
            case f.FillChannel():
                await self._fill(fault, table)
            case f.Storm():
                await self._storm(fault, table)
            case f.Churn():
                await self._churn(fault, table)
            case f.Answer() | f.Hang() | f.GatewayDrop() | f.Events():
                await self._to_the_wire(fault)
            case f.Kill() | f.Stop() | f.StoreTrouble() | f.ClockStep():
                await self._to_the_bot(fault)
            case f.Roll() | f.CutOff() | f.Twin() | f.CrashLoop():
                await self._to_the_fleet(fault)

    async def _last(self, for_s: float | None) -> bool:
        """Whether a fault has an end; it is waited for."""
        if for_s is not None:
            await self._stage.sleep_ms(for_s * 1000)
        return for_s is not None

    # --- whom -----------------------------------------------------------------------------------

    def _user_id(self, fault: f.OfSomebody, table: TableStage) -> int:
        if fault.seat is not None:
            return table.user_of(fault.seat)
        return self._stage.judge.user.id if fault.user == "bot" else self._named(fault.user or "", table).id

    def _named(self, user: str, table: TableStage) -> Person:
        if user == "host":
            return table.company.host.person
        if user.startswith("spectator"):
            return table.company.onlookers[int(user.removeprefix("spectator")) - 1].person
        return self._stage.stranger(table, int(user.removeprefix("stranger")))

    def _person(self, fault: f.OfSomebody, table: TableStage) -> Person:
        user_id = self._user_id(fault, table)
        found = table.person(user_id)
        return found if found is not None else self._named(fault.user or "", table)

    # --- people ---------------------------------------------------------------------------------

    async def _by_himself(self, fault: f.Leave | f.Move | f.SelfMute | f.Deafen, table: TableStage) -> None:
        person, guild = self._person(fault, table), table.guild
        with self._stage.touching(user_id=person.id), contextlib.suppress(NotPossible):
            match fault:
                case f.Leave():
                    await person.leave(guild)
                case f.Move():
                    await person.join(table.elsewhere)
                case f.SelfMute():
                    await person.self_mute(guild)
                case f.Deafen():
                    await _deafen(person, table, on=True)
            if not await self._last(fault.for_s):
                return
            match fault:
                case f.Leave() | f.Move():
                    await self._come_back(person, table)
                case f.SelfMute():
                    await person.self_mute(guild, on=False)
                case f.Deafen():
                    await _deafen(person, table, on=False)

    async def _come_back(self, person: Person, table: TableStage) -> None:
        """As soon as he is let in: the channel may be full."""
        until_ms = self._stage.now_ms() + LET_IN_WITHIN_MS
        while person.id in table.guild.members and self._stage.now_ms() < until_ms:
            try:
                await person.join(table.channel)
            except NotPossible:
                await self._stage.sleep_ms(1_000)
            else:
                return

    async def _to_him(
        self, fault: f.TimeoutMember | f.UnmuteByHand | f.MuteByStranger | f.Kick | f.Ban, table: TableStage
    ) -> None:
        user_id, guild = self._user_id(fault, table), table.guild
        bot = fault.user == "bot"
        with self._stage.touching(
            user_id=None if bot else user_id, guild=guild if bot else None, unreachable=bot
        ):
            if user_id not in guild.members:
                return
            match fault:
                case f.TimeoutMember():
                    self._admin.time_out(guild, user_id, fault.for_s)
                    await self._last(fault.for_s)
                case f.UnmuteByHand() | f.MuteByStranger():
                    await self._set_mute(table, user_id, on=isinstance(fault, f.MuteByStranger))
                case f.Kick():
                    self._admin.kick(guild, user_id)
                    if await self._last(fault.for_s):
                        self._invite(table, user_id)
                case f.Ban():
                    self._admin.ban(guild, user_id)
                    if await self._last(fault.for_s):
                        guild.bans.pop(user_id, None)
                        self._invite(table, user_id)

    async def _set_mute(self, table: TableStage, user_id: int, *, on: bool) -> None:
        """By hand; whoever is not in voice yet is waited for."""
        patience_ms = self._stage.now_ms() + IN_VOICE_WITHIN_MS
        while user_id not in table.guild.voice and self._stage.now_ms() < patience_ms:
            await self._stage.sleep_ms(LOOK_MS)
        if user_id in table.guild.voice:
            self._admin.set_mute(table.guild, user_id, on)

    def _invite(self, table: TableStage, user_id: int) -> None:
        """Comes again: a bot with the permissions it had, a person back into the table's channel."""
        core, guild = self._core, table.guild
        if user_id == self._stage.judge.user.id:
            structure.install(core, self._stage.judge, guild, JUDGE_PERMISSIONS | Perm.VIEW_CHANNEL)
            return
        members.add(core, guild, core.world.users[user_id])
        if table.channel.id in guild.channels:
            voice.join(core, guild, user_id, table.channel)

    async def _by_the_host(
        self, fault: f.HandOver | f.PauseGame | f.SkipSpeech | f.StopGame, table: TableStage
    ) -> None:
        """He types it, after whatever else he is typing."""
        host = table.company.host
        async with host.hands:
            match fault:
                case f.HandOver():
                    await host.type("judge hand-over", member=self._user_id(fault, table))
                case f.PauseGame():
                    for _ in range(fault.n):
                        await host.type("mafia pause")
                    await self._last(fault.for_s)
                    for _ in range(fault.n):
                        await host.type("mafia resume")
                case f.SkipSpeech():
                    await host.type("judge skip")
                case f.StopGame():
                    await host.type("mafia stop")

    # --- the guild ------------------------------------------------------------------------------

    async def _to_the_guild(
        self, fault: f.TakePermission | f.DeleteChannel | f.DeletePanel | f.GuildOutage, table: TableStage
    ) -> None:
        match fault:
            case f.TakePermission():
                silenced = fault.permission in ("view_channel", "send_messages", "connect")
                with self._stage.touching(guild=table.guild, unreachable=silenced):
                    self._permit(fault, table, on=False)
                    if await self._last(fault.for_s):
                        self._permit(fault, table, on=True)
            case f.DeleteChannel():
                with self._stage.touching(table=table) as touch:
                    if table.channel.id in table.guild.channels:
                        self._admin.delete_channel(table.channel)
                touch.until_ms = None
            case f.DeletePanel():
                for message_id in self._panels(table):
                    self._admin.delete_message(table.channel, message_id)
            case f.GuildOutage():
                with self._stage.touching(guild=table.guild):
                    self._admin.outage(table.guild)
                    await self._last(fault.for_s)
                    self._admin.end_outage(table.guild, *self._changes(fault, table))

    def _permit(self, fault: f.TakePermission, table: TableStage, *, on: bool) -> None:
        permission, guild = Perm[fault.permission.upper()], table.guild
        bot_id = self._stage.judge.user.id
        if bot_id not in guild.members:
            return
        if fault.where in ("guild", "server"):
            self._admin.set_permission(guild, self._admin.bot_role(guild, bot_id), permission, on)
        else:
            denied = None if on else False
            self._admin.set_channel_permission(table.channel, bot_id, permission, denied)

    def _panels(self, table: TableStage) -> list[int]:
        """The newest panel that still stands."""
        seen = [one for one in table.chat.judged() if is_panel(one) and one.id in table.channel.messages]
        return [one.id for one in seen[-1:]]

    def _changes(self, fault: f.GuildOutage, table: TableStage) -> Iterator[VoiceChange]:
        for change in fault.changes:
            user_id = table.user_of(change.seat)
            yield VoiceChange(
                user_id=user_id,
                mute=change.mute,
                channel=self._place(change.channel, table),
                left=change.channel in f.OUT,
            )

    def _place(self, place: f.Place | None, table: TableStage) -> Channel | None:
        if place in f.HERE:
            return table.channel
        if place in self._stage.tables:
            return self._stage.tables[place].channel
        return table.elsewhere if place in f.ELSEWHERE else None

    async def _fill(self, fault: f.FillChannel, table: TableStage) -> None:
        """Whoever leaves meanwhile leaves no place behind."""
        channel, voices = table.channel, table.guild.voice
        until_ms = float("inf") if fault.for_s is None else self._stage.now_ms() + fault.for_s * 1000
        while self._stage.now_ms() < until_ms and not self._stage.over:
            inside = max(1, sum(state.channel_id == channel.id for state in voices.values()))
            if inside < (channel.user_limit or MOST_INSIDE):
                self._admin.set_user_limit(channel, inside)
            await self._stage.sleep_ms(LOOK_MS)
        self._admin.set_user_limit(channel, 0)

    async def _storm(self, fault: f.Storm, table: TableStage) -> None:
        stranger = self._stage.stranger(table, 1)
        for number in range(1, fault.n + 1):
            if table.channel.id in table.guild.channels:
                self._admin.post(table.channel, stranger.user, f"{number}!")
            await self._stage.sleep_ms(1000 / fault.per_s)

    async def _churn(self, fault: f.Churn, table: TableStage) -> None:
        """Visits of several, so that they may overlap."""
        every_ms = 1000 / fault.per_s
        visits: set[asyncio.Task[None]] = set()
        for number in range(fault.n):
            who = self._stage.stranger(table, 1 + number % VISITORS)
            visit = asyncio.ensure_future(self._visit(who, table, every_ms * VISITORS * STAYS_SHARE))
            visits.add(visit)
            await self._stage.sleep_ms(every_ms)
        await asyncio.gather(*visits)

    async def _visit(self, who: Person, table: TableStage, stays_ms: float) -> None:
        with contextlib.suppress(NotPossible):
            await who.join(table.channel)
            await self._stage.sleep_ms(stays_ms)
            await who.leave(table.guild)

    # --- the wire -------------------------------------------------------------------------------

    async def _to_the_wire(self, fault: f.Answer | f.Hang | f.GatewayDrop | f.Events) -> None:
        faults = self._stage.local.faults
        match fault:
            case f.Answer():
                planned = faults.answer(
                    fault.route,
                    fault.status,
                    nth=fault.nth,
                    times=fault.times,
                    after_apply=fault.after_apply,
                    retry_after_s=fault.retry_after_s,
                    scope=fault.scope,
                )
                await self._borne(planned, fault.retry_after_s if fault.status == LIMITED else 0.0)
            case f.Hang():
                planned = faults.hang(
                    fault.route,
                    fault.for_s,
                    nth=fault.nth,
                    times=fault.times,
                    after_apply=fault.after_apply,
                )
                await self._borne(planned, fault.for_s)
            case f.GatewayDrop():
                with self._stage.touching():
                    connected = self._connections()
                    self._stage.local.gateway.drop(
                        self._stage.judge, resumable=fault.resumable, for_s=fault.for_s
                    )
                    await self._last(fault.for_s)
                    await self._connected_again(connected)
            case f.Events():
                with self._stage.touching() as touch:
                    plan = faults.events(fault.kind, fault.mode, n=fault.n, delay_ms=fault.delay_ms)
                    while plan.left and not self._stage.over:
                        await self._stage.sleep_ms(LOOK_MS)
                    await self._last(fault.delay_ms / 1000)
                touch.until_ms = None if plan.left else touch.until_ms

    async def _borne(self, planned: CallFault, lasts_s: float) -> None:
        """Until all that were to be hit have been, or nobody plays any more, and what they suffer is over."""
        while lasts_s and not planned.spent and not self._stage.over:
            await self._stage.sleep_ms(LOOK_MS)
        await self._last(lasts_s)

    def _connections(self) -> int:
        sessions = self._stage.local.gateway.sessions_of(self._stage.judge)
        return sum(session.socket is not None for session in sessions)

    async def _connected_again(self, connections: int) -> None:
        """Until the bot has found its way back, at its own pace."""
        until_ms = self._stage.now_ms() + LET_IN_WITHIN_MS
        while self._connections() < connections and self._stage.now_ms() < until_ms:
            await self._stage.sleep_ms(LOOK_MS)

    # --- the bot --------------------------------------------------------------------------------

    async def _to_the_bot(self, fault: f.Kill | f.Stop | f.StoreTrouble | f.ClockStep) -> None:
        with self._stage.touching():
            match fault:
                case f.Kill():
                    await self._bot.kill(fault.restart_after_s, fault.process)
                case f.Stop(replaced=True):
                    await self._fleet.replace_stopped(fault.for_s, fault.process)
                case f.Stop():
                    await self._bot.stop(fault.for_s, fault.process)
                case f.StoreTrouble(mode="frozen"):
                    await self._bot.freeze_store(fault.for_s)
                case f.StoreTrouble(mode="gone"):
                    await self._bot.lose_store(fault.for_s)
                case f.StoreTrouble(mode="emptied"):
                    await self._bot.empty_store(fault.for_s)
                case f.StoreTrouble():
                    await self._bot.forget_last_commit(fault.for_s)
                case f.ClockStep():
                    self._bot.step_clock(fault.ms)

    @property
    def _fleet(self) -> Fleet:
        """The format lets only a fleet suffer what befalls fleets."""
        assert isinstance(self._bot, Fleet)
        return self._bot

    async def _to_the_fleet(self, fault: f.Roll | f.CutOff | f.Twin | f.CrashLoop) -> None:
        with self._stage.touching():
            match fault:
                case f.Roll():
                    await self._fleet.roll()
                case f.CutOff():
                    await self._fleet.cut_off(fault.for_s, fault.process, replaced=fault.replaced)
                case f.Twin():
                    await self._fleet.twin(fault.for_s, fault.process)
                case f.CrashLoop():
                    await self._fleet.crash_loop(fault.n, fault.every_s, fault.process)


async def _deafen(person: Person, table: TableStage, *, on: bool) -> None:
    """A client that deafens itself mutes itself, too."""
    await person.self_mute(table.guild, on)
    await person.self_deaf(table.guild, on)
