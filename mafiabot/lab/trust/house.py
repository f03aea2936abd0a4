"""The bot on a local Discord, at a table that can be put into any scene; what each interaction changed.

Stores are in memory and nothing falls due in them, so a scene stands still until somebody changes it, and a
changed one is put anew. There is no latency: thousands of interactions take place within game seconds.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.identities import SeededIdentities
from mafiabot.bot.app import App
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.engine.commands import Command
from mafiabot.engine.events import Event, TableOpened
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import GameState, Talk
from mafiabot.lab.errors import errors_logged
from mafiabot.lab.stage import NO_HEARTBEAT_MS, virtual_clock
from mafiabot.lab.trust.cast import Cast, Kind
from mafiabot.lab.trust.keeping import SceneGames, SceneSettings, SceneStore
from mafiabot.lab.trust.scenes import Scene, Staged, staged
from mafiabot.playground.buckets import Limits
from mafiabot.playground.model import Application, Channel, Guild
from mafiabot.playground.oracles import Wrong
from mafiabot.playground.permissions import EVERYONE, Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from mafiabot.playground.structure import new_role
from mafiabot.runtime.ports import Clock
from mafiabot.runtime.service import Applied, Outcome

FREE = (0, 0.0)
NO_LIMITS = Limits(
    heartbeat_ms=NO_HEARTBEAT_MS,
    edit_budget=FREE,
    message_budget=FREE,
    message_edit_budget=FREE,
    interaction_budget=FREE,
    interaction_long_budget=FREE,
    other_budget=FREE,
    global_budget=FREE,
    old_message_budget=FREE,
)
LONGEST_SCENE_MS = 240_000
"""So long a scene is put again as it was made; its windows are open for more than twice as long."""
IN_VOICE = frozenset(Kind) - {Kind.STRANGER, Kind.HEIR}


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """One command that was applied for an interaction. `before`: the state it was decided on."""

    command: Command
    before: GameState | None


@dataclass(slots=True)
class Applications:
    """What was applied, by the id of the interaction."""

    made: dict[str, list[Made]] = field(default_factory=dict)
    before: dict[int, GameState | None] = field(default_factory=dict)

    def decide(self, planted: Planted) -> Planted:
        """The same rules, overheard."""
        rules = planted.decide

        def overheard(state: GameState | None, command: Command, now: int) -> tuple[Event, ...] | Refusal:
            self.before[id(command)] = state
            return rules(state, command, now)

        return replace(planted, decide=overheard)

    def overhear(self, app: App) -> None:
        game = app.services.game
        submit = game.submit

        async def overheard(game_id: str, command: Command, command_id: str | None = None) -> Outcome:
            outcome: Outcome = await submit(game_id, command, command_id)
            before = self.before.pop(id(command), None)
            if isinstance(outcome, Applied) and not outcome.repeated and command_id is not None:
                self.made.setdefault(command_id, []).append(Made(command=command, before=before))
            return outcome

        # The service tells listeners what was committed, but not for whose interaction.
        game.submit = overheard  # type: ignore[method-assign]


@dataclass(slots=True, kw_only=True)
class House:
    """`elsewhere`: a channel of another guild, where the bot is, too. `errors`: what was logged as such."""

    local: LocalDiscord
    bot: Application
    guild: Guild
    channel: Channel
    elsewhere: Channel
    people: dict[Kind, Person]
    foreigner: Person
    cast: Cast
    clock: Clock
    store: SceneStore
    settings: SceneSettings
    games: SceneGames
    applications: Applications
    errors: list[Wrong]
    app: App
    scenes: dict[Scene, Staged] = field(default_factory=dict)
    shown: Staged | None = None
    tables: int = 0

    def person(self, kind: Kind) -> Person:
        """In a scene in which somebody else has the floor he is the floor's owner."""
        phase = self.shown.state.phase if self.shown is not None else None
        if kind is not Kind.SPEAKER or self.shown is None or not isinstance(phase, Talk):
            return self.people[kind]
        return self.people[self.cast.kind_of(self.shown.state.seat(phase.floor.turn.seat).person.user_id)]

    async def put(self, scene: Scene) -> Staged:
        """That scene, new and untouched; nobody knows the table that stood there before."""
        made = self.scenes.get(scene)
        if made is None or self.clock.now_ms() - _made_ms(made) > LONGEST_SCENE_MS:
            table = (self.guild.id, self.channel.id, "made")
            made = self.scenes[scene] = staged(scene, self.cast, table, self.clock.now_ms())
        self.tables += 1
        self.shown = shown = _renamed(made, f"{self.app.services.identities.new_game_id(self.guild.id)}")
        await self.store.put(shown)
        self.games.put(shown, self.cast.users[Kind.EIGHTH])
        self.settings.put(self.guild.id, self.moderators)
        return shown

    @property
    def moderators(self) -> int:
        """The role that the server's settings name."""
        return next(role.id for role in self.guild.roles.values() if role.name == "moderators")


