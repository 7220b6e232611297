# One command for each intention; CI runs `make check`. All of them are safe to repeat.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# SwiftPM takes this off again for other people's packages, so only our own warnings stop a build.
STRICT := -Xswiftc -warnings-as-errors
# Swift's own libraries within the program: it starts faster, and runs where Swift is not installed. What nothing calls is left out. After
# `make layout` the functions of a usual day are placed together, so that the rest is neither read nor kept in memory.
# Of a module that is emitted in several parts, the compiler gives only the first one's functions sections of their own.
ORDER := $(wildcard .build/function-order)
RELEASE := --configuration release --product portico --static-swift-stdlib \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xswiftc -use-ld=lld \
	-Xswiftc -Xfrontend -Xswiftc -enable-single-module-llvm-emission \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
	$(if $(ORDER),-Xlinker --symbol-ordering-file=$(CURDIR)/$(ORDER) -Xlinker --no-warn-symbol-ordering) \
	-Xlinker $(CURDIR)/tools/private-functions.ld
# The linker takes this part of ICU's data instead of the whole, by another name for it.
UNICODE_DATA := .build/unicode-data.o
SWIFT_FILES := Sources Tests Package.swift

.PHONY: help run release clean-tree package package-check outdated setup build test test-swift test-browser update-kills fuzz scale schema check lint format bench bench-systems corpus layout clean

help: ## this list
	@printf 'make …\n'
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

run: release ## prepare the machine, build, create the database from seed.yaml if there is none, serve on http://127.0.0.1:8080
	exec .build/release/portico serve

release: setup ## build the program as it is meant to run: .build/release/portico
	@for file in $(ORDER) tools/private-functions.ld tools/unicode-data; do [ ! $$file -nt .build/release/portico ] || rm -f .build/release/portico; done
	tools/unicode-data $(UNICODE_DATA)
	swift build $(RELEASE) -Xlinker --wrap=$$(tools/unicode-data --symbol) -Xlinker $(CURDIR)/$(UNICODE_DATA)
	@tools/commit >.build/release/portico.commit

clean-tree:
	@[ -z "$$(git status --porcelain)" ] || { printf 'make package: a package is made of a commit, and these changes are in none:\n'; git status --short; exit 1; } >&2

package: clean-tree release ## make what a release consists of: Debian package, archive, list of parts, sums, in .build/package
	@tools/setup --package
	@tools/package

package-check: package ## install the package into a fresh Debian, serve, remove; make it again and compare the bytes
	@tools/setup --tests --package
	PORTICO_PACKAGE=.build/package PORTICO_PROGRAM=.build/release/portico \
		.venv/bin/python -m pytest Tests/Browser/test_package.py --numprocesses=0 -s

outdated: ## list newer versions of everything that is used, and what cannot be asked
	@packaging/dependencies.py outdated

setup: ## install the system packages that are missing
	@tools/setup

build: ## build the program and its tests for debugging; a warning of ours is an error
	swift build --build-tests $(STRICT)
	@tools/commit >.build/debug/portico.commit

test: ## every test: Swift, then a real browser against the real program
	@tools/setup --tests
	$(MAKE) --no-print-directory build
	@tools/test all

test-swift: build ## only the Swift tests
	@tools/test swift

test-browser: ## only the browser tests, against .build/debug/portico; ARGS="-k sign_in" picks some
	@tools/setup --tests
	swift build $(STRICT) --product portico
	@tools/test browser $(ARGS)

update-kills: build ## kill an update of a database at fifty random moments; SEED=7 takes others
	PORTICO_KILLS=50 PORTICO_KILLS_SEED=$${SEED:-32} .venv/bin/python -m pytest Tests/Browser/test_updates.py --numprocesses=0 -s

fuzz: build ## send everything hostile to every place for a long time, beginning elsewhere each time; SEED=7 does it again
	@seed=$${SEED:-$$(date +%s)}; echo "SEED=$$seed"; PORTICO_FUZZ_WHOLE=1 PORTICO_FUZZ_SEED=$$seed swift test --skip-build --disable-xctest --filter Hostile || \
		{ echo "SEED=$$seed; .build/fuzzing holds what was tried last"; exit 1; }

scale: release ## caches, copies, replicas, a takeover and many institutions with the release build and the times of docs/scaling.md; ten minutes
	@tools/setup --tests
	PORTICO_SCALE=1 PORTICO_PROGRAM=.build/release/portico .venv/bin/python -m pytest --numprocesses=0 -s \
		Tests/Browser/test_scaling.py Tests/Browser/test_takeover.py Tests/Browser/test_institutions.py Tests/Browser/test_cache_in_front.py
	@bench/country.py

