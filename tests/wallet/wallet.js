// headless-web3-provider, a wallet that others wrote, put into the page as a browser's extension would.
// What it shall be (key, first chain, what it allows unasked) stands in window.walletSetup before this runs.
import { Web3ProviderBackend } from "headless-web3-provider";

class Wallet extends Web3ProviderBackend {
  // The page sends the message of personal_sign as hex, as EIP-1474 says and every shipped wallet takes it; this
  // one signs the hex digits as if they were the text. The text is put back here, nothing else is changed.
  request(call) {
    if (call.method !== "personal_sign") return super.request(call);
    const [message, address] = call.params;
    const bytes = message.slice(2).match(/../g).map((pair) => Number.parseInt(pair, 16));
    return super.request({ ...call, params: [new TextDecoder().decode(new Uint8Array(bytes)), address] });
  }
}

const { key, chainId, rpcUrl, permitted } = window.walletSetup;
const wallet = new Wallet([key], [{ chainId, rpcUrl }], { permitted });
const info = {
  uuid: "b9838e9f-e9bc-48dd-af0b-6f98949ae677",
  name: "Headless Web3 Provider",
  icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/%3E",
  rdns: "headless-web3-provider",
};
const announce = () =>
  window.dispatchEvent(
    new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider: wallet }) }),
  );
window.ethereum = window.wallet = wallet;
window.addEventListener("eip6963:requestProvider", announce);
announce();
