"""Questions about one's own money that sound like orders: did it arrive, is it enough, what is there."""

import re

_THING = r"(?:my|the|it|that|this|these|those|A|he|she|they|you|your|his|her|money|payment|transfer|tx|both|all|our|we|a|any|N|T)"
_DONE = (
    r"(?:arrived?|landed|land|g[oe](?:ne|t)? through|g[oe](?:ne|t)? out|went (?:through|out)|received?|reach(?:ed)?|confirm(?:ed)?"
    r"|settled?|completed?|finish(?:ed)?|clear(?:ed)?|done|succeed(?:ed)?|successful|delivered?|sent|send|paid|pay|transfer(?:red)?"
    r"|show(?:n|ed)? up|ma[dk]e it|stuck|pending|failed?|get (?:there|to|the|my|it|his|her|their|your|N|T)"
    r"|got (?:there|the|my|it|your)|work(?:ed)?|credited|processed|executed|mined|moved|forward(?:ed)?)"
)
ARRIVED = re.compile(
    rf"(?:^|[,.;!?]\s*)(?:(?:hey|hi|hello|so|and|but|ok|okay|please|pls|um+|also|then|sorry|just checking|quick question|btw)[\s,.:!-]+)*"
    rf"(?:did|has|was|were|is|are|had|hasn't|didn't|isn't|wasn't|have (?!i|we)|did i|have i (?=sent|paid|transferred|received|already))"
    rf"\s*(?:{_THING}(?![a-z]))?(?:(?!(?<![a-z])(?:fees?|gas|safe|enough|how|if|balance|limit)(?![a-z]))[^.;])*?(?<![a-z]){_DONE}(?![a-z])"
    rf"|(?<![a-z])(?:arrived|landed|(?:gone|went) through|confirmed|received|delivered|done|sent|settled|completed|cleared|paid)"
    rf"(?: yet| already| or not| ok| safely)?\s*\?"
    rf"|(?<![a-z])status (?:of|on) (?:my|the|that|this|last)(?! (?:wallet|account|stak))|(?<![a-z])(?:tx|txn|transfer|payment|transaction) status"
    rf"|(?<![a-z])where(?:'s| is| are) (?:my|the|that) (?:N )?(?:T )?(?:transfers?|payments?|tx|N)(?![a-z])"
    rf"|(?<![a-z])any (?:update|news|word|progress) (?:on|about|from|of)|^received (?:my|the|any)|^(?:sent|paid|transferred|wired|delivered)[^.;]*\?\s*$|(?<![a-z])(?:there|through|in|out|A) yet\s*\?*$|(?:transfer|payment|tx)[^.;?]{{0,12}} status"
    rf"|(?<![a-z])what(?:'s| is|s)? (?:happened (?:to|with)|up with|going on with) (?:my|the|that) (?:N|transfer|payment|tx|money)(?![a-z])"
    rf"|(?<![a-z])(?:check|see|know|tell me|confirm|verify|find out)[^.;]{{0,20}}(?<![a-z])(?:if|whether) [^.;]*?(?<![a-z])(?:arrived|landed|reached|received|went through|got|done|sent|confirmed|settled)(?![a-z])"
    rf"|(?<![a-z])what (?:i|i've|we) (?:sent|paid|spent|transferred|received)(?![a-z])|[到收]没[到收]|(?:转账|交易|付款|汇款)呢\s*[?？]*\s*$"
    rf"|(?:看|查)(?:看|一下|下|询)?(?:我的|我|最近的?|所有|全部)*(?:的)?(?:交易|转账|付款|汇款)\s*[?？。]*\s*$"
    rf"|(?<![能会以不才])(?:到(?:账|位)?(?!\s?N)|收(?:到|款)?|转|打|汇|发|付|送|成功|完成|确认|上链|入账|处理|过去|出去|好|搞定|办好|弄好|走|失败)"
    rf"(?:账|到|给|款|过去|过来|出去|完|好|成功|送|掉|走|清)*\s?(?:给|到)?\s?(?:A|N|T|个|钱|款|了|过|的|钱包|\s|他|她|对方|朋友)*"
    rf"(?:(?<=[了过])|(?<=[了过][NTA])|(?<=[了过]\s[NTA])|(?<=T)了|了)(?:吗|没有?|么|不|嘛|否|未)\s*[?？啊呀呢吧。!！]*\s*$"
    rf"|(?:到账?|收到|到位|转|发|打|成功|完成|出去|过去)没有?\s*[?？啊呀呢。!！]*\s*$|(?:到账|收到(?:钱|款|N|T|\s|个)*)(?:吗|么|不)\s*[?？]*\s*$"
    rf"|(?:那|这|上|前|刚才|刚刚|之前的?|昨天的?|D的?)\s?一?笔.{{0,16}}(?:怎么样|咋样|如何|状态|进度|成功|到|收|查|完成|了没|了吗|卡)"
    rf"|查.{{0,6}}(?:那|这|上一?)笔|(?:转账|交易|付款|汇款|打款|订单|到账)(?:的)?(?:状态|进度|情况|怎么样|咋样|到哪|成功|结果)"
    rf"|(?:是不是|是否|有没有)(?:已经?|已|都)?(?:给|把|将|向|转|打|汇|付|发|收到|到账|到(?!\s?N)|成功)"
    rf"|(?:怎么|咋|为什么|为啥)还?(?:没|不)(?:有)?(?:到|收|成功|转过去|动静)"
    rf"|(?:转|打|汇|发|付)(?:账|款)?(?:给|到)\s?A\s?的.{{0,16}}(?:查|看|呢|状态|怎么样)"
    rf"|(?:还|仍)没(?:有)?(?:到账?|收到)|到(?:账上?)?\s?A\s?了?(?:吗|没有?|么)|到哪(?:里|儿|了|一步)"
    rf"|(?:转|打|汇|发|付|收|给)(?:账|到)?(?:给)?\s?(?:A|N|T|个|\s)*(?:[了过]\s?(?:给|到|A|N|T|个|\s)*(?:没有?|吗|未)|(?<=[ANT\s])没有?)\s*[?？]*\s*$"
)
"""Whether something that was sent has arrived: about the past, also when address and amount stand in it."""

