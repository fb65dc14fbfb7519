package android.net;

import android.os.Parcelable;

public abstract class Uri implements Parcelable {
    public static Uri parse(String uriString) {
        return new Text(uriString);
    }

    public abstract String getScheme();

    public abstract String getLastPathSegment();

    private static class Text extends Uri {
        private final String text;

        Text(String text) {
            this.text = text;
        }

        @Override
        public String getScheme() {
            int colon = text.indexOf(':');
            return colon < 0 ? null : text.substring(0, colon);
        }

        @Override
        public String getLastPathSegment() {
            int slash = text.lastIndexOf('/');
            return slash < 0 ? null : text.substring(slash + 1);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
