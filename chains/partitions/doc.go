// Package partitions has all partitions of n points as the cells of a grid, so that a Dirichlet
// process mixture is a density like any other, and its samplers have exact laws. There are Bell(n)
// partitions: 15 of four points, 21,147 of nine.
//
// A partition is written as a restricted growth string. The first point has label 0, and every other
// point has the label of its cluster or the next new one: 0 0 1 0 2 puts points 0, 1 and 3 together.
//
//	space.go   the numbers of partitions
//	table.go   samplers that add points one by one (particles.Sequence), written out
//	gibbs.go   collapsed Gibbs: points are reassigned one by one (chains.Kernel)
//
// The kernel is not in the catalogue of package kernels, whose kernels run on any grid: this one
// needs to know which cell is which partition.
package partitions