ENOUGH = re.compile(
    r"(?<![a-z])(?:(?:do|have|did|will|would|does|is|am|are|can|could|got|what if|if)(?![a-z])[^.;]{0,60}(?<![a-z])(?:enough|sufficient)"
    r"|(?:do|have) (?:i|we)(?: still| even| actually| currently| really| already| got| have| hold| own)*"
    r"(?: at least| more than| over| above| less than| under| about)?\s?N|(?:does|has) (?:my|A)[^.;]{0,40}(?:at least|more than|over|enough|N)"
    r"|can (?:i|we) (?:still |even )?(?:afford|cover)|(?:is|are) N (?:of )?T? ?(?:covered|available|there|in my)"
    r"|(?:will|would|does) (?:my|the|that|it|i)[^.;]{0,30} (?:cover|suffice|be sufficient)"
    r"|(?:is|are) (?:my|there)[^.;]{0,24} (?:above|over|at least|more than|below|under|less than)|(?:running |am i )(?:short|low|broke|rich)"
    r"|(?:short|low) on T|sufficient (?:T|funds|balance)|enough (?:T|funds|money|balance|for|to|left|gas))(?![a-z])|^\s*enough(?![a-z])|得起|T\s?还?能(?:付|转|花|买)\s?N"
    r"|(?<![能不])够(?!格|意思|朋友|安全|快|好|长|了解)|不够|足够"
    r"|有没有?(?:超过|至少|到|满|够)?\s?N|(?:有|(?<![收转打汇发])到|超过|达到|满|多于|少于|大于|小于|高于|低于)(?:没有?|了)?\s?N\s?(?:个|枚)?\s?T?\s?了?(?:吗|么|没有?|不)(?![\u4e00-\u9fff])"
    r"|T\s?(?:的?余额)?(?:还)?(?:有|到|超过|满)?了?\s?N\s?(?:个|枚)?\s?(?:吗|么|没有?|不)(?![\u4e00-\u9fff])"
)
"""Whether what is there suffices, for whatever it is wanted."""

HOLDING = re.compile(
    r"(?<![a-z])(?:what T (?:have|do) i|T (?:in|inside|on) my (?:wallet|account)|what does my (?:wallet|account) (?:hold|have|contain)"
    r"|how(?:'s| is| are) my T|T (?:amounts?|situation|count|total|stack|bag|stash)|^got (?:any |some |enough )?T|(?:check|show|see|view|count|look at|tell me|give me|let me see)(?: (?:me|please|the|my|all|on|up|how much))* T(?= |$|[?.!,])(?! (?:price|address|contract|transfers?|history|to|transaction))"
    r"|(?:am i|are we) (?:holding|broke|rich)|what am i holding|(?:T|my) balance|^(?:the |my )?(?:balance|T (?:balance|amount)))(?![a-z])"
    r"|^\s*(?:and |so )?(?:my |the )?T\s*[?？]+\s*$|穷不穷|我的?(?:币|钱|T)呢|有没有?\s?T\s*(?:了|啊|呀|的)?\s*[?？]*\s*$|^\s*还?有\s?T\s?(?:吗|么|没)|T\s?(?:的)?(?:数量|总数|总量|个数)|T\s?(?:现在|目前|还)?(?:有|剩)?几个?|T\s?还在(?:吗|么|不)|(?:账上|账户上|手上|手里|手头)\s?(?:的)?\s?(?:还)?(?:有|剩)?\s?(?:T|多少)"
    r"|^\s*(?:帮我|请|麻烦|我想|想|快)*(?:查|看)(?:询|一下|下|看)?(?:我的|一下)?(?:账户|钱包|T)\s*[?？。吧]*$"
)
"""Short and loose ways to ask what is there."""
