// Package arch states the rules about this code as data and holds them as
// tests: who may import whom, who may read the wall clock, how long a file and
// a function may be. Each rule carries its reason, which a failing test prints.
package arch
