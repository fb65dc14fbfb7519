"""Guess the pronunciation of a word missing in the lexicon by espeak-ng's rules, for manual review."""

from __future__ import annotations

import ctypes
import os
from functools import cache

_UTF8, _IPA = 1, 2
_VOICES = {"en": "en-us"}


def guess(word: str, language: str) -> str:
    library = _library()
    if library.espeak_SetVoiceByName(_VOICES.get(language, language).encode()):
        return ""
    text = ctypes.create_string_buffer(word.encode())
    pointer = ctypes.c_void_p(ctypes.addressof(text))
    phonemes = []
    while pointer.value:
        phonemes.append(library.espeak_TextToPhonemes(ctypes.byref(pointer), _UTF8, _IPA).decode())
    return " ".join(phonemes).strip()


@cache
def _library() -> ctypes.CDLL:
    import espeakng_loader

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    retrieval = 1
    library.espeak_Initialize(retrieval, 0, os.fsencode(espeakng_loader.get_data_path()), 0)
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_TextToPhonemes.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.c_int, ctypes.c_int]
    return library
