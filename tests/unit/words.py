"""The words that the grammar tests know, and addresses to send to."""

from core.understanding.lexicon import ChainWord, TokenWord, Words

ALICE = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
BOB = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
WORDS = Words(
    tokens=(
        TokenWord("ETH", "Ether", None, "demo", 18),
        TokenWord(
            "USDC", "USD Coin", "0x5FbDB2315678afecb367f032d93F642f64180aa3", "demo", 6, ("U",), usd=True
        ),
        TokenWord(
            "DAI", "Dai Stablecoin", "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512", "demo", 18, usd=True
        ),
        TokenWord("USDT", "Tether USD", "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0", "demo", 6, usd=True),
    ),
    chains=(ChainWord("demo", "Demo chain", ("local", "演示链"), default=True),),
)
"""The built-in demo catalog: U means USDC."""

TWO_U = Words(
    tokens=(
        *WORDS.tokens[:3],
        TokenWord("USDT", "Tether USD", WORDS.tokens[3].address, "demo", 6, ("U",), usd=True),
    ),
    chains=WORDS.chains,
)
"""One word for two tokens."""

TWO_CHAINS = Words(
    tokens=(
        *WORDS.tokens,
        TokenWord("ETH", "Ether", None, "side", 18),
        TokenWord(
            "USDC", "USD Coin", "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9", "side", 6, ("U",), usd=True
        ),
        TokenWord("PEPE", "Pepe", "0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9", "side", 18),
        TokenWord("ARB", "Arbitrum", "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707", "side", 18),
        TokenWord("ARB", "Arbitrum", "0x0165878A594ca255338adfa4d48449f69242Eb8F", "third", 18),
    ),
    chains=(
        *WORDS.chains,
        ChainWord("side", "Side chain", ("侧链",)),
        ChainWord("third", "Third", ("third chain",)),
    ),
)
