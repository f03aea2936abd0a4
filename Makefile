# Everything runs in .venv, which tools/venv.sh makes and keeps up to date. Works with GNU make 3.81.
BIN = .venv/bin

.PHONY: help venv demo test check bench faults soak trust mutants

help:
	@echo "make demo    one game on a local Discord, before your eyes   ARGS=\"--preset club --seed 7\""
	@echo "make test    the tests                                        ARGS=\"tests/engine -x\""
	@echo "make check   format, lint, types, layers"
	@echo "make bench | faults | soak | trust | mutants   the long runs"

venv:
	@sh tools/venv.sh

demo: venv
	@$(BIN)/python -m mafiabot demo $(ARGS)

test: venv
	@echo "pytest, without drills and the suites against servers (pytest -m 'servers or drills or fleet')"
	@$(BIN)/python -m pytest -m "not servers and not drills and not fleet" -n 2 --dist worksteal $(ARGS)

check: venv
	@echo "ruff format"; $(BIN)/ruff format --check --quiet .
	@echo "ruff check"; $(BIN)/ruff check --quiet .
	@echo "mypy --strict"; $(BIN)/mypy
	@echo "import-linter"; $(BIN)/lint-imports --no-logo

faults: venv
	@$(BIN)/python -m mafiabot.lab.faults $(ARGS)

soak: venv
	@$(BIN)/python -m mafiabot.lab.soak $(ARGS)
	@$(BIN)/python -m mafiabot.lab.deaths $(DEATHS)
	@$(BIN)/python -m mafiabot.lab.deaths --matrix $(DEATHS)

mutants: venv
	@$(BIN)/python tools/mutants.py $(ARGS)

bench: venv
	@$(BIN)/python -m mafiabot bench $(ARGS)

trust: venv
	@$(BIN)/python -m mafiabot.lab.trust $(ARGS)
