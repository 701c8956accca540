"""What is only asked: balances, history, staking, how things work; small talk; what is out of scope; keys."""

import re

from core.domain.intent import Kind
from core.understanding.asked import ARRIVED, ENOUGH, HOLDING

KEYS = re.compile(
    r"private[\s-]?keys?|seed (?:phrase|words?)|recovery (?:phrase|words?)|mnemonics?|secret (?:phrase|key"
    r"|recovery)|keystore|(?:12|24|twelve|twenty.?four) words|(?<![a-z])privkey|(?<![a-z])seed(?![a-z])"
    r"|K words"
    r"|私钥|助记词|种子短语|恢复短语|种子词|密钥(?!对)|keystore|私匙|助忆词"
)
_KEYS_CONCEPT = re.compile(
    r"(?<![a-z])(?:what|why|explain|define|difference|how (?:do|does|should|to|can)|is it safe|should i"
    r"|where should|do you (?:store|keep|have|need|ask)|lost|what if)(?![a-z])"
    r"|什么是|是什么(?:意思|东西)?|为什么|怎么(?:保管|备份|保存|存|保护)|如何(?:保管|备份|保存|存放|保护)"
    r"|安全吗|该不该|要不要|区别|你们?(?:会|有没有|需不需要|要不要|存不存|保存|需要)|丢了|泄露"
)
_KEYS_WANTED = re.compile(
    r"(?<![a-z])(?:(?:what|which|where)(?:'s| is| are)? (?:my|your|his|her|their|the (?:bot|user|wallet"
    r"|admin)'?s?)|(?:show|tell|give|send|export|reveal|print|display|dump|get|retrieve|recover|need|want"
    r"|read|paste|share|type|enter|here(?:'s| is)|"
    r"my (?:private key|seed phrase|seed|mnemonic|recovery phrase) is)(?! (?:me )?(?:what|why|how"
    r"|the difference|about)))(?![a-z])"
    r"|(?:给我|发我|发给|告诉我|导出|显示|查看|看看|展示|我要|输出|打印|提供|找回|我的(?:私钥"
    r"|助记词)是(?!什么意思)|把.{0,8}(?:私钥|助记词))"
)
BALANCE = re.compile(
    r"(?<![a-z])(?:balances?|holdings?|portfolio|assets|net worth|how (?:rich|much money|much crypto)"
    r"|how (?:much|many)(?: of)?(?: my)?(?: (?:money|funds|tokens?|coins?|crypto))?(?: T)? (?:do|have|did"
    r"|does|is|are|am|has|can|i|we|left|remain|remains|remaining|in)"
    r"|how (?:much|many) T|what(?:'s| is| do i have| have i got|s| are)(?: left| still| currently| inside"
    r"| sitting)?(?: (?:in|inside|on|at))? (?:my|the) (?:wallets?|account|tokens|funds|coins|T)"
    r"|what (?:do i (?:have|own|hold)|have i got|tokens|coins|assets|crypto)(?! to)"
    r"|(?:do|have) i (?:still |even |actually )?(?:have|got|own|hold)?\s?(?:any|some|enough|more"
    r"|still)?\s?(?:N\s?)?T|(?:any|much|many|more) T (?:left|remaining|still|in)|T (?:left|remaining)"
    r"|left in my (?:wallet|account)|out of T|my funds|my T(?! (?:to|address|transfer|payment))|(?:check"
    r"|show|see|view|get|display|tell|list|give|fetch|look up|pull up|count)(?: me)?(?: all)?(?: of)? (?:my"
    r"|the) (?:T|wallet|account|funds|tokens?|coins?|money|holdings|stash|crypto)|wallet (?:content|status"
    r"|overview|summary)|i(?:'ve| have)? (?:got|have) (?:how much|what)|how am i (?:doing|standing) (?:on"
    r"|for|with) T|enough T|got any T|remaining T|(?:i )?still (?:have|got) (?:any |some |N )?T)(?![a-z])"
    r"|^(?:and |so |ok |then )*(?:what about|how about|and)(?: my| the)? T\s*\??$|^(?:my )?(?:wallet|funds|assets|stash|money"
    r"|coins|crypto|T balance)\s*[?.!]?$|^那?(?:我的?)?\s?T\s?呢\s*[?？]?$|^我的?(?:币|钱|代币"
    r"|家当)[?？。]?$"
    r"|还有N\s?(?:个)?\s?T|剩余\s?T"
    r"|余额|结余|余下|剩(?:下|余|了)?(?:多少|几个|几)|还剩|还有(?:多少|几个|几)|(?:有|持有|拥有|存了?|剩"
    r"|攒了?|囤了?)(?:着)?(?:了)?(?:多少|几个|几|些什么|什么|啥|哪些)(?:个|枚|钱|币|T|代币|资产|\s|$"
    r"|[?？,.。!！])?|多少(?:个|枚)?\s?(?:T|钱|币)(?!手续)|资产|持仓|家底|身家|身价|仓位|钱包(?:里|中"
    r"|内)?(?:面)?(?:都)?(?:还)?(?:有|剩|情况|概况|总览|怎么样|里的)|账户(?:里|中|内"
    r"|上)?(?:面)?(?:还)?(?:有|剩|情况|怎么样)|还有(?:没有)?\s?T|(?:还)?有(?:没有)?\s?T(?:吗|么|没|没有)"
    r"|T\s?(?:还)?(?:够不够|够吗|够用|剩|有|还有)(?:多少|几个|吗)?|(?:我的|我)\s?T\s?(?:呢|多少|有多少"
    r"|还有吗|还有|剩|余|在吗)?\s*[?？。!]?$|(?:查|看|瞅|瞧|显示|告诉我|列出|统计|报)(?:一?下|一?看|查"
    r"|询)?(?:我的?|钱包|账户|全部|所有|\s)*(?:的|里|中)?\s?(?:T|钱包|资产|币|代币|家当|账户)(?!地址|转账"
    r"|交易|记录|合约|价格)"
)
PRICE = re.compile(
    r"(?<![a-z])(?:price|worth|rate|quote|market cap|how much (?:is|does|are) (?:a |an |one "
    r"|N )?[TX](?: (?:worth|cost|trading|going))?|exchange rate)(?! (?:of|in) my)|[TX]\s?(?:现在|今天|目前"
    r"|的)?\s?(?:多少钱|什么价|价格|币价|行情|涨|跌|报价|汇率)|(?:价格|汇率|行情)"
)
OTHER_QUANTITY = re.compile(
    r"(?<![a-z])(?:(?:does|will|would|do|did|is) (?:it|that|this|sending|a transfer)? ?(?:cost|take)|cost (?:to|of|me)|costs?(?= (?:to|for))|(?:total|circulating|max) supply|in circulation"
    r"|did (?:i|we) (?:have|own|hold)|had (?:i|we)|i had|after (?:sending|paying|transferring|i (?:send|pay|transfer)))(?![a-z])"
    r"|(?:需要|要|得|花|收)(?:花|付|收|用)?多少(?:钱|手续费|gas|费用?|油费)|(?:总供应|供应量|发行量|流通量|总发行|总量)"
    r"|(?:转|付|打|汇|发)(?:完|掉|出|走|了)?[^,。]{0,10}(?:之后|以后|后)[^,。]{0,8}(?:剩|余|还有)"
)
"""What sounds like a balance and is a fee, the supply of a token, or a balance of another time."""
HISTORY = re.compile(
    r"(?<![a-z])(?:history|transactions?|txn?s?|statement|activity|activities|(?:last|recent|latest|past"
    r"|previous|earlier|my|all|show|list|K|incoming|outgoing|first|biggest|any) (?:\w+ )?(?:transfers?"
    r"|payments?|deposits?|withdrawals?|tx|sends|transactions?)|what (?:did|have|had) i (?:send|sent|paid"
    r"|pay|spend|spent|transfer|receive|received|do|done)|who (?:did i|have i|sent|paid|has sent"
    r"|transferred)|did (?:my|the|that|a|any|i|it)(?: \w+){0,4} (?:arrive|go through|land|send|pay|transfer"
    r"|receive|get|work|confirm|settle)|have i (?:sent|paid|received|transferred|ever)|when did i"
    r"|where did (?:my|the)|has (?:my|the|it)(?: \w+){0,3} (?:arrived|gone through|landed|confirmed"
    r"|settled)|how (?:much|many)(?: \w+)? (?:did|have) i (?:send|sent|paid|pay|spend|spent|transfer"
    r"|transferred|receive|received)|(?:is|was) my (?:transfer|payment|transaction)|transfers i|money out"
    r"|money in)(?![a-z])"
    r"|(?:交易|转账|付款|汇款|收款|支出|收入|流水|资金|转出|转入|操作|活动|进出|打款|提币)(?:历史|记录|明细"
    r"|流水|清单|动态|情况)|流水|账单|明细|历史|(?:最近|近期|上|最后|前|之前|过去)(?:的)?(?:一|几|K)?(?:笔"
    r"|次|条)?(?:的)?(?:交易|转账|付款|汇款|收款|转出|转入|打款)|最近K|K(?:交易|转账|记录)|(?:转|打|汇|付"
    r"|发|收|花)(?:账|款|钱|到|出|给[A他她谁])?(?:过|了)(?:几|多少|哪|什么|谁|没|吗)|到账了?(?:吗|没|么)"
    r"|(?:转|打|汇|付|发)(?:给)?(?:过|了)?谁|谁.{0,6}(?:转|打|汇|付|发)(?:过|了)?.{0,4}我|交易(?:都)?(?:有"
    r"|成功|完成|到)(?:哪些|了吗|了没|没有)|上(?:一)?笔|给谁转"
)
STAKING = re.compile(
    r"(?<![a-z])(?:stak(?:ed|ing) (?:rewards?|positions?|balance|status|yield|earnings|info|overview"
    r"|amount)|(?:how (?:much|many)|what)(?: \w+| T){0,4} (?:staked|staking|earning|earned|unbonding"
    r"|locked)|(?:my|current|any) (?:\w+ )?(?:stakes?|staking|staked|vaults?|rewards|yield|delegations?"
    r"|unbonding)|(?:am i|is my|are my|have i|did i|do i have)(?: \w+| T){0,4} (?:staked|staking|stake"
    r"|earning|in the vault|in staking)|rewards (?:so far|earned|have i|do i)|(?:staking|staked|rewards?"
    r"|vault) (?:\w+ )?(?:so far|\?))(?![a-z])|staked[^.]*\?|(?:show|check|see)(?: me)? (?:my )?(?:staking"
    r"|staked|stakes)"
    r"|质押(?:了|着)?(?:多少|几|什么|哪些|的(?:T|\s|情况|收益|余额|币|资产|数量|仓位|状态|怎么样|有|还))"
    r"|质押(?:情况|收益(?!率)|奖励|余额|仓位|状态|明细|数量|总额|总量|记录|中)|(?:我|现在|目前|一共"
    r"|总共)(?:的|有|都)?(?:在)?质押(?:的)?(?:呢|多少|了多少|有多少|怎么样|[?？])|(?:我的)?(?:收益|利息"
    r"|奖励|年化)(?:有|到|是|现在)?(?:多少|几)|赚了多少|(?:有|是否|有没有)(?:在)?质押|锁仓(?:了)?多少|(?:查"
    r"|看)(?:看|一下|下|查)?(?:我的)?质押|金库(?:里|中)"
)
ACTIONS = (
    (
        "unstake",
        re.compile(
            r"(?<![a-z])(?:unstake|un-stake|unbond|undelegate|redeem|unlock)(?![a-z])|(?<![a-z])(?:withdraw"
            r"|pull|take out|remove)(?= (?:all |half |N )?(?:of )?(?:my |the )?(?:N )?(?:T )?(?:stakes?"
            r"|staked|(?:out )?(?:from|of) (?:the )?(?:vault|staking))(?![a-z]))|解除质押|取消质押|解质押"
            r"|解押|赎回|退出质押|取回质押|撤出质押|停止质押|取出质押"
        ),
    ),
    (
        "claim",
        re.compile(
            r"(?<![a-z])(?:claim|harvest|collect)(?= (?:my |the |all )*(?:\w+ )?(?:rewards?|yield"
            r"|interest))|(?:领取?|提取|收取|领)(?:一下)?(?:我的)?(?:质押)?(?:奖励|收益|利息)"
        ),
    ),
    (
        "stake",
        re.compile(
            r"(?<![a-z])(?:stake|restake|delegate|bond)(?![a-z])|(?:deposit|put|lock)(?= .*(?:vault|staking"
            r"|stake|earn))|质押|(?:存入|存进|放进|放到|投入|锁入)(?=.*(?:金库|质押|vault|earn))|(?:放进"
            r"|存进|存入|放到)(?:金库|质押池|质押)|委托"
        ),
    ),
)
SWAP = re.compile(
    r"(?<![a-z])(?:swap|exchange|convert|trade|buy|purchase|sell|bridge|mint|borrow|lend|short|long"
    r"|leverage|airdrop|snipe|launch|deploy|approve|revoke|permit|wrap|unwrap|burn|liquidity|arbitrage|bid"
    r"|list my nft|invest)(?![a-z])|setapprovalforall|increaseallowance"
    r"|兑换|换成|换(?=点|些|成|\s?[NTX])|换币|买(?!家|单|卖家)|卖(?!家)|跨链|借(?!口|此|助|书)|抵押|铸造|闪兑"
    r"|做多|做空|杠杆|空投|部署|授权|套利|炒币|定投|理财|挖矿|抄底"
)
TOPIC = re.compile(
    r"(?<![a-z])(?:T|X|C|token|coin|crypto|wallet|gas|fee|fees|block|chain|network|address|blockchain"
    r"|transfer|transaction|sign|signature|signing|confirm|confirmation|stake|staking|unstake|unbonding"
    r"|vault|defi|nft|dao|contract|card|expire|expires|limit|seed|key|keys|metamask|apy|apr|yield|reward"
    r"|rewards|validator|slashing|bridge|swap|send|pay|link|linking|nonce|explorer|hash|settle|settled"
    r"|receipt|scam|phishing|stablecoin|usd|money|funds|deposit|withdraw|withdrawal|protocol|governance|ens"
    r"|finality|reorg|mempool|testnet|mainnet|rollup|layer|l2|S|H|you work|this work|safe|bot)(?![a-z])"
    r"|[TXCSH]|转账|手续费|矿工费|钱包|地址|链|区块|代币|币|质押|解绑|赎回|收益|年化|金库|合约|签名|确认"
    r"|卡片|过期|限额|网络|交易|私钥|助记词|到账|哈希|稳定币|授权|安全|被盗|骗|治理|验证|节点|测试网|主网"
    r"|gas|nft|价格|行情|兑换"
)
ASKING = re.compile(
    r"(?:^|[\s,.!])(?:how|what|what's|whats|why|when|where|which|who|whose|is|are|does|do|did|can|could"
    r"|should|shall|will|would|explain|tell me|define|describe|difference|meaning|may i)(?![a-z])|\?|？"
    r"|怎么|怎样|如何|咋|为什么|为啥|为何|多久|多长|多快|多少|什么|啥|哪|是不是|会不会|能不能|可不可以|能否"
    r"|可否|是否|吗|呢|区别|意思|介绍|解释|讲讲|说说|说明|科普|了解"
)
CHAT = re.compile(
    r"(?:hi+|hey+|hello+|yo|hiya|howdy|greetings|gm|gn|sup|what'?s up|good (?:morning|afternoon|evening"
    r"|night|day)|morning|how are you(?: doing)?(?: today)?|how'?s it going|how do you do|nice to meet you"
    r"|are you (?:there|a bot|human|real|an ai|ok|awake|alive)|who (?:are|made|built) you|what(?:'s"
    r"| is) your name|what are you|tell me about yourself|introduce yourself"
    r"|thanks?(?: you| a lot| so much| very much| a bunch| again)*|thx|ty|cheers|great|nice|cool|awesome"
    r"|perfect|good(?: job| bot| work)?|well done|amazing|wow|lol|haha+|hehe+|ok(?:ay)?|k|kk|sure|yes|yeah"
    r"|yep|no|nope|alright|got it|i see|understood|fine|right|bye+|goodbye|see (?:you|ya)(?: later| soon"
    r"| tomorrow| D)?|later|take care|sorry|my bad|oops|hmm+|i love you|you(?:'re| are) (?:great|awesome"
    r"|the best|funny|cool|smart|welcome|helpful)|welcome|i'?m (?:bored|back|here|happy|sad|tired|fine|good"
    r"|new here)|test(?:ing)?|ping|anyone there|there|bot|tapsign|man|bro|buddy|mate|friend|everyone|all"
    r"|so much|for (?:your|the|all your) (?:help|time)|today|now|D|have a (?:nice|good|great) (?:day|one"
    r"|night|weekend|evening)"
    r"|你好+|您好|嗨|哈喽|哈啰|嘿|喂|在吗|在不在|在么|早(?:上好|安)?|上午好|中午好|下午好|晚上好|晚安"
    r"|大家好|你是谁|你叫什么(?:名字)?|你是(?:什么|机器人|人|真人|ai)(?:吗|么)?|介绍一下你?自己|谢谢(?:你"
    r"|您|啦|了)?|多谢(?:了)?|感谢|辛苦(?:了)?|太(?:好|棒|强|厉害)了?|真(?:棒|厉害|不错|好)|不错|厉害|牛|赞"
    r"|好的?|好滴|好吧|行|嗯+|哦+|噢|啊|哈哈+|呵呵|嘿嘿|嘻嘻|可以|没问题|知道了|明白了?|了解了?|收到|是的?"
    r"|对|不是|不|没有|没事(?:了)?|再见|拜拜|回见|回头见|下次聊|抱歉|对不起|不好意思|我爱你|你真(?:棒|好"
    r"|聪明|可爱|厉害)|你好吗|最近怎么样|吃了吗|今天(?:过得)?怎么样|最近(?:过得)?好吗|我(?:很)?(?:无聊|开心"
    r"|难过|累|好)(?:了|啊)?|测试|了|呀|啦|呢|哟|哇|吧|的|机器人|小助手|朋友)"
)
OFF_TOPIC = re.compile(
    r"(?<![a-z])(?:weather|joke|poem|story|song|recipe|cook|movie|film|news|football|soccer|basketball"
    r"|translate|essay|homework|code|python|javascript|program|capital of|president|horoscope|game"
    r"|restaurant|pizza|flight|hotel|book me|order me|email|calendar|alarm|music|play|draw|picture|image"
    r"|photo|date me|marry|lottery|bet|casino|gamble|stock|tesla|apple|loan|tax(?:es)?|lawyer|doctor"
    r"|medicine|headache|diet|workout|predict|prediction|will .* (?:moon|go up|pump|crash)|should i (?:buy"
    r"|sell|invest)|best (?:coin|token|crypto)|hack|ddos|launder|math|integral|derivative|summari[sz]e"
    r"|write (?:me )?(?:a|an|some))(?![a-z])"
    r"|天气|笑话|写(?:一)?(?:首|篇|段|个|封)|诗|故事|唱|歌|菜谱|做饭|菜|电影|新闻|足球|篮球|翻译|作文|作业"
    r"|代码|编程|首都|总统|星座|运势|游戏|餐厅|外卖|机票|酒店|邮件|日历|闹钟|音乐|画|图片|彩票|赌|股票|基金"
    r"|贷款|报税|律师|医生|药|头疼|减肥|健身|预测|会涨|会跌|能涨|暴涨|推荐.*(?:币|股)|黑客|攻击|洗钱|数学"
    r"|方程|算命"
)


