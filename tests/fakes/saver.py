"""LangGraph's own saver in memory, as strict as ours about what may stand in a checkpoint."""

from collections.abc import Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from core.domain.errors import Unavailable
from tests.fakes.fuse import Fuse


class FakeSaver(InMemorySaver):
    """Every call is a step of the fuse, before it and after it; `away`: it does not answer."""

    def __init__(self, fuse: Fuse) -> None:
        super().__init__(serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        self.fuse = fuse
        self.away = False

    async def _step(self, name: str) -> None:
        await self.fuse.step(f"saver.{name}")
        if self.away:
            raise Unavailable("E501")

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        await self._step("get")
        return self.get_tuple(config)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        await self._step("put")
        written = self.put(config, checkpoint, metadata, new_versions)
        await self._step("put done")
        return written

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        await self._step("put_writes")
        self.put_writes(config, writes, task_id, task_path)
        await self._step("put_writes done")

    async def adelete_thread(self, thread_id: str) -> None:
        await self._step("delete")
        self.delete_thread(thread_id)
