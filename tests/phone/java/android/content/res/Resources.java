package android.content.res;

public class Resources {
    public Configuration getConfiguration() {
        return configuration;
    }

    // For tests.
    public static Configuration configuration = new Configuration();
}
