// Package compare sets stored runs side by side, two sets of them or the modes of
// one, and says of each figure whether it got better or worse, or whether that is
// noise.
//
// A figure's runs on each side are two samples. Shown are their medians with
// intervals by order statistics, and the verdict takes both of
//
//   - a Mann-Whitney test (golang.org/x/perf/benchmath, AssumeNothing) whose p,
//     adjusted for the number of figures tested, is at most Alpha, and
//   - a change that reaches the smallest effect that matters.
//
// The adjustment is that of Benjamini and Hochberg ("Controlling the false
// discovery rate", J. R. Stat. Soc. B 57, 1995): of the figures that are called
// better, worse or changed, at most the share Alpha is expected to be false, and
// when nothing has changed at all, at most the share Alpha of comparisons has any.
// Figures that are the same in every run of both sides cannot come out as different
// and are not counted.
//
// Simulated runs with the same seeds have no noise: where every run of a side has
// the same figure, the change is exact and the smallest effect alone decides.
package compare
