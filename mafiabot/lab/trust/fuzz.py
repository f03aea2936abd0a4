"""Forged interactions by the thousand: each is answered, and nothing changes that the table forbids.

Beside what `forging` makes up, interactions come from another server, on another message, twice at once, and
once more after they were answered.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random  # noqa: TID251 - who does what is drawn from a seed

from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.cogs.rights import DEEDS, Beside
from mafiabot.engine import commands as cmd
from mafiabot.engine.legal import phase_name
from mafiabot.engine.views import PhaseName
from mafiabot.lab.trust.asking import Asker, sent
from mafiabot.lab.trust.cast import Kind, offices_in
from mafiabot.lab.trust.forging import Forger, Forgery
from mafiabot.lab.trust.house import House, Made, house
from mafiabot.lab.trust.scenes import Scene
from mafiabot.lab.trust.walk import allowed
from mafiabot.playground import clicks
from mafiabot.playground.interactions import Interaction
from mafiabot.playground.model import Channel, Message
from mafiabot.playground.person import Person

EPHEMERAL = 64
STAYS = 25
"""About so many interactions are tried in a scene that nobody changes."""
REPLAY_MS = 50
A_HOUSE = 3000
"""So many interactions a house takes; a new one is built then, since every answer is remembered in it."""


@dataclass(slots=True, kw_only=True)
class Fuzzed:
    """`kinds`: what was tried, by how it was wrong. `changed`: what the table allows, and happened."""

    tried: int = 0
    answered: int = 0
    changed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slowest_ms: float = 0.0

    def add(self, other: "Fuzzed") -> None:
        self.tried += other.tried
        self.answered += other.answered
        self.changed += other.changed
        self.kinds += other.kinds
        self.wrong += other.wrong
        self.slowest_ms = max(self.slowest_ms, other.slowest_ms)


async def fuzzed(count: int, *, seed: int = 1, planted: Planted = NOTHING_PLANTED) -> Fuzzed:
    """So many interactions (a few more, where some come in pairs), in houses of `A_HOUSE` each."""
    result = Fuzzed()
    number = 0
    while result.tried < count:
        most = min(A_HOUSE, count - result.tried)
        result.add(await _in_a_house(most, seed * 1000 + number, planted))
        number += 1
    return result


async def _in_a_house(count: int, seed: int, planted: Planted) -> Fuzzed:
    async with house(seed, planted) as made:
        round_ = _Round(made, Random(seed))
        while round_.result.tried < count:
            await round_.once()
        result = round_.result
        result.wrong += [f"logged: {error.what}" for error in made.errors]
        return result


class _Round:
    def __init__(self, made: House, rng: Random) -> None:
        self.made = made
        self.rng = rng
        self.result = Fuzzed()
        self.asker = Asker(made.local.core, made.bot, made.channel, made.cast)
        self.panel = made.local.admin.post(made.channel, made.bot.user, "the panel")
        other = made.app.services.identities.new_game_id(made.elsewhere.guild_id or 0)
        self.forger = Forger(rng, self.asker, ("gone", "", "x" * 60, other))
        self.people = [(kind, person) for kind, person in made.people.items()]

    async def once(self) -> None:
        made, rng = self.made, self.rng
        if made.shown is None or rng.random() < 1 / STAYS:
            await made.put(rng.choice(tuple(Scene)))
        scene = made.shown
        assert scene is not None
        state = await made.store.load(scene.state.game_id) or scene.state
        foreign = rng.random() < 0.05
        kind, person = rng.choice(self.people)
        forgery = self.forger.one(state, person.user)
        who = made.foreigner if foreign else person
        channel = made.elsewhere if foreign else made.channel
        before = self._beside()
        answers = await self._send(forgery, who, channel)
        for answer in answers:
            self._judge(forgery, None if foreign else kind, who, answer)
        self._judge_beside(forgery, None if foreign else kind, who, before)
        if self._beside() != before or state.game_id not in made.store.known:
            made.shown = None

    def _beside(self) -> tuple[int, int, int]:
        return self.made.settings.changes, self.made.games.changes, self.made.games.forgotten

    async def _send(self, forgery: Forgery, who: Person, channel: Channel) -> list[Interaction]:
        twice, again = self.rng.random() < 0.03, self.rng.random() < 0.04
        panel = self._message()
        tries = [sent(self.asker, who.user, forgery.data, panel, channel) for _ in range(1 + twice)]
        answers = list(await asyncio.gather(*tries))
        if again and forgery.kind != "typed":
            self.result.kinds["replayed"] += 1
            await self._replayed(answers[0], who)
        return answers

    def _message(self) -> Message:
        """The panel, or a private answer: of somebody else's, for all the bot can tell."""
        if self.rng.random() < 0.7:
            return self.panel
        return replace(self.panel, payload={**self.panel.payload, "flags": EPHEMERAL})

    async def _replayed(self, answer: Interaction, who: Person) -> None:
        """Discord tells of the very same interaction once more."""
        core = self.made.local.core
        body = clicks.payload(core, answer, who.user)
        core.gateway.send_to(answer.app, answer.channel.guild_id, "INTERACTION_CREATE", body)
        known = self.made.applications.made.pop(str(answer.id), [])
        await self.made.clock.sleep_until_ms(self.made.clock.now_ms() + REPLAY_MS)
        more = self.made.applications.made.pop(str(answer.id), [])
        self.made.applications.made[str(answer.id)] = known
        if more:
            self.result.wrong.append(f"a replay was applied: {answer.data}")

    # --- what came of it ---------------------------------------------------------------------------

    def _judge(self, forgery: Forgery, kind: Kind | None, who: Person, answer: Interaction) -> None:
        self.result.tried += 1
        self.result.kinds[forgery.kind] += 1
        self.result.slowest_ms = max(
            self.result.slowest_ms, (answer.answered_ms or answer.created_ms) - answer.created_ms
        )
        if answer.failed is None:
            self.result.answered += 1
        else:
            self.result.wrong.append(f"{answer.failed}: {answer.data}")
        for done in self.made.applications.made.pop(str(answer.id), []):
            self.result.changed += 1
            told = [f"{what}: {forgery.data[1]}" for what in _wrong(forgery, kind, who, done)]
            self.result.wrong += told
            if done.before is None or self.rng.random() < 0.6:
                self.made.shown = None

    def _judge_beside(
        self, forgery: Forgery, kind: Kind | None, who: Person, before: tuple[int, int, int]
    ) -> None:
        settings, games, _ = (now - then for now, then in zip(self._beside(), before, strict=True))
        if not settings and not games:
            return
        self.result.changed += 1
        deed = DEEDS.get(forgery.deed or "")
        wanted = Beside.SETTINGS if settings else Beside.ARCHIVE
        state = self.made.shown.state if self.made.shown is not None else None
        offices = offices_in(state, kind, who.id) if kind is not None else frozenset()
        if deed is None or deed.beside is not wanted or not deed.who & offices:
            self.result.wrong.append(f"{wanted.value} changed: {forgery.data[1]}")


def _wrong(forgery: Forgery, kind: Kind | None, who: Person, done: Made) -> Iterator[str]:
    deed, name = DEEDS.get(forgery.deed or ""), type(done.command).__name__
    if deed is None or kind is None:
        yield f"{name} by nothing of ours" if deed is None else f"{name} from another server"
        return
    phase = phase_name(done.before) if done.before is not None else PhaseName.ENDED
    if not allowed(deed, offices_in(done.before, kind, who.id), phase):
        yield f"{name} by {kind.value} in {phase.value}, which the table does not allow"
    if type(done.command) not in deed.asks:
        yield f"{name}, which {forgery.deed} does not ask"
    if _actor(done.command) != who.id:
        yield f"{name} in the name of {_actor(done.command)}"


def _actor(command: cmd.Command) -> int | None:
    if isinstance(command, cmd.Join):
        return command.person.user_id
    if isinstance(command, cmd.OpenTable):
        return command.host.user_id
    found = getattr(command, "user_id", None) if not hasattr(command, "by") else command.by
    return found if isinstance(found, int) else None
