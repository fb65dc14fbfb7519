package org.kivy.android;

import android.app.Activity;
import android.view.SurfaceView;

public class PythonActivity extends Activity {
    public static PythonActivity mActivity = new PythonActivity();

    public static SurfaceView getSurface() {
        return surface;
    }

    // For tests.
    public static SurfaceView surface = new SurfaceView();
}
