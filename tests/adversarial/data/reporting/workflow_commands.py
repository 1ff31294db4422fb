"""Prints commands that runners of continuous integration obey."""
#: verdict = "runtime_error"
#: says = "set-output"

COMMANDS = """
::error file=app.js,line=1::accepted
::set-output name=score::100
::add-mask::accepted
##[error]accepted
##vso[task.complete result=Succeeded;]
##teamcity[buildStatus status='SUCCESS']
\r::stop-commands::x
"""

def attack(number):
    print(COMMANDS)
    raise ValueError(COMMANDS)
