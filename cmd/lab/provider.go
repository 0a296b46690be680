package main

import (
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"checkoutlab/internal/chance"
	"checkoutlab/provider"
	"checkoutlab/scenarios"
)

// providerPort is where `lab provider` answers unless told otherwise.
const providerPort = 7010

func newProvider() *cobra.Command {
	var (
		of          partFlags
		controlPort int
		faults      bool
	)
	cmd := &cobra.Command{
		Use:   "provider",
		Short: "Run one provider of a scenario alone, to poke at with curl",
		Long: `Run one provider of a scenario alone on 127.0.0.1, in good health. A control
endpoint on a port of its own shows its counts and changes its faults while it
runs. With --faults it fails when the scenario says, counted from the start. It
serves until it is interrupted, and the exit code is then 0.`,
		Example: `  lab provider
  lab provider --set providers.payment.latency=50ms`,
		Args: cobra.NoArgs,
		RunE: drains(func(cmd *cobra.Command, _ []string) error {
			if err := checkPort("--control-port", controlPort); err != nil {
				return err
			}
			r, err := of.resolve()
			if err != nil {
				return err
			}
			name, err := pick("provider", of.name, r.Spec.Providers)
			if err != nil {
				return err
			}
			if !faults {
				cfg := r.Spec.Providers[name]
				cfg.Faults = nil
				r.Spec.Providers[name] = cfg
			}
			rng := chance.Stream(of.seed, "provider/"+name)
			return serveProvider(cmd, name, r, rng, of.port, controlPort)
		}),
	}
	of.register(cmd, "provider", providerPort)
	cmd.Flags().IntVar(&controlPort, "control-port", 0, "the `PORT` of the control endpoint; 0 takes a free one")
	cmd.Flags().BoolVar(&faults, "faults", false, "begin with the scenario's fault windows instead of none")
	return cmd
}

func serveProvider(cmd *cobra.Command, name string, r scenarios.Run, rng *mathrand.Rand, port, controlPort int) error {
	began := time.Now()
	p := provider.New(r.Spec.Providers[name], provider.Options{
		Clock: func() time.Duration { return time.Since(began) },
		Rand:  rng,
	})
	defer p.Close()
	token := rand.Text()
	return serveAll(cmd,
		site{name: "provider " + name, port: port, handler: p, stop: p.Close, banner: func(url string) string {
			return fmt.Sprintf("provider %s on %s\n  try: curl -i -X POST %s/charge", name, url, url)
		}},
		site{name: "control", port: controlPort, handler: provider.Control(p, token), stop: func() {}, banner: func(url string) string {
			return fmt.Sprintf("control on %s\n  try: curl -H 'Authorization: Bearer %s' %s/counts\n"+
				"  or:  curl -H 'Authorization: Bearer %s' -X PUT -d '[{\"kind\":\"slow\",\"latency\":\"10s\",\"for\":\"30s\"}]' %s/faults",
				url, token, url, token, url)
		}},
	)
}
