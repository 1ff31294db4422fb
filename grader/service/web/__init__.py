"""Serves the service's pages in plain HTML, all of which work without scripts.

A page is a route in the module of its subject and a template in ``templates/``, which the route
names: ``render_page("gradebook.html", …)``. What a page shows is found out by the modules of
``grader.service``; what it may show to whom, by ``grader.service.auth``.
"""
