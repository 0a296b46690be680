// Package sweep runs a scenario at every point of a grid, in virtual time and on
// all cores, and reads one measure from each run: where does it hold, and where
// does it no longer?
//
// A grid has an axis for each field that is varied. A cell is one point of it in
// one mode; it is run with one seed or several, and its figure is the median
// over the seeds.
package sweep
