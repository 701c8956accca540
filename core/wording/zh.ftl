### 助手说的每一句中文。编号与变量和 en.ftl 完全一致。

## 理解：提问与拒绝

E101 = 要转给谁？请把完整地址发给我（0x 加 40 位字符）。
E102 = “{ $text }”不是完整的地址。地址是 0x 后面正好 40 位 0–9、a–f 字符，请重新复制一遍。
E103 = { $text } 里可能有字符输错了：大小写校验对不上。我不会替你改地址，请从来源处重新复制。
E104 = 我不认识代币“{ $text }”。目前支持：{ $known }。
E105 = “{ $text }”可能指这几种代币：{ $options }。你指的是哪一个？
E106 = 要转多少？
E107 = 金额“{ $text }”我不敢猜。请写成普通数字，比如 1500 或 0.25。
E108 = { $amount } { $symbol } 的小数位太多：{ $symbol } 最多 { $decimals } 位。我不会四舍五入，请告诉我准确的数量。
E109 = “{ $text }”不能作为转账金额，数量必须大于零。
E110 = 我不认识网络“{ $text }”。目前支持：{ $known }。
E111 = 这个我做不了。我可以查余额，也可以准备由你自己签名的转账。
E112 = { $intent ->
    [history] 我明白你想看交易记录，但现在还查不了。
    [staking] 我明白你想看质押情况，但现在还查不了。
    [lookup] 我明白你想了解某件事怎么运作，但我手头还没有可以引用的文档。
    [conditional_transfer] 我明白这是一笔带条件的转账，但现在还不支持条件，所以什么都没有准备。
    [goal] 我明白你想让某个地址的余额一直保持够用，但现在还做不到，所以什么都没有准备。
    [action] 我明白你想做质押之类的链上操作，但现在还不支持，所以什么都没有准备。
    [connect] 现在还不能用聊天命令绑定钱包，请打开网页绑定。
    [wallets] 现在还不能在这里列出你的钱包。
    [contact] 现在还不能保存联系人，请每次输入完整地址。
    [limits] 现在还不能在这里查看或修改限额。
    [language] 现在还不能用命令切换语言，你用什么语言写，我就用什么语言答。
    [forget] 现在还不能按指令清除记忆，你可以在网页上清空对话。
   *[other] 我明白你的意思，但现在还做不到，什么都没有准备。
}目前我可以查余额、准备转账。
E113 = 好的，什么都没有做，也不会转出任何东西。
E114 = 我从不索要、展示或保存私钥和助记词，手里也没有。请不要把你的交给任何人，谁来要，谁就是想盗你的钱。
E115 = 一条消息可以有 1 到 4,096 个字符，这条有 { $length } 个。
E116 = 我看到不止一个地址：{ $list }。一笔转账只能有一个收款人，请问转给哪一个？
E117 = 我现在还查不了“{ $text }”这样的名字，请把完整地址发给我（0x 加 40 位字符）。
E118 = “{ $text }”里有看不见的或容易混淆的字符。为了安全我不会使用它，请重新输入，或从来源处重新复制。
E119 = 这个代币在好几个网络上都有：{ $options }。你要用哪一个？
E120 = 我不确定你是不是现在就要转。如果是，请直接下指令，比如：转 50 USDC 给 0x…
E121 = 是哪种代币？比如：{ $options }。
E122 = 这句话我没看懂。你可以查余额（“我还有多少 USDC”），也可以转账（“转 50 USDC 给 0x…”）。
E123 = 这条消息里不止一个指令：{ $list }。请一次发一个，每个都会有自己的卡片。
E124 = 在这里回复不会确认或签署任何东西。未完成的卡片请在它的签名页面上确认；需要新的操作，请直接写明完整的指令。

## 签名前的检查

