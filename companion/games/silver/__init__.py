"""Silver: two to four mayors, the lowest village scores best."""
