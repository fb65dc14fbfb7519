"""A worker for the tests: says a number back, says what is wrong, or dies."""

import json
import os
import sys

for line in sys.stdin:
    question = json.loads(line)
    if question.get("die"):
        os._exit(3)
    response = (
        {"problem": "No."} if question.get("wrong") else {"twice": 2 * question["number"], "pid": os.getpid()}
    )
    print(json.dumps(response), flush=True)
