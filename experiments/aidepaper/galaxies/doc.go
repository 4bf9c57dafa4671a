// Package galaxies is the experiment of the AIDE paper's supplement: particle filters of forty galaxies,
// by the right reverse and by that of the authors' code.
//
//	data.go      the velocities, and the estimates that the authors recorded
//	runs.go      runs of the filters
//	rows.go      the rows, from these runs
//	bound.go     exact values on four of the galaxies
//	findings.go  the claims
package galaxies
