package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"checkoutlab/internal/loopback"
	"checkoutlab/scenarios"
)

// partFlags choose one part of a scenario to be run alone.
type partFlags struct {
	scenario string
	mode     string
	name     string
	sets     []string
	seed     uint64
	port     int
}

func (f *partFlags) register(cmd *cobra.Command, part string, port int) {
	fl := cmd.Flags()
	fl.StringVar(&f.scenario, "scenario", defaultScenario, "the `SCENARIO` it is taken from: a name or a file")
	fl.StringVar(&f.mode, "mode", "", "the `MODE` it runs in (default: the scenario's first)")
	fl.StringVar(&f.name, "name", "", "the `NAME` of the "+part+" (default: the only one)")
	fl.StringArrayVar(&f.sets, "set", nil, "change any field: `PATH=VALUE`")
	fl.Uint64Var(&f.seed, "seed", 1, "the seed `N` that all chance comes from")
	fl.IntVar(&f.port, "port", port, "the `PORT` on 127.0.0.1; 0 takes a free one")
}

func (f *partFlags) resolve() (scenarios.Run, error) {
	if err := checkPort("--port", f.port); err != nil {
		return scenarios.Run{}, err
	}
	file, err := openScenario(f.scenario)
	if err != nil {
		return scenarios.Run{}, err
	}
	changes, err := settings(f.sets, nil)
	if err != nil {
		return scenarios.Run{}, err
	}
	mode := f.mode
	if mode == "" {
		mode = file.Modes()[0].Name
	}
	r, err := file.Run(mode, f.seed, changes)
	if err != nil {
		return scenarios.Run{}, usage(err)
	}
	return r, nil
}

func checkPort(flag string, port int) error {
	if port < 0 || port > math.MaxUint16 {
		return usagef("%s %d: a port lies between 0, which takes a free one, and %d", flag, port, math.MaxUint16)
	}
	return nil
}

// pick returns the part called name, or the only one.
func pick[T any](part, name string, all map[string]T) (string, error) {
	names := slices.Sorted(maps.Keys(all))
	if _, ok := all[name]; ok {
		return name, nil
	}
	if name == "" && len(names) == 1 {
		return names[0], nil
	}
	if name == "" && len(names) > 1 {
		return "", usagef("the scenario has several %ss; choose one with --name: %s", part, strings.Join(names, ", "))
	}
	return "", usagef("--name %q: the scenario has these %ss: %s", name, part, strings.Join(names, ", "))
}

// site is one listener of a part that runs alone.
type site struct {
	name    string
	port    int
	handler http.Handler
	stop    func() // ends what the handler still works on
	banner  func(url string) string
}

// serveAll opens every site, says where they are, and serves until the command
// is interrupted. That is how it is meant to end, and so no error.
func serveAll(cmd *cobra.Command, sites ...site) error {
	group, ctx := errgroup.WithContext(cmd.Context())
	for _, s := range sites {
		ln, err := loopback.Listen(s.port)
		if err != nil {
			return environment(fmt.Errorf("%s: %w; choose another port with a flag, 0 takes a free one", s.name, err))
		}
		defer ln.Close()
		srv := loopback.NewServer(s.handler)
		group.Go(func() error { return serve(ctx, srv, func() error { return srv.Serve(ln) }, s.stop) })
		fmt.Fprintln(cmd.OutOrStdout(), s.banner("http://"+ln.Addr().String()))
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "stop with Ctrl-C")
	return environment(group.Wait())
}

func serve(ctx context.Context, srv *http.Server, accept func() error, stop func()) error {
	defer context.AfterFunc(ctx, func() {
		stop()
		loopback.Stop(srv)
	})()
	if err := accept(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
