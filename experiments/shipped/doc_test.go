// Package shipped rebuilds bugs of annealed importance sampling, particle filters and
// conditional SMC that public threads report. It also settles what was only disputed there. It
// has only tests. For every bug one step is changed of a program that keeps the law of package
// programs. On two or three cells both sides of the law are summed exactly, so that a bug shows
// at once, with a witness. The same sums say how many runs a sampled test would need.
//
// reports/shipped is written by
//
//	go test ./experiments/shipped -run Shipped -update
package shipped
