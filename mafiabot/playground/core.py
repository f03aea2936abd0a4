"""What all parts of the local Discord share: truth, clock, ids, randomness, network, records."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .audible import Timelines
from .buckets import Buckets, Limits
from .clock import Clock, Snowflakes
from .faults import Faults
from .gateway import Gateway
from .interactions import Interactions
from .network import Network, Order
from .records import Records
from .views import Views
from .world import World


@dataclass(slots=True, kw_only=True)
class Core:
    """One running local Discord without its sockets."""

    clock: Clock
    ids: Snowflakes
    rng: Random
    network: Network
    limits: Limits
    world: World
    records: Records
    faults: Faults
    buckets: Buckets
    gateway: Gateway
    views: Views
    timelines: Timelines
    interactions: Interactions

    @classmethod
    def build(
        cls,
        *,
        seed: int,
        epoch_ms: int,
        clock_offset_ms: float,
        latency_ms: tuple[float, float],
        order: Order,
        limits: Limits,
    ) -> Core:
        """Put the parts together inside the running loop; each gets a generator of its own."""
        clock = Clock(epoch_ms, clock_offset_ms)
        ids, world, records = Snowflakes(clock), World(clock), Records()
        network = Network(Random(f"{seed} network"), latency_ms, order)
        faults = Faults(Random(f"{seed} faults"))
        return cls(
            clock=clock,
            ids=ids,
            rng=Random(f"{seed} world"),
            network=network,
            limits=limits,
            world=world,
            records=records,
            faults=faults,
            buckets=Buckets(clock, limits),
            gateway=Gateway(clock, world, network, faults, records, limits, Random(f"{seed} gateway")),
            views=Views(clock, world, network),
            timelines=Timelines(clock),
            interactions=Interactions(clock, records, limits, Random(f"{seed} tokens")),
        )