E201 = 还没有绑定钱包。请先绑定，只要点一下并做一次不花钱的签名。
E202 = { $symbol } 余额不足：现有 { $have }，需要 { $need }。
E203 = { $symbol } 不够付网络费：现有 { $have }，这笔转账连同手续费需要 { $need }，还差 { $missing } { $symbol }。
E204 = 这笔约值 ${ $usd }，超过了单笔 ${ $limit } 的限额。
E205 = { $reason ->
    [zero] { $address } 是零地址，转进去就永远找不回来了。
    [burn] { $address } 是销毁地址，转进去就永远找不回来了。
    [token] { $address } 是代币合约，不是个人钱包，转进去通常就丢了。
    [token-contract] { $address } 是代币合约，不是个人钱包，转进去通常就丢了。
    [precompile] { $address } 是网络的系统地址，转进去就永远找不回来了。
   *[other] 不能转给 { $address }：{ $reason }。
}没有生成卡片。
E206 = 收款地址就是付款钱包自己，什么都不会变，所以没有生成卡片。
E207 = 这笔转账的预演失败了，真发出去也会失败。返回的原因：{ $reason ->
    [returned-false] 代币合约回答“不行”
    [bad-return] 代币合约的回应无法读取
   *[other] { $reason }
}。
E208 = { $symbol } 在这里用不了：它不在代币列表里，或者它的地址上没有合约。
E209 = 有一项检查没能完成（{ $check ->
    [parameters] 指令内容
    [network] 网络
    [allowlist] 代币与收款人
    [precision] 小数位
    [limit] 限额
    [balance] 余额与手续费
    [rehearsal] 预演
   *[other] { $check }
}：{ $reason ->
    [amount] 数量和指令对不上
    [calldata] 交易内容和指令对不上
    [fee] 网络费暂时估算不出来
    [no-answer] 网络没有回应
    [node-error] 网络节点报错
    [bad-answer] 网络的回应无法读取
    [no-code] 这个地址上没有合约
    [reverted] 合约拒绝了查询
    [too-long] 合约的回应长得没有尽头
    [unread] 读取失败
   *[other] { $reason }
}）。没查全的卡片我不会出，请稍后再试。
E210 = { $symbol } 在链上显示有 { $chain_decimals } 位小数，我的列表里是 { $listed } 位。在弄清楚之前，我不会用它准备任何转账。
E211 = 网络 { $chain } 暂时没有响应。什么都没丢，请稍后再试。
E212 = 收款方是一个合约，不是普通钱包。请确认它能接收你转的东西。
E213 = 网络不对：应该是链 { $expected }，回应的却是 { $got }。什么都没有准备。
E214 = 我没有 { $symbol } 的价格，判断不了是否在限额之内，所以没有生成卡片。

## 卡片、确认、交易哈希

E301 = 这张卡片已经过期，什么都没有转出。可以按同样的内容重新生成一张。
E302 = 现在不能这样做了：这笔转账的状态是“{ $state ->
    [INTENT_CONFIRM] 等你确认
    [PREVIEW] 等你签名
    [SUBMITTED] 已发出
    [SETTLED] 已完成
    [FAILED] 失败
    [REJECTED] 已取消
    [EXPIRED_UNSENT] 已过期，未发出
    [EXPIRED_UNKNOWN] 结果未知
   *[other] { $state }
}”。
E303 = 这笔交易已经属于另一张卡片，不能重复使用。
E304 = 这不是交易哈希。哈希是 0x 后面 64 位 0–9、a–f 字符。
E305 = 要先确认卡片，才能提交交易哈希。
E306 = 这笔转账已经结束（“{ $state ->
    [SETTLED] 已完成
    [FAILED] 失败
    [REJECTED] 已取消
    [EXPIRED_UNSENT] 已过期，未发出
    [EXPIRED_UNKNOWN] 结果未知
   *[other] { $state }
}”），没有任何改动。
E307 = 这张卡片上有警告。如果仍要继续，请输入收款地址的最后四位。
E308 = 同样的转账已经有一张卡片了，就是这张，没有重复新建。
E309 = 卡片生成之后情况有变，所以没有确认。{ $reason ->
    [card] 保存的卡片和显示过的不一致，请重新下单。
   *[other] { $reason }
}
E310 = 提交的交易不是付款钱包发出的，或者比卡片还早，没有采用。

