// Command cmd checks a swarm of random scenarios, as "make swarm" does:
//
//	go run ./internal/swarm/cmd -seeds 1000 -first 1
//	go run ./internal/swarm/cmd -file swarm-123.yaml -first 123
//
// It exits with 1 if a scenario fails, and with 2 if nothing could be checked.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"checkoutlab/internal/swarm"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr, swarm.CheckText)) }

func run(args []string, stdout, stderr io.Writer, check func([]byte, uint64) error) int {
	flags := flag.NewFlagSet("swarm", flag.ContinueOnError)
	flags.SetOutput(stderr)
	plan := swarm.Plan{Check: check}
	flags.Uint64Var(&plan.Seeds, "seeds", 1000, "how many scenarios are drawn")
	flags.Uint64Var(&plan.First, "first", 1, "the first seed; with -file the seed of its run")
	flags.StringVar(&plan.Dir, "dir", "", "where the scenarios that fail are written")
	file := flags.String("file", "", "check this scenario, and draw none")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 || plan.Seeds == 0 { // it would pass without a look at anything
		fmt.Fprintln(stderr, "swarm: it takes flags alone, and at least one seed")
		return 2
	}
	if *file != "" {
		return checkFile(*file, plan, stdout, stderr)
	}
	failed, err := plan.Do(stdout, stderr)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "swarm:", err)
		return 2
	case failed > 0:
		return 1
	}
	fmt.Fprintf(stdout, "%d scenarios, from seed %d: every rule holds\n", plan.Seeds, plan.First)
	return 0
}

func checkFile(path string, plan swarm.Plan, stdout, stderr io.Writer) int {
	text, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintln(stderr, "swarm:", err)
		return 2
	}
	if err := plan.Check(text, plan.First); err != nil {
		fmt.Fprintf(stdout, "%s, seed %d: %v\n", path, plan.First, err)
		return 1
	}
	fmt.Fprintf(stdout, "%s, seed %d: every rule holds\n", path, plan.First)
	return 0
}
