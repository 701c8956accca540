"""Two wallets in a window: one that others wrote (tests/wallet), and one of eth-account that can be told to misbehave.

Both announce themselves by EIP-6963 and stand in window.ethereum, as extensions do.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eth_account.messages import encode_defunct
from playwright.async_api import Page

from tests.stories.program import Person
from tests.webapp.browser import Window

BUNDLE = Path(__file__).parents[1] / "wallet" / "built" / "wallet.js"
DEMO_CHAIN = 31337


async def install_foreign(
    window: Window, key: bytes, rpc: str, chain_id: int = DEMO_CHAIN, permitted: tuple[str, ...] = ()
) -> None:
    """headless-web3-provider with one account, on that chain. What is not permitted waits for `allow` or `deny`."""
    if not BUNDLE.exists():
        raise RuntimeError("tests/wallet is not built: npm ci && npm run build there, or make test")
    setup = {"key": "0x" + key.hex(), "chainId": chain_id, "rpcUrl": rpc, "permitted": list(permitted)}
    # One script: the order of several is not defined.
    script = f"window.walletSetup = {json.dumps(setup)};\n{BUNDLE.read_text('utf-8')}"
    await window.context.add_init_script(script)


async def allow(page: Page, method: str) -> None:
    """Say yes to the next request of that kind, as soon as it comes. Its own failure goes to the page, not here."""
    await page.evaluate("method => wallet.authorize(method).catch(() => null)", method)


async def deny(page: Page, method: str) -> None:
    await page.evaluate("method => wallet.reject(method)", method)


class WalletError(Exception):
    """A ProviderRpcError of EIP-1193: what the page gets instead of an answer."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


Answer = Callable[[list[Any]], Awaitable[Any]]


def answering(value: Any) -> Answer:
    async def answer(params: list[Any]) -> Any:
        return value

    return answer


def failing(code: int, message: str = "it went wrong") -> Answer:
    async def answer(params: list[Any]) -> Any:
        raise WalletError(code, message)

    return answer


_IN_THE_PAGE = """
(() => {
  const listeners = {};
  const provider = {
    async request(call) {
      const { result, error } = await window.ownWallet(call);
      if (error) throw Object.assign(new Error(error.message), { code: error.code });
      return result;
    },
    on(event, listener) { (listeners[event] ??= []).push(listener); },
    removeListener(event, listener) {
      listeners[event] = (listeners[event] ?? []).filter((one) => one !== listener);
    },
  };
  window.walletSays = (event, value) => { for (const one of listeners[event] ?? []) one(value); };
  const info = { uuid: "0f6c2f3e-6a57-4f0e-9c26-3d0f7f4f2a11", name: "Own wallet", rdns: "test.own",
                 icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/%3E" };
  const announce = () => window.dispatchEvent(
    new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
  window.ethereum = provider;
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
})();
"""


@dataclass
class OwnWallet:
    """A wallet whose state lives here, so that it outlasts reloads and is one for all tabs. `answers` replaces what
    it does on a method; `alter` changes what it signs."""

    person: Person
    chain_id: int = DEMO_CHAIN
    known: set[int] = field(default_factory=lambda: {1, DEMO_CHAIN})
    answers: dict[str, Answer] = field(default_factory=dict)
    alter: Callable[[dict[str, Any]], dict[str, Any]] = lambda transaction: transaction
    asked: list[tuple[str, list[Any]]] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)

    async def install(self, window: Window) -> None:
        await window.context.expose_function("ownWallet", self._request)
        await window.context.add_init_script(_IN_THE_PAGE)

    def times(self, method: str) -> int:
        return [name for name, _ in self.asked].count(method)

    async def _request(self, call: Mapping[str, Any]) -> dict[str, Any]:
        method, params = call["method"], list(call.get("params") or [])
        self.asked.append((method, params))
        try:
            return {"result": await self.answers.get(method, self.usual(method))(params)}
        except WalletError as error:
            return {"error": {"code": error.code, "message": str(error)}}

    def usual(self, method: str) -> Answer:
        """What a well-behaved wallet does on it, with an owner who says yes."""
        return {
            "eth_accounts": self._accounts,
            "eth_requestAccounts": self._accounts,
            "wallet_requestPermissions": self._accounts,
            "eth_chainId": self._chain,
            "wallet_switchEthereumChain": self._switch,
            "wallet_addEthereumChain": self._add,
            "personal_sign": self._sign,
            "eth_sendTransaction": self.send,
        }.get(method, _unsupported)

    async def _accounts(self, params: list[Any]) -> list[str]:
        return [self.person.address.lower()]

    async def _chain(self, params: list[Any]) -> str:
        return hex(self.chain_id)

    async def _switch(self, params: list[Any]) -> None:
        chain_id = int(params[0]["chainId"], 16)
        if chain_id not in self.known:
            raise WalletError(4902, "Unrecognized chain ID")
        self.chain_id = chain_id

    async def _add(self, params: list[Any]) -> None:
        self.known.add(int(params[0]["chainId"], 16))

    async def _sign(self, params: list[Any]) -> str:
        signed = self.person.account.sign_message(encode_defunct(hexstr=params[0]))
        return "0x" + signed.signature.hex().removeprefix("0x")

    async def send(self, params: list[Any]) -> str:
        """Signs and broadcasts what was asked, altered; the hash."""
        asked = params[0]
        wanted = (self.person.address.lower(), hex(self.chain_id))
        if (asked["from"].lower(), asked["chainId"]) != wanted:
            raise WalletError(4100, "not this account or chain")
        transaction = {**asked, "chainId": int(asked["chainId"], 16)}
        self.sent.append(await self.person.send(self.alter(transaction)))
        return self.sent[-1]


async def _unsupported(params: list[Any]) -> None:
    raise WalletError(4200, "The method is not supported")
