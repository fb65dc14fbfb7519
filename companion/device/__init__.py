"""Interfaces to the phone or desktop, one module per feature.

Every feature may be missing on a device; its functions then do nothing and say so in their result.
"""
