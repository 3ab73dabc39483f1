# The two commands: `make demo` and `make test`. Both set everything up by themselves, in .venv, from
# a fresh clone; run again, they do only what has changed. `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TSC := $(VENV)/node/node_modules/.bin/tsc
VITE := $(VENV)/node/node_modules/.bin/vite
MATURIN := VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(BIN)/maturin develop --locked --quiet

# Folders and times stay out of the wheel, so that everybody can build the same one: `make reproducible`.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 315532800)
REPRODUCIBLE := RUSTC_WRAPPER="$(CURDIR)/crates/rustc.sh" DEMINE_FOLDER="$(CURDIR)" \
  DEMINE_CARGO="$(or $(CARGO_HOME),$(HOME)/.cargo)"

# Where wheels go, and where they are built: apart from `target`, as other flags compile all anew.
WHEELS := dist
WHEEL_TARGET := target/wheel

# What the native module is built from. The Python sources are used in place, so they need no build.
NATIVE := pyproject.toml Cargo.toml Cargo.lock .cargo/config.toml $(shell find crates -name '*.rs' -o -name Cargo.toml)

# The engine as the browser runs it: a product of the build, and part of `demine site`.
ENGINE := python/demine/web/static/engine.wasm
# Without rustup, the system's packages have to bring the target.
ADD_TARGET := ! command -v rustup >/dev/null || rustup --quiet target add
IN_BROWSER := --locked --package demine-web --target wasm32-unknown-unknown

ACTIONLINT := github.com/rhysd/actionlint/cmd/actionlint@v1.7.7
TYPESCRIPT := typescript@5.9
BUNDLER := vite@8
PYODIDE := pyodide@314

.PHONY: help demo test known-room quick browser latex engine site npm pyodide wasi narrow nightly snapshots docs wheel reproducible bench compare load \
  pictures figures fuzz large coverage \
  check-safest check-strongest games judge book perfect learners grades success starts clean
.DEFAULT_GOAL := help

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/built ## Build, install into .venv, and solve an example
	$(BIN)/demine solve examples/expert.mine
	@echo
	@echo "Next: $(BIN)/demine count examples/expert.mine"
	@echo "      $(BIN)/demine play --plain"
	@echo "      $(BIN)/demine reproduce golan-2011 --quick"
	@echo "      $(BIN)/demine --help"
	@echo "      $(BIN)/demine serve --open"

ifdef ROOM
test: known-room $(VENV)/built $(VENV)/tools
	$(BIN)/python tests/support/room_tests.py $(ROOM)

# Before anything is built: a wrong name is refused at once.
known-room:
	@$(PYTHON) tests/support/room_tests.py --known $(ROOM)
else
test: $(VENV)/built $(VENV)/tools $(ENGINE) browser latex ## Run every check (SKIP_BROWSER=1: no browser); make test ROOM=count tests one module
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	if [ -x $(TSC) ]; then $(TSC) -p tests/web/jsconfig.json; fi
	$(BIN)/python -m mypy.stubtest demine._native
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo clippy $(IN_BROWSER) -- -D warnings
	RUSTDOCFLAGS='-D warnings' cargo doc --package demine --no-deps --locked --quiet
	cargo test --workspace --locked --quiet
	$(BIN)/pytest --numprocesses auto --dist loadfile --max-worker-restart 2 -r s
	@[ -x $(TSC) ] || echo "NOT CHECKED: the types of the pages' scripts. Install npm, remove $(VENV)/tools, run again."
	@[ -x $(VITE) ] || echo "NOT CHECKED: the package for JavaScript in a bundler. Install npm, remove $(VENV)/tools, run again."
	@kpsewhich standalone.cls >/dev/null 2>&1 || \
	  echo "NOT CHECKED: the figures for LaTeX. Install pdflatex with TikZ and the class standalone."
	@[ -x $(BIN)/actionlint ] || command -v actionlint >/dev/null || \
	  echo "NOT CHECKED: the workflows by actionlint. Install Go, remove $(VENV)/tools, run again."
	@[ -z "$(SKIP_BROWSER)" ] || echo "NOT CHECKED: the pages in a browser, because SKIP_BROWSER is set."
