from __future__ import annotations

from companion.device.system import device_language
from companion.settings import default_language
from tests.phone.jvm import Phone


def spoken(tags: list[str]) -> list[str]:
    from jnius import autoclass

    locale, found = autoclass("java.util.Locale"), []
    for tag in tags:
        locale.setDefault(locale.forLanguageTag(tag))
        found.append(device_language())
    return found


def test_a_phone_says_which_language_it_speaks(phone: Phone) -> None:
    told = phone(spoken, ["fa-IR", "el", "it-CH", "zh-Hans-CN"])
    assert told == ["fa_IR", "el", "it_CH", "zh_Hans_CN"]
    assert [default_language(locale) for locale in told] == ["fa", "el", "it", "en"]
