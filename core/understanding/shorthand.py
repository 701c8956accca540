"""Shorthand of chatters, wrong characters, and misspelt denials; data only."""

import re

SHORT = dict(
    pair.split("=")
    for pair in (
        "cant=can't|wont=won't|mustnt=mustn't|shouldnt=shouldn't|wouldnt=wouldn't|didnt=didn't|doesnt=doesn't|donot=do not|wnat=want|bal=balance|bals=balances|blnc=balance|addy=address|addys=addresses|addie=address|amt=amount"
        "|gimme=give me|gimmie=give me|gimmi=give me|lemme=let me|acct=account|acc=account|acnt=account"
        "|xfer=transfer|xfr=transfer|tfr=transfer|trf=transfer|tfer=transfer|trnsfr=transfer|thru=through"
        "|wat=what|wut=what|wht=what|hw=how|mch=much|hv=have|plox=please|plss=please|plsss=please|plzz=please"
        "|pleez=please|plis=please|ovr=over|rn=right now|rcvd=received|recvd=received|rcv=receive|recv=receive"
        "|pmt=payment|pymt=payment|chk=check|wlt=wallet|hist=history|nvm=never mind|ur=your|yr=your"
        "|outta=out of|lmk=let me know|txhistory=history|trx=transaction|trans=transactions|teh=the"
        "|snd=send|gib=give|recieved=received|recieve=receive|recieves=receives|anymore=any more|pvt=private"
        "|dough=money|bucks=money|hows=how is|hodl=hold|hodling=holding|whats=what's|wheres=where is"
    ).split("|")
)
NEGATED = frozenset(
    "do does did wo ca is are was were has have had would could should must need ai might".split()
)
"""What English puts before n't; anything else there is a slip in a denial."""
DOUBTS = frozenset(
    "nto ont nott noot nt knot donut dnt dun dunt doan donnot dontt dotn dno neva nvr nevr nah naw jk jkjk tmrw "
    "tmr tmrow tmw tomoz iff ifff unles til wen whn ifi bie buyao bu mei buyong buxing meiyou xian don".split()
)
"""Words that may deny or put off, too short or too odd to be measured, and those of joking."""

_WRONG = (
    "转账=专账 砖账 赚账 转涨 转张 传账 转障 转仗 专帐 转脏|余额=佘额 余颜 余厄 余恶 余饿 余鹅 鱼额 于额 余俄 徐额"
    "|查询=查寻 查讯 查巡 查循 查旬 查洵 察询 茶询 查徇|账户=账护 账互 账沪 涨户 帐护|钱包=钱苞 钱饱 钱报 钱抱 前包 钱胞"
    "|地址=地扯 地止 低址 地趾 地祉 第址|帮我=邦我 棒我 帮窝 邦窝 帮沃 绑我 梆我|帮忙=邦忙 棒忙|多少=多小 多扫 多稍 都少"
    "|还有=还又 孩有 海有 还友|还剩=还胜 还省 还盛 孩剩 还乘|剩余=剩于 胜余 盛余 剩佘|看看=砍砍|收到=首到 受到 收道|到账=道账 到涨 到张"
    "|汇款=会款 汇宽 惠款|付款=付宽 负款 扶款 副款|支付=只付 之付 支副 支负|发送=发宋 发颂|麻烦=马烦 麻繁 妈烦|资产=资厂 资铲"
    "|记录=纪录 记路 计录|历史=厉史 力史|质押=质压 制押 只押 致押|交易=交意 交异 教易|转给=专给 砖给|转到=专到 砖到"
    "|我的=窝的 我滴 俺的|私钥=丝钥 私要 私月|没有=木有 没友"
)
_RIGHT = {
    wrong: right
    for right, _, many in (one.partition("=") for one in _WRONG.split("|"))
    for wrong in many.split()
}
WRONG_ZH = (re.compile("|".join([*_RIGHT, r"[专砖](?=\s?[NA])"])), _RIGHT)
"""Two characters where one is the wrong one of the same sound or shape; 专 and 砖 before an amount are 转."""

DOUBTS_ZH = re.compile(
    r"(?:憋|(?<!代)表(?!示|格|情|面|哥|姐|弟|妹)|布要|步要|不药|不耍|卜要|不摇)"
    r"(?=(?:再|给|把|帮我|替我|向|往|\s|A)*(?:转|打|汇|付|发|送|给|质押))"
)
"""Characters that may stand for 别 and 不要 in front of a verb."""
