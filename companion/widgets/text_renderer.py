"""Text rendering: the one place where text is shaped, broken into lines, fitted and drawn to textures.

SDL has neither bidirectional text nor glyph fallback (it draws an empty box), so lines are shaped here and
split into runs of fonts that have the glyphs. Glyph coverage is looked up in `font_coverage`, made by
`tools/fonts.py`: opening a font to query it would cost more than drawing with it. Everything outside
this module keeps text in logical order.

Characters of each face as sorted bounds of ranges. Made by tools/fonts.py: do not edit.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.core.text import LabelBase
from kivy.core.text.markup import MarkupLabel
from kivy.utils import escape_markup

from companion import asset
from companion.i18n import line_breaking

_TITLE = (
    "\u0020\u007f\u00a0\u0180\u018e\u0190\u0192\u0193\u019d\u019e\u01a0\u01a2\u01af\u01b1\u01b7\u01b8"
    "\u01c4\u01de\u01e4\u01ec\u01ee\u01f0\u01f1\u01f4\u01fa\u0220\u0228\u022e\u0230\u0234\u0237\u0238"
    "\u02b9\u02bd\u02be\u02c0\u02c6\u02cd\u02d8\u02de\u0300\u0305\u0306\u030d\u030f\u0310\u0311\u0314"
    "\u031b\u031c\u0323\u0329\u032e\u032f\u0331\u0332\u0335\u0339\u0374\u0376\u037e\u037f\u0384\u038b"
    "\u038c\u038d\u038e\u03a2\u03a3\u03d0\u03d1\u03d3\u03d5\u03d8\u03f0\u03f3\u03f4\u03f5\u03f6\u03fa"
    "\u1e08\u1e0a\u1e0c\u1e12\u1e14\u1e18\u1e1c\u1e1e\u1e20\u1e22\u1e24\u1e26\u1e2a\u1e2c\u1e2e\u1e30"
    "\u1e36\u1e38\u1e3a\u1e3c\u1e42\u1e4a\u1e4c\u1e54\u1e5a\u1e5c\u1e5e\u1e6a\u1e6c\u1e70\u1e78\u1e7c"
    "\u1e80\u1e86\u1e8e\u1e94\u1e97\u1e98\u1e9e\u1e9f\u1ea0\u1efa\u2007\u200c\u2010\u2017\u2018\u2028"
    "\u202f\u203b\u203d\u203e\u203f\u2041\u2043\u2045\u204b\u204c\u2052\u2053\u205d\u205e\u20a1\u20a2"
    "\u20a3\u20a5\u20a6\u20a8\u20a9\u20aa\u20ab\u20af\u20b1\u20b3\u20b4\u20b6\u20b8\u20bb\u20bc\u20be"
    "\u2102\u2103\u210d\u210e\u2113\u2114\u2115\u2118\u2119\u211b\u211d\u211e\u2122\u2123\u2124\u2125"
    "\u2126\u2127\u212e\u212f\u2153\u2155\u215b\u215f\u2190\u219a\u21a4\u21a8\u21b0\u21b4\u21bc\u21cd"
    "\u21d2\u21d3\u21d4\u21d5\u21f5\u21f6\u2200\u2201\u2202\u220a\u220b\u220d\u220e\u2210\u2211\u2214"
    "\u2215\u221b\u221d\u2231\u2234\u2237\u223c\u223e\u2241\u2242\u2243\u2244\u2245\u2246\u2248\u224a"
    "\u2254\u2255\u2259\u225a\u225c\u225d\u2260\u2266\u226a\u226c\u2270\u2272\u2282\u228a\u2295\u2296"
    "\u22c5\u22c6\u299b\u299c"
)
_TEXT400 = (
    "\u0000\u0001\u0002\u0003\u000d\u000e\u0020\u007f\u00a0\u0180\u018f\u0190\u0192\u0193\u01a0\u01a2"
    "\u01af\u01b1\u01f0\u01f1\u01fa\u0200\u0218\u021c\u0237\u0238\u0259\u025a\u02bc\u02bd\u02c6\u02c8"
    "\u02c9\u02ca\u02d8\u02de\u02f3\u02f4\u0300\u0302\u0303\u0304\u0309\u030a\u030f\u0310\u0323\u0324"
    "\u0384\u038b\u038c\u038d\u038e\u03a2\u03a3\u03cf\u03d1\u03d3\u03d6\u03d7\u0400\u0487\u0488\u0514"
    "\u1e00\u1e02\u1e3e\u1e40\u1e80\u1e86\u1e9e\u1e9f\u1ea0\u1efa\u1f4d\u1f4e\u2000\u200c\u2010\u2012"
    "\u2013\u2016\u2017\u201f\u2020\u2023\u2025\u2028\u2030\u2031\u2032\u2034\u2039\u203b\u203c\u203d"
    "\u2044\u2045\u2070\u2071\u2074\u208f\u20a3\u20a5\u20a6\u20ad\u20b1\u20b2\u20b9\u20bb\u20bc\u20be"
    "\u20c1\u20c2\u2105\u2106\u2113\u2114\u2116\u2117\u2122\u2123\u2126\u2127\u212e\u212f\u215b\u215f"
    "\u2202\u2203\u2206\u2207\u220f\u2210\u2211\u2213\u221a\u221b\u221e\u221f\u222b\u222c\u2248\u2249"
    "\u2260\u2261\u2264\u2266\u25a0\u25a1\u25ca\u25cc\u25cf\u25d0\uee01\uee03\uf6c3\uf6c4\ufb01\ufb05"
    "\ufeff\uff00\ufffc\ufffe"
)
_FA400 = (
    "\u0000\u0001\u000d\u000e\u0020\u007f\u00a0\u0180\u018f\u0190\u0192\u0193\u01a0\u01a2\u01af\u01b1"
    "\u01f0\u01f1\u01fa\u0200\u0218\u021c\u0237\u0238\u0259\u025a\u02bc\u02bd\u02c6\u02c8\u02c9\u02ca"
    "\u02d8\u02de\u02f3\u02f4\u0300\u0302\u0303\u0304\u0309\u030a\u030f\u0310\u0323\u0324\u060c\u060e"
    "\u0610\u0613\u0615\u0616\u061b\u061c\u061f\u0620\u0621\u063b\u063d\u063e\u0640\u0659\u065a\u065c"
    "\u0660\u0672\u0674\u0675\u0679\u067a\u067c\u067d\u067e\u067f\u0681\u0682\u0685\u0687\u0688\u068a"
    "\u0691\u0692\u0693\u0694\u0695\u0697\u0698\u0699\u069a\u069b\u06a0\u06a2\u06a4\u06a5\u06a9\u06ae"
    "\u06af\u06b0\u06b5\u06b6\u06ba\u06bb\u06bc\u06bf\u06c0\u06c4\u06c6\u06d1\u06d2\u06d6\u06dc\u06df"
    "\u06e9\u06ea\u06f0\u06fa\u0762\u0764\u2000\u2016\u2017\u201f\u2020\u2023\u2025\u2028\u202a\u2031"
    "\u2032\u2034\u2039\u203b\u203c\u203d\u2044\u2045\u2074\u2075\u207f\u2080\u20a3\u20a5\u20a6\u20ad"
    "\u20b1\u20b2\u20b9\u20bb\u20bc\u20be\u2105\u2106\u2113\u2114\u2116\u2117\u2122\u2123\u2126\u2127"
    "\u212e\u212f\u215b\u215f\u2202\u2203\u2206\u2207\u220e\u2210\u2211\u2213\u2215\u2216\u221a\u221b"
    "\u221e\u221f\u222b\u222c\u2248\u2249\u2260\u2261\u2264\u2266\u25ca\u25cb\u25cc\u25cd\ufb01\ufb05"
    "\ufb50\ufb52\ufb56\ufb5a\ufb66\ufb6e\ufb7a\ufb7e\ufb88\ufb96\ufb9e\ufba0\ufba5\ufba6\ufba7\ufbb2"
    "\ufbbf\ufbc1\ufbd3\ufbdd\ufbde\ufbe0\ufbe2\ufbe4\ufbe8\ufbea\ufbfc\ufc00\ufd3e\ufd40\ufdf2\ufdf3"
    "\ufdfc\ufdfd\ufe70\ufe75\ufe76\ufefd\ufeff\uff00\ufffc\ufffe"
)
_EMOJI = (
    "\u0000\u0001\u000d\u000e\u0020\u0021\u0023\u0024\u002a\u002b\u0030\u003a\u00a9\u00aa\u00ae\u00af"
    "\u200d\u200e\u203c\u203d\u2049\u204a\u20e3\u20e4\u2122\u2123\u2139\u213a\u2194\u219a\u21a9\u21ab"
    "\u231a\u231c\u2328\u2329\u23cf\u23d0\u23e9\u23f4\u23f8\u23fb\u24c2\u24c3\u25aa\u25ac\u25b6\u25b7"
    "\u25c0\u25c1\u25fb\u25ff\u2600\u2605\u260e\u260f\u2611\u2612\u2614\u2616\u2618\u2619\u261d\u261e"
    "\u2620\u2621\u2622\u2624\u2626\u2627\u262a\u262b\u262e\u2630\u2638\u263b\u2640\u2641\u2642\u2643"
    "\u2648\u2654\u265f\u2661\u2663\u2664\u2665\u2667\u2668\u2669\u267b\u267c\u267e\u2680\u2692\u2698"
    "\u2699\u269a\u269b\u269d\u26a0\u26a2\u26a7\u26a8\u26aa\u26ac\u26b0\u26b2\u26bd\u26bf\u26c4\u26c6"
    "\u26c8\u26c9\u26ce\u26d0\u26d1\u26d2\u26d3\u26d5\u26e9\u26eb\u26f0\u26f6\u26f7\u26fb\u26fd\u26fe"
    "\u2702\u2703\u2705\u2706\u2708\u270e\u270f\u2710\u2712\u2713\u2714\u2715\u2716\u2717\u271d\u271e"
    "\u2721\u2722\u2728\u2729\u2733\u2735\u2744\u2745\u2747\u2748\u274c\u274d\u274e\u274f\u2753\u2756"
    "\u2757\u2758\u2763\u2765\u2795\u2798\u27a1\u27a2\u27b0\u27b1\u27bf\u27c0\u2934\u2936\u2b05\u2b08"
    "\u2b1b\u2b1d\u2b50\u2b51\u2b55\u2b56\u3030\u3031\u303d\u303e\u3297\u3298\u3299\u329a\ufe0e\ufe10"
    "\U0001f004\U0001f005\U0001f0cf\U0001f0d0\U0001f170\U0001f172\U0001f17e\U0001f180\U0001f18e"
    "\U0001f18f\U0001f191\U0001f19b\U0001f1e6\U0001f200\U0001f201\U0001f203\U0001f21a\U0001f21b"
    "\U0001f22f\U0001f230\U0001f232\U0001f23b\U0001f250\U0001f252\U0001f300\U0001f322\U0001f324"
    "\U0001f394\U0001f396\U0001f398\U0001f399\U0001f39c\U0001f39e\U0001f3f1\U0001f3f3\U0001f3f6"
    "\U0001f3f7\U0001f4fe\U0001f4ff\U0001f53e\U0001f549\U0001f54f\U0001f550\U0001f568\U0001f56f"
    "\U0001f571\U0001f573\U0001f57b\U0001f587\U0001f588\U0001f58a\U0001f58e\U0001f590\U0001f591"
    "\U0001f595\U0001f597\U0001f5a4\U0001f5a6\U0001f5a8\U0001f5a9\U0001f5b1\U0001f5b3\U0001f5bc"
    "\U0001f5bd\U0001f5c2\U0001f5c5\U0001f5d1\U0001f5d4\U0001f5dc\U0001f5df\U0001f5e1\U0001f5e2"
    "\U0001f5e3\U0001f5e4\U0001f5e8\U0001f5e9\U0001f5ef\U0001f5f0\U0001f5f3\U0001f5f4\U0001f5fa"
    "\U0001f650\U0001f680\U0001f6c6\U0001f6cb\U0001f6d3\U0001f6d5\U0001f6da\U0001f6dc\U0001f6e6"
    "\U0001f6e9\U0001f6ea\U0001f6eb\U0001f6ed\U0001f6f0\U0001f6f1\U0001f6f3\U0001f6fd\U0001f7e0"
    "\U0001f7ec\U0001f7f0\U0001f7f1\U0001f90c\U0001f93b\U0001f93c\U0001f946\U0001f947\U0001fa00"
    "\U0001fa70\U0001fa7d\U0001fa80\U0001fac7\U0001fac8\U0001fac9\U0001facc\U0001fade\U0001fadf"
    "\U0001faec\U0001faef\U0001fafb\U000e0030\U000e003a\U000e0061\U000e007b\U000e007f\U000e0080"
    "\U000fe4e5\U000fe4ef\U000fe82c\U000fe82d\U000fe82e\U000fe838"
)
_WIDE = (
    "\u0020\u007f\u00a0\u02ea\u02ec\u02ef\u02f3\u02f4\u02f7\u02f8\u0300\u0350\u0351\u0354\u0357\u0359"
    "\u035a\u035b\u035c\u0363\u0370\u0378\u037a\u037f\u0384\u038b\u038c\u038d\u038e\u03a2\u03a3\u0526"
    "\u0531\u0557\u0559\u0560\u0561\u0588\u0589\u058b\u05b0\u05c4\u05c6\u05c8\u05d0\u05eb\u05f0\u05f5"
    "\u0606\u0608\u0609\u060b\u060c\u060d\u0615\u0616\u061b\u061c\u061f\u0620\u0621\u063b\u0640\u0656"
    "\u0657\u0658\u065a\u065b\u0660\u0671\u0674\u0675\u0679\u06c0\u06c6\u06c7\u06cc\u06cd\u06ce\u06cf"
    "\u06d5\u06d6\u06f0\u06fa\u07c0\u07e8\u07eb\u07f6\u07f8\u07fb\u0e3f\u0e40\u0e81\u0e83\u0e84\u0e85"
    "\u0e87\u0e89\u0e8a\u0e8b\u0e8d\u0e8e\u0e94\u0e98\u0e99\u0ea0\u0ea1\u0ea4\u0ea5\u0ea6\u0ea7\u0ea8"
    "\u0eaa\u0eac\u0ead\u0eba\u0ebb\u0ebe\u0ec0\u0ec5\u0ec6\u0ec7\u0ec8\u0ece\u0ed0\u0eda\u0edc\u0ede"
    "\u10a0\u10c6\u10d0\u10fd\u1401\u1408\u1409\u141c\u141d\u1436\u1437\u144b\u144c\u1453\u1454\u14be"
    "\u14c0\u14eb\u14ec\u1508\u1510\u153f\u1540\u1551\u1552\u156b\u1574\u1586\u158a\u1597\u15a0\u15b0"
    "\u15de\u15df\u15e1\u15e2\u1646\u1648\u166e\u1677\u1680\u169d\u1d00\u1d15\u1d16\u1d24\u1d26\u1d2f"
    "\u1d30\u1d5c\u1d5d\u1d6b\u1d77\u1d79\u1d7b\u1d7c\u1d7d\u1d7e\u1d85\u1d86\u1d9b\u1dc0\u1dc4\u1dca"
    "\u1e00\u1efc\u1f00\u1f16\u1f18\u1f1e\u1f20\u1f46\u1f48\u1f4e\u1f50\u1f58\u1f59\u1f5a\u1f5b\u1f5c"
    "\u1f5d\u1f5e\u1f5f\u1f7e\u1f80\u1fb5\u1fb6\u1fc5\u1fc6\u1fd4\u1fd6\u1fdc\u1fdd\u1ff0\u1ff2\u1ff5"
    "\u1ff6\u1fff\u2000\u2065\u206a\u2072\u2074\u208f\u2090\u209d\u20a0\u20b6\u20b8\u20bb\u20d0\u20d2"
    "\u20d6\u20d8\u20db\u20dd\u20e1\u20e2\u2100\u210a\u210b\u214a\u214b\u214c\u214e\u214f\u2150\u2186"
    "\u2189\u218a\u2190\u2312\u2318\u231a\u231c\u2322\u2324\u2329\u232b\u232d\u2373\u2376\u237a\u237b"
    "\u237d\u237e\u2387\u2388\u2394\u2395\u239b\u23af\u23ce\u23d0\u23e3\u23e4\u23e5\u23e6\u23e8\u23e9"
    "\u2422\u2424\u2460\u246a\u2500\u269d\u26a0\u26b9\u26c0\u26c4\u26e2\u26e3\u2701\u2705\u2706\u270a"
    "\u270c\u2728\u2729\u274c\u274d\u274e\u274f\u2753\u2756\u2757\u2758\u275f\u2761\u2795\u2798\u27b0"
    "\u27b1\u27bf\u27c5\u27c7\u27e0\u27e1\u27e6\u27ec\u27f0\u2900\u2906\u2908\u290a\u290c\u2940\u2942"
    "\u2983\u2985\u29ce\u29d6\u29eb\u29ec\u29fa\u29fc\u2a00\u2a03\u2a0c\u2a1d\u2a2f\u2a30\u2a6a\u2a6c"
    "\u2a7d\u2aa1\u2aae\u2abb\u2af9\u2afb\u2b00\u2b1b\u2b1f\u2b25\u2b53\u2b55\u2c60\u2c78\u2c79\u2c80"
    "\u2d00\u2d26\u2d30\u2d66\u2d6f\u2d70\u2e18\u2e19\u2e1e\u2e1f\u2e22\u2e26\u2e2e\u2e2f\u4dc0\u4e00"
    "\ua4d0\ua500\ua644\ua648\ua64c\ua64e\ua650\ua652\ua654\ua658\ua662\ua66f\ua68a\ua68e\ua694\ua696"
    "\ua708\ua717\ua71b\ua720\ua722\ua72c\ua730\ua742\ua746\ua74c\ua74e\ua754\ua756\ua758\ua764\ua768"
    "\ua780\ua784\ua789\ua78f\ua790\ua792\ua7a0\ua7ab\ua7fa\ua800\uef00\uef1a\uf000\uf004\uf400\uf427"
    "\uf428\uf442\uf6c5\uf6c6\ufb00\ufb07\ufb13\ufb18\ufb1d\ufb37\ufb38\ufb3d\ufb3e\ufb3f\ufb40\ufb42"
    "\ufb43\ufb45\ufb46\ufb50\ufb52\ufba4\ufbaa\ufbae\ufbd3\ufbd7\ufbd9\ufbdb\ufbe8\ufbea\ufbfc\ufc00"
    "\ufe00\ufe10\ufe20\ufe24\ufe70\ufe75\ufe76\ufefd\ufeff\uff00\ufff9\ufffe\U00010300\U0001031f"
    "\U00010320\U00010324\U0001d300\U0001d357\U0001d538\U0001d53a\U0001d53b\U0001d53f\U0001d540"
    "\U0001d545\U0001d546\U0001d547\U0001d54a\U0001d551\U0001d552\U0001d56c\U0001d5a0\U0001d5d4"
    "\U0001d7d8\U0001d7ec\U0001f030\U0001f094\U0001f0a0\U0001f0af\U0001f0b1\U0001f0bf\U0001f0c1"
    "\U0001f0d0\U0001f0d1\U0001f0e0\U0001f42d\U0001f42f\U0001f431\U0001f432\U0001f435\U0001f436"
    "\U0001f600\U0001f624\U0001f625\U0001f62c\U0001f62d\U0001f641"
)

BOUNDS = {
    "title": _TITLE,
    "text400": _TEXT400,
    "text500": _TEXT400,
    "text700": _TEXT400,
    "fa400": _FA400,
    "fa500": _FA400,
    "fa700": _FA400,
    "emoji": _EMOJI,
    "wide": _WIDE,
}


# Font names and their files in assets/fonts; the last one is part of Kivy.
FACES = {
    "title": "Vollkorn-Bold.ttf",
    "text400": "Roboto-Regular.ttf",
    "text500": "Roboto-Medium.ttf",
    "text700": "Roboto-Bold.ttf",
    "fa400": "Vazirmatn-Regular.ttf",
    "fa500": "Vazirmatn-Medium.ttf",
    "fa700": "Vazirmatn-Bold.ttf",
    "emoji": "NotoEmoji-Regular.ttf",
    "wide": "DejaVuSans.ttf",
}


# Unicode categories of characters that need no glyph of their own.
_INVISIBLE_CATEGORIES = frozenset({"Cf", "Mn", "Me", "Zs"})


def has_glyphs_for(text: str) -> bool:
    """Return True if every character has a glyph in one of the fonts."""
    return all(
        unicodedata.category(char) in _INVISIBLE_CATEGORIES or any(has_glyph(face, char) for face in FACES)
        for char in text
    )


def has_glyph(face: str, char: str) -> bool:
    """Return True if the font has a glyph for this character."""
    # BOUNDS alternates between starts and ends of ranges: inside a range the count is odd.
    return bisect_right(BOUNDS[face], char) % 2 == 1


TITLE_FACE = "title"
ICONS = "icons"
ELLIPSIS = "…"

# Line heights as a multiple of the font size; those of the fonts themselves are uneven.
_LEADING = {TITLE_FACE: 1.2, "text400": 1.3, "text500": 1.28, "text700": 1.22, ICONS: 1.0}
_PERSIAN_LEADING = 1.45
_NUMBER_LEADING = 1.22
# Fonts shipped with Kivy: for missing files, and for scripts that no other font covers.
_LATIN_FALLBACK = "data/fonts/Roboto-Regular.ttf"
_WIDE_FALLBACK = "data/fonts/DejaVuSans.ttf"
_LAST_FALLBACK = "wide"
# Shipped font files: those with a coverage table (except Kivy's own), and the icon font.
_FILES = {
    **{face: file for face, file in FACES.items() if face != _LAST_FALLBACK},
    ICONS: "CompanionIcons.ttf",
}

# Tolerance when estimating the width at one font size from another.
_SIZE_TOLERANCE = 1.05
# Maximum number of words of a label; longer texts count as sentences.
_MAX_LABEL_WORDS = 6

# Kivy keeps 64 fonts open. Measuring an evicted word may have to open its font again, which takes fifty
# times as long as measuring: so the caches hold the measurements of every page.
_LARGE_CACHE = 16384
_SMALL_CACHE = 4096

_missing: list[str] = []


def register_fonts() -> tuple[str, ...]:
    """Register the fonts; return the missing files, for which Kivy's fonts are used."""
    _missing.clear()
    LabelBase.register(_LAST_FALLBACK, fn_regular=_WIDE_FALLBACK)
    for face, file in _FILES.items():
        path = asset("fonts", file)
        if path.is_file():
            LabelBase.register(face, fn_regular=str(path))
        else:
            _missing.append(file)
            latin = face == TITLE_FACE or face.startswith("text")
            LabelBase.register(face, fn_regular=_LATIN_FALLBACK if latin else _WIDE_FALLBACK)
    return tuple(_missing)


