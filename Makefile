# `make demo` and `make test` need python3 (3.11 or newer) with venv, make and, on Linux, libgl1 and libglib2.0-0.
# Both make their own virtual environment in .venv from the lock files in requirements/.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --no-input
ARGS ?=

.PHONY: help demo test lint check slow lock train-env blender-env preflight clean format

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/ -/'

demo: $(VENV)/.runtime  ## referee the bundled clip and show the scoreboard (ARGS="--port 8001 --no-browser")
	$(BIN)/bura demo $(ARGS)

test: $(VENV)/.dev  ## the quick tests (ARGS="tests/engine -k claim")
	$(BIN)/python -m pytest -m "not slow and not browser and not train" $(ARGS)

lint: $(VENV)/.dev  ## format, lint, types (the pages' too, where tsc is), room borders
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if command -v tsc >/dev/null; then echo "tsc: the pages' scripts"; tsc -p server/jsconfig.json; \
	else echo "The page types were not checked: there is no tsc here (Debian: apt-get install node-typescript)."; fi

check: lint  ## the same, and the quick tests on all cores
	$(BIN)/python -m pytest -q -n auto -m "not slow and not browser and not train" $(ARGS)

format: $(VENV)/.dev  ## rewrite the code in the project's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

slow: $(VENV)/.dev  ## the browser tests, then the slow tests on all cores
	$(BIN)/python -m pytest -q -m "browser and not train" $(ARGS)
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "slow and not browser and not train" $(ARGS)

train-env: .venv-train/.ready  ## an environment with Ultralytics and torch (6 GB)

blender-env:  ## an environment with Blender's Python package (its wheel needs a certain Python: see PyPI)
	$(PYTHON) -m venv .venv-blender
	.venv-blender/bin/python -m pip --disable-pip-version-check --no-input install -q "bpy>=4.2"

lock: $(VENV)/.dev  ## write the lock files anew
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes pyproject.toml -o requirements/runtime.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes pyproject.toml --group dev -o requirements/dev.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 pyproject.toml --extra train --group dev -c requirements/dev.lock -o requirements/train.lock

$(VENV)/bin/python: | preflight
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements/runtime.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing what Bura needs into $(VENV) (once; about 400 MB, a minute or two) ..."
	$(PIP) install -q -r requirements/runtime.lock
	$(PIP) install -q --no-deps -e .
	@touch $@

$(VENV)/.dev: requirements/dev.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing Bura and its test tools into $(VENV) (once; about 1 GB, a few minutes) ..."
	$(PIP) install -q -r requirements/dev.lock
	$(PIP) install -q --no-deps -e .
	@touch $@ $(VENV)/.runtime

.venv-train/.ready: requirements/train.lock pyproject.toml | preflight
	@echo "Installing Ultralytics and torch into .venv-train (once; about 6 GB) ..."
	$(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip --disable-pip-version-check --no-input install -q -r requirements/train.lock
	.venv-train/bin/python -m pip --disable-pip-version-check --no-input install -q --no-deps -e .
	@touch $@

preflight:
	@sh tools/preflight.sh "$(PYTHON)"

clean:  ## remove the environments and caches
	rm -rf .venv .venv-train .pytest_cache .mypy_cache .ruff_cache .hypothesis
