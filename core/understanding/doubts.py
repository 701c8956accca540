"""Kinds of words that change how much an order says, or take the order back, wherever they stand in it."""

import re

REMAINDER = re.compile(
    r"(?<![a-z])(?:all|everything|anything)\s+(?:of\s+)?(?:my\s+)?(?:T\s+)?(?:but|except|minus|apart from|save|less|other than)\s*N?"
    r"|(?<![a-z])(?:(?:keep|keeping|leave|leaving|retain|retaining|reserve|hold back|save)\s+(?:\w+\s+){0,3}?(?:N|some|the rest)"
    r"|(?:all|everything|anything) (?:but|except|above|over|beyond)|down to(?:\s+N)?|(?:the\s+)?(?:rest|remainder|remaining|excess|surplus|leftovers?)"
    r"|except(?: for)?\s+N|apart from\s+N|but\s+(?:not\s+)?N|other than\s+N)(?![a-z])"
    r"|除(?:了|去|开)?[^,。]{0,6}N|N\s?(?:个|枚)?\s?T?\s?(?:之外|以外)|(?:保留|留下?|存下|扣除|扣掉|减去|剩下?|剩余|只剩|余下|多出|超出|超过|高于)"
    r"(?:了|到|的)?\s?(?:T\s?)?N|(?:只留|只剩|保留|留下?)(?:了)?\s?(?:T\s?)?N|其余|其它的?都|其他的?都|别的都|剩下的?|余下的?|多余的?"
)
"""All but something; beside an amount in figures it is not the amount to send. ("the rest" alone is.)"""

MULTIPLE = re.compile(
    r"(?<![a-z])(?:double|twice|thrice|triple|treble|quadruple|half of (?=N\s*T)|multiplied|times)(?![a-z])|N\s?x(?![a-z])"
    r"|双倍|加倍|翻倍|翻番|\s?的?[零一二两三四五六七八九十百半几\d]*倍|N\s?倍|[一二三四五六七八九]\s?折|N\s?折|折扣|八折|对折"
)
ABOUT = re.compile(
    r"(?:近|小|大|多|不到|不足|快(?:要)?)\s?(?=N)(?!多少)|N\s?(?:个|枚|块)?\s?T?\s?(?:出头|不到|开外|打底|起步|光景|来往|许)|(?<![a-z])(?:some|approx\w*|circa|ish|give or take)(?![a-z])"
    r"|[±√]\s?N|N\s?T?\s?±"
)
NEGATIVE = re.compile(r"(?:(?<![a-z])(?:minus|negative|neg)|(?<![\u4e00-\u9fff欠])负|零下)\s*$")

_BACK_EN = (
    r"never\s?mind(?! (?:the|about|his|her|my|their|that))|nvm|forget (?:it|that|about (?:it|this|that))|scratch that|scrap (?:it|that)"
    r"|(?:cancel|abort|stop|undo|revoke|ignore|disregard|withdraw|void)(?: (?:it|that|this|please|everything|all|my order|the order|the above))?"
    r"|no[,!.]*|nope|(?:no[,.]?\s*)?wait|hold on|hold off|don'?t(?: do (?:it|that|this))?|do not(?: do (?:it|that|this))?|not|not (?:really|anymore|any more|now)"
    r"|(?:on )?second thoughts?|i(?:'ve| have)? changed my mind|changed my mind|just kidding|kidding|jk|joking|psych"
)
TAKEN_BACK = re.compile(
    rf"(?<=[A-Z.,;:!?()\-–—])\s*(?:(?:oh|actually|ok|okay|no|hmm|um|uh|sorry|please|wait|hey|lol|haha|and|or|then|well)[\s,.!:-]+)*(?:{_BACK_EN})"
    r"(?:[\s,.;!]+(?:it|that|this|please|thanks|thank you|sorry|wait|don'?t|no|actually|all|cancel|stop))*[\s.!~)]*$"
    r"|(?<=[A-Z.,;:!?。)])\s*(?:哦|哎|啊|嗯|不|还是|那|那就|我|等等)*(?:算了(?:吧)?|取消(?:掉|了|吧)?|撤销|撤回|作废|不(?:转|打|汇|发|付|要|用|弄|做|送)(?:账)?(?:了|吧|啦)"
    r"|还是(?:不|算)(?:了|转了|要了)?(?:吧)?|先?(?:不|别)(?:要|转|了|急着?转|用)(?:了|转|吧|账)?|等(?:等|一下|会儿?)|停|后悔了?|我?反悔了?|开玩笑的?|逗你(?:玩|的)?)"
    r"[\s,.!。~了吧啊哦]*$"
)
"""At the end of a message it takes the order before it back."""
