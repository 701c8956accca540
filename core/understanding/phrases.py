"""What makes a sentence an order, and what takes that away: patterns over the sketch, in both languages."""

import re

# --- orders ------------------------------------------------------------------------------------------------

SEND_EN = re.compile(
    r"(?<![a-z'-])(?:send|transfer|pay|wire|move|forward|remit|give|shoot|tip|donate|deliver|gift|zap|ship|fire off|beam|chuck|toss|sweep|empty"
    r"|transmit|push|hand|sling"
    r"|drop|refund|reimburse|fund|repay|credit|route|pass|payout|top up|withdraw)(?![a-z'])"
)
MAKE_EN = re.compile(
    r"(?<![a-z])(?:make|initiate|process|do|execute|submit|start|issue|create|perform|prepare|set up"
    r"|run)\s+(?:a|the|an|one|another|this)?\s*(?:\w+\s+)?(?:payment|transfer|deposit|transaction"
    r"|remittance)(?![a-z])"
    r"|(?<![a-z])(?:put|deposit|drop|load)\s+N\s*(?:of\s+)?T\s+(?:in|on)?to\s+[\w ]{0,20}A"
    r"|(?<![a-z])mind\s+(?:sending|transferring|paying|wiring|giving|forwarding)(?![a-z])"
)
SEND_ZH = re.compile(
    r"转(?!告|换|身|播|义|型|折|眼|世|运|行|发|述|达)|打(?!算|开|听|扰|折|印|包|住|破|工|字|电|招|赌|个比方"
    r"|错|样|仗|的)|汇(?!率|总|报|编|集)"
    r"|(?<!开|沙|批|出|爆|研|激|触|启|转|自|引|首)发(?!现|生|票|展|明|布|觉|挥|言|射|财|烧|呆|起|行|货)"
    r"|(?<!应|对|拨)付(?!出)|支付|划(?!算|分)|(?<!赠)送(?!达|别|礼)|赠|捐|传(?=\s?N|给\s?A|\s?A)"
    r"|提(?=币|现|\s?N|到\s?A|给|\s?T)|寄|拨(?=\s?N|给|\s?T)|(?<!归)还(?=[他她它]\s?N|\s?A|给|\s?N\s?个?T)|充(?=\s?N|到"
    r"|给|值)|过户|(?<=A)\s?来(?=\s?N)"
)
_NT = r"N\s*(?:个|枚|颗|of\s+(?:my\s+|the\s+)?)?\s*T"
SHAPE = re.compile(
    rf"{_NT}[\s,:]*(?:->|=>|→|>+|➡️?|to|给|到|at|for)[\s:]*(?:the\s+|my\s+)?(?:address"
    rf"|地址|wallet|account)?[\s:]*A"
    rf"|A[\s,:]*(?:<-|<=|←|收(?!款|据|费)到?|should (?:get|receive)|(?:gets?|receives?)|must (?:get|receive)"
    rf"|needs? to (?:get|receive)|得到?|进账)\s*[:\s]*{_NT}"
    rf"|(?:to|给|到|收款人|收款地址|地址|recipient|address|payee)[\s:是为]*A[\s,;:]+(?:amount|数量|金额|数额"
    rf"|sum)?[\s:是为]*{_NT}"
    rf"|(?:给|to)\s*A\s*{_NT}|^\s*{_NT}[\s,]*A\s*[.!。]?$|^\s*A[\s,:]*{_NT}\s*[.!。]?$"
    rf"|(?:let|have|make)\s+A\s+(?:have|get|receive)|让\s?A\s?(?:收到|得到|拿到)"
    rf"|{_NT}\s+(?:to be\s+|be\s+)?(?:sent|transferred|paid|wired|moved|delivered"
    rf"|forwarded)\s+(?:over\s+|out\s+)?to"
)
PASSIVE = re.compile(
    rf"(?:get|have|want|need|like|see|please have|i'd like|would like)\s+(?:the\s+"
    rf"|my\s+)?{_NT}\s+(?:to be\s+|be\s+)?(?:sent|transferred|paid|wired|moved|delivered"
    rf"|forwarded)"
)

# --- what is no order --------------------------------------------------------------------------------------

