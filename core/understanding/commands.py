"""Commands: words that steer the assistant itself, with a slash or as the whole message, in both languages."""

import re

from core.domain.intent import Command

_POLITE = re.compile(
    r"^(?:(?:please|pls|plz|ok|okay|hey|hi|no|actually|wait|just|then|oh|well|sorry|can you|could you|请"
    r"|麻烦|帮我|那|那就|好的?|嗯|哎|先|还是|我想|我要|不好意思)"
    r"[\s,.!]*)+(?=\S)|[\s,]*(?:please|pls|thanks|thank you|谢谢|吧|了吧|一下|一下吧|for me|now"
    r"|[.!?~。！？…])+$"
)
_OBJECT = r"(?:\s*(?:it|that|this|these|them|everything|all)(?: one)?|\s*(?:the|my|this|that|last|open|pending|current)(?:\s+(?:last|open|pending|current|latest))?\s*(?:order|card|transfer|payment|transaction|task|request|one)s?)?"
_WORDS: tuple[tuple[Command, re.Pattern[str]], ...] = tuple(
    (command, re.compile(pattern))
    for command, pattern in (
        (
            Command.CANCEL,
            rf"(?:cancel|abort|stop|undo|revoke|discard|drop|scrap|void|withdraw)(?:{_OBJECT})|never\s?mind"
            rf"|forget (?:it|that|about it)|call it off"
            r"|i(?:'ve| have)? changed my mind|取消(?:掉|了|它|这个|这笔|那笔|上一?笔|刚才的?|刚刚的?"
            r"|最近的?|我的)*(?:转账|交易|订单|卡片|操作|付款|汇款|那笔|单子?)?"
            r"|算了(?:算了|不转了|不要了|取消)?|撤销|撤回|作废|放弃|把?(?:它|这笔|这个|刚才那笔"
            r"|刚才的)?(?:转账|卡片|交易)?(?:取消|撤销|撤回|作废)(?:掉|了)?|(?:那|这|刚才那"
            r"|刚刚那)?笔?(?:转账)?(?:不弄了|不用了|不要了|不做了)",
        ),
        (
            Command.PENDING,
            r"pending(?: (?:orders?|cards?|transfers?|tasks?|transactions?|ones))?|(?:(?:show|list|see"
            r"|view)(?: me)? )?(?:my |the |all )*(?:open|pending|unsigned|outstanding|unfinished"
            r"|waiting) (?:orders?|cards?|transfers?|tasks?|transactions?|requests?)"
            r"|(?:what(?:'s| is| are)?|anything|is anything|do i have anything|do i have any"
            r"|is there anything|are there any|any|which)(?: still)?(?: (?:orders?|cards?|transfers?|tasks?"
            r"|transactions?))?(?: (?:are|is|still))* (?:pending|open|waiting|unsigned"
            r"|outstanding)(?: (?:orders?|cards?|transfers?|tasks?|transactions?))?"
            r"|(?:查看|看看|看|查|列出|显示|我)?(?:一下)?(?:有|还有)?(?:没有|什么|哪些|多少)?(?:我的)?(?:待"
            r"|未|没有?|等待)(?:处理|确认|签名|完成|签)(?:的)?(?:转账|交易|订单|卡片|任务|单子?)?(?:有哪些"
            r"|有什么|吗|有没有|呢)?"
            r"|(?:查看|看看|看|查)?进行中的?(?:转账|交易|订单|卡片|任务)?|挂起的?(?:转账|交易)?|还有(?:什么"
            r"|哪些)(?:转账|交易|卡片|单子)?没(?:签|确认|完成|处理)(?:的)?",
        ),
        (
            Command.CONNECT,
            r"(?:connect|link|bind|add|pair)(?: (?:my|a|the|new|another))* (?:wallet|account)|connect|link"
            r"|(?:绑定|连接|关联|链接|添加)(?:我的|新的?|一个)*(?:钱包|账户)?|login|log in|sign in|登录",
        ),
        (
            Command.WALLETS,
            r"(?:(?:show|list|see|view)(?: me)? )?(?:my |linked |connected )*wallets|(?:what(?:'s| is)"
            r"|show(?: me)?)? ?my (?:wallet )?address(?:es)?|which wallets?(?: (?:is|are"
            r"|do i have))? (?:linked|connected)|(?:查看|看看|显示|列出)?(?:我的|已绑定的?"
            r"|绑定的?)+(?:钱包)?(?:列表|地址)(?:是什么|是多少|是啥|发我|呢)?|钱包列表|我的钱包"
            r"|(?:我)?绑定了?(?:哪些|什么|哪个)钱包",
        ),
        (
            Command.CONTACT,
            r"(?:(?:show|list|see|view)(?: me)? )?(?:my )?(?:contacts?|address book)(?: list)?|(?:add|new"
            r"|save|delete|remove|edit) (?:a )?(?:new )?contact.{0,80}|(?:查看|看看|我的)*(?:联系人|通讯录"
            r"|地址簿)(?:列表)?|(?:添加|新增|新建|保存|删除|修改)(?:一个)?联系人.{0,80}",
        ),
        (
            Command.LIMITS,
            r"(?:(?:show|what are|what's|what is|see|view)(?: me)? )?(?:my |the )*(?:(?:transfer|daily"
            r"|spending|sending|per-transfer) )?limits?|how much can i send(?: at once)?|(?:查看|看看|我的"
            r"|单笔|转账|每日)*(?:限额|额度|上限)(?:是多少|多少|是什么|有多少)?",
        ),
        (
            Command.LANGUAGE,
            r"language|(?:switch|change)(?: (?:the )?language)?(?: to)? (?:english|chinese|mandarin)"
            r"|(?:change|switch|set) (?:the )?language|(?:speak|use|in) (?:english|chinese)|english|chinese"
            r"|语言|切?换?(?:成|到|为)?(?:中文|英文|英语|汉语)|(?:切换|设置|更改|换)(?:一下)?语言|(?:说|用"
            r"|讲)(?:中文|英文|英语|汉语)",
        ),
        (
            Command.FORGET,
            r"forget (?:me|everything|all|my data|what i said|this conversation|our conversation)|(?:clear"
            r"|delete|erase|wipe|reset)(?: (?:all|my|the|this|our))* (?:memory|history|data|conversation"
            r"|chat|thread)|(?:清除|清空|删除|忘记|忘掉|抹掉)(?:我|我的|所有|一切|全部|聊天|对话"
            r"|这个)*(?:记忆|记录|数据|历史|对话|聊天)?",
        ),
        (
            Command.HELP,
            r"help(?: me)?|start|menu|commands?|usage|manual|options|(?:what|how much) can (?:you"
            r"|i) do(?: here| for me| with you)?|what do you do|how (?:does this|do you|do i use (?:this"
            r"|you|it)) ?(?:work|bot)?|how to use (?:this|you)|what are you able to do|\?+|帮助|帮忙|求助"
            r"|菜单|指令|命令|使用说明|说明|新手|教程|你(?:都)?(?:能|会|可以)(?:做|干|帮我做|帮我)?(?:什么"
            r"|些什么|啥|哪些事|点啥)|怎么(?:用|使用|玩)(?:你|这个|它)?|有(?:什么|哪些)功能|功能(?:列表"
            r"|介绍)?",
        ),
    )
)


_LONGEST = 200
"""No command is longer, politeness included."""


def command_of(text: str) -> Command | None:
    """The command that the whole (folded) message is, or None."""
    text = text.strip()
    slash = re.fullmatch(r"/([a-z]+)(?:@\w+)?(?:\s.*)?", text, re.DOTALL)
    if slash:
        return _by_name(slash[1])
    if len(text) > _LONGEST:
        return None
    bare = _stripped(text)
    return next(
        (command for command, pattern in _WORDS if pattern.fullmatch(bare) or pattern.fullmatch(text)), None
    )


def _by_name(name: str) -> Command | None:
    if name in {"start", "menu"}:
        return Command.HELP
    return next((command for command in Command if name in {command.value, f"{command.value}s"}), None)


def _stripped(text: str) -> str:
    before = None
    while before != text:
        before, text = text, _POLITE.sub("", text).strip()
    return re.sub(r"\s+", " ", text)
