package android.content;

import android.content.res.Resources;
import java.util.HashMap;
import java.util.Map;

public class Context {
    public static final String AUDIO_SERVICE = "audio";
    public static final String VIBRATOR_SERVICE = "vibrator";

    private final ContentResolver resolver = new ContentResolver() {};

    public Context getApplicationContext() {
        return this;
    }

    public Object getSystemService(String name) {
        return services.get(name);
    }

    public Resources getResources() {
        return resources;
    }

    public ContentResolver getContentResolver() {
        return resolver;
    }

    public void startActivity(Intent intent) {
        throw new UnsupportedOperationException("an activity does it");
    }

    // For tests.
    public static Resources resources = new Resources();

    public static final Map<String, Object> services = new HashMap<>();
}