_SMALL_TALK = re.compile(
    rf"(?>(?>(?:{CHAT.pattern})(?![a-z]))[\s,.!?~。，！？、…:;'\"()\U0001f000-\U0001faff\u2600-\u27bf-]*)+"
)


def is_small_talk(text: str) -> bool:
    """Nothing but greetings, thanks and the like."""
    bare = re.sub(r"^[^\w]+", "", text)
    if not bare:
        return bool(text.strip())
    return len(bare) <= 120 and _SMALL_TALK.fullmatch(bare) is not None


def asks_for_keys(text: str) -> bool:
    """Wants a private key or recovery phrase shown, sent or kept; what they are may be asked."""
    if not KEYS.search(text):
        return False
    return _KEYS_WANTED.search(text) is not None or _KEYS_CONCEPT.search(text) is None


def read_kind(text: str) -> Kind | None:
    """Which kind of question a sketched text asks, or None."""
    if is_small_talk(text) and not ARRIVED.search(text):
        return Kind.CHAT
    how = re.search(
        r"(?<![a-z])(?:how (?:do|to|does|can|long|is|are)|why|explain|what(?:'s| is) (?:a|an"
        r"|the) (?!balance|my)|what does|difference)(?![a-z])|怎么(?!样|还)|如何|为什么|多久|什么是"
        r"|是什么意思|区别",
        text,
    )
    if ARRIVED.search(text):
        return Kind.HISTORY
    if ENOUGH.search(text) or HOLDING.search(text):
        return Kind.BALANCE
    personal = re.search(r"(?<![a-z])(?:my|i|i've|mine)(?![a-z])|我", text)
    if PRICE.search(text) and not re.search(r"my|我的|我有", text):
        return Kind.LOOKUP
    if STAKING.search(text) and not (how and not personal):
        return Kind.STAKING
    if HISTORY.search(text) and not (
        how and not re.search(r"how (?:much|many)|my (?:transaction|transfer|payment)", text)
    ):
        return Kind.HISTORY
    if BALANCE.search(text) and not (how and not re.search(r"how (?:much|many)|余额|balance", text)):
        return Kind.BALANCE
    return None
