"""Measures what users wait for; `python -m tools.bench`, described in docs/benchmarks.md."""
