#!/usr/bin/env bash
# Gradescope runs this, as root, for each submission.
set -u
results=/autograder/results/results.json
mkdir -p /autograder/results
# What students read if nothing below gets as far as writing something better.
cat >"$results" <<'END'
{
 "score": 0,
 "output": "Nothing was graded: the grader could not be started. That is not the fault of your submission; please tell your instructors.",
 "visibility": "visible",
 "stdout_visibility": "hidden",
 "extra_data": {"graded": false},
 "tests": []
}
END
# Whatever becomes of this, there are results: the status says that they count.
cd /autograder/source && /opt/search-autograder/python -B -m grader.export.grade_on_gradescope
exit 0
