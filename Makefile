# Two commands begin: `make demo` and `make test`. Each sets up what it needs, says what it does,
# may be run again, and goes on after an interruption.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

VENV := .venv
RUN := $(VENV)/bin/python
INSTALLED := $(VENV)/installed
LOCK := requirements/lock.txt
PORT ?=
ARGS ?=
say = @printf '== %s\n'

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: demo
demo: $(INSTALLED) ## Set up everything, serve in the background, ask one question of each skill
	$(say) 'Demonstration'
	@$(RUN) -m codossier.demo $(if $(PORT),--port $(PORT)) $(ARGS)

.PHONY: test
test: $(INSTALLED) ## Run all tests (ARGS=… goes to pytest)
	$(say) 'Tests'
	@$(RUN) -m pytest -n auto --ignore=tests/browser $(ARGS)

.PHONY: test-browser
test-browser: $(INSTALLED) ## Run the tests of the pages in Chromium
	$(say) 'Tests in a browser'
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { \
		echo 'Chromium is needed: apt-get install chromium (Debian), as root.' >&2; exit 1; }
	@$(RUN) -m pytest tests/browser $(ARGS)

.PHONY: stop
stop: ## Stop the service and the embedded PostgreSQL; the data stays
	$(say) 'Stopping what was started'
	@if [ -x $(RUN) ]; then \
		$(RUN) -m codossier.service stop && $(RUN) -m codossier.embedded stop; \
	else \
		echo 'Nothing was started here: there is no $(VENV)'; \
	fi

.PHONY: migrate
migrate: $(INSTALLED) ## Start the database and bring its tables up to date
	$(say) 'Migrating the database'
	@$(RUN) manage.py migrate

.PHONY: serve
serve: migrate ## Serve in the foreground (PORT=… chooses the port)
	$(say) 'Serving on http://127.0.0.1:$(or $(PORT),8000) until Ctrl-C'
	@$(RUN) -m codossier.service foreground --port $(or $(PORT),8000)

.PHONY: messages
messages: $(INSTALLED) ## Gather the pages' texts into the Spanish catalogue (needs gettext)
	$(say) 'Texts of the pages'
	@$(RUN) manage.py makemessages --locale es --no-location --no-wrap --no-obsolete \
		--ignore .venv --ignore var --ignore tests --ignore accounts/backoffice --ignore templates/admin
	@$(RUN) manage.py compilemessages --locale es --ignore .venv --ignore var

.PHONY: bench
bench: $(INSTALLED) ## Measure the speed of an answer
	$(say) 'Measuring'
	@$(RUN) -m codossier.bench $(ARGS)

.PHONY: eval
eval: $(INSTALLED) ## Measure how right the answers are
	$(say) 'Evaluating'
	@$(RUN) -m codossier.evaluation $(ARGS)

.PHONY: conformance
conformance: $(INSTALLED) ## Run the MCP conformance suite and the Inspector (needs npm)
	$(say) 'Conformance'
	@$(RUN) -m pytest tests/doors/mcp/conformance/suite.py $(ARGS)

.PHONY: lint
lint: $(INSTALLED) ## Check style, types and the floors of the house
	$(say) 'Style'
	@$(RUN) -m ruff check . && $(RUN) -m ruff format --check .
	$(say) 'Types'
	@$(RUN) -m mypy .
	$(say) 'Floors'
	@$(VENV)/bin/lint-imports

# The stamp is written last. Without it a virtual environment was broken off: it is made anew.
$(INSTALLED): $(LOCK)
	@python=$$(for name in python3.11 python3.12 python3.13 python3; do \
		if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
		then echo $$name; break; fi; done); \
	if [ -z "$$python" ]; then echo 'Python 3.11 or later is needed: install it first.' >&2; exit 1; fi; \
	if [ ! -e $@ ]; then \
		echo "== Making the virtual environment $(VENV) with $$($$python --version)"; \
		$$python -m venv --clear $(VENV); \
	fi
	@rm -f $@
	$(say) 'Installing the packages of $(LOCK) (a minute or so)'
	@$(RUN) -m pip install --quiet --no-deps --require-hashes --requirement $(LOCK)
	@touch $@
