# Every target sets up what it needs by itself, inside this folder.

.DEFAULT_GOAL := help
.PHONY: help run test test-thorough lint style types figures bench screens voices hear desktop package-check store-pictures lock clean

# A name on the PATH may be a stand-in that does not run, so each is tried.
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3.14 python3; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$name && exit; \
	done; command -v python3)
UV := uv==0.13.7
PY := .venv/bin/python
# Where this is set, every program that a test starts would compile the whole app for itself again.
unexport PYTHONDONTWRITEBYTECODE
# Passed on to what is run: make run ARGS="doctor"
ARGS ?=

help:  ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## */  make \1\t/p' $(MAKEFILE_LIST)

.venv/.ready: requirements.lock pyproject.toml tools/setup.py
	@$(or $(PYTHON),$(error Python 3.11 or newer is needed, and no python3 was found)) tools/setup.py

# The Python that made .venv may have been removed since.
ifeq ($(realpath $(PY)),)
.PHONY: .venv/.ready
endif

run: .venv/.ready  ## open the app
	@$(PY) -m companion $(ARGS)

test: .venv/.ready  ## all checks, and every kind of test in four minutes
	@$(PY) -m tools.test_run $(ARGS)

test-thorough: .venv/.ready  ## all checks and every single test, in about an hour
	@$(PY) -m tools.test_run -m "" --timeout 1800 $(ARGS)

lint: style types  ## style, types and catalogues

style: .venv/.ready
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) tools/check_catalogues.py

types: .venv/.ready
	$(PY) -m mypy

figures: .venv/.ready  ## print the size of the code, and how it keeps to its limits
	@$(PY) -m tools.code_figures

bench: .venv/.ready  ## measure what users wait for (ARGS=quick: in a minute)
	$(PY) -m tools.bench $(ARGS)

screens: .venv/.ready  ## draw every screen in every language
	$(PY) tools/screens.py $(ARGS)

voices: .venv/.ready  ## render the built-in voices
	@$(PY) -m tools.voices $(ARGS)

hear: .venv/.ready  ## let the built-in voices be recognised and rated
	@$(PY) -m tools.voices.hear $(ARGS)

desktop: .venv/.ready  ## pack the app for a desktop: wheel, folder and .deb, each tried
	@$(PY) -m tools.desktop $(ARGS)

package-check: .venv/.ready  ## prove of the phone's package what can be proven without a phone
	@$(PY) -m tools.package_check $(ARGS)

store-pictures: .venv/.ready  ## draw the icon, and the pictures that stores show
	@$(PY) tools/draw_app_icon.py
	@$(PY) tools/store_pictures.py

lock:  ## pin the packages of pyproject.toml anew
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip install --quiet --disable-pip-version-check $(UV)
	build/lock/bin/uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 \
		--generate-hashes --no-annotate --no-emit-index-url --custom-compile-command "make lock" \
		--quiet --output-file requirements.lock
	build/lock/bin/uv pip compile tools/voices/requirements.in --no-deps --universal --python-version 3.11 \
		--generate-hashes --no-annotate --no-emit-index-url --custom-compile-command "make lock" \
		--quiet --output-file tools/voices/requirements.lock
	build/lock/bin/uv pip compile tools/package_check/requirements.in --universal --python-version 3.11 \
		--generate-hashes --no-annotate --no-emit-index-url --custom-compile-command "make lock" \
		--quiet --output-file tools/package_check/requirements.lock
	build/lock/bin/uv pip compile pyproject.toml tools/desktop/requirements.in --extra desktop \
		--constraint requirements.lock --universal --python-version 3.11 \
		--generate-hashes --no-annotate --no-emit-index-url --custom-compile-command "make lock" \
		--quiet --output-file tools/desktop/requirements.lock

clean:  ## remove all that make has made
	rm -rf .venv build dist .hypothesis .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
