package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"checkoutlab/api"
	"checkoutlab/internal/chance"
	"checkoutlab/internal/loopback"
	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// apiPort is where `lab api` answers unless told otherwise.
const apiPort = 7011

func newAPI() *cobra.Command {
	var (
		of        partFlags
		providers map[string]string
	)
	cmd := &cobra.Command{
		Use:   "api",
		Short: "Run one service of a scenario alone, to poke at with curl",
		Long: `Run one service of a scenario alone on 127.0.0.1, in front of a provider that
runs already (see lab provider), and print each change of its breakers. It
serves until it is interrupted, and the exit code is then 0.`,
		Example: `  lab provider &
  lab api --mode protected`,
		Args: cobra.NoArgs,
		RunE: drains(func(cmd *cobra.Command, _ []string) error {
			r, err := of.resolve()
			if err != nil {
				return err
			}
			name, err := pick("service", of.name, r.Spec.Services)
			if err != nil {
				return err
			}
			urls, err := urlsOf(r, providers)
			if err != nil {
				return err
			}
			return serveAPI(cmd, name, r, of.port, urls)
		}),
	}
	of.register(cmd, "service", apiPort)
	cmd.Flags().StringToStringVar(&providers, "provider", nil,
		fmt.Sprintf("where a provider, or another service, answers: `NAME=URL` (default of a provider http://127.0.0.1:%d)", providerPort))
	cmd.Flags().Lookup("provider").DefValue = "" // the text says it
	return cmd
}

// urlsOf says where everyone answers whom a service may call: every provider has
// an address, another service only if it is given one.
func urlsOf(r scenarios.Run, given map[string]string) (map[string]string, error) {
	urls := map[string]string{}
	for name := range r.Spec.Providers {
		urls[name] = fmt.Sprintf("http://127.0.0.1:%d", providerPort)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		_, isProvider := r.Spec.Providers[name]
		if _, isService := r.Spec.Services[name]; !isProvider && !isService {
			return nil, usagef("--provider %s=%s: the scenario has the providers %s and the services %s", name, given[name],
				strings.Join(slices.Sorted(maps.Keys(r.Spec.Providers)), ", "), strings.Join(slices.Sorted(maps.Keys(r.Spec.Services)), ", "))
		}
		if u, err := url.Parse(given[name]); err != nil || u.Scheme != "http" || u.Host == "" {
			return nil, usagef("--provider %s=%s: write it as NAME=URL, such as %s=http://127.0.0.1:%d", name, given[name], name, providerPort)
		}
		if err := loopback.Check(given[name]); err != nil {
			return nil, usagef("--provider %s=%s: %w", name, given[name], err)
		}
		urls[name] = given[name]
	}
	return urls, nil
}

func serveAPI(cmd *cobra.Command, name string, r scenarios.Run, port int, urls map[string]string) error {
	began := time.Now()
	service, err := api.New(name, r.Spec.Services[name], api.Options{
		Clock:     func() time.Duration { return time.Since(began) },
		Stream:    func(name string) *rand.Rand { return chance.Stream(r.Seed, name) },
		Record:    &transitionPrinter{cmd: cmd},
		Providers: urls,
		Services:  urls,
	})
	if err != nil {
		return usagef("%w", err)
	}
	return serveAll(cmd, site{name: "api " + name, port: port, handler: service, stop: service.Close, banner: func(url string) string {
		lines := []string{fmt.Sprintf("api %s on %s, mode %s", name, url, r.Mode)}
		for _, route := range slices.Sorted(maps.Keys(r.Spec.Services[name].Routes)) {
			method, path, _ := strings.Cut(route, " ")
			lines = append(lines, fmt.Sprintf("  try: curl -i -X %s %s%s", method, url, path))
		}
		return strings.Join(lines, "\n")
	}})
}

// transitionPrinter prints the breakers' changes of state as they happen.
type transitionPrinter struct {
	cmd *cobra.Command
	mu  sync.Mutex
}

func (p *transitionPrinter) Record(e record.Event) {
	if e.Kind != record.Transition {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintln(p.cmd.OutOrStdout(), e.TransitionLine())
}
