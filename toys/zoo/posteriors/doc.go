// Package posteriors has posteriors of real data on lattices, a model in each file: phase 1 of
// Turner and Neal (2017) for spaces of some hundred cells.
//
// A lattice covers its posterior: 99% of the mass that a lattice half as wide again would have
// is on it. It is fine enough that the mass spreads over a dozen cells and more. Tests check
// both.
package posteriors
