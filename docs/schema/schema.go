// Package schema holds the JSON Schemas of what people and scripts read and write:
// scenario files, and the summary of a run. They are generated from the Go types by
// the tests of this package:
//
//	go test ./docs/schema -update
package schema

import _ "embed"

// Scenario is the schema of a scenario file, for editors. It is of draft 7, which is
// the newest that YAML's language server knows.
//
// A file that it takes may still be wrong in what it names and when: lab check tells.
//
//go:embed scenario.schema.json
var Scenario []byte

// Summary is the schema of summary.json and of --format json, of draft 2020-12.
// Fields may be added to it without a new version, so it takes more than it names.
//
//go:embed summary.schema.json
var Summary []byte
