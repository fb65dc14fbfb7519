package org.kivy.android;

import android.app.Activity;
import android.content.Intent;
import android.view.SurfaceView;
import java.util.ArrayList;
import java.util.List;

public class PythonActivity extends Activity {
    public static PythonActivity mActivity = new PythonActivity();

    public static SurfaceView getSurface() {
        return surface;
    }

    public interface NewIntentListener {
        void onNewIntent(Intent intent);
    }

    public interface ActivityResultListener {
        void onActivityResult(int requestCode, int resultCode, Intent data);
    }

    private final List<NewIntentListener> newIntentListeners = new ArrayList<>();
    private final List<ActivityResultListener> activityResultListeners = new ArrayList<>();

    public void registerNewIntentListener(NewIntentListener listener) {
        newIntentListeners.add(listener);
    }

    public void unregisterNewIntentListener(NewIntentListener listener) {
        newIntentListeners.remove(listener);
    }

    public void registerActivityResultListener(ActivityResultListener listener) {
        activityResultListeners.add(listener);
    }

    public void unregisterActivityResultListener(ActivityResultListener listener) {
        activityResultListeners.remove(listener);
    }

    // For tests.
    public static SurfaceView surface = new SurfaceView();

    // What Android does, on a thread of its own; waits for it.
    public void hand(Intent intent) throws InterruptedException {
        elsewhere(() -> newIntentListeners.forEach(one -> one.onNewIntent(intent)));
    }

    public void answer(int requestCode, int resultCode, Intent data) throws InterruptedException {
        elsewhere(() -> activityResultListeners.forEach(
                one -> one.onActivityResult(requestCode, resultCode, data)));
    }

    public int listeners() {
        return newIntentListeners.size() + activityResultListeners.size();
    }

    private static void elsewhere(Runnable act) throws InterruptedException {
        Thread thread = new Thread(act, "main");
        thread.start();
        thread.join();
    }
}
