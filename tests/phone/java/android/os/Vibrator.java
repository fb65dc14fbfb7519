package android.os;

import java.util.ArrayList;
import java.util.List;

public abstract class Vibrator {
    public abstract boolean hasVibrator();

    public void vibrate(long milliseconds) {
        buzz("for " + milliseconds);
    }

    public void vibrate(long[] pattern, int repeat) {
        throw new UnsupportedOperationException("a pattern");
    }

    public void vibrate(VibrationEffect vibe) {
        buzz("once for " + vibe.milliseconds);
    }

    // For tests.
    public static final List<String> buzzes = new ArrayList<>();
    public static boolean permitted = true;

    private static void buzz(String how) {
        if (!permitted)
            throw new SecurityException("Requires VIBRATE permission");
        buzzes.add(how);
    }

    /** What Android gives out as its service, under a name of its own. */
    public static class SystemVibrator extends Vibrator {
        private final boolean motor;

        public SystemVibrator(boolean motor) {
            this.motor = motor;
        }

        @Override
        public boolean hasVibrator() {
            return motor;
        }
    }
}
