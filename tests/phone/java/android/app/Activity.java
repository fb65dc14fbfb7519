package android.app;

import android.content.Context;
import android.view.Window;

public class Activity extends Context {
    public Window getWindow() {
        return window;
    }

    public final void runOnUiThread(Runnable action) {
        if (refusing) throw new IllegalStateException("an activity that is gone");
        Thread thread = new Thread(action, "main of the system");
        thread.start();
        if (patient)
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
    }

    // For tests.
    public static Window window = new Window();
    public static boolean refusing = false;
    /** Android itself never waits; a test that wants to see what came of it may. */
    public static boolean patient = false;
}
