"""Random walks of owner, wallet, chain, clock and crashes over the stories: what must never be, never is.

A walk that fails is printed as a program of its rules; `pytest --hypothesis-seed=N` repeats a run.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule

from bot.notifier import drain
from core.domain.errors import Refusal
from core.domain.message import Incoming
from core.domain.outbox import Letter
from core.domain.task import FINAL, TRANSITIONS, Change, State, Task
from core.domain.types import Hash
from core.ports import Deps
from core.usecases.confirm import close_gates
from core.usecases.converse import accept, recover
from core.usecases.settle import settle_due
from tests.fakes.fuse import Killed
from tests.fakes.world import BOB, CAROL, World, cancellation, other, signed_of


class Walk(RuleBasedStateMachine):
    cards = Bundle("cards")
    sent = Bundle("sent")

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.world = World(quota=0)
        self.said: list[Incoming] = []
        self.history: dict[str, tuple[Change, ...]] = {}
        self.letters: dict[tuple[str, str], list[str]] = {}

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Refused is fine: what must not be is looked at afterwards."""
        with suppress(Refusal):
            return self.loop.run_until_complete(work)

    def tasks(self) -> dict[str, Task]:
        rows = self.world.store.memory.tables["tasks"]
        return {key: row.task for key, row in rows.items()}

    # The owner

    async def _order(self, incoming: Incoming) -> Any:
        turn, _ = await accept(self.world.deps, incoming)
        return (await self.world.run(turn)).task

    def _incoming(self, amount: int, thread: str) -> Incoming:
        text = f"send {amount} USDC to {BOB}"
        incoming: Incoming = self.do(self.world.incoming(text, thread=thread))
        self.said.append(incoming)
        return incoming

    @initialize(target=cards)
    def begins(self) -> Any:
        return self.do(self._order(self._incoming(1, "thread")))

    @rule(target=cards, amount=st.integers(1, 2), thread=st.sampled_from(["thread", "other"]))
    def orders(self, amount: int, thread: str) -> Any:
        card = self.do(self._order(self._incoming(amount, thread)))
        return multiple() if card is None else card

    @rule(data=st.data(), text=st.sampled_from(["cancel", "pending", "the same message"]))
    def talks(self, data: st.DataObject, text: str) -> None:
        if text != "the same message":
            self.do(self.world.says(text))
        elif self.said:
            self.do(self._order(data.draw(st.sampled_from(self.said))))

    @rule(card=cards)
    def confirms(self, card: str) -> None:
        self.do(self.world.confirm(self.tasks()[card]))

    @rule(card=cards)
    def rejects(self, card: str) -> None:
        self.do(self.world.reject(self.tasks()[card]))

    @rule(target=cards, card=cards)
    def asks_again(self, card: str) -> Any:
        made = self.do(self.world.again(self.tasks()[card]))
        return multiple() if made is None else made.id

    # The wallet and the chain

    @rule(
        target=sent,
        card=cards,
        kind=st.sampled_from(["exact", "exact", "exact", "reverted", "silent", "other", "less", "cancel"]),
        instead=st.booleans(),
        tip=st.integers(0, 2),
        reported=st.sampled_from([True, True, False]),
    )
    def signs(self, card: str, kind: str, instead: bool, tip: int, reported: bool) -> Hash:
        """On a page that was confirmed just before. `instead`: with the nonce of what waits already."""
        self.confirms(card)
        task, chain = self.tasks()[card], self.world.chain
        forms = {"other": other(task, recipient=CAROL), "less": other(task, raw=1), "cancel": cancellation()}
        ends: dict[str, dict[str, Any]] = {"reverted": {"status": 0}, "silent": {"logs": ()}}
        tx = forms.get(kind, signed_of(task))
        nonce = chain.count(tx.sender) if instead else None
        hash_ = chain.send(tx, nonce, tip=tip, **ends.get(kind, {}))
        if reported:
            self.do(self.world.report(task, hash_))
        return hash_

    @rule(card=cards, hash_=sent)
    def reports(self, card: str, hash_: Hash) -> None:
        self.do(self.world.report(self.tasks()[card], hash_))

    @rule(blocks=st.integers(1, 3), workers=st.integers(1, 2))
    def mines(self, blocks: int, workers: int) -> None:
        for _ in range(blocks):
            self.world.chain.mine()
            self.looks(workers)

    @rule(kind=st.sampled_from(["waits again", "gone", "gone, but still told of"]))
    def reorganises(self, kind: str) -> None:
        self.world.chain.reorg(drop=kind != "waits again", stale="told" in kind)

    @rule(hash_=sent, change=st.sampled_from(["forgets", "remembers", "away", "back", "lags"]))
    def is_another_node(self, hash_: Hash, change: str) -> None:
        chain = self.world.chain
        if change in ("forgets", "remembers"):
            (chain.forget if change == "forgets" else chain.remember)(hash_)
        else:
            chain.away, chain.lag = change == "away", 2 if change == "lags" else 0

    # The program and the clock

    @rule(seconds=st.sampled_from([1, 600, 1860, 5400]))
    def waits(self, seconds: int) -> None:
        self.world.clock.forward(seconds=seconds)
        self.looks(1)

    def looks(self, workers: int) -> None:
        async def look() -> None:
            await asyncio.gather(*(settle_due(self.world.deps) for _ in range(workers)))

        self.world.clock.forward(seconds=1)
        self.do(look())

    async def _works(self) -> None:
        await settle_due(self.world.deps)
        await recover(self.world.deps, self.world.plan, self.world.words)
        await close_gates(self.world.deps, self.world.plan)

    @rule(card=cards, what=st.sampled_from(["an order", "a confirmation", "a look"]), step=st.integers(1, 60))
    def dies(self, card: str, what: str, step: int) -> None:
        """The process, at some call of a story; another one goes on."""
        stories = {
            "an order": lambda: self._order(self._incoming(1, "thread")),
            "a confirmation": lambda: self.world.confirm(self.tasks()[card]),
            "a look": self._works,
        }
        work = stories[what]()
        self.world.fuse.breaks(step, Killed())
        with suppress(Killed):
            self.do(work)
        self.world.fuse.off()
        self.do(self._works())

    @rule()
    def delivers(self) -> None:
        async def deliver(deps: Deps, letter: Letter) -> None:
            told = self.letters.setdefault((letter.task_id, letter.place.message_id), [])
            told.append(letter.body["state"])

        self.do(drain(self.world.deps, {"web": deliver}))

    # What must hold

    @invariant()
    def a_turn_has_one_task_at_most(self) -> None:
        turns = [task.turn_id for task in self.tasks().values()]
        assert len(turns) == len(set(turns))

    @invariant()
    def what_was_is_never_changed(self) -> None:
        for key, task in self.tasks().items():
            known = self.history.get(key, task.history[:1])
            assert task.history[: len(known)] == known
            assert task.history[-1].state is task.state
            for before, after in zip(task.history, task.history[1:], strict=False):
                assert after.state in TRANSITIONS[before.state].values()
            self.history[key] = task.history

    @invariant()
    def a_hash_counts_for_one_task_at_most(self) -> None:
        for reports in self.world.store.memory.tables["hashes"].values():
            assert sum(not report.dropped for report in reports) <= 1

    @invariant()
    def nothing_settles_without_its_own_final_receipt(self) -> None:
        settled = [task for task in self.tasks().values() if task.state is State.SETTLED]
        for task in settled:
            assert task.tx_hash is not None
            assert self.proves(task, task.tx_hash)
        assert len({task.tx_hash for task in settled}) == len(settled)

    def proves(self, task: Task, hash_: Hash) -> bool:
        """By what is really on the chain, whatever the node says: the card's own bytes, carried out, final."""
        chain = self.world.chain
        return any(
            sent.hash == hash_
            and sent.tx == signed_of(task)
            and sent.nonce >= task.nonce
            and (sent.status, sent.logs) == (1, None)
            and chain.height - height + 1 >= chain.chain.confirmations
            for height, block in enumerate(chain.blocks)
            for sent in block
        )

    @invariant()
    def what_is_told_goes_the_way_of_the_history(self) -> None:
        for (key, _), told in self.letters.items():
            states = iter(change.state.value for change in self.tasks()[key].history)
            assert all(state in states for state in told)

    def teardown(self) -> None:
        """The node is honest again and time goes by: everybody has an answer, and what moved is known."""
        chain = self.world.chain
        chain.away, chain.lag, chain._forgotten = False, 0, set()
        chain.mine(3)
        for wait in (31, 31, 31):
            self.world.clock.forward(timedelta(seconds=wait))
            self.do(self._works())
        try:
            self.what_was_is_never_changed()
            self.nothing_settles_without_its_own_final_receipt()
            turns = self.world.store.memory.tables["turns"].values()
            assert all(turn.reply is not None for turn in turns)
            for task in self.tasks().values():
                assert self.loop.run_until_complete(self.is_told_right(task)), task
        finally:
            self.loop.close()

    async def is_told_right(self, task: Task) -> bool:
        """A transfer that a card is known to have made is told, and no graph waits for a closed card."""
        paid = any(self.proves(task, hash_) for hash_ in await self.world.hashes(task))
        snapshot = await self.world.plan.aget_state({"configurable": {"thread_id": task.turn_id}})
        waits = bool(snapshot.interrupts) and task.state is not State.INTENT_CONFIRM
        return not waits and (not paid or task.state in FINAL)


TestWalk = Walk.TestCase
TestWalk.settings = settings(
    max_examples=50,
    stateful_step_count=30,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
