"""Connects the service with learning management systems by LTI 1.3 Advantage.

A platform (Canvas, Moodle …) sends people here by a launch; the service sends scores back and
reads rosters.

1. ``platforms`` and ``registration`` store platforms; ``tool_keys`` the service's own keys.
2. ``launch_login`` begins a launch, ``launch_token`` checks what the platform signed, and
   ``launch_claims`` reads it.
3. ``launch_account`` finds the person, ``contexts`` the course.
4. ``deep_linking`` answers a platform that asks for an assignment.
5. ``platform_client`` sends requests to a platform: ``score_outbox`` decides what scores it should
   have, ``score_sender`` sends them, and ``roster_sync`` compares members.
"""
