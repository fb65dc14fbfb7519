package android.view;

import android.graphics.Rect;

public class View {
    public static final int SYSTEM_UI_FLAG_LIGHT_NAVIGATION_BAR = 0x00000010;
    public static final int SYSTEM_UI_FLAG_LIGHT_STATUS_BAR = 0x00002000;

    public final int getWidth() {
        return width;
    }

    public final int getHeight() {
        return height;
    }

    public void getLocationInWindow(int[] outLocation) {
        outLocation[0] = x;
        outLocation[1] = y;
    }

    public void getLocationOnScreen(int[] outLocation) {
        outLocation[0] = windowX + x;
        outLocation[1] = windowY + y;
    }

    public void getWindowVisibleDisplayFrame(Rect outRect) {
        outRect.set(windowX, windowY, windowX + width, visibleBottom);
    }

    public WindowInsets getRootWindowInsets() {
        if (broken) throw new IllegalStateException("a view that is gone");
        return insets;
    }

    public int getSystemUiVisibility() {
        return visibility;
    }

    public void setSystemUiVisibility(int visibility) {
        Window.onlyOnTheThreadOfTheSystem();
        View.visibility = visibility;
    }

    // For tests.
    public static WindowInsets insets = new WindowInsets();
    public static boolean broken = false;
    public static int visibility = 0;
    public static int visibleBottom = 0;
    public static int windowX = 0;
    public static int windowY = 0;

    public int x;
    public int y;
    public int width;
    public int height;
}
