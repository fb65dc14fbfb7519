package android.view;

import android.graphics.Insets;
import android.os.Build;
import java.util.HashMap;
import java.util.Map;

public final class WindowInsets {
    public static final class Type {
        public static int systemBars() {
            return since(30, 7);
        }

        public static int ime() {
            return since(30, 8);
        }

        public static int mandatorySystemGestures() {
            return since(30, 32);
        }

        public static int displayCutout() {
            return since(30, 128);
        }
    }

    public Insets getInsets(int typeMask) {
        Insets found = since(30, Insets.of(0, 0, 0, 0));
        for (Map.Entry<Integer, Insets> each : covered.entrySet())
            if ((each.getKey() & typeMask) != 0) found = Insets.max(found, each.getValue());
        return found;
    }

    public int getSystemWindowInsetLeft() {
        return system.left;
    }

    public int getSystemWindowInsetTop() {
        return system.top;
    }

    public int getSystemWindowInsetRight() {
        return system.right;
    }

    public int getSystemWindowInsetBottom() {
        return system.bottom;
    }

    public int getStableInsetBottom() {
        return stableBottom;
    }

    public DisplayCutout getDisplayCutout() {
        return since(28, cutout) == null ? null : new DisplayCutout(cutout);
    }

    // For tests.
    /** By a single type, as `Type` has them. */
    public static final Map<Integer, Insets> covered = new HashMap<>();

    public static Insets system = Insets.of(0, 0, 0, 0);
    public static int stableBottom = 0;
    public static Insets cutout = null;

    /** What an older Android does not have yet. */
    static <T> T since(int level, T answer) {
        if (Build.VERSION.SDK_INT < level) throw new NoSuchMethodError("since " + level);
        return answer;
    }
}
