"""Words around coins and chains: what well-known ones are called, and what beside a number is none."""

SPOKEN = {
    "ETH": ("ethereum", "ethers", "ether", "以太坊", "以太币", "以太"),
    "WETH": ("wrapped ether", "wrapped eth", "包装以太"),
    "USDC": ("usd coin",),
    "USDT": ("tether", "泰达币", "泰达"),
    "DAI": (),
}
OTHER_COINS = (
    "btc wbtc bitcoin tbtc cbbtc sol solana bnb matic pol doge dogecoin shib pepe xrp ada trx tron ltc dot avax atom near "
    "op arb link uni aave crv ldo mkr ens ape sand mana steth wsteth reth cbeth weth beth meth eeth ezeth frxeth sfrxeth "
    "usde susde usds usdp usdd tusd busd fdusd pyusd gusd lusd frax eurc eurt crvusd gho wbnb wmatic wavax wsol ton sui apt "
    "xlm xmr eos bch etc fil hbar icp grt comp snx yfi bat zrx usdc.e usdbc xdai wxdai dogs not hype wld ena usdt0 okb"
).split()
OTHER_COINS_LONG = (
    "wrapped ether",
    "wrapped eth",
    "staked ether",
    "staked eth",
    "liquid staked eth",
    "bridged usdc",
    "bridged usdt",
    "wrapped usdc",
    "wrapped btc",
    "wrapped bitcoin",
    "ethereum classic",
    "eth classic",
    "bitcoin cash",
    "usd coin e",
    "包装以太",
    "质押以太",
    "桥接usdc",
    "包装eth",
    "质押eth",
)
OTHER_COINS_ZH = (
    "比特币",
    "狗狗币",
    "莱特币",
    "瑞波币",
    "索拉纳",
    "币安币",
    "柴犬币",
    "门罗币",
    "以太经典",
    "波卡",
    "大饼",
)
ORDINARY = frozenset(
    {
        "link",
        "not",
        "near",
        "dot",
        "op",
        "sand",
        "comp",
        "etc",
        "ape",
        "uni",
        "sol",
        "bat",
        "ton",
        "ens",
        "apt",
    }
)
OTHER_CHAINS = (
    "ethereum mainnet|ethereum|eth mainnet|mainnet|polygon|matic|arbitrum(?: one)?|arb|optimism|op mainnet"
    "|base|bsc|bnb(?: smart)?"
    "|binance smart|avalanche|avax|solana|tron|trc-?20|bep-?20|fantom|gnosis|linea|scroll|zksync(?: era)?"
    "|blast|mantle|sepolia|goerli"
    "|holesky|polygon zkevm|celo|bitcoin|ton|sui|aptos|以太坊主网|以太坊|波场|币安智能|币安|主网|测试网"
    "|马蹄|雪崩"
)
STANDARDS = (
    "trc-?(?:10|20)|bep-?(?:2|20)|arc-?20|brc-?20|spl(?= tokens?)|波场链?|币安链|币安智能链|闪电网络|lightning(?: network)?"
    "|polygon|arbitrum|optimism|avalanche|fantom|zksync|tron network|solana network|bsc"
)
"""Networks that are meant wherever they are named."""
NOT_CHAINS = (
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|time|behalf|this|that|him|her|them|your|our|account|credit"
    "|hold|telegram|discord|record|schedule|purpose|arrival|request|demand|top|sale|mondays|fridays|sundays|weekends|payday"
    "|christmas|chain|the|wallet|metamask|walletconnect|email|signal|whatsapp|wechat|chat"
)
"""What follows "on" and "via" behind an address and is no network."""
UNITS = frozenset(
    "k m b w bn mn e x st nd rd th am pm h hr hrs min mins s sec d days day wei gwei usd eur rmb cny pct percent million "
    "billion thousand hundred grand dozen bucks dollars dollar of to in from for or and euros pounds yuan on via at with".split()
)
NOT_COINS = frozenset(
    "to into for of from in on and or worth via please pls plz right now at over each tokens coins token coin the my our back as more "
    "is are was were will would could should can if when by with using through it its them this that these those then so but "
    "today tomorrow later asap thanks thank ok okay out per only just also too extra bucks dollars dollar away across onto toward "
    "towards usd sent transferred paid left above below under exactly straight directly immediately him her me us you your his "
    "their friends people times time days weeks hours minutes payment transfer transaction transactions transfers gas fee fees "
    "address wallet account rather instead not be being get gets goes go should must has have had a an any some all than kindly "
    "send pay transfer wire move give forward tip stake unstake every once twice again after before until unless while because since goes needs need balance recipient network chain".split()
)
