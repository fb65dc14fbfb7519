package android.view;

public class Window {
    public View getDecorView() {
        return decor;
    }

    public WindowInsetsController getInsetsController() {
        WindowInsets.since(30, null);
        return controlled ? Window::appear : null;
    }

    public void addFlags(int flags) {
        onlyOnTheThreadOfTheSystem();
        Window.flags |= flags;
    }

    public void setStatusBarColor(int color) {
        onlyOnTheThreadOfTheSystem();
        statusBar = color;
    }

    public void setNavigationBarColor(int color) {
        onlyOnTheThreadOfTheSystem();
        navigationBar = color;
    }

    private static void appear(int appearance, int mask) {
        onlyOnTheThreadOfTheSystem();
        Window.appearance = Window.appearance & ~mask | appearance & mask;
    }

    // For tests.
    public static View decor = new View();
    public static boolean controlled = true;
    public static int appearance = 0;
    public static int flags = 0;
    public static int statusBar = 0;
    public static int navigationBar = 0;

    static void onlyOnTheThreadOfTheSystem() {
        if (!Thread.currentThread().getName().equals("main of the system"))
            throw new IllegalStateException("Only the original thread that created a view hierarchy can touch it");
    }
}
