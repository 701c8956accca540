### Every word the assistant says, in English. Ids and variables are the same in zh.ftl.
### Figures arrive grouped; all variables are plain text.

## Understanding: questions and refusals

E101 = Who should receive it? Please send me the full address (0x and 40 characters).
E102 = “{ $text }” is not a complete address. An address is 0x followed by exactly 40 characters from 0–9 and a–f. Please copy it again.
E103 = A character in { $text } looks mistyped: its upper and lower case letters do not fit together (checksum). I never correct an address. Please copy it again from its source.
E104 = I do not know a token called “{ $text }”. I know: { $known }.
E105 = “{ $text }” can mean several tokens: { $options }. Which one do you mean?
E106 = How much should it be?
E107 = I do not want to guess the amount “{ $text }”. Please write it as a plain number, such as 1500 or 0.25.
E108 = { $amount } { $symbol } has too many decimal places: { $symbol } has at most { $decimals }. I do not round. Which amount do you want?
E109 = “{ $text }” is not an amount that can be sent. It must be more than zero.
E110 = I do not know a network called “{ $text }”. I know: { $known }.
E111 = I cannot do that. I can show your balances and prepare transfers that you sign yourself.
E112 = { $intent ->
    [history] I understood that you want to see your transactions. I cannot list them yet.
    [staking] I understood that you ask about your staking positions. I cannot read them yet.
    [lookup] I understood that you have a question about how something works. I have no documents to answer it from yet.
    [conditional_transfer] I understood a transfer with a condition. I cannot watch conditions yet, so nothing was prepared.
    [goal] I understood that you want an address kept topped up. I cannot do that yet, so nothing was prepared.
    [action] I understood an on-chain action such as staking. I cannot prepare it yet, so nothing was prepared.
    [connect] I cannot link wallets from a chat command yet. Open the web page and link your wallet there.
    [wallets] I cannot list your wallets here yet.
    [contact] I cannot keep contacts yet. Please type the full address each time.
    [limits] I cannot show or change limits from here yet.
    [language] I cannot switch the language by command yet. I answer in the language you write in.
    [forget] I cannot forget on request yet. You can clear a conversation on the web page.
   *[other] I understood you, but I cannot do that yet. Nothing was prepared.
} Today I can show balances and prepare transfers.
E113 = All right. Nothing was done and nothing will be sent.
E114 = I never ask for, show or keep private keys or recovery phrases, and I have none. Never give yours to anybody. Whoever asks for it wants to rob you.
E115 = A message can have 1 to 4,096 characters; this one has { $length }.
E116 = I see more than one address: { $list }. One order goes to one recipient. Which one should receive it?
E117 = I cannot look up names such as “{ $text }” yet. Please send me the full address (0x and 40 characters).
E118 = “{ $text }” contains invisible or look-alike characters. To be safe I do not use it. Please type it again or copy it from its source.
E119 = This token is on several networks: { $options }. On which one?
E120 = I am not sure whether you want this done now. If you do, please write it as a plain order, for example: send 50 USDC to 0x…
E121 = Which token do you mean? For example: { $options }.
E122 = I did not understand that. You can ask for your balance (“how much USDC do I have?”) or order a transfer (“send 50 USDC to 0x…”).
E123 = I see more than one order in this message: { $list }. Please send me one at a time, so that each gets its own card.
E124 = Nothing is confirmed or signed by a message here. An open card is confirmed on its signing page; if you want something new, please write it as a plain order.

## Checks before signing

E201 = No wallet is linked yet. Link one first; it takes one tap and a signature that costs nothing.
E202 = There is not enough { $symbol }: you have { $have }, this needs { $need }.
E203 = There is not enough { $symbol } for the network fee: you have { $have }, the order and its fee need { $need }; { $missing } { $symbol } is missing.
E204 = This is worth about ${ $usd }, more than the limit of ${ $limit } for one transfer.
E205 = { $reason ->
    [zero] { $address } is the zero address. What goes there is lost for ever.
    [burn] { $address } is a burn address. What goes there is lost for ever.
    [token] { $address } is a token contract, not a person’s wallet. What goes there is usually lost.
    [token-contract] { $address } is a token contract, not a person’s wallet. What goes there is usually lost.
    [precompile] { $address } is a system address of the network. What goes there is lost for ever.
   *[other] { $address } cannot be paid: { $reason }.
} No card was made.
E206 = Recipient and paying wallet are the same address. Nothing would move, so no card was made.
E207 = A rehearsal of this transfer failed, so it would fail for real as well. Reason given: { $reason ->
    [returned-false] the token answered “no”
    [bad-return] the token gave an unreadable answer
   *[other] { $reason }
}.
E208 = { $symbol } cannot be used here: it is not on the list of tokens or there is no contract at its address.
E209 = A check could not be completed ({ $check ->
    [parameters] details of the order
    [network] network
    [allowlist] list of tokens and recipients
    [precision] decimal places
    [limit] limit
    [balance] balance and fee
    [rehearsal] rehearsal
   *[other] { $check }
}: { $reason ->
    [amount] the amount does not fit the order
    [calldata] the transaction does not read back as the order
    [fee] the network fee could not be estimated
    [no-answer] the network gave no answer
    [node-error] the network node reported a fault
    [bad-answer] the network gave an unreadable answer
    [no-code] there is no contract at this address
    [reverted] the contract refused the question
    [too-long] the contract gave an endless answer
    [unread] it could not be read
   *[other] { $reason }
}). I do not make a card that was not fully checked. Please try again shortly.
E210 = { $symbol } says on the chain that it has { $chain_decimals } decimal places, my list says { $listed }. Until that is cleared up I prepare nothing with it.
E211 = The network { $chain } does not answer at the moment. Nothing is lost; please try again shortly.
E212 = The recipient is a contract, not an ordinary wallet. Make sure that it can handle what you send.
E213 = The network is not the expected one: chain { $expected } was expected, { $got } answered. Nothing was prepared.
E214 = I have no price for { $symbol }, so I cannot tell whether this is within the limit. No card was made.

