### 签名页与网页聊天的文字，中文。编号与变量和 page.en.ftl 完全一致。

## 两个页面共用

page-language = 语言
page-loading = 请稍候…
page-copy = 复制
page-copied = 已复制
page-copy-link = 复制本页链接
page-try-again = 重试
page-unreached = 暂时连不上助手，本页会自动重试。
page-unexpected = 页面出了点问题：{ $detail }
page-refused = 这一步没能完成（{ $code }）。
page-demo-chain = 测试币
page-finding = { $check }：{ $code }
page-fee-most = 网络费（上限）
page-transaction = 交易

## 钱包

page-connect = 连接钱包
page-wallets = 这个浏览器里的钱包
page-wallet-browser = 浏览器自带的钱包
page-demo-wallet = 演示钱包
page-demo-tag = 仅供试用
page-no-wallet = 这个浏览器里没有找到钱包。请先安装一个，或者用钱包自带的浏览器打开本页。
page-no-account = 钱包没有给出账户，请先解锁再试一次。
page-wallet-silent = 钱包没有响应，请打开并解锁后再试。
page-wallet-error = 钱包提示：{ $said }
page-connect-refused = 你在钱包里拒绝了连接，可以再试一次。

## 签名页：内容

page-sign-title = 核对并签名 – Tapsign
page-facts = 你将要签名的内容
page-you-send = 你将转出
page-usd-unknown = 美元价值未知
page-token-contract = 代币合约
page-checks = 检查
page-checks-passed = { $count } 项检查已通过
page-expires-in = 剩余 { $time }

## 签名页：操作

page-confirm = 确认，去钱包签名
page-confirm-demo = 确认并签名
page-sign-again = 重新签名
page-back = 返回聊天
page-step-connect = 等待钱包：请在钱包里同意连接。
page-step-wallet = 正在核对钱包的账户和网络…
page-step-check = 正在再次核对卡片…
page-step-approve = 请在钱包里批准，并把那里的收款地址和本页对一遍。
page-step-demo = 演示钱包正在签名…
page-step-cancel = 正在取消…
page-step-again = 正在生成新卡片…

## 签名页：结果

page-sent = 已签名并发出
page-sent-detail = 钱包已经发出交易，正在等网络显示它。
page-submitted-detail = 网络已经看到这笔交易。我正在核对它的内容，并等它最终确认。
page-stopped = 已停止
page-hash-waiting = 钱包已经发出交易，但暂时连不上助手。这个浏览器记住了这笔交易，会不断重试，请不要再签一次。
page-hash-refused = 交易已经发出，但没有算在这张卡片上。
page-again-chat = 新卡片已经发到聊天里。

## 签名页：为什么不能继续

page-link-dead = 这个链接无效，请在聊天里重新要一张卡片。
page-different = 请不要签名
page-different-detail = 钱包将要签名的内容和卡片上写的不一致（{ $fact }）。我已在此停下，请反馈这个问题。
page-fact-steps = 交易笔数
page-fact-chain = 网络
page-fact-payer = 付款账户
page-fact-token = 代币
page-fact-recipient = 收款人
page-fact-amount = 数量
page-fact-value = 附带的币
page-fact-data = 调用内容
page-fact-card = 卡片内容
page-account-other = 这张卡片从 { $payer } 付款，但钱包给出的是 { $account }。请在钱包里切换到正确的账户，再回来选一次钱包。
page-account-none = 这张卡片从 { $payer } 付款，但钱包没有给出账户。请解锁钱包并允许本页使用该账户，再回来选一次钱包。
page-demo-other = 这张卡片从 { $payer } 付款。这个浏览器里的演示钱包是另一个账户，签不了。
page-chain-other = 钱包不在 { $chain }（网络编号 { $id }）上。请在钱包里切换网络后再试。
page-chain-refused = 你拒绝了切换网络。这张卡片要在 { $chain } 上付款，不切换就无法转出。
page-chain-unknown = 钱包不认识 { $chain }（网络编号 { $id }）。请先在钱包里添加这个网络再试。
page-chain-moved = 签名时钱包离开了 { $chain }。请在钱包里看一下交易发到了哪里。
page-sign-refused = 你在钱包里拒绝了，什么都没有转出，可以再试一次。
page-sign-error = 钱包报错：{ $said }。再试之前请先看一下钱包里的记录，免得重复转账。
page-hash-bad = 钱包没有返回有效的交易编号。再试之前请先看一下钱包里的记录，免得重复转账。
page-not-open = 这张卡片不能再签名了，什么都没有转出。
page-already-sent = 这张卡片的交易已经发出，不会重复发送。
page-changed = 卡片内容变了，请重新看一遍再确认。
page-other-tab = 这张卡片正在另一个标签页里签名，请到那里继续。
page-asked-before = 之前已经请钱包签过这张卡片，但我没有看到结果。如果那个请求还开着，请先在钱包里处理或拒绝它，否则可能重复转账。
page-confirmed-before = 这张卡片之前确认过，但我没有看到签名。如果钱包里还有未处理的请求，请先在那里拒绝。
page-asked-closed = 如果钱包里的请求还开着，请在那里拒绝它。

## 网页聊天

web-title = Tapsign
web-welcome =
    用平常话提问，
    用自己的钱包签名。
web-welcome-detail = 我替你读链上数据、准备转账。在你核对卡片并亲自签名之前，一分钱都不会动。
web-examples = 例句
web-example-balance = 我还有多少 USDC
web-example-transfer = 转 50 USDC 给 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
web-demo-note = 第一次来？用演示钱包：它在一条私有测试网络上领测试币，不花任何钱。
web-demo-linked = 这是一条私有测试网络，上面的币不是真钱，放心试。
web-link = 绑定钱包
web-link-asked = 绑定钱包后，我就回答你的问题
web-link-detail = 只需签一条消息，证明账户是你的。不花钱，也不会转走任何东西。
web-linking = 等待钱包：请在钱包里同意连接并签名。
web-link-refused = 你在钱包里拒绝了，没有绑定，可以再试一次。
web-linked = 已绑定的钱包
web-unlink = 解绑
web-say = 输入消息
web-send = 发送
web-role-user = 你
web-role-assistant = Tapsign
web-role-status = 动态
web-working = 正在思考…
web-lost = 连接断开了，你的消息已保留，正在重试…
web-threads = 对话
web-new = 新对话
web-untitled = 对话
web-clear = 清空
web-clear-sure = 确定清空？