## 访问

E401 = 请先用钱包登录。
E402 = 这个登录请求已经用过或过期了，请重新开始。
E403 = 签名和这个登录请求对不上，没有绑定。
E404 = 没有找到。
E405 = 请求无效：{ $field }：{ $reason }。
E406 = 网页聊天只能在运行助手的这台电脑上使用。

## 故障

E500 = 我这边出了点问题（编号 { $id }），没有因此动用任何资金。
E501 = 我的数据库暂时没有响应。你的消息还没有处理，请稍后再发一次。
E501-kept = 我的数据库暂时没有响应。你的消息已经记下，恢复后会在这个对话里回答。
E502 = 网络暂时没有响应。什么都没丢，请稍后再试。
E503 = 语言模型暂时没有响应。用普通的话查余额和转账仍然可以。
E504 = 消息有点多了，请等 { $seconds } 秒再发。
E511 = 这条消息还在处理，答案马上就来。
E512 = 这个请求编号已经用于另一条内容不同的消息。

## 转账的状态

task-INTENT_CONFIRM = 等你确认
task-PREVIEW = 等你签名
task-SUBMITTED = 已发出，等待网络确认
task-SETTLED = 已完成
task-FAILED = 失败
task-REJECTED = 已取消
task-EXPIRED_UNSENT = 已过期，未发出
task-EXPIRED_UNKNOWN = 结果未知

status-INTENT_CONFIRM = 转 { $amount } { $symbol } 给 { $recipient }：在你到签名页确认并签名之前，什么都不会转出。
status-PREVIEW = 转 { $amount } { $symbol } 给 { $recipient }：已确认，等你在钱包里签名。
status-SUBMITTED = 转 { $amount } { $symbol } 给 { $recipient }：已发出（{ $hash }），正在等网络确认。
status-included-waiting = 转 { $amount } { $symbol } 给 { $recipient }：已进区块，确认数 { $confirmations }/{ $needed }（{ $hash }）。
status-SETTLED = { $amount } { $symbol } 已到 { $recipient }，已在链上核对：{ $hash }。
status-FAILED = 转 { $amount } { $symbol } 给 { $recipient }：失败（{ $hash }）。
status-FAILED-reverted = 转 { $amount } { $symbol } 给 { $recipient }：交易被网络拒绝（{ $hash }）。钱没有转出，但网络费已经扣了。
status-FAILED-nothing-moved = 交易 { $hash } 已执行，但并没有把 { $amount } { $symbol } 转给 { $recipient }。
status-FAILED-other-recipient = 交易 { $hash } 的收款人不是 { $recipient }，与卡片（{ $amount } { $symbol }）不符，请检查你的钱包。
status-FAILED-other-amount = 交易 { $hash } 转出的数量与卡片不符（卡片是转 { $amount } { $symbol } 给 { $recipient }），请检查你的钱包。
status-FAILED-moved-less = 交易 { $hash } 的到账数量少于卡片上的 { $amount } { $symbol }（收款人 { $recipient }）。
status-FAILED-paid-otherwise = { $amount } { $symbol } 确实到了 { $recipient }，但走的是另一笔交易（{ $hash }），不是卡片上的那笔。再次转账前请先核对余额。
status-FAILED-replaced = 转 { $amount } { $symbol } 给 { $recipient }：钱包用另一笔交易替换了它（{ $hash }），这笔转账没有执行。
status-REJECTED = 转 { $amount } { $symbol } 给 { $recipient }：已取消，什么都没有转出。
status-REJECTED-user = 转 { $amount } { $symbol } 给 { $recipient }：你已取消，什么都没有转出。
status-REJECTED-withdrawn = { $amount } { $symbol } 给 { $recipient }：确认之后被你撤回。如果钱包当时已经签了名，仍有可能成交，请到钱包里看一眼。
status-REJECTED-cancelled-on-chain = 转 { $amount } { $symbol } 给 { $recipient }：你在钱包里取消了它（{ $hash }），没有转出。
status-EXPIRED_UNSENT = 转 { $amount } { $symbol } 给 { $recipient }：没有及时签名，什么都没有转出。
status-EXPIRED_UNKNOWN = 转 { $amount } { $symbol } 给 { $recipient }：现在没有节点认识交易 { $hash }，我无法判断它是否成功。再次转账之前，请先检查钱包。

