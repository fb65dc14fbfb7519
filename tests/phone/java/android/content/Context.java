package android.content;

import java.util.HashMap;
import java.util.Map;

public class Context {
    public static final String AUDIO_SERVICE = "audio";
    public static final String VIBRATOR_SERVICE = "vibrator";

    public Context getApplicationContext() {
        return this;
    }

    public Object getSystemService(String name) {
        return services.get(name);
    }

    // For tests.
    public static final Map<String, Object> services = new HashMap<>();
}