class RenderedText(NamedTuple):
    """Rendered text: `label.texture` is white, to be tinted by the canvas colour."""

    label: CoreLabel
    width: float
    height: float
    lines: int


@lru_cache(maxsize=512)
def _measuring_label(face: str, size: int) -> CoreLabel:
    return CoreLabel(font_name=face, font_size=size)


@lru_cache(maxsize=_LARGE_CACHE)
def _run_width(face: str, size: int, text: str) -> int:
    return int(_measuring_label(face, size).get_extents(text)[0])


@lru_cache(maxsize=512)
def _natural_height(face: str, size: int) -> int:
    return int(_measuring_label(face, size).get_extents("Hg")[1])


@lru_cache(maxsize=1024)
def _fallback_faces(text: str, face: str, weight: int) -> tuple[str, ...]:
    """Return the fonts to try, best first; any Persian letter makes the Persian font come first."""
    if face == ICONS:
        return (ICONS,)
    latin = (TITLE_FACE, "text700") if face == TITLE_FACE else (f"text{weight}",)
    persian = (f"fa{700 if face == TITLE_FACE else weight}",)
    order = persian + latin if line_breaking.needs_shaping(text) else latin + persian
    return (*order, "emoji", _LAST_FALLBACK)


@lru_cache(maxsize=2048)
def _runs(text: str, faces: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    if len(faces) == 1 or text.isascii():
        return ((faces[0], text),)
    return tuple(line_breaking.split_font_runs(text, has_glyph, faces)) or ((faces[0], text),)


def _measure(text: str, faces: tuple[str, ...], size: int) -> float:
    return sum(_run_width(face, size, run) for face, run in _runs(text, faces))


@lru_cache(maxsize=2048)
def is_rtl_text(text: str, default_rtl: bool) -> bool:
    """Return True if the text is written right to left.

    Text with letters of one direction only has that direction, whatever the language of the menus. Mixed
    text and text without letters follow `default_rtl`.
    """
    bidi_classes = {unicodedata.bidirectional(char) for char in text}
    left, right = "L" in bidi_classes, not bidi_classes.isdisjoint(("R", "AL"))
    return default_rtl if left == right else right


def line_height(text: str, face: str, weight: int, size: int) -> float:
    main = _fallback_faces(text, face, weight)[0]
    # Persian letters need a larger line height for dots and descenders; its digits do not.
    persian = main not in _LEADING and any(char.isalpha() for char in text)
    return size * (_PERSIAN_LEADING if persian else _LEADING.get(main, _NUMBER_LEADING))


@lru_cache(maxsize=_SMALL_CACHE)
def _break_lines(
    text: str, face: str, weight: int, size: int, width: int | None, rtl: bool, max_lines: int | None
) -> tuple[str, ...]:
    faces = _fallback_faces(text, face, weight)
    room = float(width) if width is not None else float("inf")
    return tuple(
        line_breaking.visual_lines(
            text, room, lambda part: _measure(part, faces, size), rtl, max_lines, ELLIPSIS
        )
    )


# Small cache: widgets hold the textures on screen, this one only saves those that may be shown again.
@lru_cache(maxsize=96)
def render_text(
    text: str,
    face: str,
    weight: int,
    size: int,
    *,
    width: int | None,
    align: str,
    rtl: bool,
    max_lines: int | None = None,
) -> RenderedText:
    """Break, shape and draw `text` at `size` pixels; with `width` None, lines break only at newlines."""
    lines = _break_lines(text, face, weight, size, width, rtl, max_lines) or ("",)
    faces = _fallback_faces(text, face, weight)
    leading = line_height(text, face, weight, size)
    options = {
        "font_size": size,
        "halign": align,
        "line_height": leading / max(1, _natural_height(faces[0], size)),
    }
    mixed = [_runs(line, faces) for line in lines]
    if all(len(runs) <= 1 for runs in mixed) and len({runs[0][0] for runs in mixed if runs}) <= 1:
        font = next((runs[0][0] for runs in mixed if runs), faces[0])
        label = CoreLabel(text="\n".join(lines), font_name=font, **options)
    else:
        marked = "\n".join(
            "".join(f"[font={font}]{escape_markup(run)}[/font]" for font, run in runs) for runs in mixed
        )
        label = MarkupLabel(text=marked, font_name=faces[0], markup=True, **options)
    label.refresh()
    texture = label.texture
    if texture is not None:
        # Text is drawn on whole pixels at its own size, so interpolation would only cost time.
        texture.mag_filter = texture.min_filter = "nearest"
    texture_size = texture.size if texture is not None else (0, leading * len(lines))
    return RenderedText(
        label, float(texture_size[0]), max(float(texture_size[1]), leading * len(lines)), len(lines)
    )


def line_count(text: str, face: str, weight: int, size: int, *, width: int, rtl: bool) -> int:
    """Return the number of lines of the whole text at this width."""
    return len(_break_lines(text, face, weight, size, width, rtl, None))


def text_width(text: str, face: str, weight: int, size: int, *, rtl: bool) -> float:
    """Return the width of the text on one line, with a small margin."""
    faces = _fallback_faces(text, face, weight)
    lines = _break_lines(text, face, weight, size, None, rtl, None)
    return max((_measure(line, faces, size) for line in lines), default=0.0) + 2


@lru_cache(maxsize=1024)
def _unbreakable_parts(text: str, rtl: bool) -> tuple[str, ...]:
    """Return the parts that must not be broken, shaped for drawing."""
    return tuple(
        line_breaking.shape_line(word, rtl) for word in dict.fromkeys(line_breaking.unbreakable_parts(text))
    )


@lru_cache(maxsize=2048)
def max_word_width(text: str, face: str, weight: int, size: int, *, rtl: bool) -> float:
    """Return the width of the widest unbreakable part."""
    faces = _fallback_faces(text, face, weight)
    return max((_measure(word, faces, size) for word in _unbreakable_parts(text, rtl)), default=0.0)


@lru_cache(maxsize=_SMALL_CACHE)
def words_fit(text: str, face: str, weight: int, size: int, *, width: int, rtl: bool) -> bool:
    """Return True if no word has to be broken. If whole lines fit, the words are not measured."""
    faces = _fallback_faces(text, face, weight)
    lines = _break_lines(text, face, weight, size, None, rtl, None)
    if all(_measure(line, faces, size) <= width for line in lines):
        return True
    return max_word_width(text, face, weight, size, rtl=rtl) <= width


@lru_cache(maxsize=1024)
def min_text_width(
    text: str, face: str, weight: int, size: int, *, rtl: bool, max_lines: int | None
) -> float:
    """Return the narrowest width at which a label fits on `max_lines` lines with all words whole.

    For sentences, which have more words than a label, the lines are not limited.
    """
    needed = max_word_width(text, face, weight, size, rtl=rtl)
    words = line_breaking.unbreakable_parts(text)
    if max_lines is None or not max_lines < len(words) <= _MAX_LABEL_WORDS:
        return needed
    faces = _fallback_faces(text, face, weight)
    runs = {
        _measure(line_breaking.shape_line(" ".join(words[start:end]), rtl), faces, size)
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
    }
    enough = (
        run + 1
        for run in sorted(runs)
        if run >= needed and line_count(text, face, weight, size, width=int(run) + 1, rtl=rtl) <= max_lines
    )
    # Preserved spaces, as beside an empty word, make a text wider than its words.
    return next(enough, _measure(line_breaking.shape_line(text, rtl), faces, size) + 1)


@lru_cache(maxsize=_SMALL_CACHE)
def fit_font_size(
    text: str,
    face: str,
    weight: int,
    max_size: int,
    min_size: int,
    *,
    width: int,
    height: int,
    rtl: bool,
    max_lines: int | None = None,
    hard_min_size: int | None = None,
) -> int:
    """Return the largest font size at which the text fits the box with all words, none of them broken.

    Sizes below `min_size`, down to `hard_min_size`, are used only to avoid broken or missing words; the
    height is ignored there. If that is not enough, unbroken words take precedence over complete text.
    """
    unbroken_size = 0
    lower_bound = min_size if hard_min_size is None else min(hard_min_size, min_size)

    def fits(size: int, measured_size: int, available: int) -> tuple[bool, bool]:
        """Return whether all text fits and whether all words are whole, measured at `measured_size`."""
        if not words_fit(text, face, weight, measured_size, width=available, rtl=rtl):
            return False, False
        lines = line_count(text, face, weight, measured_size, width=available, rtl=rtl)
        low_enough = size <= min_size or lines * line_height(text, face, weight, size) <= height
        return low_enough and (max_lines is None or lines <= max_lines), True

    for size in _sizes(max_size, lower_bound):
        # Every font size is another font to open, so first estimate from the largest size, with a tolerance:
        # widths do not scale exactly, because glyphs are placed on whole pixels.
        if size not in (max_size, lower_bound):
            all_fit, all_whole = fits(size, max_size, int(width * max_size / size * _SIZE_TOLERANCE))
            if not (all_whole if size <= min_size else all_fit):
                continue
        all_fit, all_whole = fits(size, size, width)
        if all_fit:
            return size
        if all_whole and size <= min_size:
            unbroken_size = unbroken_size or size
    return unbroken_size or min_size


def _sizes(max_size: int, min_size: int) -> Iterator[int]:
    yield from range(max_size, min_size, -max(1, max_size // 24))
    yield min_size


def clear_caches() -> None:
    """Drop all cached textures and measurements, for example after the GL context was lost."""
    for measure in (
        _measuring_label,
        _run_width,
        _natural_height,
        _fallback_faces,
        _runs,
        _break_lines,
        _unbreakable_parts,
    ):
        measure.cache_clear()
    for function in (max_word_width, words_fit, min_text_width, fit_font_size, render_text):
        function.cache_clear()
