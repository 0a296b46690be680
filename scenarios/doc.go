// Package scenarios is the experiment file: what a scenario says (Spec), how it
// is read (Read: strictly, with the place of every problem), its variations
// (File.In), and the library of scenarios that comes with the lab (Find).
//
// # Adding a scenario in a minute
//
// Copy library/checkout-incident.yaml to library/NAME.yaml, write the same NAME
// in its first field, and change what differs. Then
//
//	lab check scenarios/library/NAME.yaml
//	lab run NAME --sim
//
// The first names every problem with its line; the second plays it in a moment.
// Nothing else needs to be told of the new file: the folder is embedded.
//
// # How a file is read
//
// The file becomes a tree in which every value knows its line and column. A
// mode, and after it each --set, replaces values in that tree by their paths;
// the result is decoded into a Spec, defaults are filled in, and the Spec is
// validated. A value that a mode set therefore has its problem at the mode's own
// line, and one from the command line at its argument.
//
//	tree (file) → tree (mode) → tree (settings) → Spec → defaults → problems
package scenarios
