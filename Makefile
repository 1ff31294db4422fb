# Every target works in an empty clone: what it needs is installed first, once.
#
# make reports any failure as exit status 2. For the statuses of `grade` itself, call .venv/bin/grade.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
SUBMISSION ?=
ARGS ?=
FROM :=
SHARD :=
export PYTHON SUBMISSION

BIN := .venv/bin
# Tests start thousands of short processes, which want their modules compiled: even where the
# environment forbids files beside the sources, these are not beside them.
# Sets are walked in the same order each time, so that a test that fails can be run again.
COMPILED := env -u PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX=$(CURDIR)/.venv/bytecode \
	PYTHONHASHSEED=$${PYTHONHASHSEED:-0}
TESTS := $(COMPILED) $(BIN)/python -m pytest -n auto --dist worksteal
BASE := .venv/base-installed
DOCKER := .venv/docker-installed
SIMILAR := .venv/similar-installed
TOURNAMENT := .venv/tournament-installed
CLUSTER := .venv/cluster-installed
SERVICE := .venv/service-installed
DEV := .venv/dev-installed
SPIEL := .venv/spiel-installed
BROWSER := .venv/browser-installed
OPENAPI := .venv/openapi-installed

.PHONY: help
help: ## Show this list
	@echo 'Usage: make TARGET [PYTHON=python3.12] [ARGS="more arguments"]'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: grade
grade: $(BASE) ## Grade a submission: make grade SUBMISSION=submissions/alice.py ARGS="--task 3.1"
	@scripts/install-bubblewrap || :
	@if [ -z "$$SUBMISSION" ]; then \
		echo 'Which submission? For example: make grade SUBMISSION=submissions/alice.py' >&2; exit 2; fi
	@$(BIN)/grade "$$SUBMISSION" $(ARGS) || { status=$$?; \
		echo "grade ended with exit status $$status; make turns it into its own 2." >&2; exit $$status; }

.PHONY: test
test: $(DEV) ## Run the quick tests, up to 3 minutes on two cores: make test ARGS="-k wire"
	@scripts/install-bubblewrap || :
	@$(TESTS) $(ARGS)

.PHONY: deep
deep: $(BROWSER) $(OPENAPI) $(SPIEL) ## Run all long tests, an hour and a half, or a share: make deep SHARD=3/8
	@scripts/install-bubblewrap || :
	@scripts/install-browser
	@scripts/install-postgresql
	@scripts/install-node
	@scripts/install-pyodide
	@scripts/install-openedx
	@$(TESTS) -m 'slow or docker or browser or deep' $(if $(SHARD),--shard $(SHARD)) --durations 10 $(ARGS)

.PHONY: lint
lint: $(DEV) ## Check style, formatting, and what imports what
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/lint-imports --no-logo

.PHONY: format
format: $(DEV) ## Mend what ruff can mend by itself
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

.PHONY: types
types: $(DEV) ## Check types strictly
	@$(BIN)/mypy

.PHONY: check
check: lint types check-data test ## lint, types, check-data and test

.PHONY: data
data: $(BASE) ## Write the frozen positions and instances anew
	@$(BIN)/python -m reference.ps2.generate
	@$(BIN)/python -m reference.breakthrough_agent.generate
	@$(BIN)/python -m reference.connect4.generate

.PHONY: check-data
check-data: $(BASE) ## Check that the frozen data is what `make data` would write
	@$(BIN)/python -m reference.ps2.generate --check
	@$(BIN)/python -m reference.breakthrough_agent.generate --check
	@$(BIN)/python -m reference.connect4.generate --check

.PHONY: validate
validate: $(BASE) ## Try the hidden tests on right and wrong solutions: make validate ARGS="--only rights"
	@scripts/install-bubblewrap || :
	@$(BIN)/grade author validate $(ARGS) || { status=$$?; \
		echo "grade ended with exit status $$status; make turns it into its own 2." >&2; exit $$status; }

.PHONY: costs
costs: $(BASE) ## Measure anew what the reference solution takes, on a machine at rest
	@scripts/install-bubblewrap || :
	@$(BIN)/grade author costs $(ARGS)

.PHONY: diagnoses
diagnoses: $(BASE) ## Write down anew what known-wrong solutions come to
	@scripts/install-bubblewrap || :
	@$(BIN)/grade author diagnoses $(ARGS)

.PHONY: schema
schema: $(BASE) ## Write the JSON Schema of reports anew: docs/report-schema.json
	@$(BIN)/python -m tests.render.report_schema docs/report-schema.json

