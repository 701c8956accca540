"""LangGraph's saver on our pool: gates that wait, servers that restart, nothing revived but plain types."""

import asyncio
from dataclasses import dataclass
from typing import Any, TypedDict

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from core.adapters.postgres.checkpoints import open_saver
from core.app.embedded.postgres import Postgres
from core.domain.errors import Unavailable
from tests.contract.test_locks import lose_connections

pytestmark = pytest.mark.asyncio


class Steps(TypedDict):
    said: str


@dataclass
class Foreign:
    """Not on anybody's list of plain types."""

    field: str


def gate(state: Steps) -> Steps:
    return {"said": state["said"] + interrupt("?")}


def graph(saver: BaseCheckpointSaver[Any]) -> Any:
    builder = StateGraph(Steps)
    builder.add_node("gate", gate)
    builder.add_edge(START, "gate")
    builder.add_edge("gate", END)
    return builder.compile(checkpointer=saver)


def config(thread: str) -> Any:
    return {"configurable": {"thread_id": thread}}


class TestSaver:
    async def test_a_gate_waits_over_a_restart_of_program_and_server(
        self, url: str, server: Postgres
    ) -> None:
        async with open_saver(url) as saver:
            state = await graph(saver).ainvoke({"said": "a"}, config("t"), durability="sync")
            [waiting] = state["__interrupt__"]
            await server.child.restart()
            assert (await graph(saver).aget_state(config("t"))).interrupts[0].id == waiting.id
        async with open_saver(url) as saver:
            done = await graph(saver).ainvoke(Command(resume={waiting.id: "b"}), config("t"))
        assert done["said"] == "ab"

    async def test_connections_that_died_cost_no_call(self, url: str) -> None:
        async with open_saver(url) as saver:
            for number in range(4):
                await graph(saver).ainvoke({"said": "a"}, config(str(number)))
                await lose_connections(url)
            assert (await graph(saver).aget_state(config("3"))).values == {"said": "a"}

    async def test_ten_processes_may_set_up_at_once(self, empty_url: str) -> None:
        async def begin() -> None:
            async with open_saver(empty_url) as saver:
                await saver.aget(config("t"))

        await asyncio.gather(*(begin() for _ in range(10)))

    async def test_a_database_that_is_not_there_is_e501(self) -> None:
        with pytest.raises(Unavailable, match="E501"):
            async with open_saver("postgresql://app:secret@127.0.0.1:1/postgres"):
                pass

    async def test_a_graph_that_loses_the_database_says_e501(self, url: str, server: Postgres) -> None:
        async with open_saver(url) as saver:
            plan = graph(saver)
            restarting = asyncio.ensure_future(server.child.restart())
            met = 0
            while not restarting.done():
                try:
                    await plan.ainvoke({"said": "a"}, config(f"t{met}"), durability="sync")
                except Unavailable as away:
                    assert away.code == "E501"
                    met += 1
            assert (await plan.ainvoke({"said": "a"}, config("after")))["__interrupt__"]

    async def test_runs_that_are_cancelled_anywhere_leave_the_saver_usable(self, url: str) -> None:
        async with open_saver(url) as saver:
            plan = graph(saver)
            for turns in range(40):
                run = asyncio.ensure_future(
                    plan.ainvoke({"said": "a"}, config(f"c{turns}"), durability="sync")
                )
                for _ in range(turns):
                    await asyncio.sleep(0)
                run.cancel()
                await asyncio.wait([run])
            runs = (plan.ainvoke({"said": "a"}, config(f"r{number}")) for number in range(20))
            assert all("__interrupt__" in state for state in await asyncio.gather(*runs))

    async def test_a_saver_that_was_closed_says_e501(self, url: str) -> None:
        async with open_saver(url) as saver:
            plan = graph(saver)
        with pytest.raises(Unavailable, match="E501"):
            await plan.ainvoke({"said": "a"}, config("t"))

    async def test_only_plain_types_are_revived(self, url: str) -> None:
        async with open_saver(url) as saver:
            kind, data = saver.serde.dumps_typed({"x": Foreign("y")})
            revived = saver.serde.loads_typed((kind, data))
            assert not isinstance(revived["x"], Foreign)
            plain = {"a": [1, "2", None, {"b": True}]}
            assert saver.serde.loads_typed(saver.serde.dumps_typed(plain)) == plain