NOUNS = re.compile(
    r"(?:转账|汇款|付款|打款|支付|发送|收款|提币|提现)(?:的)?(?:记录|历史|明细|流水|手续费|费用?|限额|上限"
    r"|功能|状态|时间|方式|速度|密码|页面|教程|流程|步骤|情况|凭证|截图|次数|额度|按钮)"
    r"|(?<![a-z])(?:transfer|payment|send|sending)\s+(?:fees?|history|limits?|status|times?|records?|button"
    r"|page|function|speed|costs?)(?![a-z])"
    r"|(?<![a-z])(?:pay attention|move on|give up|give in|give way|gives? a damn|look(?:ing)? forward"
    r"|wire fraud|pass away|drop dead|drop by|hand in hand|pay day|send help|funds)(?![a-z])"
)

_VERBS_ZH = r"(?:转账?|传|打款?|汇款?|发送?|付款?|支付|划转?|送|提[币现]|给|质押|动|寄|买|操作|执行)"
NEGATED_ZH = re.compile(
    rf"(?:(?<!要)不要|(?<![分特区级性个类])别(?!忘|的|人|处|墅|名)|不许|不准|先别|不用|不必|不想|(?<!能)不能|禁止|勿|无需|甭|(?<!约)莫|唔好|咪|毋|休"
    rf"|停止|不再|千万别|千万不要|请勿|没让你|不是让你|没叫你|不(?=转|打|汇|付|发送))"
    rf"(?:再|给\s?A|给他|给她|给我|给任何人|给对方|随便|乱|急着|马上|现在|擅自|自动|私自|向\s?A|往\s?A"
    rf"|把\s?N?\s?个?T?|将\s?N?\s?个?T?|帮我|替我|继续|重复|去|\s)*{_VERBS_ZH}"
    r"|(?:取消|停止|撤销|拒绝)(?:给|转|向|往|这|那|对)"
)
NEGATED_EN = re.compile(
    r"(?:(?<![a-z])(?:do not|don'?t|dont|does not|doesn't|did not|didn't|never|no longer|not|stop|cease"
    r"|refuse to|avoid|must not|mustn't|shouldn't|should not|can't|cannot|won't|will not|wouldn't|please no"
    r"|no)"
    r"\s+(?:(?:you|ever|please|just|want(?: you)? to|wanna|need(?: you)? to|like to|have to|going to|yet"
    r"|now|actually|really|dare|even|try to|to|again|be|me|let\s+\w+|allow\s+\w+\s+to)\s+){0,4}"
    r"(?:send|sending|transfer|transferring|pay|paying|wire|wiring|move|moving|forward|give|giving"
    r"|make (?:a|any|the|this|that) (?:transfer|payment)|do (?:it|that|this|anything)|stake|staking|unstake"
    r"|execute|sign|spend|touch))(?![a-z])"
    r"|(?<![a-z])(?:cancel|abort|stop|undo|hold off on|call off)\s+(?:the\s+|my\s+|this\s+|that\s+|any\s+"
    r"|all\s+)?(?:sending|transfer|payment|order|transaction|N)"
)
NEGATED_MIXED = re.compile(
    r"(?<![a-z])(?:don'?t|dont|do not|never|stop)\s*(?:请|帮我|给\s?A|把|再|\s){0,4}(?:转|打|汇|付|发|给|送|质押)"
    r"|(?:(?<!要)不要|别|先别|不用|勿)\s*(?:please\s|just\s|再\s?)?"
    r"(?:send|transfer|pay|wire|move|stake|give)(?![a-z])"
)
DENYING = re.compile(
    r"(?<![a-z])(?:never|do(?:n't| not)|dont|won't|will not|can't|cannot|mustn't|must not|shouldn't|should not|wouldn't|not"
    r"|stop|please no|no)(?![a-z])[^,;:.!?\n]*?(?<![a-z])(?:send|transfer|pay|wire|move|forward|give|remit|stake|unstake|sweep|A)(?![a-z])"
    r"|(?<!要)(?:(?<![分特区级性个类])别(?!忘|的|人|名|等了|担心|客气)|不要(?!忘)|勿|莫|不许|不准|不想)[^,;:。]{0,8}(?:转|打|汇|发|付|送|质押)"
)
"""A denial somewhere before the verb with other words between: not certain enough for either."""
DENYING_OK = re.compile(
    r"(?<![a-z])(?:no (?:need|rush|hurry|problem|worries|more|fee|confirmation|card|questions?|doubt)|not (?:kidding|joking|sure|a|the|my|too|only|just|urgent)"
    r"|why not|if not|or not|don't (?:worry|mind|ask|bother|care))(?![a-z])[^,;:.]*"
)

