package org.kivy.android;

import android.app.Activity;

public class PythonActivity extends Activity {
    public static PythonActivity mActivity = new PythonActivity();
}
