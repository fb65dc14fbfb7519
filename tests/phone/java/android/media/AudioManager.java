package android.media;

public class AudioManager {
    public static final int STREAM_MUSIC = 3;

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

    // For tests.
    public static int step = 5;
    public static int steps = 15;
}
