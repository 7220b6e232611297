# One command for each intention; CI runs `make check`. All of them are safe to repeat.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# SwiftPM takes this off again for other people's packages, so only our own warnings stop a build.
STRICT := -Xswiftc -warnings-as-errors
# Swift's own libraries within the program: it starts faster, and runs where Swift is not installed.
RELEASE := --configuration release --product portico --static-swift-stdlib
SWIFT_FILES := Sources Tests Package.swift

.PHONY: help run setup build test test-swift test-browser check lint format bench bench-systems clean

help: ## this list
	@printf 'make …\n'
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

run: setup ## prepare the machine, build, create the database from seed.yaml if there is none, serve on http://127.0.0.1:8080
	swift build $(RELEASE)
	exec .build/release/portico serve

setup: ## install the system packages that are missing
	@tools/setup

build: ## build the program and its tests for debugging; a warning of ours is an error
	swift build --build-tests $(STRICT)

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

check: lint test ## what CI runs: the format, then everything

lint: ## refuse Swift files out of format, and documents that the sources have left behind
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)
	tools/check-docs

format: ## put the Swift files into the house's format
	swift format --in-place --parallel --recursive $(SWIFT_FILES)

bench: ## measure the release build beside a peer, and what the campus promises
	@tools/setup --bench
	swift build $(RELEASE)
	@failed=0; bench/.venv/bin/python bench/run.py $(ARGS) || failed=1; \
	for figures in campus alerts; do bench/.venv/bin/python bench/$$figures.py || failed=1; done; exit $$failed

bench-systems: ## measure what single systems promise: the h-index, questionnaires, stories; about half an hour
	@tools/setup --bench
	swift build $(RELEASE)
	@for figures in citations questionnaires stories; do bench/.venv/bin/python bench/$$figures.py; done

clean: ## remove what was built, not the data
	rm -rf .build .venv bench/.venv Tests/Browser/out
