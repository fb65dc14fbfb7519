package android.app;

import android.content.ActivityNotFoundException;
import android.content.Context;
import android.content.Intent;
import android.view.Window;
import java.util.ArrayList;
import java.util.List;

public class Activity extends Context {
    public static final int RESULT_CANCELED = 0;
    public static final int RESULT_OK = -1;

    private Intent intent = new Intent(Intent.ACTION_MAIN);

    public Intent getIntent() {
        return intent;
    }

    public void setIntent(Intent newIntent) {
        intent = newIntent;
    }

    @Override
    public void startActivity(Intent intent) {
        startActivityForResult(intent, -1);
    }

    public void startActivityForResult(Intent intent, int requestCode) {
        if (refusal.equals("nobody")) throw new ActivityNotFoundException("No Activity found to handle Intent");
        if (refusal.equals("forbidden")) throw new SecurityException("Permission Denial: starting Intent");
        started.add(intent);
        lastRequest = requestCode;
    }

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
    public static String refusal = "";
    public static int lastRequest = -1;
    public static final List<Intent> started = new ArrayList<>();
}
