"""Scripts that the benchmarks measure, each in a process of its own."""
