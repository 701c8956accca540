"""The words that may stand beside an order without changing it; data only (the rule is in accounted.py)."""

VERBS = frozenset(
    (
        "send sends sent sending transfer transferred transferring transfers pay paid paying payment payments wire "
        "wired wiring move moved moving forward forwarded forwarding remit remitted give giving given shoot tip donate "
        "deliver delivered gift zap ship fire off beam chuck toss sweep empty transmit push hand sling drop refund "
        "reimburse fund repay credit route pass payout top up withdraw make initiate process do execute submit start "
        "issue create perform prepare put deposit load get gets got receive receives receiving have let remittance"
    ).split()
)
COURTESY = frozenset(
    (
        "please pls plz plox kindly thanks thank thx tx ty cheers regards hi hey hello yo hiya dear good morning "
        "afternoon evening day greetings sir madam man mate bro buddy dude friend team bot tapsign assistant there "
        "folks all lol haha ok okay k alright right sure yes yeah yep yup great nice cool perfect fine well so now then "
        "just simply directly straight quick quickly asap immediately instantly urgently urgent real really away soon "
        "possible today tonight's first go ahead can could would will may might mind you u ya your yourself i'd i'm "
        "i've i'll i we we'd need needs want wants wanna like love must should gotta got to help me us favor favour "
        "kind enough be so if it's it is that that's ok much appreciated appreciate very lot bunch again. "
        "hope hoping doing trust safe worries worry don't no problem rush hurry need confirm confirmation confirming "
        "approved already agreed discussed promised usual time exactly total sum full amount amounts value of a an the this "
        "these my our from for on onto over out in into at to too via using by following below above address addresses "
        "addr account wallet wallets recipient recipients receiver payee beneficiary destination token tokens coin coins "
        "asset currency symbol chain network order task job action command request instruction quantity qty balance "
        "entire whole everything available max maximum every bit each. of them them him her his their its as "
        "remember forget sorry excuse bother um uh hmm oh ah actually honestly basically finally also and "
        "let's lets worth per. hereby instructed would've ready myself same. someone whose who belongs belonging "
        "here here's there's he she they new one id make sure gets through it's its owe owed owes invoice bill debt "
        "brother sister mother father mom mum dad wife husband son daughter cousin uncle aunt friend's landlord roommate "
        "boss colleague coworker client customer supplier vendor contractor freelancer employee partner neighbour "
        "neighbor family parents kid kids baby guy guys lady buddy's behalf instead. crypto money funds cash dollars "
        "dollar bucks personal savings main cold hot hardware ledger trezor metamask exchange deposit other second third "
        "own old latest shared joint treasury company business office shop store team's fees fee gas about cost costs "
        "rent you're salary lunch dinner breakfast coffee groceries thnaks tnx thanx gm gn ta advance convenience earliest arrange settle back are were has have had artist present gift share food pizza beer drinks tickets ticket taxi cab ride uber bills book books presents party trip hotel flight concert gym class lesson course work design logo project website service services shopping stuff things electricity water internet phone insurance part half's lending mum's dad's promise "
        " happy birthday congrats congratulations enjoy love xoxo best sincerely yours respectfully approximately. "
        "evm erc eoa recipient's receiver's receiving sending number no. correct verified checked double-checked known "
        "trusted usual transaction transactions with some. bless god soon. swiftly promptly smoothly please! eth's"
    )
    .replace(".", "")
    .split()
) - frozenset(
    "again each per same instead some approximately yours' no don't forget problem enough every max maximum value "
    "cost costs someone about belonging belongs".split()
)
PURPOSE = frozenset(
    ("for because cuz coz cause since as regarding re memo note reference toward towards").split()
)
"""A purpose begins with one of these and ends with its clause; what it says is left alone."""

DANGEROUS = frozenset(
    (
        "not no never nothing none nobody without but except unless if when whenever while until till before after once "
        "wait hold stop cancel cancelled canceled abort undo revoke forget nvm scratch scrap ignore kidding joke joking "
        "jk test testing example instance draft simulate simulation pretend imagine suppose hypothetical maybe perhaps "
        "later tomorrow yesterday weekly monthly daily yearly hourly every each per twice double triple half quarter "
        "worth value equivalent equal equals minus plus less more keep keeping leave leaving remaining remainder rest "
        "excess anyone but or either neither instead wrong mistake mistaken stupid bad idea scam scammer fake don't "
        "dont didn't doesn't won't wouldn't shouldn't cannot can't isn't wasn't aren't changed mind actually rather "
        "schedule recurring monday tuesday wednesday thursday friday saturday sunday permille mille percent refuse "
        "minimum min max maximum least most up under over above below around about roughly nearly almost approximately only denied deny decline hack hacked phishing quote quoted said says told asked contract approve allowance stake"
    ).split()
)
"""Words that end the leave of a purpose: they may take the order away, put it off, or change its amount."""

