package android.content;

import java.util.HashMap;
import java.util.Map;

public class Context {
    public static final String AUDIO_SERVICE = "audio";
    public static final String VIBRATOR_SERVICE = "vibrator";

    private final ContentResolver resolver = new ContentResolver() {};

    public Object getSystemService(String name) {
        return services.get(name);
    }

    public ContentResolver getContentResolver() {
        return resolver;
    }

    public void startActivity(Intent intent) {
        throw new UnsupportedOperationException("an activity does it");
    }

    // For tests.
    public static final Map<String, Object> services = new HashMap<>();
}
