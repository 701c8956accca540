"""What makes a registered action an order, and what takes that away."""

import re

ACTION_NOW = re.compile(
    r"(?:\W|please |pls |can you |could you |i want to |帮我|请)*"
    r"(?:claim|harvest|collect|withdraw|unstake|stake|redeem|领|提取|赎回|解)"
)
ACTION_DENIED = re.compile(
    r"(?:don't|do not|dont|never|stop|not)\s+(?:\w+\s+){0,2}(?:un)?(?:stake|staking|restake|redeem|claim)"
    r"|(?:不要|别|不想|先别|不用|不)(?:再)?(?:给我|帮我)?(?:质押|赎回|解押|领取)"
)
ACTION_POLITE = re.compile(r"(?<![a-z])(?:(?:can|could|would|will) you|please|pls)(?![a-z])|帮我|请|麻烦")
ACTION_ASKED = re.compile(
    r"(?<![a-z])(?:how|what|why|when|is|are|does|should|which|did|explain)(?![a-z])"
    r"|怎么|如何|什么|为什么|多久|吗|能不能|可以|收益|年化|安全|风险|哪|多少"
)
ACTION_TOLD = re.compile(
    r"(?<![a-z])(?:if|staked|yesterday|already|i (?:might|will|may))(?![a-z])|质押了|质押过|昨天|如果|已经|打算|考虑"
)
SWAP_FIRST = re.compile(
    r"\s*(?:please |can you |帮我|请)*(?:swap|exchange|convert|buy|sell|bridge|trade|兑换|换|买|卖|跨链)"
)
