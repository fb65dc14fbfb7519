"""From the box to the table and back into it: guided set-up, read aloud or ticked, the box, packing up."""
