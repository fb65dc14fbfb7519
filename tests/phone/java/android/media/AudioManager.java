package android.media;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class AudioManager {
    public static final int STREAM_MUSIC = 3;
    public static final int AUDIOFOCUS_GAIN_TRANSIENT_MAY_DUCK = 3;
    public static final int AUDIOFOCUS_REQUEST_FAILED = 0;
    public static final int AUDIOFOCUS_REQUEST_GRANTED = 1;

    public interface OnAudioFocusChangeListener {
        void onAudioFocusChange(int focusChange);
    }

    public int getStreamVolume(int streamType) {
        return streamType == STREAM_MUSIC ? step : -1;
    }

    public int getStreamMaxVolume(int streamType) {
        return streamType == STREAM_MUSIC ? steps : -1;
    }

    public void setStreamVolume(int streamType, int index, int flags) {
        if (streamType != STREAM_MUSIC || index < 0 || index > steps || flags != 0)
            throw new SecurityException("Not allowed to change Do Not Disturb state");
        step = index;
    }

    public int requestAudioFocus(AudioFocusRequest focusRequest) {
        AudioAttributes attributes = focusRequest.getAudioAttributes();
        calls.add("request " + focusRequest.getFocusGain() + " for " + attributes.getUsage() + " "
                + attributes.getContentType());
        return lent(focusRequest.listener());
    }

    public int requestAudioFocus(OnAudioFocusChangeListener l, int streamType, int durationHint) {
        calls.add("request " + durationHint + " on " + streamType);
        return lent(l);
    }

    public int abandonAudioFocusRequest(AudioFocusRequest focusRequest) {
        calls.add("abandon request");
        return listeners.remove(id(focusRequest.listener())) == null ? AUDIOFOCUS_REQUEST_FAILED
                : AUDIOFOCUS_REQUEST_GRANTED;
    }

    public int abandonAudioFocus(OnAudioFocusChangeListener l) {
        calls.add("abandon");
        return listeners.remove(id(l)) == null ? AUDIOFOCUS_REQUEST_FAILED : AUDIOFOCUS_REQUEST_GRANTED;
    }

    // For tests.
    public static int step = 5;
    public static int steps = 15;
    // What a request is answered with.
    public static int answer = AUDIOFOCUS_REQUEST_GRANTED;
    public static final List<String> calls = new ArrayList<>();
    // As Android does, by what a listener says it is.
    private static final Map<String, OnAudioFocusChangeListener> listeners = new HashMap<>();

    /** Tell whoever is in line, on a thread of Android's; how many that were. */
    public static int tell(int focusChange) throws InterruptedException {
        for (OnAudioFocusChangeListener listener : listeners.values()) {
            Thread main = new Thread(() -> listener.onAudioFocusChange(focusChange), "main");
            main.start();
            main.join();
        }
        return listeners.size();
    }

    private static int lent(OnAudioFocusChangeListener listener) {
        if (answer == AUDIOFOCUS_REQUEST_GRANTED)
            listeners.put(id(listener), listener);
        return answer;
    }

    private static String id(OnAudioFocusChangeListener listener) {
        return listener.toString();
    }
}