.PHONY: openapi
openapi: $(OPENAPI) ## Send requests of all kinds to the service's API: make openapi ARGS="--requests 100000"
	@$(BIN)/python -m tests.service.openapi $(ARGS)

.PHONY: fuzz
fuzz: $(DEV) ## Try hostile input in bulk: make fuzz ARGS="--target wire --cases 1000000"
	@$(BIN)/python -m tests.fuzz $(ARGS)

.PHONY: browser
browser: $(BROWSER) ## Look at HTML reports in a real browser: make browser ARGS="-k keyboard"
	@scripts/install-browser
	@scripts/install-pyodide
	@$(BIN)/python -m pytest -m 'browser and not deep' $(ARGS)

.PHONY: spiel
spiel: $(SPIEL) ## Hold rules and oracles of games against those of others
	@$(BIN)/python -m pytest tests/reference -k 'openspiel or bitbully' -m 'slow or not slow' $(ARGS)

.PHONY: gallery
gallery: $(BROWSER) ## Look at the reports of all samples and known-wrong solutions: build/gallery
	@scripts/install-bubblewrap || :
	@scripts/install-browser
	@$(BIN)/python -m tests.browser.gallery $(ARGS)

.PHONY: shots
shots: $(BROWSER) ## Look at what people see of every assignment, and a course of 60: build/shots
	@scripts/install-bubblewrap || :
	@scripts/install-browser
	@$(BIN)/python -m tests.browser.shots $(ARGS)

.PHONY: screenshots
screenshots: $(BROWSER) ## Take the README's pictures anew
	@scripts/install-bubblewrap
	@scripts/install-browser
	@$(BIN)/python -m tests.browser

.PHONY: bench
bench: $(DEV) ## Measure what docs/measurements.md claims
	@scripts/install-bubblewrap
	@$(BIN)/python -m benchmarks $(ARGS)

.PHONY: similar
similar: $(SIMILAR) ## Compare submissions with each other: make similar ARGS="hand-ins/ --html similar.html"
	@$(if $(ARGS),$(BIN)/grade similar $(ARGS),echo 'Which ones? For example: make similar ARGS=submissions')

.PHONY: tournament
tournament: $(TOURNAMENT) ## Let agents play each other: make tournament ARGS="hand-ins/ --out played"
	@scripts/install-bubblewrap || :
	@$(if $(ARGS),$(BIN)/grade tournament $(ARGS),echo 'Which ones? For example: make tournament ARGS="hand-ins/ --out played"')

.PHONY: cluster
cluster: $(CLUSTER) ## Install what `grade batch --cluster ADDRESS` needs, here and on each worker
	@scripts/install-bubblewrap || :

.PHONY: service
service: $(SERVICE) ## Install what `grade serve` and `grade admin worker` need
	@scripts/install-bubblewrap || :
	@echo 'Next: source .venv/bin/activate, then grade serve --demo, or as docs/running.md says.'

.PHONY: docker-image
docker-image: $(DOCKER) ## Build what --sandbox docker needs: make docker-image FROM=python:3.13-slim
	@docker/build $(FROM)

.PHONY: setup
setup: $(DEV) ## Install everything that development needs
	@scripts/install-bubblewrap || :

.PHONY: lock
lock: $(DEV) ## Write the lock files anew: make lock ARGS=--upgrade
	@scripts/lock $(ARGS)

.PHONY: clean
clean: ## Remove caches and build products (not .venv)
	@rm -rf build dist *.egg-info .import_linter_cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -path ./.venv -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

$(BASE): pyproject.toml requirements/build.txt requirements/base.txt
	@scripts/install-python-packages base
	@touch $@

$(DOCKER): $(BASE) requirements/docker.txt
	@scripts/install-python-packages docker
	@touch $@

$(SIMILAR): $(BASE) requirements/similar.txt
	@scripts/install-python-packages similar
	@touch $@

$(TOURNAMENT): $(BASE) requirements/tournament.txt
	@scripts/install-python-packages tournament
	@touch $@

$(CLUSTER): $(BASE) requirements/cluster.txt
	@scripts/install-python-packages cluster
	@touch $@

$(SERVICE): $(BASE) requirements/service.txt
	@scripts/install-python-packages service
	@touch $@

$(OPENAPI): $(DEV) requirements/openapi.txt
	@scripts/install-python-packages openapi
	@touch $@

$(BROWSER): $(DEV) requirements/browser.txt
	@scripts/install-python-packages browser
	@touch $@

$(DEV): $(BASE) requirements/dev.txt
	@scripts/install-python-packages dev
	@touch $@

$(SPIEL): $(DEV) requirements/spiel.txt
	@scripts/install-python-packages spiel
	@touch $@
