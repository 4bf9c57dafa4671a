// Package chaintest is the law suite that every kernel's test calls:
//
//	func TestLaws(t *testing.T) { chaintest.Laws(t, MyKernel{}) }
//
// It holds a kernel to the laws of package laws, on random grids, densities and walls
// and on fixed ones: first its operators, then whole annealings on tiny spaces, run
// through enumerating dice path by path. Nothing is sampled, so nothing is a matter of
// luck. A breach comes with the law, the scene and a witness.
//
// Enumerate returns every path of an annealing with its probability and weight. The tests
// of package exact hold it to the sums over these paths; this package knows nothing of exact.
//
// A check that cannot fail is none. Package bugs has a broken kernel or program for every
// law, and the tests of this package watch each of them be found.
package chaintest
