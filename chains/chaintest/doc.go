// Package chaintest is the law suite that every kernel's test calls:
//
//	func TestLaws(t *testing.T) { chaintest.Laws(t, MyKernel{}) }
//
// It checks what an operator promises on random grids, densities and walls; then
// runs whole annealings on tiny spaces through enumerating dice, path by path,
// and holds package exact and the Monte Carlo programs to what it finds. Nothing
// is sampled, so that nothing is a matter of luck: a breach comes with the law,
// the place and the witness.
//
// Breaches are returned as well as reported, because a check that cannot fail is
// none: the package's own tests break each law with a kernel or a program made
// for it.
package chaintest