schema: build ## write the tables of each system into Sources/*/Migrations/schema.sql, and the snapshot that new sites are made from
	PORTICO_WRITE_SCHEMA=1 swift test --skip-build --disable-xctest --filter SchemaTests

check: lint test ## what CI runs: the format, then everything

lint: ## refuse Swift files out of format, and stale documents, unsafe numbers, retired words and terms
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)
	tools/check-docs
	tools/check-numbers
	tools/check-words
	tools/check-terms

format: ## put the Swift files into the house's format
	swift format --in-place --parallel --recursive $(SWIFT_FILES)

bench: release ## measure the release build beside a peer, and what the campus promises
	@tools/setup --bench
	@failed=0; bench/.venv/bin/python bench/run.py $(ARGS) || failed=1; \
	for figures in campus alerts connections; do bench/.venv/bin/python bench/$$figures.py || failed=1; done; exit $$failed

bench-systems: release ## measure what single systems promise: the h-index, questionnaires, stories, seed files, updates; about half an hour
	@tools/setup --bench
	@for figures in citations presence namesakes questionnaires stories seed migrate; do bench/.venv/bin/python bench/$$figures.py; done

corpus: build ## read the tables, XLSForms, recipes and calendars of other programs in folders and say what was taken; CORPUS= TABLES= RECIPES= CALENDARS= IMPORTS=folder; fetches nothing
	@tools/setup --bench
	@if [ -n "$(CORPUS)" ] || [ -d .build/corpus ]; then \
		PORTICO_CORPUS="$(abspath $(or $(CORPUS),.build/corpus))" PORTICO_CORPUS_REPORT="$(CURDIR)/.build/corpus.jsonl" \
			swift test --skip-build --disable-xctest --filter '\.CorpusTests' && \
		bench/.venv/bin/python bench/corpus.py "$(abspath $(or $(CORPUS),.build/corpus))" .build/corpus.jsonl; \
	else echo "XLSForms: no folder named (CORPUS=folder), skipped"; fi
	@if [ -n "$(TABLES)" ]; then \
		PORTICO_TABLES="$(abspath $(TABLES))" PORTICO_TABLES_REPORT="$(CURDIR)/.build/tables.jsonl" \
			swift test --skip-build --disable-xctest --filter TableCorpusTests && \
		bench/.venv/bin/python bench/tables.py "$(abspath $(TABLES))" .build/tables.jsonl; \
	else echo "tables: no folder named (TABLES=folder), skipped"; fi
	@if [ -n "$(RECIPES)" ]; then \
		PORTICO_RECIPES="$(abspath $(RECIPES))" PORTICO_RECIPES_REPORT="$(CURDIR)/.build/recipes.jsonl" \
			swift test --skip-build --disable-xctest --filter RecipeCorpusTests && \
		bench/.venv/bin/python bench/recipes.py "$(abspath $(RECIPES))" .build/recipes.jsonl; \
	else echo "recipes: no folder named (RECIPES=folder), skipped"; fi
	@if [ -n "$(CALENDARS)" ]; then \
		PORTICO_CALENDARS="$(abspath $(CALENDARS))" PORTICO_CALENDARS_REPORT="$(CURDIR)/.build/calendars.jsonl" \
			swift test --skip-build --disable-xctest --filter CalendarCorpusTests && \
		bench/.venv/bin/python bench/calendars.py "$(abspath $(CALENDARS))" .build/calendars.jsonl $(ARGS); \
	else echo "calendars: no folder named (CALENDARS=folder), skipped"; fi
	@if [ -n "$(IMPORTS)" ]; then \
		PORTICO_IMPORTS="$(abspath $(IMPORTS))" PORTICO_IMPORTS_REPORT="$(CURDIR)/.build/imports.jsonl" \
			swift test --skip-build --disable-xctest --filter ImportCorpusTests && \
		bench/.venv/bin/python bench/imports.py "$(abspath $(IMPORTS))" .build/imports.jsonl; \
	else echo "imports: no folder named (IMPORTS=folder), skipped"; fi

layout: release ## look anew for the functions that lie together in the release build, which is used by the next one
	@tools/setup --bench --layout
	bench/.venv/bin/python bench/layout.py

clean: ## remove what was built, not the data
	rm -rf .build .venv bench/.venv Tests/Browser/out
