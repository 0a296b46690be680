package scenarios

import (
	"embed"
	"errors"
	"fmt"
	"strings"

	"checkoutlab/scenarios/internal/tree"
)

//go:embed library/*.yaml
var library embed.FS

// ErrUnknown is the error of a name that the library does not have.
var ErrUnknown = errors.New("scenarios: unknown scenario")

// Names returns the names of the library's scenarios in alphabetical order.
func Names() []string {
	entries, err := library.ReadDir("library")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}

// Library returns the scenarios that come with the lab, in the order of Names.
// It panics if one of them does not read; a test reads them all.
func Library() []*File {
	var files []*File
	for _, name := range Names() {
		f, err := Find(name)
		if err != nil {
			panic(err)
		}
		files = append(files, f)
	}
	return files
}

// Find reads a scenario of the library. For a name that is not there the error
// wraps ErrUnknown and gives the nearest name.
func Find(name string) (*File, error) {
	data, err := library.ReadFile("library/" + name + ".yaml")
	if err != nil {
		near := ""
		if n := tree.Nearest(name, Names()); n != "" {
			near = "did you mean " + n + "? "
		}
		return nil, fmt.Errorf("%w: %q; %s\"lab list\" shows all of them", ErrUnknown, name, near)
	}
	return Read(name+".yaml", data)
}
