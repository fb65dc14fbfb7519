package androidx.core.content;

import android.content.Context;
import android.net.Uri;
import java.io.File;

public class FileProvider {
    public static Uri getUriForFile(Context context, String authority, File file) {
        if (!file.getParentFile().getName().equals("exports"))
            throw new IllegalArgumentException("Failed to find configured root that contains " + file);
        return Uri.parse("content://" + authority + "/exports/" + file.getName());
    }
}
