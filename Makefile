# make play   install what is missing and start Ironbottom
# make test   install what the checks need and run them all
# make soak   the long runs
# make lint   only ruff, mypy and tsc
# make site   a static folder that plays in any browser, build/site (needs npm)
# make docs   the documents as a site of their own, build/docs
# make clean  remove all that was built, .venv too
#
# PYTHON=python3.12 chooses another Python; ARGS="…" goes to ironbottom or to pytest.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test soak lint site docs clean
.DELETE_ON_ERROR:

play: .venv/.run
	@exec $(BIN)/ironbottom $(ARGS)

test: .venv/.test .venv/.research
	@$(BIN)/python tools/check.py test $(ARGS)

soak: .venv/.test .venv/.research .venv/.lab
	@$(BIN)/python tools/check.py soak $(ARGS)

lint: .venv/.test .venv/.research
	@$(BIN)/python tools/check.py lint

site: .venv/.run .venv/.docs
	@$(BIN)/python tools/site_build.py $(ARGS)
	@$(BIN)/python -m sphinx -q -W -t site -b html docs $(if $(ARGS),$(ARGS),build/site)/docs

docs: .venv/.docs
	@$(BIN)/python -m sphinx -q -W -b html docs build/docs
	@echo "The documents are in build/docs."

clean:
	rm -rf .venv .tsc .site build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests tools examples -name __pycache__ -type d -prune -exec rm -rf {} +

# Each file below marks a finished step; it is older than what the step depends on exactly when the
# step has to be done again, so that a second start does nothing.

.venv/.made:
	@PYTHON="$(PYTHON)" sh tools/venv.sh
	@touch $@

.venv/.run: .venv/.made requirements/run.txt pyproject.toml
	@echo "Installing what Ironbottom needs …"
	@$(PIP) --require-hashes -r requirements/run.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.test: .venv/.run requirements/test.txt
	@echo "Installing what the checks need …"
	@$(PIP) --require-hashes -r requirements/test.txt
	@touch $@

.venv/.docs: .venv/.run requirements/docs.txt
	@echo "Installing what makes a site of the documents …"
	@$(PIP) --require-hashes -r requirements/docs.txt
	@touch $@

# Large libraries, as wheels alone: where there are none for this machine, the checks that need them are named at the end.
.venv/.research: .venv/.test requirements/research.txt
	@echo "Installing what the checks of ironbottom.research need …"
	@$(PIP) --require-hashes --only-binary :all: --no-compile -r requirements/research.txt || \
		echo "They cannot be installed here." >&2
	@touch $@

.venv/.lab: .venv/.test requirements/lab.txt
	@echo "Installing what the checks of a cluster need …"
	@$(PIP) --require-hashes --only-binary :all: --no-compile -r requirements/lab.txt || \
		echo "They cannot be installed here." >&2
	@touch $@