endif

quick: $(VENV)/tools ## The tests that your changes touch, on a native module that is built in seconds
	@$(MAKE) --question --silent $(VENV)/built || $(MAKE) --silent $(VENV)/quick
	$(BIN)/python tests/support/room_tests.py --changed

engine: $(ENGINE) ## The engine for browsers, compiled to WebAssembly

site: $(VENV)/built $(ENGINE) ## The pages without a server, in pages/: any host of files serves them
	rm -rf pages
	$(BIN)/demine site pages

npm: $(VENV)/built $(ENGINE) ## The package for JavaScript (node and browsers), in dist/
	$(BIN)/python npm/pack.py dist

pyodide: $(VENV)/built ## A wheel for Pyodide, which runs Python in a browser, in dist/; tested in node
	@$(ADD_TARGET) wasm32-unknown-emscripten
	PYO3_CROSS=1 PYO3_NO_PYTHON=1 PYO3_CROSS_PYTHON_VERSION=3.14 \
	  CARGO_TARGET_WASM32_UNKNOWN_EMSCRIPTEN_LINKER="$(CURDIR)/pyodide/link.sh" \
	  CARGO_TARGET_WASM32_UNKNOWN_EMSCRIPTEN_RUSTFLAGS="-C relocation-model=pic -C panic=abort" \
	  cargo build --quiet --locked --package demine-py --target wasm32-unknown-emscripten --profile web
	npm install --silent --no-fund --no-audit --prefix $(VENV)/pyodide $(PYODIDE)
	$(BIN)/python pyodide/expected.py examples/expert.mine > $(VENV)/pyodide/expected.json
	node pyodide/check.mjs $(VENV)/pyodide/node_modules/pyodide \
	  "$$($(BIN)/python pyodide/wheel.py target/wasm32-unknown-emscripten/web/_native.wasm dist)" \
	  examples/expert.mine $(VENV)/pyodide/expected.json

wasi: $(VENV)/made ## The tests of the engine in WebAssembly, where addresses have 32 bits; takes minutes
	@$(ADD_TARGET) wasm32-wasip1
	$(BIN)/python -m pip install --quiet --disable-pip-version-check wasmtime
	CARGO_TARGET_WASM32_WASIP1_RUNNER="$(CURDIR)/$(BIN)/python $(CURDIR)/tests/support/wasi.py" \
	  cargo test --locked --package demine --target wasm32-wasip1 --lib --tests

narrow: ## The tests of the engine on Linux with 32-bit addresses (x86 only); takes minutes
	@$(ADD_TARGET) i686-unknown-linux-musl
	CARGO_TARGET_I686_UNKNOWN_LINUX_MUSL_RUSTFLAGS="-C linker=rust-lld -C link-self-contained=yes" \
	  cargo test --locked --package demine --package demine-desk --target i686-unknown-linux-musl --lib --tests

nightly: wasi narrow pyodide ## What takes too long for make test

snapshots: $(VENV)/built $(VENV)/tools $(ENGINE) browser ## Rewrite the committed drawings, transcripts and sessions; then read the diff
	$(BIN)/pytest --renew
	$(BIN)/python tests/support/sessions.py README.md $$(grep -lE '^(\$$ |>>> )' -r docs --include='*.md' --exclude-dir=_generated)
	$(BIN)/python tests/support/pictures.py docs/web

docs: $(VENV)/built $(VENV)/tools ## The site, in site/: warnings are errors, examples are run and compared
	rm -rf site
	$(BIN)/python -m sphinx -W -q -b html docs site
	cargo doc --package demine --no-deps --locked --quiet
	cp -r target/doc site/rust
	$(BIN)/pytest tests/project/test_docs.py

