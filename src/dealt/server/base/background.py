"""Tasks beside those who ask for them: each is kept until it ends, and no failure of one is left to the collector.

Asyncio forgets a task that nobody keeps, and complains late, and without saying where, about a failure that nobody has
heard of. So all tasks of the room begin here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final, Generic, TypeVar

import structlog

from dealt.server.base import logs
from dealt.server.base.trouble import StoreError
from dealt.table import Illegal
from dealt.wire.refusal import Refused
from dealt.work.work import WorkFailed

Question = TypeVar("Question")
Result = TypeVar("Result")
ANSWERS: Final = (Refused, Illegal, StoreError, WorkFailed)
"""What only tells somebody that what they wanted could not be done."""

log = structlog.get_logger("dealt.background")


def attended(work: Coroutine[Any, Any, Result], *, name: str | None = None) -> asyncio.Task[Result]:
    """A task for whose end somebody waits: they hear of its failure, and if all of them are gone, nobody need to."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_hear)
    return task


def unattended(work: Coroutine[Any, Any, Result], *, name: str | None = None) -> asyncio.Task[Result]:
    """A task for which nobody waits: the log tells of its failure at once."""
    task = attended(work, name=name)
    task.add_done_callback(_tell)
    return task


class Background:
    """The tasks of one owner, who may wait for them at the end."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self.tasks)

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Work that goes on by itself; only ``cancel`` may end it midway. The log tells of its failure."""
        return self._keep(unattended(work))

    def share(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Work for which several may wait, who shield it."""
        return self._keep(attended(work))

    async def outlive(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Wait for work that must not stop halfway. If who waits is cancelled, it goes on to its end."""
        if asyncio.current_task() in self.tasks:
            return await work  # nobody cancels them, so it needs no task of its own
        task = self.share(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_tell_defect)
            raise

    def cancel(self) -> None:
        """The owner is gone: nothing goes on."""
        for each in self.tasks:
            each.cancel()

    def _keep(self, task: asyncio.Task[Result]) -> asyncio.Task[Result]:
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task


class Together(Generic[Question, Result]):
    """Answers together what is asked at the same time, ``most`` of it; those who ask the same get one answer."""

    def __init__(self, answer: Callable[[list[Question]], Awaitable[Mapping[Question, Result]]], most: int):
        """``answer`` has a result for each question, or fails."""
        self._answer, self.most = answer, most
        self._asked: dict[Question, asyncio.Future[Result]] = {}
        self._answering: asyncio.Task[None] | None = None

    async def ask(self, question: Question) -> Result:
        """The answer; StoreError if there is none."""
        answer = self._asked.get(question)
        if answer is None:
            answer = self._asked[question] = asyncio.get_running_loop().create_future()
            if self._answering is None or self._answering.done():
                self._answering = unattended(self._go_on())
        return await asyncio.shield(answer)

    async def _go_on(self) -> None:
        """Answer until nothing is left."""
        while some := list(self._asked)[: self.most]:
            found: Mapping[Question, Result] = {}
            trouble = StoreError("the room closes")
            try:
                found = await self._answer(some)
            except StoreError as error:
                trouble = error
            except Exception as error:  # noqa: BLE001 - whoever asked is to hear of it, and the others wait for us
                trouble = StoreError(f"the database can't be asked: {logs.where(error)}")
            finally:
                for each in some:
                    answer = self._asked.pop(each)
                    if each in found:
                        answer.set_result(found[each])
                    else:
                        answer.set_exception(trouble)
                        answer.exception()  # nobody may wait any more


def _hear(task: asyncio.Task[Any]) -> BaseException | None:
    return None if task.cancelled() else task.exception()


def _tell(task: asyncio.Task[Any]) -> None:
    if error := _hear(task):
        what = getattr(task.get_coro(), "__qualname__", task.get_name())
        log.error("something in the background failed", what=what, why=logs.where(error))


def _tell_defect(task: asyncio.Task[Any]) -> None:
    """Who asked is gone: that it could not be done is of interest to nobody, a defect is."""
    if not isinstance(_hear(task), ANSWERS):
        _tell(task)
