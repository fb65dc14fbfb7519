# Every target sets up what it needs, inside this folder.

.DEFAULT_GOAL := help
.PHONY: help run test test-thorough lint style types figures bench screens voices hear desktop package-check store-pictures lock clean

# A name on the PATH may be a stub that does not run, so each is tried.
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3.14 python3; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$name && exit; \
	done; command -v python3)
UV := uv==0.13.7
PY := .venv/bin/python
# If set, every subprocess of a test would compile the whole app again.
unexport PYTHONDONTWRITEBYTECODE
# Arguments for the program: make run ARGS="doctor"
ARGS ?=

help:  ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## */  make \1\t/p' $(MAKEFILE_LIST)

.venv/.ready: requirements.lock pyproject.toml tools/setup.py
	@$(or $(PYTHON),$(error Python 3.11 or newer is needed, and no python3 was found)) tools/setup.py

# The Python that created .venv may have been removed.
ifeq ($(realpath $(PY)),)
.PHONY: .venv/.ready
endif

run: .venv/.ready  ## open the app
	@$(PY) -m companion $(ARGS)

test: .venv/.ready  ## all checks and tests, in four minutes
	@$(PY) -m tools.test_run $(ARGS)

test-thorough: .venv/.ready  ## all checks and every repetition of a test, in about an hour
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

bench: .venv/.ready  ## measure speed, memory and battery (ARGS=quick: in a minute)
	$(PY) -m tools.bench $(ARGS)

screens: .venv/.ready  ## take a screenshot of every screen in every language
	$(PY) tools/screens.py $(ARGS)

voices: .venv/.ready  ## render the clips of the built-in voices
	@$(PY) -m tools.voices $(ARGS)

hear: .venv/.ready  ## measure how well the built-in voices are understood
	@$(PY) -m tools.voices.hear $(ARGS)

desktop: .venv/.ready  ## build and test the desktop packages: wheel, folder and .deb
	@$(PY) -m tools.desktop $(ARGS)

package-check: .venv/.ready  ## check the Android package without a phone
	@$(PY) -m tools.package_check $(ARGS)

store-pictures: .venv/.ready  ## draw the icon and the screenshots for stores
	@$(PY) tools/draw_app_icon.py
	@$(PY) tools/store_pictures.py

lock:  ## update the locked versions of all dependencies
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

clean:  ## remove everything that make created
	rm -rf .venv build dist .hypothesis .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