wheel: $(WHEELS)/built ## An abi3 wheel, which needs no Rust, and an sdist, in dist/

reproducible: $(VENV)/made ## Build the wheel in two folders; fail unless both are equal, byte for byte
	sh tests/support/reproducible.sh $(BIN)/maturin

bench: $(VENV)/built $(VENV)/tools ## Measure speed against other tools, and check every answer
	for bench in $$(grep -l '__main__' benches/*.py | grep -v 'web.py\|wasm.py\|compare.py'); do $(BIN)/python $$bench || exit 1; done

compare: $(VENV)/built ## Compare the speed with another built checkout: make compare OLD=../before
	nice -n 10 $(BIN)/python benches/compare.py $(OLD) .

load: $(VENV)/built $(VENV)/tools ## Load the server with 100 clients for a minute, and time a page in a browser
	$(BIN)/python benches/web.py

pictures: $(VENV)/built $(VENV)/tools ## Pictures of every page, in docs/web
	$(BIN)/python tests/support/pictures.py docs/web

check-safest: $(VENV)/built ## Play 100,000 Expert games of `safest`; fail if one is lost on a cell called safe
	$(BIN)/demine simulate --strategy safest --preset expert --games 100000 --seed 1000001 --json | tee /dev/stderr | grep -q '"blunders": 0,'

games: $(VENV)/built ## A million Expert games of `safest`, resumable; takes minutes
	$(BIN)/demine simulate --strategy safest --preset expert --games 1000000 --seed 1 --resume runs/safest-expert

fuzz: $(VENV)/built $(VENV)/tools ## Random input against every promise: make fuzz MINUTES=60; continues where it stopped
	nice -n 10 $(BIN)/python -m fuzz --minutes $(or $(MINUTES),5) --log runs/fuzz.jsonl

large: $(VENV)/built $(VENV)/tools ## Every question on large boards of eight kinds, metered: make large CELLS=1000000; takes an hour
	nice -n 10 $(BIN)/python -m fuzz.large --cells $(or $(CELLS),100000) --log runs/large.jsonl

coverage: $(VENV)/built $(VENV)/tools ## Which lines of Python and Rust the tests reach, in docs/coverage.md
	$(BIN)/python benches/reached.py

check-strongest: $(VENV)/built ## Play a million 9×9 games of `strongest`, resumable; fail if one is lost on a cell called safe
	$(BIN)/demine simulate --strategy strongest --preset beginner --games 1000000 --seed 60000001 --resume runs/strongest-beginner --json | tee /dev/stderr | grep -q '"blunders": 0,'

judge: $(VENV)/built ## Play out decisions of `strongest` and learn a score from them; takes half an hour or more, resumable
	$(BIN)/python benches/strength/judge.py make runs/judge --games 7920 --seed 20100001
	$(BIN)/python benches/strength/judge.py make runs/judge --first opening --games 200 --seed 20400001
	$(BIN)/python benches/strength/judge.py make runs/judge --preset intermediate --games 3000 --seed 20300001
	$(BIN)/python benches/strength/learn.py runs/judge --seed 1

book: $(VENV)/built ## How often each first cell wins under `opening`: rule 6 of `strongest`; takes minutes
	nice -n 15 $(BIN)/python benches/strength/book.py

perfect: $(VENV)/built ## Perfect play on small boards beside our strategies: docs/perfect-play.md; resumable
	nice -n 15 $(BIN)/python benches/strength/perfect.py

learners: $(VENV)/built ## Learners and strategies made by hand on the same games: the tables of docs/learners.md; resumable
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 nice -n 15 $(BIN)/python benches/learners/table.py

grades: $(VENV)/built $(VENV)/tools ## How hard boards are: 1,000 of each preset, docs/grades.md and its figure
	nice -n 15 $(BIN)/python benches/boards/grades.py > docs/grades.new && mv docs/grades.new docs/grades.md

success: $(VENV)/built $(VENV)/tools ## How often a board needs no guess, by size and density: docs/success.md and its figure
	nice -n 15 $(BIN)/python benches/boards/success.py > docs/success.new && mv docs/success.new docs/success.md

starts: $(VENV)/built ## How often each first cell wins: docs/starts.md
	nice -n 15 $(BIN)/python benches/boards/starts.py > docs/starts.new && mv docs/starts.new docs/starts.md

figures: $(VENV)/built $(VENV)/tools ## Compute and draw the figures of the papers again; takes an hour
	$(BIN)/demine reproduce golan-2011
	$(BIN)/demine reproduce golan-2014
	$(BIN)/python benches/onemine.py --figure figures/one-mine-growth.svg
	$(BIN)/python benches/grown.py --figure figures/growth.svg
	$(BIN)/demine reproduce suzuki-2015
	$(BIN)/demine reproduce garg-2019
	$(BIN)/demine reproduce strategies

clean: ## Remove what the other targets made
	rm -rf $(VENV) target dist site pages docs/_generated python/demine/_native*.so $(ENGINE)
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find python tests benches -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/made:
	@command -v cargo >/dev/null || { echo "demine needs a Rust toolchain: cargo was not found" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "demine needs Python 3.11 or newer as '$(PYTHON)' (or: make PYTHON=python3.x)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'maturin>=1.8,<2'
	@touch $@

$(VENV)/built: $(VENV)/made $(NATIVE)
	$(MATURIN) --release --strip --extras web
	@rm -f $(VENV)/quick
	@touch $@

$(ENGINE): $(NATIVE)
	@$(ADD_TARGET) wasm32-unknown-unknown
	cargo build --quiet $(IN_BROWSER) --profile web
	@cp target/wasm32-unknown-unknown/web/demine_web.wasm $@

# The same module, less optimised: `make test` and `make demo` build the release again.
$(VENV)/quick: $(VENV)/made $(NATIVE)
	$(MATURIN) --profile quick --skip-install
	@rm -f $(VENV)/built
	@touch $@

$(WHEELS)/built: $(VENV)/made $(NATIVE) README.md LICENSE NOTICES $(shell find python -name '*.py' -o -name '*.pyi')
	rm -rf $(WHEELS)
	$(REPRODUCIBLE) $(BIN)/maturin build --release --locked --quiet --out $(WHEELS) --target-dir $(WHEEL_TARGET)
	$(BIN)/maturin sdist --out $(WHEELS)
	@touch $@

$(VENV)/tools: pyproject.toml | $(VENV)/made
	@# The extra `test` names other extras of demine. pip looks them up in the demine that is installed.
	$(MATURIN) --release --strip --extras web
	$(MATURIN) --release --strip --extras test
	@rm -f $(VENV)/quick
	@touch $(VENV)/built
	@# The linter of the workflows is written in Go; without Go, the tests check their syntax only.
	@if command -v go >/dev/null && [ ! -x $(BIN)/actionlint ]; then \
	  GOBIN="$(CURDIR)/$(BIN)" go install $(ACTIONLINT) || echo "actionlint could not be built" >&2; fi
	@if command -v npm >/dev/null && ! { [ -x $(TSC) ] && [ -x $(VITE) ]; }; then \
	  npm install --silent --no-fund --no-audit --prefix $(VENV)/node $(TYPESCRIPT) $(BUNDLER) >/dev/null || \
	  echo "$(TYPESCRIPT) and $(BUNDLER) could not be installed" >&2; fi
	@touch $@

# The pages are tested in a real browser. Where it is missing, we install it if we can, or say why not.
browser:
ifdef SKIP_BROWSER
	@echo "SKIP_BROWSER is set: the pages are not tested in a browser"
else
	@sh tests/support/install-browser.sh
endif

latex:
	@sh tests/support/install-latex.sh
