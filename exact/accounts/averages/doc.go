// Package averages is exact about more than the mean of one log weight: about the log of an
// average of K independent runs, and about the tails of log w.
//
//	Arithmetic, Harmonic, Largest   the log of the mean of w over K forward runs, of the harmonic
//	                                mean over K reverse runs, and the largest log w
//	Above, Below                    how likely log w is b nats on the wrong side of log R, beside
//	                                Markov's e^-b
//
// They know programs that draw their cell at once, SIR and AIS; the first two also know CMS and
// the harmonic mean along a chain. For others the error is accounts.ErrTooLarge. All rest on
// transforms of the law of a weight: the Laplace transform E[e^-sw] of a sum is a product, and
// the complex powers E[w^z] of AIS are propagated.
package averages