NOT_FORGET = re.compile(
    r"(?<![a-z])(?:do not|don'?t|dont|never)\s+(?:you\s+)?(?:forget|fail|hesitate|wait|be afraid)\s+to"
    r"|(?:别|不要)忘了?(?:记)?|不要忘记|别忘记"
)

_ASK_EN = (
    r"how|what|what's|whats|why|when (?:do|does|did|is|are|was|were|will|would|can|could|should|has|have)"
    r"|where|which|who|whose|is|are|was|were|am|does|do (?!me\b)|did|has|have (?!N|the N)|had|should|shall"
    r"|may (?!i ask)|might|would it|would that|will it|will the|will my|will that|can i(?! ask| get| have"
    r"| trouble)|could i(?! ask| get| have| trouble)"
    r"|can we|could we|may i(?! ask)|can it|could it|can (?:some|any)(?:one|body)|can people|can a|isn't"
    r"|aren't|doesn't|don't (?:i|we|you need)"
)
QUESTION_EN = re.compile(
    rf"^(?:(?:hi|hey|hello|ok|okay|so|and|but|well|please|um+|uh|btw|by the way|quick question"
    rf"|just wondering|tell me|question|say|also|then|sorry|excuse me|dear \w+|there|bot"
    rf"|team)[\s,.:!-]+)*(?:{_ASK_EN})(?![a-z'])"
    r"|(?:(?:i'?m |was )?(?:wondering|curious|not sure|unsure)|(?:want|like|need) to (?:know|understand"
    r"|learn|ask|see (?:if|how|what))|tell me (?:how|what|if|whether|why|about)|explain|do you know"
    r"|any idea|how to|how do i|how can i|what if|what happens|what would|difference between)(?![a-z])"
    r"|(?<![a-z])(?:yet|already)\s*\?+\s*$|(?<![a-z])(?:sent|paid|done|transferred|delivered|moved|gone)\s*\?+\s*$|[,;]\s*(?:how (?:much|long|do|does|is|will|would|many)|what(?:'s| is| would| will| are)|why"
    r"|when will|will (?:it|that|the|this)|would (?:it|that)|is (?:it|that|this)|does (?:it|that)|can i"
    r"|should i|right|correct|isn't it)(?![a-z])"
)
REQUEST_EN = re.compile(
    r"(?<![a-z])(?:(?:can|could|would|will)\s+(?:you|u|ya|someone)|would you mind|mind (?:sending"
    r"|transferring|paying)|please|pls|plz|kindly|may i ask you|can i (?:ask|get|have|trouble)"
    r"|could i (?:ask|get|have|trouble)|be so kind)(?![a-z])"
)
TAG = re.compile(
    r"(?<![\s,，])[\s,，]*(?:(?:,?\s*(?:ok|okay|alright|all right|please|pls|thanks|thank you|cheers|yes|right away))"
    r"|可以|行|好|成|ok|方便|没问题)(?:吗|么|不|嘛|吧)?\s*[?？]+\s*$|(?<![\s,])[\s,]*(?:可以|行|好|成)(?:吗|么|不|嘛|吧)\s*$"
)

