### Words of the signing page and the web chat, in English. Ids and variables are the same in page.zh.ftl.

## Both pages

page-language = Language
page-loading = One moment…
page-copy = Copy
page-copied = Copied
page-copy-link = Copy the link of this page
page-try-again = Try again
page-unreached = I cannot be reached at the moment. This page keeps trying by itself.
page-unexpected = Something went wrong on this page: { $detail }
page-refused = That was not possible ({ $code }).
page-demo-chain = Test money
page-finding = { $check }: { $code }
page-fee-most = Network fee, at most
page-transaction = Transaction

## Wallets

page-connect = Connect a wallet
page-wallets = Wallets in this browser
page-wallet-browser = Wallet of this browser
page-demo-wallet = Demo wallet
page-demo-tag = only for trying
page-no-wallet = I see no wallet in this browser. Install one, or open this page in your wallet’s own browser.
page-no-account = The wallet showed no account. Unlock it and try again.
page-wallet-silent = The wallet does not answer. Open it, unlock it and try again.
page-wallet-error = The wallet reports: { $said }
page-connect-refused = You declined the connection in the wallet. You can try again.

## Signing page: facts

page-sign-title = Check and sign – Tapsign
page-facts = What you are about to sign
page-you-send = You send
page-usd-unknown = value in dollars not known
page-token-contract = Token contract
page-checks = Checks
page-checks-passed = { $count } checks passed
page-expires-in = { $time } left

## Signing page: what to do

page-confirm = Confirm and sign in the wallet
page-confirm-demo = Confirm and sign
page-sign-again = Sign again
page-back = Back to the chat
page-step-connect = Waiting for the wallet: allow the connection there.
page-step-wallet = Checking account and network of the wallet…
page-step-check = Checking the card once more…
page-step-approve = Now approve it in your wallet. Compare the recipient there with this page.
page-step-demo = The demo wallet is signing…
page-step-cancel = Cancelling…
page-step-again = Making a new card…

## Signing page: what became of it

page-sent = Signed and sent
page-sent-detail = The wallet has sent the transaction. I am waiting until the network shows it.
page-submitted-detail = The network has seen the transaction. I am checking what it does and waiting until it is final.
page-stopped = Stopped
page-hash-waiting = The wallet has sent it. I cannot reach the assistant to report it; this browser remembers the transaction and keeps trying. Do not sign again.
page-hash-refused = The transaction was sent, but it was not counted for this card.
page-again-chat = A new card is in your chat.

## Signing page: why it does not go on

page-link-dead = This link is not valid. Ask for a new card in the chat.
page-different = Do not sign this
page-different-detail = What the wallet would sign is not what the card says ({ $fact }). I have stopped here. Please report it.
page-fact-steps = number of transactions
page-fact-chain = network
page-fact-payer = paying account
page-fact-token = token
page-fact-recipient = recipient
page-fact-amount = amount
page-fact-value = attached coins
page-fact-data = contents of the call
page-fact-card = details of the card
page-account-other = This card pays from { $payer }, but the wallet offers { $account }. Switch to the right account in the wallet, then choose the wallet here again.
page-account-none = This card pays from { $payer }, but the wallet offers no account. Unlock it, allow that account for this page, then choose the wallet here again.
page-demo-other = This card pays from { $payer }. The demo wallet of this browser is another account and cannot sign it.
page-chain-other = The wallet is not on { $chain } (network { $id }). Switch the network in the wallet, then try again.
page-chain-refused = You declined to change the network. This card is for { $chain }; without it nothing can be sent.
page-chain-unknown = The wallet does not know { $chain } (network { $id }). Add this network in the wallet, then try again.
page-chain-moved = The wallet left { $chain } while it was signing. Check in the wallet where the transaction went.
page-sign-refused = You declined in the wallet. Nothing was sent; you can try again.
page-sign-error = The wallet reports an error: { $said }. Look into the wallet’s activity before you try again, so that nothing is sent twice.
page-hash-bad = The wallet gave back no valid transaction number. Look into the wallet’s activity before you try again, so that nothing is sent twice.
page-not-open = This card cannot be signed any more. Nothing was sent.
page-already-sent = A transaction was already sent for this card. It is not sent twice.
page-changed = The card has changed. Read it again before you confirm.
page-other-tab = This card is being signed in another tab. Go on there.
page-asked-before = The wallet was already asked to sign this card, and I did not see the end of it. If that request is still open in the wallet, answer it there or reject it first; otherwise it could be sent twice.
page-confirmed-before = This card was confirmed before, without a signature that I know of. If a request is still open in a wallet, reject it there first.
page-asked-closed = If the request is still open in your wallet, reject it there.

## Web chat

web-title = Tapsign
web-welcome =
    Ask in plain words.
    Sign in your own wallet.
web-welcome-detail = I read the chain for you and prepare transfers. Nothing moves until you have checked a card and signed it yourself.
web-examples = Examples
web-example-balance = How much USDC do I have?
web-example-transfer = Send 50 USDC to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
web-demo-note = New here? Take the demo wallet: it gets test money on a private test network. Nothing costs anything.
web-demo-linked = This is a private test network. Its money is not real, so try anything.
web-link = Link a wallet
web-link-asked = Link a wallet, then I answer your question
web-link-detail = You sign one message to show that the account is yours. It costs nothing and moves nothing.
web-linking = Waiting for the wallet: allow the connection and sign the message there.
web-link-refused = You declined in the wallet. Nothing was linked; you can try again.
web-linked = Linked wallet
web-unlink = Unlink
web-say = Write a message
web-send = Send
web-role-user = You
web-role-assistant = Tapsign
web-role-status = News
web-working = Thinking…
web-lost = The connection is lost. Your message is kept; I keep trying…
web-threads = Conversations
web-new = New conversation
web-untitled = Conversation
web-clear = Clear
web-clear-sure = Really clear?
