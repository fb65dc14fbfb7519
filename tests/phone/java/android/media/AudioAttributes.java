package android.media;

public final class AudioAttributes {
    public static final int USAGE_MEDIA = 1;
    public static final int CONTENT_TYPE_SPEECH = 1;

    private int usage;
    private int contentType;

    public int getUsage() {
        return usage;
    }

    public int getContentType() {
        return contentType;
    }

    public static class Builder {
        private final AudioAttributes made = new AudioAttributes();

        public Builder() {}

        public Builder setUsage(int usage) {
            made.usage = usage;
            return this;
        }

        public Builder setContentType(int contentType) {
            made.contentType = contentType;
            return this;
        }

        public AudioAttributes build() {
            return made;
        }
    }
}
