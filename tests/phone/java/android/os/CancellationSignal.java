package android.os;

public class CancellationSignal {}
