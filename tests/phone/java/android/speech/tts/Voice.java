package android.speech.tts;

import java.util.Locale;
import java.util.Set;

public class Voice {
    private final String name;
    private final Locale locale;
    private final int quality;
    private final boolean network;
    private final Set<String> features;

    public Voice(String name, Locale locale, int quality, int latency, boolean requiresNetworkConnection,
            Set<String> features) {
        this.name = name;
        this.locale = locale;
        this.quality = quality;
        this.network = requiresNetworkConnection;
        this.features = features;
    }

    public String getName() {
        return name;
    }

    public Locale getLocale() {
        return locale;
    }

    public int getQuality() {
        return quality;
    }

    public boolean isNetworkConnectionRequired() {
        return network;
    }

    public Set<String> getFeatures() {
        return features;
    }
}
