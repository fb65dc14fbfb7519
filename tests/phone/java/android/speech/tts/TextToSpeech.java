package android.speech.tts;

import android.content.Context;
import android.os.Bundle;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

public class TextToSpeech {
    public static final int SUCCESS = 0;
    public static final int ERROR = -1;
    public static final int LANG_MISSING_DATA = -1;
    public static final int LANG_NOT_SUPPORTED = -2;

    public interface OnInitListener {
        void onInit(int status);
    }

    public interface OnUtteranceCompletedListener {
        void onUtteranceCompleted(String utteranceId);
    }

    public TextToSpeech(Context context, OnInitListener listener) {
        calls.add("new");
        engines++;
        number = engines;
        if (context == null)
            throw new NullPointerException("context");
        switch (init) {
            case "late":
                late = listener;
                return;
            case "in the constructor":
                listener.onInit(ERROR);
                return;
            default:
                onAnotherThread(() -> listener.onInit(init.equals("well") ? SUCCESS : ERROR));
        }
    }

    public int setOnUtteranceCompletedListener(final OnUtteranceCompletedListener listener) {
        this.listener = listener;
        return SUCCESS;
    }

    public String getDefaultEngine() {
        return "org.engine";
    }

    public Set<Voice> getVoices() {
        complain("getVoices");
        return voices == null || dead() ? null : new HashSet<>(voices);
    }

    public Voice getDefaultVoice() {
        complain("getDefaultVoice");
        return usual;
    }

    public int setVoice(final Voice voice) {
        calls.add("setVoice " + voice.getName());
        complain("setVoice");
        return dead() ? ERROR : SUCCESS;
    }

    public int setLanguage(final Locale loc) {
        calls.add("setLanguage " + loc.toLanguageTag());
        complain("setLanguage");
        return dead() ? LANG_NOT_SUPPORTED : languages.getOrDefault(loc.toLanguageTag(), LANG_NOT_SUPPORTED);
    }

    public int setSpeechRate(float speechRate) {
        rate = speechRate;
        return SUCCESS;
    }

    public int setPitch(float pitch) {
        TextToSpeech.pitch = pitch;
        return SUCCESS;
    }

    public int synthesizeToFile(final CharSequence text, final Bundle params, final File file,
            final String utteranceId) {
        calls.add("synthesizeToFile " + text);
        complain("synthesizeToFile");
        if (dead() || synthesis.equals("refused"))
            return ERROR;
        if (synthesis.equals("the one before ends again")) {
            write(file);
            listener.onUtteranceCompleted(before);
        } else if (!synthesis.equals("hangs"))
            onAnotherThread(() -> {
                write(file);
                listener.onUtteranceCompleted(utteranceId);
            });
        before = utteranceId;
        return SUCCESS;
    }

    public int synthesizeToFile(final String text, final HashMap<String, String> params,
            final String filename) {
        throw new UnsupportedOperationException("deprecated");
    }

    public static int getMaxSpeechInputLength() {
        return 4000;
    }

    public int stop() {
        calls.add("stop");
        return SUCCESS;
    }

    public void shutdown() {
        calls.add("shutdown");
    }

    // For tests: how the engine behaves, and what was asked of it.
    public static final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    public static final HashMap<String, Integer> languages = new HashMap<>();
    public static List<Voice> voices;
    public static Voice usual;
    public static float rate;
    public static float pitch;
    // "well", "badly", "in the constructor", "late".
    public static String init;
    // "well", "nothing", "empty", "cut off", "silent", "refused", "hangs", "the one before ends again".
    public static String synthesis;
    // The method that throws.
    public static String throwing;
    // So many engines have lost their process.
    public static int died;

    /** Another evening, with a phone that works. */
    public static void reset() {
        calls.clear();
        languages.clear();
        voices = null;
        usual = null;
        init = synthesis = "well";
        throwing = "";
        died = engines = 0;
    }

    /** The engine that was called for comes. */
    public static void come() {
        late.onInit(SUCCESS);
    }

    private static int engines;
    private static OnInitListener late;
    private static String before;
    private final int number;
    private OnUtteranceCompletedListener listener;

    private boolean dead() {
        return number <= died;
    }

    private static void complain(String method) {
        if (method.equals(throwing))
            throw new IllegalStateException(method);
    }

    private static void onAnotherThread(Runnable act) {
        new Thread(act, "Binder").start();
    }

    /** A second of 8000 samples, of 16 bits each. */
    private static void write(File file) {
        if (synthesis.equals("nothing"))
            return;
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file))) {
            if (synthesis.equals("empty"))
                return;
            int bytes = 16000;
            out.writeBytes("RIFF");
            out.writeInt(Integer.reverseBytes(36 + bytes));
            out.writeBytes("WAVEfmt ");
            out.writeInt(Integer.reverseBytes(16));
            out.writeInt(Integer.reverseBytes(0x00010001));
            out.writeInt(Integer.reverseBytes(8000));
            out.writeInt(Integer.reverseBytes(16000));
            out.writeInt(Integer.reverseBytes(0x00100002));
            out.writeBytes("data");
            out.writeInt(Integer.reverseBytes(bytes));
            int there = synthesis.equals("cut off") ? bytes / 4 : bytes / 2;
            for (int i = 0; i < there; i++)
                out.writeShort(synthesis.equals("silent") ? 0 : i % 2 == 0 ? 0x0020 : 0x00e0);
        } catch (IOException wrong) {
            throw new IllegalStateException(wrong);
        }
    }
}