HARMLESS_ZH = (
    "不用确认了|不用确认|不需要确认|无需确认|没问题的?|没关系|不好意思|别忘了?记?|不要忘记?|别担心|别客气|别等了?|不着急|不急"
    "|不客气|不用谢|不用等了?|别磨蹭|别耽误|麻烦(?:你|您)?(?:了|啦)?|劳驾|劳烦|烦请|拜托(?:了|啦)?|谢谢(?:你|您|啦|了|哈)*|多谢(?:了)?|感谢(?:你|您)?|辛苦(?:了|啦)?"
    "|您好|你好|早上好|下午好|晚上好|早(?=[ ,])|早安|不要耽误|不要拖延?|别拖|万分感谢|非常感谢|十分感谢|转个账|这(?:一|次)?份?(?:是|为)|那一?份|一份|另(?=K)|冷|热|另外?一?个|新|旧|备用|自己|主|小号|费(?= |$|[,.。])|当(?= +费)|gas|晚安好|哈喽|嗨|在吗|唔该晒?|请(?:你|您)?|帮(?:我|忙|个忙|一下)*|替我|代我|给我(?=转|打|汇|发|付|把|将)|能不能|能否"
    "|可不可以|可否|可以的话|可以|能|方便的话|方便|有空|行不行|行吗|行|好不好|好吗|好吧|好的|好|成吗|好嘞|没错|是的|对的?|嗯+|哦|噢|唉|哎|喂|嘿|哈哈*|啊|呀|啦|呢|哈|吧|呗|嘛|吗|么|不(?=\\s*[?？]*\\s*$)"
    "|我(?:们)?(?:现在|这边|今天|打算现在)?(?:想要?|要|需要|得|必须|希望)?|你|您|需要|想|要|得|必须|应该给|希望|现在|马上|立即|立刻|即刻|尽快|赶紧|赶快|快点?|速度?|急用?|直接|今天|这就|那就|那么|那|就行(?:了)?|就好(?:了)?|就可以(?:了)?|就是|就|来|先(?!不|别)"
    "|转账?(?:过去|出去|出|入|至|去)?|打款?(?:过去|钱)?|汇款?(?:过去|出)?|发送|发(?:过去|出)?|付(?:款|钱|给)?|支付|划(?:转|款|账)?|送|赠送?|捐(?:赠|款|助)?|传|提(?:币|现|取)?|寄|拨(?:款|付)?|还(?:款|钱|给)?|充(?:值)?|过户|转移|交(?=N|\\s*N)|缴"
    "|方(?=地址|的)|收(?!回)(?:款|到|取)?(?:人|方|账户|地址)?|接收(?:人|方|者|地址)?|对方|他的?|她的?|它|我的?|咱(?:们)?的?|这个?|那个?|此|以下|下面|如下|呢个|下列|上面|上述|地址|钱包|账户|账号|户头|帐号|收件人|名下|处|那里|这里|那边|这边"
    "|数量|数额|金额|总额|总数|总共|一共|共计?|合计|共|币种|代币|币|资产|单位|余额|钱|款项?|一笔(?:钱|款|转账)?|笔|个|枚|颗|块|元|刀|只(?=T)|一下|下|一次|次"
    "|把|将|给|向|往|到|至|去|过来?(?=\\s*$)|过去|从|用|由|在|于|以|为|是|的|地|得|和|与|及|了|上|里|里面|中|内|链|网络|主网(?=上)|网|走|通过|让|请|拿|取|出来?|全|都|统统|所有|全部的?|整个?|剩下的?|剩余的?|余下的?|其中的?"
    "|朋友|老?(?:爸|妈|公|婆|板|师|乡|弟|哥|姐|妹)(?:爸|妈)?|爸爸|妈妈|父亲|母亲|父母|爷爷|奶奶|外公|外婆|哥哥?|弟弟?|姐姐?|妹妹?|儿子|女儿|孩子|男?女?(?:朋友|友)|对象|媳妇|丈夫|妻子|爱人|同学|同事|同乡|室友|房东|房客|邻居|客户|客人|商家|卖家|买家|供应商|店家|师傅|员工|领导|上司|亲戚|家人|家里|兄弟|哥们|闺蜜|舅舅|叔叔|阿姨|姑姑|合伙人|合作方|公司|团队|小助手|助手|机器人|亲"
    "|安排(?:一下|下)?|操作|执行|办(?:一下|理)?|处理(?:一下)?|搞定|完成|正好|刚好|恰好|整整|确认(?:无误|过|了)?|地址(?:没错|无误|正确)|核对(?:过|无误)?(?:了)?|记得|务必|一定(?:要)?|千万记得|顺便|另外(?=请|麻烦)"
)
"""Harmless Chinese pieces, tried in this order at every place; what they do not cover is unaccounted for."""

PURPOSE_ZH = "(?:买|订|点(?=餐|外卖|菜)|吃|喝|用来|用于|用作|当作?|作为|算是|充当|做为|抵|交|缴|付|支付|还|备注|附言|留言|用途|原因|因为|因|由于|为了|祝|庆祝)"
NOUNS_ZH = (
    "房租|租金|饭钱|饭费|餐费|餐钱|午饭|晚饭|早饭|午餐|晚餐|早餐|饭|咖啡|奶茶|车费|路费|油费|打车费|打车|机票|车票|门票|票钱|票|学费|生活费|水电费?|电费|水费|话费"
    "|网费|物业费|伙食费|医药费|报销款?|工资|薪水|报酬|酬劳|奖金|红包|礼物|礼金|份子钱|压岁钱|零花钱|零用钱|定金|订金|押金|尾款|货款|首付|会费|赞助|捐款|小费|欠款|欠的钱?|借款|借的钱?|债|账单|发票|服务费|劳务费|设计费|稿费|佣金|利息|生日|圣诞|新年|快乐|恭喜发财|节日|酒店|旅费|旅行|团费|份额"
)
