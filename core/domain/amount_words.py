"""The words and signs of amounts: what counts as a number, what scales it, what makes it doubtful."""

import re

ZH = "零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅俩仨幺"
NOT_NUMBERS = re.compile(
    r"(?<!["
    + ZH
    + r"])(?:万一|万分(?!之)|万能|万事|十分(?!之)(?=[\u4e00-\u9fff]))|一下子?|一会儿?|一起|一样|一直|一定|一共"
    r"|一般|一切|一旦"
    r"|(?<![" + ZH + r"])千万(?=别|不|要|记|小)|一遍|一次性|唯一|统一|(?<!分)之一"
    r"|半天|半夜|三方|百科|一手|一口气|一律|一键|一同|一并|一路|一心|一致|一旁|一边"
    r"|一笔|一位|一名|一番|一个(?=朋友|人|地址|钱包|账|号|同事|家人|交易|问题|新|好)|四处|百度|四舍五入"
    r"|一五一十|一如|逐一|某一"
    r"|一(?=直|种|刻)|第[" + ZH + r"\d]+|(?<=[星礼])期?[拜]?[一二三四五六]|周[一二三四五六](?!共)"
)
VAGUE = re.compile(
    r"(?:好)?几[十百千万亿]*(?=个|枚|颗|块|刀|\s*T|[十百千万亿]|元)|(?:[上近数好][十百千万亿]+|若干|少许"
    r"|些许|一些|有些|一点[点儿]?|点儿|一丢丢)"
    r"(?![" + ZH + r"\d])"
    r"|(?<![a-z])(?:some|a few|few|several|a couple(?: of)?|couple(?: of)?|a bit(?: of)?|a little"
    r"|a handful of|dozens(?: of)?|hundreds(?: of)?"
    r"|thousands(?: of)?|millions(?: of)?|lots of|a lot of|plenty of|a bunch of|tons of)(?![a-z])"
)
NEGATIVE = re.compile(
    r"(?:(?<![a-z])(?:minus|negative|neg\.?)|(?<![\u4e00-\u9fff])负|[转打汇发付送出]负|零下)\s*$"
)
"""Words for a minus sign."""
POINT = re.compile(r"(?<![" + ZH + r"\d快早晚慢有整正差几钟])点\s?(?=[" + ZH + r"\d])(?!一?[点下])")
"""A decimal point that lost its zero, or 点 as "a bit": never the number behind it."""
POINTS = re.compile(r"\s?(?:个(?:基)?点(?!半|钟)|个?基点|bps?(?![a-z])|basis points?(?![a-z]))")
BEFORE = re.compile(
    r"(?:(?<![a-z])(?:about|around|roughly|approximately|approx\.?|nearly|almost|circa|ca\.?|maybe"
    r"|perhaps)\s*"
    r"|[~≈]\s*|大概|大约|约莫|约|差不多|将近|接近|可能)(?:是|要|有)?\s*$"
)
COMPARED_BEFORE = re.compile(
    r"(?:(?<![a-z])(?:at least|at most|up to|(?:no |not )?(?:more|less|fewer|greater|bigger|lower"
    r"|higher) than|under|above|below"
    r"|exceeds?|between|(?<!send )(?<!hand )(?<!transfer )(?<!move )(?<!pay )(?<!wire )(?<!shoot )over)\s*"
    r"|[<>≥≤]=?\s*"
    r"|至少|最多|最少|起码|[不没]?(?:超过|少于|多于|低于|高于|大于|小于|足|到|满)(?:了|到)?)\s*$"
)
AFTER = re.compile(
    r"\s*(?:多(?!谢|少)|余(?!额)|来(?=个|块|枚|万|T|\s)|几(?!个月|天)|\+(?!\d))"
    r"|\s?(?:个|枚|块|刀)?\s?T?\s?(?:左右|上下|(?:or so|ish|plus)(?![a-z]))"
)
COMPARED_AFTER = re.compile(
    r"\s?(?:个|枚|块|刀)?\s?T?\s?(?:以上|以下|以内|之上|之下|(?:or more|or less|max)(?![a-z]))"
)
EXPONENT = re.compile(r"\s?(?:e[+-]?\d+|(?:\^|\*\*|×|\*|x)\s?[\d^]+)[\d.^*e+-]*")
LINK = re.compile(r"\s?(?:-|–|—|~|～|to|到|至|or|或者?|还是|、|/|－|,)\s?")
MEASURE = re.compile(
    r"\s*(?:个|枚|颗|只)?\s*(?:T|U(?![a-z])|单位)|\s*(?:个|枚|颗)(?!月|人|小时|地址|钱包|朋友|区块)"
)
FIAT_AFTER = re.compile(
    r"\s*(?P<usd>美元|美金|刀|us dollars?|dollars?|bucks?|usd(?![a-z])|\$)|\s*(?P<other>人民币|块钱?|元"
    r"|欧元|日元|英镑|rmb|cny|euros?"
    r"|eur(?![a-z])|pounds?|gbp|yuan|yen|jpy|cents?|角|毛钱|港币|hkd|€|£|¥)"
)
WORTH = re.compile(r"\s*(?:worth of|worth|in|of)\s*T|\s*(?:的|等值的?|价值的?)\s*T")
UNIT = re.compile(r"\s?(gwei|wei)(?![a-z])")
LETTER = re.compile(r"(?P<sign>[kmbw]|bn|mn)(?![a-z0-9])|\s(?P<apart>[kmbw]|bn|mn)(?=\s*(?:T|个|$))")
LETTER_POWER = {"k": 3, "m": 6, "mn": 6, "b": 9, "bn": 9, "w": 4}
SCALE = re.compile(r"\s?(hundred|thousand|million|billion|trillion|grand|dozen)(?![a-z])")
PERCENT = re.compile(r"\s?(?:%|percent(?!a)|per cent|pct(?![a-z])|‰|per ?mille?(?![a-z])|个百分点)")
TENTHS = re.compile(r"\s?成(?!功|为|交|本|立|员|都|了)(半|[一二三四五六七八九1-9])?")
LATIN = re.compile(
    r"(?<![a-z0-9_.])(?:(?P<sign>[-+−])\s?)?(?:(?P<money>us\$|[$€£¥])\s?)?(?P<digits>\d[\d.,'’_]*"
    r"|\.\d[\d.,'’_]*)"
)
CHINESE = re.compile(f"[{ZH}][{ZH}点]*")
MIXED = re.compile(r"\s?个?(?=[万亿])|\s?(?=[十百千万亿])")
WORD = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    "|seventeen"
    "|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million"
    "|billion|trillion|dozen|point|grand"
)
ENGLISH = re.compile(
    rf"(?<![a-z])(?:a(?=[\s-]+(?:hundred|thousand|million|billion|trillion|dozen"
    rf"|grand)(?![a-z]))[\s-]+)?(?:{WORD})(?![a-z])"
    rf"(?:[\s-]+(?:and[\s-]+a[\s-]+half(?![a-z])(?:[\s-]+(?:thousand|million|billion)(?![a-z]))?"
    rf"|and[\s-]+(?:{WORD})(?![a-z])|(?:{WORD})(?![a-z])))*"
)
SHARES = re.compile(
    rf"百分百|(?<![{ZH}])(?P<per>百|千|万)分之(?P<percent>[{ZH}点\d.]+)|(?P<under>[{ZH}\d]+)分之(?P<over>[{ZH}\d]+)"
    r"|(?<![a-z])(?:(?P<many>a|an|one|two|three|1|2|3)[\s-]+)?(?P<part>quarter|third|fourth|fifth|tenth"
    r"|eighth|sixth|seventh|ninth)s?(?P<of>\s+of)?(?![a-z])"
)
PARTS = {
    "quarter": 4,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "tenth": 10,
    "eighth": 8,
    "sixth": 6,
    "seventh": 7,
    "ninth": 9,
}
HALF = re.compile(
    r"(?<![a-z])half(?:\s+of)?\s+(?:my|the|our|all|it|its|that|this)(?![a-z])|(?<![a-z])half\s+of\s+(?=T)"
    r"|一半|半数|(?<![a-z])(?:a\s+)?half(?=\s*(?:$|[.,!?]|to |of it|in T))"
)
HALF_ONE = re.compile(r"(?<![a-z])half\s+(?:of\s+)?an?(?=\s+T)|半\s?(?=[个枚颗]|\s?T)")
HALF_SCALE = re.compile(r"(?<![a-z])half\s+a\s+(million|thousand|hundred|dozen|billion)(?![a-z])")
HALF_DOUBT = re.compile(r"(?<![a-z])half(?=\s+(?:T|\d))")
ALL_BUT = re.compile(
    r"(?<![a-z])(?:all|everything)\s+(?:of\s+)?(?:my\s+)?(?:T\s+)?(?:but|except|minus|apart from"
    r"|save)(?![a-z])"
)
ALL = re.compile(
    r"(?<![a-z])(?:all|every bit)(?:\s+of)?\s+(?:my|the|our|it|its|of it|that|this|funds|tokens"
    r"|coins|(?=T))(?![a-z])"
    r"|(?<![a-z])(?:send|transfer|move|pay|it|them|stake|unstake|withdraw)\s+all(?![a-z])"
    r"|(?<![a-z])(?:everything|max(?:imum)?(?:\s+amount)?|the lot"
    r"|(?:(?:my|the)\s+)?(?:entire|whole|full|total|complete)\s+(?:of\s+)?(?:my\s+)?"
    r"(?:(?=T\s+(?:balance|amount|holdings?|bag|stack|position))"
    r"|(?:balance|amount|wallet|holdings?|bag|stack)))(?![a-z])"
    r"|全部|所有的?|全数|全额|统统|通通|整个余额"
)
ALL_WEAK = re.compile(
    r"(?<![a-z])(?<!that's )(?<!thats )(?<!at )(?<!after )(?<!not )all(?:\s+of\s+(?:it|them))?(?=\s*(?:$"
    r"|[.!]|to\s+A))|(?<=T)\s?(?:全|都|全都)(?=转|打|发|给|汇|质押|取|赎|提|送)|(?:全|全都)(?=转|打给|发给"
    r"|汇|质押|取出|赎回)"
)
FRACTION_SIGNS = re.compile(
    "[\u00bc-\u00be\u2150-\u215e\u2460-\u24ff\u00b2\u00b3\u00b9\u2070-\u2079\u2776-\u2793]+"
)
GLUED = re.compile(r"(?!(?:to|of|for|from|and|in|on|or|via)(?![a-z]))[a-z]+[a-z0-9]*|['’°](?=[a-z0-9])")
"""Letters right behind a number that no unit explains: 50k5, 3x, 2ish."""
