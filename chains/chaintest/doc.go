// Package chaintest is the law suite that every kernel's test calls:
//
//	func TestLaws(t *testing.T) { chaintest.Laws(t, MyKernel{}) }
//
// It holds a kernel to the laws of package laws (laws.go), on random and fixed grids,
// densities and walls (scenes.go): first its operators, then whole annealings on tiny spaces,
// run through enumerating dice path by path (paths.go). It samples nothing, so no test passes
// by luck. A breach comes with the law, the scene and a witness.
//
// Enumerate returns every path of an annealing with its probability and weight. The tests of
// package exact compare its results with sums over these paths; this package does not import
// exact.
//
// Every check must be able to fail. The tests of this package have a broken kernel or program
// for every law, and check that each is found.
package chaintest
