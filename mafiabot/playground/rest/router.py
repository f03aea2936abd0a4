"""Routes by method and the published path template; literal segments win over parameters."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..core import Core
from ..errors import ApiError, Json
from ..model import Application


@dataclass(slots=True, kw_only=True)
class Call:
    """One request as a handler gets it; `app` is None on routes that need no token."""

    args: dict[str, str]
    query: dict[str, str]
    body: Any = None
    files: list[Json] = field(default_factory=list)
    reason: str | None = None
    caller: Application | None = None

    @property
    def app(self) -> Application:
        """The bot that calls, or 401."""
        if self.caller is None:
            raise ApiError(401, 0)
        return self.caller

    def id(self, name: str) -> int:
        """A snowflake of the path, or 50035."""
        text = self.args[name]
        if not text.isdecimal():
            problem = {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{text}" is not snowflake.'}
            raise ApiError(400, 50035, errors={name: {"_errors": [problem]}})
        return int(text)

    @property
    def fields(self) -> Json:
        """The JSON object of the body; empty where there is none."""
        return self.body if isinstance(self.body, dict) else {}


@dataclass(frozen=True, slots=True)
class Reply:
    """A handler's answer: status and JSON (None: no content)."""

    status: int
    body: Any = None


Handler = Callable[[Core, Call], Reply]


@dataclass(frozen=True, slots=True)
class Route:
    """A route: `path` as published, `template` as reported (`/guilds/{}`)."""

    method: str
    path: str
    template: str
    handler: Handler
    tokenless: bool


@dataclass(slots=True)
class Node:
    """One level of the path tree."""

    literals: dict[str, Node] = field(default_factory=dict)
    parameter: Node | None = None
    name: str = ""
    routes: dict[str, Route] = field(default_factory=dict)


class Router:
    """A tree of path segments."""

    def __init__(self) -> None:
        self._root = Node()
        self.routes: list[Route] = []

    def route(self, method: str, path: str, *, tokenless: bool = False) -> Callable[[Handler], Handler]:
        """Register a handler; `tokenless` routes need no bot token."""

        def register(handler: Handler) -> Handler:
            route = Route(method, path, template_of(path), handler, tokenless)
            self._leaf(path).routes[method] = route
            self.routes.append(route)
            return handler

        return register

    def _leaf(self, path: str) -> Node:
        node = self._root
        for segment in path.strip("/").split("/"):
            if segment.startswith("{"):
                node.parameter = node.parameter or Node(name=segment[1:-1])
                node = node.parameter
            else:
                node = node.literals.setdefault(segment, Node())
        return node

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        """The route of a request with its path arguments."""
        args: list[str] = []
        node = self._walk(self._root, path.strip("/").split("/"), method, args)
        if node is None:
            return None
        route = node.routes[method]
        names = re.findall(r"\{(\w+)\}", route.path)
        return route, dict(zip(names, args, strict=True))

    def _walk(self, node: Node, rest: list[str], method: str, args: list[str]) -> Node | None:
        if not rest:
            return node if method in node.routes else None
        literal = node.literals.get(rest[0])
        if literal is not None:
            found = self._walk(literal, rest[1:], method, args)
            if found is not None:
                return found
        if node.parameter is None:
            return None
        args.append(rest[0])
        found = self._walk(node.parameter, rest[1:], method, args)
        if found is None:
            args.pop()
        return found


def template_of(path: str) -> str:
    """`/guilds/{guild_id}` as `/guilds/{}`."""
    return re.sub(r"\{\w+\}", "{}", path)


def blurred(path: str) -> str:
    """A path no route fits, its numbers and tokens blanked."""
    return re.sub(r"/(\d{5,}|[A-Za-z0-9_\-.]{40,})", "/{}", path)


ROUTES = Router()
route = ROUTES.route
