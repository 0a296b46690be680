.DEFAULT_GOAL := help
.PHONY: help run test exact agree bench swarm fuzz soak library library-live lint reference

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

run: ## Run the checkout incident live, in every mode
	go run ./cmd/lab run

test: ## Vet, and run every test with the race detector
	go vet ./...
	go test -race ./...
	go test ./internal/queueing

exact: ## Hold the simulator to queueing theory, by intervals of 1 % and 3 % (minutes)
	cd internal/queueing && go test -tags exact -count 1 -timeout 60m

agree: ## Run scenarios live and in virtual time and compare their figures
	go run ./cmd/lab agree

bench: ## Time the policies beside gobreaker and failsafe-go, and the simulator
	go test -run '^$$' -bench Queue -benchmem ./internal/sim
	cd bench && go test -run '^$$' -bench . -benchmem ./...

FUZZTIME ?= 30s

fuzz: ## Look for inputs that break the scenario reader or the breaker, FUZZTIME each
	go test -run '^$$' -fuzz FuzzRead -fuzztime $(FUZZTIME) -fuzzminimizetime 1s ./scenarios
	go test -run '^$$' -fuzz FuzzBreaker -fuzztime $(FUZZTIME) -fuzzminimizetime 1s ./resilience

SEEDS ?= 1000
FIRST ?= 1

swarm: ## Check SEEDS random scenarios in virtual time, from seed FIRST on
	go run ./internal/swarm/cmd -seeds $(SEEDS) -first $(FIRST)

soak: ## Send 1000/s for a minute to a hanging provider and look for what is left over
	go test -tags soak -run TestSoak -count 1 -v ./internal/live

library: ## Run the whole library in virtual time and hold its gates
	@$(call each,NR > 1,--sim --no-store)

library-live: ## Run what lasts less than 30 s over real sockets and hold its gates
	@$(call each,NR > 1 && $$2 ~ /^[0-9.]+s$$/ && $$2 + 0 < 30,)

# each runs the scenarios whose line of "lab list" awk selects, all of them whatever
# becomes of one, and tells which failed.
define each
go build -o lab ./cmd/lab || exit; failed=; \
for name in $$(./lab list | awk '$(1) { print $$1 }'); do \
	./lab run $$name --quiet $(2) || failed="$$failed $$name"; echo; \
done; \
test -z "$$failed" || { echo "failed:$$failed"; exit 1; }
endef

lint: ## Check the formatting, vet, and run staticcheck and actionlint
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo 'run gofmt -w on these files'; exit 1; }
	go vet ./...
	go tool -modfile=internal/tools/go.mod staticcheck ./...
	go tool -modfile=internal/tools/go.mod actionlint

reference: ## Make the reference run and the reference sweep of results/reference anew
	rm -rf results/reference/checkout-incident results/reference/sweep
	go run ./cmd/lab run checkout-incident --out results/reference/checkout-incident
	go run ./cmd/lab sweep checkout-incident --mode timeout --over loads.checkout.rate=10/s..60/s:5/s \
		--over services.checkout.dependencies.payment.timeout=100ms..1s:100ms \
		--measure 'health{phase:slow}: p95 < 100ms' --product 16 --out results/reference/sweep
