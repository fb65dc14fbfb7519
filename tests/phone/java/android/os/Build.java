package android.os;

public class Build {
    public static class VERSION {
        // For tests: Android has it final.
        public static int SDK_INT = 36;
    }
}
