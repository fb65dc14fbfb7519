"""Benchmarks of what users wait for: `python -m tools.bench`; see docs/benchmarks.md."""
