package android.media;

import android.media.AudioManager.OnAudioFocusChangeListener;
import android.os.Handler;

public final class AudioFocusRequest {
    private final int focusGain;
    private AudioAttributes attributes;
    private OnAudioFocusChangeListener listener;

    private AudioFocusRequest(int focusGain) {
        this.focusGain = focusGain;
    }

    public int getFocusGain() {
        return focusGain;
    }

    public AudioAttributes getAudioAttributes() {
        return attributes;
    }

    // Android keeps it to itself.
    OnAudioFocusChangeListener listener() {
        return listener;
    }

    public static final class Builder {
        private final AudioFocusRequest made;

        public Builder(int focusGain) {
            made = new AudioFocusRequest(focusGain);
        }

        public Builder setAudioAttributes(AudioAttributes attributes) {
            if (attributes == null)
                throw new NullPointerException("Illegal null AudioAttributes");
            made.attributes = attributes;
            return this;
        }

        public Builder setOnAudioFocusChangeListener(OnAudioFocusChangeListener listener) {
            if (listener == null)
                throw new NullPointerException("Illegal null focus listener");
            made.listener = listener;
            return this;
        }

        public Builder setOnAudioFocusChangeListener(OnAudioFocusChangeListener listener, Handler handler) {
            throw new UnsupportedOperationException("without a handler it is Android's main thread");
        }

        public AudioFocusRequest build() {
            return made;
        }
    }
}
