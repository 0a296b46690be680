package agree

import (
	"embed"
	"slices"

	"checkoutlab/scenarios"
)

//go:embed scenarios/*.yaml
var files embed.FS

// short are the scenarios made for this: between them they have the faults,
// policies and ways to end that checkout-incident has not.
var short = []string{"flaky-provider", "hanging-tax", "full-queue"}

// Names are the scenarios that the executors are held to.
func Names() []string { return append([]string{"checkout-incident"}, short...) }

// Find reads one of Names, or any other scenario of the library.
func Find(name string) (*scenarios.File, error) {
	if !slices.Contains(short, name) {
		return scenarios.Find(name)
	}
	text, err := files.ReadFile("scenarios/" + name + ".yaml")
	if err != nil {
		return nil, err
	}
	return scenarios.Read(name+".yaml", text)
}
