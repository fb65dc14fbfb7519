package android.content;

import android.net.Uri;
import android.os.Parcelable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Intent implements Parcelable {
    public static final String ACTION_MAIN = "android.intent.action.MAIN";
    public static final String ACTION_SEND = "android.intent.action.SEND";
    public static final String ACTION_VIEW = "android.intent.action.VIEW";
    public static final String ACTION_CHOOSER = "android.intent.action.CHOOSER";
    public static final String ACTION_OPEN_DOCUMENT = "android.intent.action.OPEN_DOCUMENT";
    public static final String ACTION_CREATE_DOCUMENT = "android.intent.action.CREATE_DOCUMENT";
    public static final String CATEGORY_OPENABLE = "android.intent.category.OPENABLE";
    public static final String EXTRA_INTENT = "android.intent.extra.INTENT";
    public static final String EXTRA_MIME_TYPES = "android.intent.extra.MIME_TYPES";
    public static final String EXTRA_STREAM = "android.intent.extra.STREAM";
    public static final String EXTRA_TEXT = "android.intent.extra.TEXT";
    public static final String EXTRA_TITLE = "android.intent.extra.TITLE";
    public static final int FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY = 0x00100000;
    public static final int FLAG_GRANT_READ_URI_PERMISSION = 0x00000001;

    private final String action;
    private String type;
    private Uri data;
    private int flags;
    private ClipData clip;

    public Intent() {
        this((String) null);
    }

    public Intent(String action) {
        this.action = action;
    }

    public Intent(String action, Uri uri) {
        this.action = action;
        this.data = uri;
    }

    public Intent(Intent o) {
        this(o.action, o.data);
    }

    public static Intent createChooser(Intent target, CharSequence title) {
        Intent chooser = new Intent(ACTION_CHOOSER);
        chooser.putExtra(EXTRA_INTENT, target);
        if (title != null) chooser.putExtra(EXTRA_TITLE, title);
        // As Android does: the chooser itself must be allowed to read, for a picture of the file.
        chooser.addFlags(target.flags & FLAG_GRANT_READ_URI_PERMISSION);
        chooser.setClipData(target.clip);
        return chooser;
    }

    public String getAction() {
        return action;
    }

    public Uri getData() {
        return data;
    }

    public String getType() {
        return type;
    }

    public Intent setType(String type) {
        this.type = type;
        return this;
    }

    public int getFlags() {
        return flags;
    }

    public Intent addFlags(int flags) {
        this.flags |= flags;
        return this;
    }

    public Intent addCategory(String category) {
        categories.add(category);
        return this;
    }

    public ClipData getClipData() {
        return clip;
    }

    public void setClipData(ClipData clip) {
        this.clip = clip;
    }

    @SuppressWarnings("unchecked")
    public <T extends Parcelable> T getParcelableExtra(String name) {
        // As Android does where an app has put in something of a class that only it knows.
        if (unreadable) throw new RuntimeException("BadParcelableException");
        Object found = extras.get(name);
        return found instanceof Parcelable ? (T) found : null;
    }

    public Intent putExtra(String name, boolean value) {
        return put(name, value);
    }

    public Intent putExtra(String name, byte value) {
        return put(name, value);
    }

    public Intent putExtra(String name, char value) {
        return put(name, value);
    }

    public Intent putExtra(String name, short value) {
        return put(name, value);
    }

    public Intent putExtra(String name, int value) {
        return put(name, value);
    }

    public Intent putExtra(String name, long value) {
        return put(name, value);
    }

    public Intent putExtra(String name, float value) {
        return put(name, value);
    }

    public Intent putExtra(String name, double value) {
        return put(name, value);
    }

    public Intent putExtra(String name, String value) {
        return put(name, value);
    }

    public Intent putExtra(String name, CharSequence value) {
        return put(name, value);
    }

    public Intent putExtra(String name, Parcelable value) {
        return put(name, value);
    }

    public Intent putExtra(String name, Parcelable[] value) {
        return put(name, value);
    }

    public Intent putExtra(String name, Serializable value) {
        return put(name, value);
    }

    public Intent putExtra(String name, boolean[] value) {
        return put(name, value);
    }

    public Intent putExtra(String name, byte[] value) {
        return put(name, value);
    }

    public Intent putExtra(String name, int[] value) {
        return put(name, value);
    }

    public Intent putExtra(String name, long[] value) {
        return put(name, value);
    }

    public Intent putExtra(String name, String[] value) {
        return put(name, value);
    }

    public Intent putExtra(String name, CharSequence[] value) {
        return put(name, value);
    }

    // For tests.
    public boolean unreadable;
    public final Map<String, Object> extras = new HashMap<>();
    public final List<String> categories = new ArrayList<>();

    public String[] strings(String name) {
        return (String[]) extras.get(name);
    }

    private Intent put(String name, Object value) {
        extras.put(name, value);
        return this;
    }
}
