// Package fault decides what happens to one request to a provider at one
// instant: how long it takes, whether it is answered with an error, or not at
// all. It decides only; package provider acts the decisions out over HTTP and
// the simulator in virtual time.
//
// Instants count from the start of the run and chance is an argument, so that a
// decision can be repeated.
//
// # When several windows are open at once
//
// Each window tosses its own coin for each request, in the order of the file. Of
// those that hit:
//
//   - a hang outdoes everything else, and lasts until the latest end of the hangs;
//   - of several slow windows the longest latency counts;
//   - of several status windows the first in the file decides the answer;
//   - a status while it is slow comes late: the latency of slow counts, and not
//     one that status has of its own.
//
// Decision.Fault names every kind that hit, also where another outdid it, so that
// the realised share of each window can be counted.
//
// # To add a fault
//
// Write one file like slow.go, with what the fault does to a decision and which
// fields of Window it takes, and add a row to kinds. A parameter that no fault has
// had so far is a field of Window and a row of Window.foreign. A fault acts per
// request, ends by itself when its window ends, and names itself in
// Decision.Fault.
package fault
