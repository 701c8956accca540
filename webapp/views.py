"""Records in the form of the interface: a task, a card, the result of a turn. Words are put to codes here."""

from typing import Any

from core.app.compose import App
from core.domain.keys import signing_key
from core.domain.message import Language, Reply, reply_from
from core.domain.task import Task
from core.domain.thread import Entry, Thread
from core.wording import say


def card_view(app: App, task: Task, state: str) -> dict[str, Any]:
    """The stored facts as they were shown, the state, and where it is signed."""
    url = f"{app.settings.url}/s/{signing_key(app.deps.rules.secret, task.id)}"
    return {**task.card, "state": state, "digest": task.digest, "url": url}


def task_view(app: App, task: Task) -> dict[str, Any]:
    chain = next((c for c in app.deps.catalog.chains if c.id == task.effect.chain_id), None)
    return {
        "id": task.id,
        "state": task.state.value,
        "reason": task.reason,
        "card": card_view(app, task, task.state.value),
        "tx_hash": task.tx_hash,
        "explorer_url": chain.explorer_url(task.tx_hash) if chain and task.tx_hash else None,
        "history": [
            {"state": change.state.value, "at": change.at.isoformat(), "reason": change.reason}
            for change in task.history
        ],
    }


def page_view(app: App, task: Task) -> dict[str, Any]:
    """A task and what a wallet needs to be on its chain."""
    chain = next((c for c in app.deps.catalog.chains if c.id == task.effect.chain_id), None)
    if chain is None:
        return task_view(app, task)
    native = {"symbol": chain.native.symbol, "decimals": chain.native.decimals, "name": chain.native.name}
    facts = {"name": chain.name, "wallet_rpc": chain.wallet_rpc, "explorer": chain.explorer, "native": native}
    return {**task_view(app, task), "chain": facts, "demo": chain.demo}


async def result_view(app: App, reply: Reply, language: Language) -> dict[str, Any]:
    view: dict[str, Any] = {
        "type": reply.type,
        "thread": reply.thread,
        "route": reply.route,
        "intent": reply.intent,
        "text": "\n".join(say(line.code, line.params, language) for line in reply.says),
    }
    if reply.code is not None:
        view["code"] = reply.code
    if reply.choices:
        view["choices"] = [{"label": c.label or c.message, "message": c.message} for c in reply.choices]
    if reply.evidence:
        view["evidence"] = [
            {"tool": e.tool, "chain": e.chain, "block": e.block, "subject": e.subject, "values": e.values}
            for e in reply.evidence
        ]
    if reply.task is not None:
        async with app.deps.store.transaction() as db:
            task = await db.tasks.get(reply.task)
        if task is not None:
            view["card"] = card_view(app, task, reply.state or task.state.value)
    return view


def thread_view(thread: Thread) -> dict[str, Any]:
    return {"id": thread.id, "title": thread.title, "updated_at": thread.updated_at.isoformat()}


async def entry_view(app: App, entry: Entry) -> dict[str, Any]:
    view: dict[str, Any] = {"role": entry.role, "at": entry.at.isoformat(), "text": entry.text}
    if entry.role == "assistant" and entry.body is not None:
        result = await result_view(app, reply_from(entry.body), entry.language)
        view |= {"text": result["text"], "result": result}
    elif entry.role == "status" and entry.body is not None:
        view |= {
            "text": say(entry.body["code"], entry.body["params"], entry.language),
            "task": entry.body["task"],
        }
    return view
