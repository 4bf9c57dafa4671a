// Package shipped rebuilds bugs of annealed importance sampling, particle filters and
// conditional SMC that public threads tell of, and settles what was only disputed there. It has
// tests alone. Every bug is one changed step of a program that keeps the law of package
// programs. On two or three cells the law is summed exactly, so that a bug shows at once, with
// a witness; and the same sums say how many runs a sampled test would need.
//
// reports/shipped is written by
//
//	go test ./experiments/shipped -run Shipped -update
package shipped
