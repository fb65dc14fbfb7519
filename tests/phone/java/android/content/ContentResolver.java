package android.content;

import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;

public abstract class ContentResolver {
    public final InputStream openInputStream(Uri uri) throws FileNotFoundException {
        if (reading.equals("gone")) throw new FileNotFoundException(uri.toString());
        if (reading.equals("refused")) throw new SecurityException("Permission Denial: opening provider");
        return reading.equals("null") ? null : new Stream();
    }

    public final OutputStream openOutputStream(Uri uri) throws FileNotFoundException {
        return openOutputStream(uri, "w");
    }

    public final OutputStream openOutputStream(Uri uri, String mode) throws FileNotFoundException {
        if (writing.equals("gone")) throw new FileNotFoundException(uri.toString());
        if (!mode.equals("wt")) throw new IllegalArgumentException("what was there would show through");
        return writing.equals("null") ? null : new Written(uri.toString());
    }

    public final Cursor query(
            Uri uri, String[] projection, String selection, String[] selectionArgs, String sortOrder) {
        if (described.equals("refused")) throw new SecurityException("Permission Denial: reading provider");
        return described.equals("null") ? null : new Row(uri.toString(), projection);
    }

    public final Cursor query(
            Uri uri, String[] projection, Bundle queryArgs, android.os.CancellationSignal cancellationSignal) {
        throw new UnsupportedOperationException();
    }

    public final Uri insert(Uri url, ContentValues values) {
        if (writing.equals("no row")) return null;
        if (writing.equals("refused")) throw new SecurityException("Permission Denial");
        String name = (String) values.values.get("_display_name");
        Uri made = Uri.parse(url + "/" + name);
        rows.put(made.toString(), values.values);
        return made;
    }

    public final int update(Uri uri, ContentValues values, String where, String[] selectionArgs) {
        rows.get(uri.toString()).putAll(values.values);
        return 1;
    }

    public final int delete(Uri url, String where, String[] selectionArgs) {
        return rows.remove(url.toString()) == null ? 0 : 1;
    }

    // For tests: what there is to be read, how long it is said to be, and what goes wrong.
    public static String reading = "";
    public static String writing = "";
    public static String described = "";
    public static String name = "game.json";
    public static long said = -1;
    public static int length = 0;
    public static int breaks = -1;
    public static int open;
    public static final Map<String, Map<String, Object>> rows = new HashMap<>();
    public static final Map<String, byte[]> files = new HashMap<>();

    /** So many bytes that count from 0 to 199, a little at a time; it may break off. */
    private static class Stream extends InputStream {
        private int at;

        Stream() {
            open++;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("byte by byte takes for ever");
        }

        @Override
        public int read(byte[] to) throws IOException {
            if (breaks >= 0 && at >= breaks) throw new IOException("Transport endpoint is not connected");
            int left = length - at;
            if (left <= 0) return -1;
            int count = Math.min(Math.min(to.length, left), 50_000);
            for (int i = 0; i < count; i++) to[i] = (byte) ((at + i) % 200);
            at += count;
            return count;
        }

        @Override
        public void close() {
            open--;
        }
    }

    private static class Written extends ByteArrayOutputStream {
        private final String uri;

        Written(String uri) {
            this.uri = uri;
        }

        @Override
        public void write(byte[] from, int start, int length) {
            if (writing.equals("full")) sneaky(new IOException("write failed: ENOSPC (No space left on device)"));
            super.write(from, start, length);
        }

        @SuppressWarnings("unchecked")
        private static <T extends Throwable> void sneaky(Throwable thrown) throws T {
            throw (T) thrown;
        }

        @Override
        public void close() throws IOException {
            super.close();
            files.put(uri, toByteArray());
        }
    }

    private static class Row implements Cursor {
        private final String uri;
        private final String[] columns;

        Row(String uri, String[] columns) {
            this.uri = uri;
            this.columns = columns;
        }

        @Override
        public boolean moveToFirst() {
            return !described.equals("empty");
        }

        @Override
        public int getColumnIndex(String columnName) {
            if (described.equals("other columns")) return -1;
            return java.util.Arrays.asList(columns).indexOf(columnName);
        }

        @Override
        public boolean isNull(int columnIndex) {
            return columns[columnIndex].equals("_size") && said < 0;
        }

        @Override
        public String getString(int columnIndex) {
            Map<String, Object> row = rows.get(uri);
            return row == null ? name : row.get("_display_name") + " (1)";
        }

        @Override
        public long getLong(int columnIndex) {
            return said;
        }

        @Override
        public void close() {}
    }
}