## Cards, confirmation, hashes

E301 = This card has expired. Nothing was sent. You can ask for a new one with the same details.
E302 = That is not possible any more: this order is “{ $state ->
    [INTENT_CONFIRM] waiting for you
    [PREVIEW] waiting for your signature
    [SUBMITTED] sent
    [SETTLED] done
    [FAILED] failed
    [REJECTED] cancelled
    [EXPIRED_UNSENT] expired, not sent
    [EXPIRED_UNKNOWN] outcome unknown
   *[other] { $state }
}”.
E303 = This transaction already belongs to another order. It cannot count twice.
E304 = That is not a transaction hash. A hash is 0x followed by 64 characters from 0–9 and a–f.
E305 = A transaction can only be reported after the card was confirmed.
E306 = This order is already closed (“{ $state ->
    [SETTLED] done
    [FAILED] failed
    [REJECTED] cancelled
    [EXPIRED_UNSENT] expired, not sent
    [EXPIRED_UNKNOWN] outcome unknown
   *[other] { $state }
}”). Nothing was changed.
E307 = There is a warning on this card. To go on anyway, type the last four characters of the recipient’s address.
E308 = You already have this very order open. Here is its card; nothing was added.
E309 = Something has changed since the card was made, so nothing was confirmed. { $reason ->
    [card] The stored card is not the one that was shown. Please give the order again.
   *[other] { $reason }
}
E310 = The reported transaction does not come from the paying wallet or is older than the card. It was not counted.

## Access

E401 = Please sign in with your wallet first.
E402 = This sign-in request has been used or has expired. Please start again.
E403 = The signature does not fit this sign-in request. Nothing was linked.
E404 = Not found.
E405 = The request is not valid: { $field }: { $reason }.
E406 = The web chat is available only on the computer that runs the assistant.

## Faults

E500 = Something went wrong on my side (reference { $id }). No money was moved by it.
E501 = My database does not answer at the moment. Your message was not acted on; please send it again shortly.
E501-kept = My database does not answer at the moment. Your message is kept and will be answered in this conversation when it is back.
E502 = The network does not answer at the moment. Nothing is lost; please try again shortly.
E503 = The language model does not answer at the moment. Balances and transfers in plain words still work.
E504 = That is a lot of messages. Please wait { $seconds } seconds.
E511 = This message is still being worked on. Its answer comes in a moment.
E512 = This request key was already used for a different message.

## States of an order

task-INTENT_CONFIRM = Waiting for you
task-PREVIEW = Waiting for your signature
task-SUBMITTED = Sent, waiting for the network
task-SETTLED = Done
task-FAILED = Failed
task-REJECTED = Cancelled
task-EXPIRED_UNSENT = Expired, not sent
task-EXPIRED_UNKNOWN = Outcome unknown