## 卡片

card-title = 转 { $amount } { $symbol }
card-usd = 约 ${ $usd }
card-pays = 付款
card-to = 收款
card-chain = 网络
card-fee = 网络费
card-fee-value = 约 { $amount } { $symbol }
card-fee-unknown = 暂时未知
card-expires = { $time } 前有效
card-sign = 核对并签名
card-cancel = 取消
card-again = 重新生成卡片
card-link-wallet = 绑定钱包
card-open-transaction = 查看交易
card-address-only = 请在运行助手的电脑上打开这个地址，只有那台电脑能打开：{ $url }
card-warning = 请注意
card-blocked = 不能继续
card-no-checksum = 你输入的地址没有区分大小写，万一输错了看不出来，请仔细核对。
card-override = 如仍要继续，请输入收款地址的最后四位
card-nothing-moves = 你在自己的钱包里签名之前，什么都不会转出。
card-conditions = 条件
card-condition-holds = 满足
card-condition-fails = 不满足

## 回答

answer-balance = { $address } 在 { $chain } 上的余额（区块 { $block }）：
answer-balance-row = { $amount } { $symbol }
answer-balance-unknown = { $symbol }：暂时读不到（不代表是零）
answer-balance-none = 我认识的代币现在一个都读不到。这不代表余额是零，请稍后再试。
answer-pending-none = 你没有未完成的转账。
answer-pending-list = 未完成的转账：
answer-pending-row = 转 { $amount } { $symbol } 给 { $recipient }，{ $state ->
    [INTENT_CONFIRM] 等你确认
    [PREVIEW] 等你签名
    [SUBMITTED] 已发出，等待网络确认
    [EXPIRED_UNKNOWN] 结果未知
   *[other] { $state }
}
answer-cancelled = 已取消：转 { $amount } { $symbol } 给 { $recipient }，什么都没有转出。
answer-cancel-too-late = 转 { $amount } { $symbol } 给 { $recipient } 已经发出，在这里取消不了了。
answer-withdrawn = 已撤回：转 { $amount } { $symbol } 给 { $recipient }。这笔之前确认过：如果钱包已经签了名，仍有可能成交，请到钱包里看一眼。
answer-cancel-elsewhere = 这个会话里没有待处理的订单。其他会话里还有（到那边说“取消”，或点卡片上的“取消”）：
answer-nothing-to-cancel = 没有可以取消的转账。
answer-question-dropped = 好的，刚才的问题作废，什么都没有做。
answer-help =
    我可以查余额、准备转账。每一笔都由你在自己的钱包里签名。
    试试：
    • 我还有多少 USDC
    • 转 50 USDC 给 0x…
    • 待处理（看未完成的转账）
    • 取消（放弃未完成的转账）
answer-hello = 你好！我可以查余额，也可以准备由你在自己钱包里签名的转账。试试“我还有多少 USDC”或“转 50 USDC 给 0x…”。
answer-thanks = 不客气。
answer-card-ready = 卡片准备好了。请核对收款地址和数量，然后签名。
answer-linked = 钱包 { $address } 已绑定。

## 处理进度

stage-understand = 正在理解你的消息…
stage-read = 正在读取链上数据…
stage-check = 正在检查…
stage-prepare = 正在准备卡片…

## 检查项

check-parameters = 指令内容
check-network = 网络
check-allowlist = 代币与收款人
check-precision = 小数位
check-limit = 限额
check-balance = 余额与手续费
check-rehearsal = 预演
check-passed = 通过
