"""What every request goes through: way there, fault, limits, token, form, handler, way back."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import unquote

import orjson
from aiohttp import BodyPartReader, web

from .. import messages
from ..buckets import Verdict, refusal_headers
from ..core import Core
from ..errors import ApiError, Form, Json
from ..faults import CUT, Fault
from ..model import Application
from ..network import Trip
from ..records import EditRecord, RequestRecord, SchemaError
from ..validation import Validator
from . import building, callbacks, channels, commands, guilds, memberships, users
from .router import ROUTES, Call, Reply, Route, blurred
from .targets import edited_message

HANDLERS = (building, callbacks, channels, commands, guilds, memberships, users)
MEMBER_EDIT = "/guilds/{guild_id}/members/{user_id}"


class Pipeline:
    """The HTTP side; `base` is the path below which the API lies."""

    def __init__(self, core: Core, validator: Validator, base: str) -> None:
        self.core = core
        self.base_url = ""
        self._validator = validator
        self._base = base

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one HTTP request."""
        trip = self.core.network.trip()
        path = request.path.removeprefix(self._base)
        found = ROUTES.find(request.method, path) if request.path.startswith(self._base) else None
        record = self._record(request, path, found[0] if found else None)
        raw, files = await self._read(request)
        await _sleep(trip.there_s)
        if found is None:
            self.core.records.unknown_routes.append(record)
            return await self._answer(record, trip, Reply(404, {"message": "404: Not Found", "code": 0}), {})
        try:
            response = await self._known(request, record, trip, found, raw, files)
        except Exception as error:
            self.core.records.crashes.append(f"{record.key}: {error!r}")
            raise
        record.given_up = request.transport is None or request.transport.is_closing()
        return response

    async def _known(
        self,
        request: web.Request,
        record: RequestRecord,
        trip: Trip,
        found: tuple[Route, dict[str, str]],
        raw: bytes | None,
        files: list[Json],
    ) -> web.StreamResponse:
        route, args = found
        record.body = _body(raw)
        fault = self.core.faults.of_call(record.key)
        if fault is not None and not fault.after_apply:
            await _sleep(fault.hang_s)
            if fault.status is not None:
                return await self._faulty(request, record, trip, fault)
        limit = self.core.buckets.take(route.method, route.path, args, self._token(request))
        if limit.retry_after_s is not None:
            return await self._answer(record, trip, Reply(429, limit.body()), limit.headers)
        call = Call(args=args, query=dict(request.query), files=files, reason=record.reason)
        reply = self._apply(request, record, trip, route, call, raw)
        if fault is not None and fault.after_apply:
            await _sleep(fault.hang_s)
            if fault.status is not None:
                return await self._faulty(request, record, trip, fault)
        return await self._answer(record, trip, reply, limit.headers)

    def _record(self, request: web.Request, path: str, route: Route | None) -> RequestRecord:
        app = self.core.world.app_by_token(self._token(request))
        reason = request.headers.get("X-Audit-Log-Reason")
        record = RequestRecord(
            method=request.method,
            route=route.template if route else blurred(path),
            path=path,
            app_id=app.id if app else None,
            received_ms=self.core.clock.now_ms(),
            reason=None if reason is None else unquote(reason),
        )
        self.core.records.requests.append(record)
        return record

    def _token(self, request: web.Request) -> str:
        return request.headers.get("Authorization", "").removeprefix("Bot ")

    async def _read(self, request: web.Request) -> tuple[bytes | None, list[Json]]:
        if not request.content_type.startswith("multipart/"):
            return (await request.read() or None), []
        raw, files = None, []
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            content = bytes(await part.read())
            if part.name == "payload_json":
                raw = content
            elif part.filename:
                kind, size = part.headers.get("Content-Type", "application/octet-stream"), len(content)
                made = messages.attachment(self.core, part.filename, kind, size, base_url=self.base_url)
                files.append(made)
        return raw, files

    def _apply(
        self,
        request: web.Request,
        record: RequestRecord,
        trip: Trip,
        route: Route,
        call: Call,
        raw: bytes | None,
    ) -> Reply:
        edit: EditRecord | None = None
        self.core.network.current = trip
        try:
            call.caller = self._caller(request, route)
            call.body = record.body = self._json(request, raw)
            self._check(route, call, record)
            edit = self._edit_record(route, call, record)
            reply = route.handler(self.core, call)
            record.applied_ms = self.core.clock.now_ms()
        except ApiError as error:
            record.code = error.code
            reply = Reply(error.status, error.body())
        finally:
            self.core.network.current = None
        if edit is not None:
            edit.applied_ms, edit.status = record.applied_ms, reply.status
        self._check_answer(route, record, reply)
        return reply

    def _check_answer(self, route: Route, record: RequestRecord, reply: Reply) -> None:
        for problem in self._validator.answer(route.method, route.path, reply.status, reply.body):
            self._note(record, "answer", problem)

    def _note(self, record: RequestRecord, where: str, detail: Any) -> None:
        at_ms = self.core.clock.now_ms()
        error = SchemaError(route=record.key, where=where, detail=detail, at_ms=at_ms)
        self.core.records.schema_errors.append(error)

    def _caller(self, request: web.Request, route: Route) -> Application | None:
        app = self.core.world.app_by_token(self._token(request))
        if app is None and not route.tokenless:
            raise ApiError(401, 0)
        return app

    def _json(self, request: web.Request, raw: bytes | None) -> Any:
        if raw is None:
            return None
        kind = request.headers.get("Content-Type", "")
        if kind != "application/json" and not kind.startswith("multipart/"):
            form = Form()
            form.refuse(("_content_type",), "CONTENT_TYPE", f'Expected "application/json", not "{kind}".')
            form.check()
        try:
            return orjson.loads(raw)
        except json.JSONDecodeError:
            raise ApiError(400, 50109) from None

    def _check(self, route: Route, call: Call, record: RequestRecord) -> None:
        edited = edited_message(self.core, call)
        try:
            self._validator.request(route.method, route.path, call.body, call.files, call.reason, edited)
        except ApiError as error:
            self._note(record, "request", error.body())
            raise

    def _edit_record(self, route: Route, call: Call, record: RequestRecord) -> EditRecord | None:
        if (route.method, route.path) != ("PATCH", MEMBER_EDIT) or call.caller is None:
            return None
        guild = self.core.world.guilds.get(call.id("guild_id"))
        member = None if guild is None else guild.members.get(call.id("user_id"))
        edit = EditRecord(
            app_id=call.caller.id,
            guild_id=call.id("guild_id"),
            user_id=call.id("user_id"),
            fields=call.fields,
            reason=call.reason,
            received_ms=record.received_ms,
            was_muted=None if member is None else member.mute,
        )
        self.core.records.edits.append(edit)
        return edit

    async def _faulty(
        self, request: web.Request, record: RequestRecord, trip: Trip, fault: Fault
    ) -> web.StreamResponse:
        if fault.status == CUT:
            if request.transport is not None:
                request.transport.abort()
            raise asyncio.CancelledError
        if fault.status == 429:
            verdict = Verdict({}, fault.retry_after_s, scope=fault.scope)
            headers = refusal_headers(fault.retry_after_s, fault.scope)
            return await self._answer(record, trip, Reply(429, verdict.body()), headers)
        body = {"message": f"{fault.status}: Internal Server Error", "code": 0}
        return await self._answer(record, trip, Reply(fault.status or 500, body), {})

    async def _answer(
        self, record: RequestRecord, trip: Trip, reply: Reply, headers: dict[str, str]
    ) -> web.StreamResponse:
        record.status = reply.status
        await _sleep(trip.back_s)
        record.answered_ms = self.core.clock.now_ms()
        if reply.body is None:
            return web.Response(status=reply.status, headers=headers)
        kind = {"Content-Type": "application/json"}
        return web.Response(status=reply.status, body=orjson.dumps(reply.body), headers=headers | kind)


def _body(raw: bytes | None) -> Any:
    """What was asked for, whatever becomes of it; None where it is no JSON."""
    try:
        return None if raw is None else orjson.loads(raw)
    except json.JSONDecodeError:
        return None


async def _sleep(seconds: float) -> None:
    if seconds > 0:
        await asyncio.sleep(seconds)
