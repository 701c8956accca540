"""One spelling for comparing what people type: half width, lower case, simplified, nothing invisible.

Every character of the folded text knows where it stood in the message as it was sent.
"""

import re
import unicodedata
from dataclasses import dataclass

from core.domain.intent import Span

_TRADITIONAL = "轉給餘額萬億兩點個幣錢還請幫匯發質鏈網賬帳貳參陸肆壹圓塊撥劃贈買賣換過讓這麼嗎與為見動態顯"
_SIMPLIFIED = "转给余额万亿两点个币钱还请帮汇发质链网账账贰叁陆肆壹圆块拨划赠买卖换过让这么吗与为见动态显"
_TRADITIONAL += (
    "單開關從對後現幾數達該應條時間記錄紀歷資產種類總檢詢問題說話錯誤測試絡號們來沒樣條滿於於確認別鑰詞語"
)
_SIMPLIFIED += (
    "单开关从对后现几数达该应条时间记录纪历资产种类总检询问题说话错误测试络号们来没样条满于于确认别钥词语"
)
_TRADITIONAL += "將筆獎勵領贖戶頭處導連結設聯繫幫謝歡價預籌據顆當則卻夠請託攏擁剛補維護備優簽"
_SIMPLIFIED += "将笔奖励领赎户头处导连结设联系帮谢欢价预筹据颗当则却够请托拢拥刚补维护备优签"
_TRADITIONAL += (
    "裡裏無誰會剛週邊遲準計聽騙盜妳願緊讀譯寫詩電實進倉鎖賺漲敗丟須複隻寶雙隨亂絕繼續執許尋飯費證圖鐘"
    "鍾兌貸壓愛煩勞駕憶機儘盡馬禮啟終帶際經貨舊樂標題熱營運適選難響齊歸銀儲轄閉閒間陣隊轉転銭発対払帰"
    "馀帐蹟離虧獲債擔傳專冇咗嘅係畀俾"
)
_SIMPLIFIED += (
    "里里无谁会刚周边迟准计听骗盗你愿紧读译写诗电实进仓锁赚涨败丢须复只宝双随乱绝继续执许寻饭费证图钟"
    "钟兑贷压爱烦劳驾忆机尽尽马礼启终带际经货旧乐标题热营运适选难响齐归银储辖闭闲间阵队转转钱发对付归"
    "余账迹离亏获债担传专没了的是给给"
)
_PLAIN = {ord(old): new for old, new in zip(_TRADITIONAL, _SIMPLIFIED, strict=True)}
_PLAIN |= {wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u034f\u2800\u17b4\u17b5")
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


@dataclass(frozen=True)
class Folded:
    """`text` is the folded message; `at[i]` is where its character `i` stood in `raw`."""

    raw: str
    text: str
    at: tuple[int, ...]

    def span(self, start: int, end: int) -> Span:
        """The place in the message as it was sent; `start < end`."""
        return Span(self.at[start], self.at[end - 1] + 1)

    def said(self, start: int, end: int) -> str:
        """What stood there, exactly as it was sent."""
        span = self.span(start, end)
        return self.raw[span.start : span.end]

    def hides(self, start: int, end: int) -> bool:
        """Something invisible stands inside this stretch or right beside it (safety.md A16, A17)."""
        first = self.at[start - 1] + 1 if start else 0
        last = self.at[end] if end < len(self.at) else len(self.raw)
        return any(invisible(character) for character in self.raw[first:last])


def fold(raw: str) -> Folded:
    """The folded form of a message, runs of blanks as one. Never raises; digits of other scripts stay."""
    kept: list[str] = []
    at: list[int] = []
    for place, character in enumerate(raw):
        if invisible(character):
            continue
        piece = " " if character.isspace() and character != "\n" else _folded(character)
        if piece in " \n" and kept and kept[-1] == piece:
            continue
        kept.append(piece)
        at.append(place)
    return Folded(raw, "".join(kept), tuple(at))


def _folded(character: str) -> str:
    plain = character.translate(_PLAIN)
    lower = plain.lower()
    return lower if len(lower) == 1 else plain


def invisible(character: str) -> bool:
    """A character that shows nothing: format, control, variation selectors, tags, fillers."""
    if character.isspace():
        return False
    number = ord(character)
    selector = 0xFE00 <= number <= 0xFE0F or 0xE0000 <= number <= 0xE0FFF
    return selector or character in _BLANK or unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co"}


def turned(raw: str) -> bool:
    """The message holds a character that turns the direction of reading (A17)."""
    return any(character in _TURNING for character in raw)


_RUN = re.compile(r"[^\W_]+")
_OWN_SCRIPTS = (
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "LATIN",
    "FULLWIDTH",
    "IDEOGRAPHIC",
    "MICRO",
    "FEMININE",
)


def mixed(folded: Folded) -> str | None:
    """The first word in which a letter or digit of another script stands among Latin ones (A18, A23)."""
    if folded.text.isascii():
        return None
    for word in _RUN.finditer(folded.text):
        strange = [
            letter
            for letter in word[0]
            if not letter.isascii()
            and unicodedata.category(letter) in {"Lu", "Ll", "Lo", "Lt", "Lm", "Nd"}
            and not unicodedata.name(letter, "").startswith(_OWN_SCRIPTS)
        ]
        if strange and any(letter.isascii() for letter in word[0]):
            return folded.said(*word.span())
    return None
