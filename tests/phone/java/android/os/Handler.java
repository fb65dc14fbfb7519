package android.os;

public class Handler {}
