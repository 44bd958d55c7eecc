# For programs that build engines by make, such as OpenBench: make EXE=NAME [EVALFILE=NET]
# leaves the release binary in NAME, with the net NET for its game if one is given.

EXE = menagerie
EVALFILE =

ifeq ($(OS),Windows_NT)
SUFFIX = .exe
endif

# A name that already has the suffix keeps it.
BINARY = $(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)

.PHONY: engine
engine:
	MENAGERIE_EVALFILE="$(if $(EVALFILE),$(abspath $(EVALFILE)))" cargo build --release --locked
	cp target/release/menagerie$(SUFFIX) "$(BINARY)"
