PYTHON ?= python3
SET_UP = $(PYTHON) .ci/setup.py
CODE = core bot webapp evals tests .ci

.PHONY: help run test check eval page format

help: ## what there is
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' $(MAKEFILE_LIST)

run: ## set up what is missing and start everything; stops on Ctrl-C
	@$(SET_UP) run -- .venv/bin/tapsign up $(ARGS)

test: ## set up what is missing and run the whole suite: make test ARGS="-k transfer"
	@$(SET_UP) test -- .venv/bin/python -m pytest $(ARGS)

check: ## format, lint, types, import contracts, the page's types, fast tests
	@$(SET_UP) check
	.venv/bin/ruff format --check --output-format concise --quiet $(CODE)
	.venv/bin/ruff check --output-format concise --quiet $(CODE)
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache
	.venv/bin/python -m pytest -q tests/unit tests/cards tests/house $(ARGS)

eval: ## every evaluation set on the embedded model, one table
	@$(SET_UP) eval -- .venv/bin/python -m evals all $(ARGS)

page: ## build the signing page and the web chat
	@$(SET_UP) page

format: ## let ruff write the code as `make check` wants it
	@$(SET_UP) check
	.venv/bin/ruff check --fix --quiet $(CODE)
	.venv/bin/ruff format $(CODE)