PAST_EN = re.compile(
    r"(?<![a-z])(?:i|we|he|she|they|someone|somebody|you|it|who|bot|friend|alice|bob|wallet|just|already"
    r"|have|has|had|was|were|been|having|i've|we've|he's|she's|they've|you've|that|which|accidentally"
    r"|mistakenly|recently)\s+(?:\w+\s+){0,2}?(?:sent|paid|transferred|wired|moved|gave|forwarded|given"
    r"|remitted|tipped|donated|withdrew|withdrawn)(?![a-z])"
    r"|^(?:\W|ok |so |and )*(?:sent|paid|transferred|wired|gave|forwarded|received|got)(?![a-z])"
    r"|(?<![a-z])(?:has been|have been|was|were|got|been|is|are) (?:sent|paid|transferred|wired|moved"
    r"|forwarded)(?![a-z])|(?<![a-z])(?:sends|transfers|pays|gives|forwards|wires)(?![a-z])"
    r"|(?:sent|paid|transferred|gave) (?:me|us|him|her|them)(?![a-z])|(?<![a-z])(?:arrived|confirmed|failed"
    r"|received|bounced|reverted|got stuck|is stuck|stuck)(?![a-z])"
)
PAST_ZH = re.compile(
    r"(?:转账?|打款?|汇款?|发送?|付款?|支付|划转?|送|提币?|还|给)(?:给)?\s?(?:A|他|她|对方|N|\s|个"
    r"|T)*?(?:了(?!解|吧)|过(?!去|来|户)|完|错|成功|失败|出去[了的]|走了|掉了|丢了|不了|不出|不动)"
    r"|已(?:经)?(?:给|向|往|把|将|被|帮)?\s?(?:A|N|T|\s|个)*(?:转|打|汇|发|付|支付|划|送|提)|刚(?:刚"
    r"|才)?(?:给|向|往|把|将|用|从)?\s?(?:A|N|T|\s|个)*(?:转|打|汇|发|付|支付|划|送|提)|(?:之前|此前|先前|以前|早就)(?:给|向|往|把|将)?\s?(?:A|N|T|\s|个)*(?:转|打|汇|发|付|划|送)|(?:转|打|汇|发|付|送)(?:账|款)?(?:给|到)\s?A\s?的\s?(?:那|这)?(?:笔|些)?\s?[NT]|没(?:有)?(?:给|向|往|把|转|打|汇|付|发)|曾|收到了?|到账"
    r"|没到|卡住|丢失"
    r"|(?:转|打|汇|付|发)的(?!话|时候)?|报错|出错|没成功|没有成功|(?:的时候|时)(?=.*(?:错|失败|卡|不))"
    r"|(?:转|打|汇|付|发)(?:错|丢)"
)
IDEA_EN = re.compile(
    r"(?<![a-z])(?:suppose|supposing|imagine|hypothetically|what if|let's say|lets say|for example"
    r"|for instance|e\.g\.?|example|say i|assuming|pretend|theoretically|in theory|as a joke|joking"
    r"|just kidding|thinking (?:of|about)|considering|(?:planning|plan|going|about|trying|tried|intend"
    r"|intending|hoping|supposed|used|wanted|meant|decided|forgot|afraid|refused|able|unable|scared|ready"
    r"|happy|willing|wants|wanted|asks|asked|told|tells|needs|likes|agreed|promised|offered|said) (?:me "
    r"|him |her |us )?to|almost|might|maybe|perhaps|considered|wish(?:ed)?|could have|should have"
    r"|would have|should've|could've|would've|will be|i'll|i will|we will|we'll|he'll|she'll|they'll"
    r"|they will|he will|she will|i'd|gonna|if only)\s"
    r"|(?<!mind )(?<![a-z])(?:sending|transferring|paying|wiring|giving|forwarding)(?![a-z])"
    r"|(?<![a-z])(?:says|said|told|asked|asks|wrote|writes|claims|claimed|tells)(?![a-z])"
)
IDEA_OK_EN = re.compile(
    r"(?<![a-z])(?:i'd|i would) (?:like|love|appreciate)|mind (?:sending|transferring|paying|wiring|giving"
    r"|forwarding)|i'm (?:ready|happy|willing) to (?:send|pay|transfer)|maybe later|A needs to (?:get|receive)"
)
IDEA_ZH = re.compile(
    r"假如|假设|假使|倘若|设想|如果我(?!的|账|钱|里|这|手|余|有|还)|要是我(?!的|账|钱|里|有|还)|若我(?!的"
    r"|账|有)|万一|比方|比如|例如|譬如|举例|举个例|想象|会怎么?样|会发生|会不会|说不定|本来|原本|差点"
    r"|早知道|本想|要不是|打算|准备|考虑|犹豫|纠结|想想|计划(?!书)|正要|正在|即将|将要|可能会|也许|或许"
    r"|不知道|不确定|不敢|听说|据说"
    r"|(?:他|她|对方|客户|老板|朋友|同事|妈妈|爸爸|妈|爸|老婆|老公|有人|别人|客服|骗子|群主|管理员|对象"
    r"|女友|男友|领导|经理|财务)(?:们)?(?:又|还|刚|一直|总|都|就|突然)?(?:想|要(?!的)|会|说|让|叫|催|逼|骗"
    r"|求|问|准备|已经|在|正|喊|发消息|告诉|要求|劝|请)"
    r"|(?:让|叫|催|逼|骗|求|要求|劝)我(?!的)|诈骗|被骗|被盗|骗|测试一下你|开玩笑|我会(?!员)|我来转|我自己转"
    r"|我去转|我已|我刚|等我|轮到|记得提醒|提醒我|(?:(?<!唔)该|应该|要不要|是否|能否|敢不敢)(?:给|转|把|向|往)"
)
QUESTION_ZH = re.compile(
    r"怎么|怎样|如何|咋|为什么|为啥|为何|多久|多长时间|多快|什么(?!都)|啥(?!都)|哪[个些里儿种]?|是不是"
    r"|会不会|要不要|该不该|有没有|多少|几(?:天|分钟|小时)|区别|意思|吗|么(?=[?？。]|$)|呢(?=[?？。]|$)"
    r"|能不能|可不可以|能否|可否|是否|行不行|好不好|安全不|合适不|够不够|谁|(?:没|未)(?=\s*[?？。!啊呀]*\s*$)|得起|T\s?还?能(?:付|转|花)|(?:了|过)(?:没有?|不)(?=\s*[?？。!啊呀]*\s*$)|[?？]"
)
REQUEST_ZH = re.compile(
    r"(?:可以|可不可以|可否|能|能不能|能否|麻烦|方便|请|劳烦|劳驾|拜托|可以的话)\s?(?:你|您)?\s?(?:能|可以"
    r"|马上|现在|立刻|直接|尽快|先)?\s?(?:帮|替|给|把|将|请|转|发|打|汇|付|向|往)"
)
SOFT_ZH = re.compile(
    r"能不能|可不可以|能否|可否|吗|呢(?=\s*[?？。]?\s*$)|么(?=\s*[?？。]?\s*$)|[?？]|行不行|好不好|(?<=[A-Z个枚颗])\s?(?:不|没有?)(?=\s*[?？。]?\s*$)"
)
SELF_ZH = re.compile(r"我(?:能不能|可不可以|能否|可以|能|该|应该|要不要|是否|是不是)(?!请|让|麻烦)")
TOWARDS_ME = re.compile(
    r"(?:转|打|汇|发|付|送|还|划)(?:账|款|钱)?(?:回)?(?:到|给)\s?我(?!的?(?:朋友|家|妈|爸|老|女|男|儿|同|房"
    r"|哥|姐|弟|妹|另|钱包A|地址A|冷|交易所|室|客))|A\s?(?:转|打|汇|发|付|送)(?:账|款|钱)?过?来|A\s?(?:给|向)\s?我\s?(?:转|打|汇|发|付|送|还)|A\s?(?:转|打|汇|发|付|送|还|欠|借)(?:账|款"
    r"|钱)?\s?(?:给)?\s?我"
    r"|(?:从|向|找|跟|问)\s?A\s?(?:那里?|处|这里?|手里?)?\s?(?:收|要|借|讨|拿|取|买|催|索)|让\s?A\s?(?:给"
    r"|帮|替|向)?(?:我|他|她|对方)?\s?(?:转|打|汇|发|付|还)|(?<![a-z])(?:from|by)\s+A(?!.*\s(?:to|给"
    r"|到)\s?A)"
    r"|(?<!to )(?<![a-z])A\s+(?:sent|sends|send|paid|pays|owes|transferred|gave|gives|will send|is sending"
    r"|has sent|wants|asked|wanted)(?![a-z])|(?:give|send|pay|transfer|wire)\s+(?:me|us)\s+(?!.*\s(?:to"
    r"|on behalf)\s)"
)
CONDITION = re.compile(
    r"(?<![a-z])(?:if|when|whenever|once|unless|until|till|as soon as|as long as|provided|in case|only if"
    r"|only when|after|before|while|by the time|should (?:my|the))(?![a-z])"
    r"|如果|若(?!干)|要是|假如|只要|一旦|除非|直到|的话|当(?=\s?(?:我|他|她|对方|余额|账户|钱包|价格|[TAN]))|(?<![a-z])当(?=.{1,20}(?:时|后|就|,))|等到?(?!于|等|一下|值|下|会"
    r"|同|额|待|级)|(?:以后|之后|后)(?:就|再|才|给|把|自动)|的?时候?(?:就|再|给|把|转|自动)|时[,就](?!候)"
    r"|达到|够.{0,12}[就才再]|了[就再才]|(?:有钱|工资|收到|到账|到|涨|跌)了(?=[,\s]*(?:就|再|才)?\s*(?:转|给|把|打|汇|付|发|告诉|通知))|才转|才给|再转账?给"
)
CONDITION_OK = re.compile(
    r"(?:(?<![a-z])(?:if|when|whenever|once|as soon as) (?:you (?:can|could|get|have|are|may|would"
    r"|don't mind|please|like)|possible|it'?s? (?:is |'s )?(?:possible|ok|okay|fine|convenient"
    r"|not too much)|that'?s? (?:is |'s )?(?:ok|okay|fine|alright|possible)|ready"
    r"|convenient)(?: (?:a (?:chance|moment|minute|sec|second)|free|ready|time|do that))?)"
    r"|(?:如果|要是)?(?:可以|方便|有空|能行|没问题|行|不麻烦|不介意)的话|(?:如果|要是)(?:可以|方便|不麻烦"
    r"|没问题)|有空(?:的)?时候?|麻烦的话|(?<![a-z])(?:before|after|once) (?:you )?(?:check|verify"
    r"|confirm)(?:ing)?"
)
TWICE = re.compile(
    r"(?<![a-z])(?:twice|thrice|two times|each|apiece|both|respectively|split)(?![a-z])|各(?!种|位|类)|分别"
    r"|平分|均分|每人|每个人"
)
PURPOSELY_NOT = re.compile(
    r"(?<![a-z])(?:translate|translation|mean|means|meaning|proofread|grammar|rephrase|paraphrase"
    r"|summari[sz]e|repeat after|spell|pronounce|write a|draft a|compose|remember|recite|in chinese"
    r"|in english|in french|parse|regex|the (?:sentence|phrase|message|command|text|string)|log|transcript"
    r"|output|reply with|respond with)(?![a-z])"
    r"|翻译|怎么说|什么意思|意思是|改写|润色|复述|重复一?遍|念一遍|造句|这句话|这段话|这条消息|日志|原文"
    r"|写一(?:封|段|篇|条|个)|回复我|记住|背诵|台词|剧本|小说|故事|歌词"
)
SCHEDULE_WORDS = re.compile(
    r"(?<![a-z])(?:schedule|recurring|autopay|automatically|standing order|subscribe|remind)(?![a-z])"
    r"|自动(?!取款)|预约|提醒"
)

FOLLOWING = re.compile(
    r"再转|再打|再来|再发|同样|一样|跟(?:刚才|上次)|照旧|老样子|同上|改成|改为|again|same (?:again|as"
    r"|amount)|as usual|repeat|make it|instead|另外再"
)

SECOND_REQUEST = re.compile(
    r"(?:(?<![a-z])(?:and|then|also|plus|after that)|,|;|\.|并且?|然后|再|接着|顺便|另外|同时)\s*(?:please "
    r"|then |also |can you |帮我|请)*"
    r"(?P<it>(?:check|show|tell me|give me|list|what(?:'s| is)|查|看|告诉我|报)[^.]*(?:balance|history"
    r"|wallet|transactions|left|余额|记录|还剩|还有多少|钱包))"
)
