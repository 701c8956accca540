"""What stands around an order without being one: manners, reasons, forms, and people who cannot."""

import re

APOLOGY = re.compile(
    r"不好意思|(?<![a-z])let's do (?:it|this)\s?[:,.!]|区别不大|别等了?(?=[,，\s])|(?<![a-z])never mind (?:the|about|his|her|my|their) [a-z ]{2,20},"
    r"|^\W*(?:hi|hey|hello|ok|okay|dear)?[\s,]*(?:bot|tapsign|assistant|there|robot)[\s,:!]+"
)
"""What sounds like a question, a denial or another subject and is only manners."""
REASON = re.compile(
    r"(?<=[AT])[\s,]+(?:because|cuz|coz|cause|since|as)\s+(?:he|she|they|i|we|it|that)\s"
    r"(?!(?:[^,.;]*(?<![a-z])(?:not|never|no|but|want|wants|told|tells|said|says|will|would|if|when|is|was|asked|[a-z]+n't)(?![a-z])))[^,.;:?A-Z]*$"
    r"|(?<=[AT])[\s,]+(?:因为|因)(?:[他她我]们?|这是)[^,.;:?A-Z不没别说让叫骗要会]*$"
)
"""Why the money is owed, behind the order; it tells of the past and orders nothing."""
UNABLE = re.compile(
    r"(?<![a-z])(?:i|we) (?:just |still |really )?(?:can'?t|cannot|couldn'?t|am (?:not able|unable))(?![a-z])"
)
"""Somebody who cannot send something says so; it is no order, and no denial either."""
_FORM_FIELD = (
    r"(?:(?:to|recipient|receiver|payee|address|addr|wallet|收款人|收款地址|收款方|地址|接收地址|收件人)\s*[:=：]\s*A"
    r"|(?:amount|qty|quantity|sum|value|金额|数量|数额)\s*[:=：]\s*N\s*T?"
    r"|(?:token|coin|asset|currency|symbol|币种|代币|币|资产)\s*[:=：]\s*T|(?:chain|network|链|网络)\s*[:=：]\s*C"
    r"|(?:action|type|操作|类型)\s*[:=：]\s*(?:send|transfer|pay|payment|转账|付款))"
)
FORM = re.compile(rf"(?=.*A)(?=.*N)(?=.*T)[\s,;|/-]*(?:{_FORM_FIELD}[\s,;.。|/-]*){{2,5}}")
"""An order filled in like a form: To: …, Amount: …, Token: …"""
