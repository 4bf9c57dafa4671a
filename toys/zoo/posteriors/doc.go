// Package posteriors has posteriors of real data on lattices, a model in each file: phase 1 of
// Turner and Neal (2017) for spaces of some hundred cells.
//
// A lattice covers its posterior: it has at least 94% of the mass of a lattice that is twice as
// wide. It is fine enough that the mass spreads over a dozen cells or more. Tests check both, and
// hold every model to the laws of its variables.
package posteriors