def _made_ms(scene: Staged) -> int:
    return max(event.at_ms for event in scene.log)


def _renamed(scene: Staged, game_id: str) -> Staged:
    opened, *rest = scene.log
    assert isinstance(opened, TableOpened)
    first = replace(opened, game_id=game_id)
    return replace(scene, state=replace(scene.state, game_id=game_id), log=(first, *rest))


@asynccontextmanager
async def house(seed: int = 1, planted: Planted = NOTHING_PLANTED) -> AsyncIterator[House]:
    """A house with everybody in it, the bot started."""
    clock = virtual_clock()
    local = LocalDiscord(seed=seed, epoch_ms=clock.now_ms(), latency_ms=(0, 0), limits=NO_LIMITS)
    async with local:
        with errors_logged(local.core.clock.now_ms) as errors:
            made = await _furnished(local, clock, seed, planted, errors)
            try:
                yield made
            finally:
                await made.app.close()


async def _furnished(
    local: LocalDiscord, clock: VirtualClock, seed: int, planted: Planted, errors: list[Wrong]
) -> House:
    bot = local.add_bot()
    owner = local.add_user(Kind.OWNER.value.title())
    guild = local.add_guild("Club", bot, owner=owner)
    channel = local.add_channel(guild)
    other = local.add_guild("Other club", bot)
    elsewhere = local.add_channel(other, "elsewhere")
    people: dict[Kind, Person] = {Kind.OWNER: Person(local.core, owner)}
    for kind in Kind:
        if kind not in people:
            people[kind] = local.add_person(kind.value.title(), guild)
    _give_rights(local, guild, people)
    applications = Applications()
    store, settings, games = SceneStore(), SceneSettings(), SceneGames()
    app = App(
        token=bot.token,
        clock=clock,
        store=store,
        settings=settings,
        archive=games,
        identities=SeededIdentities(seed),
        discord_url=f"http://127.0.0.1:{local.port}",
        planted=applications.decide(planted),
    )
    await app.start()
    applications.overhear(app)
    for kind in Kind:
        if kind in IN_VOICE:
            await people[kind].join(channel)
    return House(
        local=local,
        bot=bot,
        guild=guild,
        channel=channel,
        elsewhere=elsewhere,
        people=people,
        foreigner=local.add_person("Foreigner", other),
        cast=Cast({kind: person.id for kind, person in people.items()}),
        clock=clock,
        store=store,
        settings=settings,
        games=games,
        applications=applications,
        errors=errors,
        app=app,
    )


def _give_rights(local: LocalDiscord, guild: Guild, people: dict[Kind, Person]) -> None:
    """One moderator by the role that the settings name, one by Discord's own right."""
    named = new_role(local.core, guild, "moderators", EVERYONE)
    able = new_role(local.core, guild, "may mute", EVERYONE | Perm.MUTE_MEMBERS)
    local.admin.give_role(guild, people[Kind.MODERATOR].id, named)
    local.admin.give_role(guild, people[Kind.PLAYING_MODERATOR].id, able)