status-INTENT_CONFIRM = { $amount } { $symbol } to { $recipient }: nothing is sent until you confirm and sign on the signing page.
status-PREVIEW = { $amount } { $symbol } to { $recipient }: confirmed, waiting for the signature in your wallet.
status-SUBMITTED = { $amount } { $symbol } to { $recipient }: sent as { $hash }. I am waiting for the network.
status-included-waiting = { $amount } { $symbol } to { $recipient }: in a block, confirmations { $confirmations } of { $needed } ({ $hash }).
status-SETTLED = { $amount } { $symbol } arrived at { $recipient }. Checked on the chain: { $hash }.
status-FAILED = { $amount } { $symbol } to { $recipient }: failed ({ $hash }).
status-FAILED-reverted = { $amount } { $symbol } to { $recipient }: the network refused the transaction ({ $hash }). Nothing was transferred; the network fee was still charged.
status-FAILED-nothing-moved = The transaction { $hash } went through, but it did not move { $amount } { $symbol } to { $recipient }.
status-FAILED-other-recipient = The transaction { $hash } paid somebody else than { $recipient }. This is not what the card showed ({ $amount } { $symbol }). Please check your wallet.
status-FAILED-other-amount = The transaction { $hash } moved another amount than the { $amount } { $symbol } to { $recipient } that the card showed. Please check your wallet.
status-FAILED-moved-less = The transaction { $hash } delivered less than the { $amount } { $symbol } to { $recipient } that the card showed.
status-FAILED-paid-otherwise = { $amount } { $symbol } did reach { $recipient }, but by a different transaction ({ $hash }) than the card showed. Do not send it again before you have checked your balance.
status-FAILED-replaced = { $amount } { $symbol } to { $recipient }: your wallet replaced it with a different transaction ({ $hash }). This order was not carried out.
status-REJECTED = { $amount } { $symbol } to { $recipient }: cancelled. Nothing was sent.
status-REJECTED-user = { $amount } { $symbol } to { $recipient }: cancelled by you. Nothing was sent.
status-REJECTED-withdrawn = { $amount } { $symbol } to { $recipient }: withdrawn by you after confirmation. If your wallet had already signed it, it can still go through: please look in your wallet.
status-REJECTED-cancelled-on-chain = { $amount } { $symbol } to { $recipient }: you cancelled it in your wallet ({ $hash }). Nothing was transferred.
status-EXPIRED_UNSENT = { $amount } { $symbol } to { $recipient }: not signed in time. Nothing was sent.
status-EXPIRED_UNKNOWN = { $amount } { $symbol } to { $recipient }: no network node knows the transaction { $hash } any more. I cannot say whether it went through. Check your wallet before you send again.

## Card

card-title = Send { $amount } { $symbol }
card-usd = about ${ $usd }
card-pays = From
card-to = To
card-chain = Network
card-fee = Network fee
card-fee-value = about { $amount } { $symbol }
card-fee-unknown = not known yet
card-expires = Valid until { $time }
card-sign = Review and sign
card-cancel = Cancel
card-again = Make a new card
card-link-wallet = Link a wallet
card-open-transaction = View transaction
card-address-only = Open this address on the computer that runs the assistant; it works only there: { $url }
card-warning = Please note
card-blocked = Not possible
card-no-checksum = The address was typed without upper and lower case, so a typing mistake cannot be noticed. Compare it carefully.
card-override = Type the last four characters of the recipient’s address to go on
card-nothing-moves = Nothing is sent until you sign in your own wallet.
card-conditions = Conditions
card-condition-holds = holds
card-condition-fails = does not hold

## Answers

answer-balance = Balance of { $address } on { $chain }, block { $block }:
answer-balance-row = { $amount } { $symbol }
answer-balance-unknown = { $symbol }: could not be read just now (this does not mean zero)
answer-balance-none = None of the tokens I know could be read just now. This does not mean zero; please try again shortly.
answer-pending-none = You have no open orders.
answer-pending-list = Your open orders:
answer-pending-row = { $amount } { $symbol } to { $recipient } – { $state ->
    [INTENT_CONFIRM] waiting for you
    [PREVIEW] waiting for your signature
    [SUBMITTED] sent, waiting for the network
    [EXPIRED_UNKNOWN] outcome unknown
   *[other] { $state }
}
answer-cancelled = Cancelled: { $amount } { $symbol } to { $recipient }. Nothing was sent.
answer-cancel-too-late = { $amount } { $symbol } to { $recipient } has already been sent. It can no longer be cancelled here.
answer-withdrawn = Withdrawn: { $amount } { $symbol } to { $recipient }. It was confirmed before: if your wallet has already signed it, it can still go through. Please look in your wallet.
answer-cancel-elsewhere = Nothing is open in this conversation. Open elsewhere (say cancel there, or tap Cancel on the card):
answer-nothing-to-cancel = There is nothing open to cancel.
answer-question-dropped = All right, forgotten. Nothing was done.
answer-help =
    I can show your balances and prepare transfers. You sign every transfer yourself, in your own wallet.
    Try:
    • how much USDC do I have?
    • send 50 USDC to 0x…
    • pending – your open orders
    • cancel – drop the open order
answer-hello = Hello! I can show your balances and prepare transfers that you sign in your own wallet. Try “how much USDC do I have?” or “send 50 USDC to 0x…”.
answer-thanks = You’re welcome.
answer-card-ready = Here is your card. Check recipient and amount, then sign.
answer-linked = Wallet { $address } is linked.

## Stages of a running answer

stage-understand = Reading your message…
stage-read = Reading from the chain…
stage-check = Checking the order…
stage-prepare = Preparing the card…

## Checks

check-parameters = Details of the order
check-network = Network
check-allowlist = Token and recipient
check-precision = Decimal places
check-limit = Limit
check-balance = Balance and fee
check-rehearsal = Rehearsal
check-passed = fine
