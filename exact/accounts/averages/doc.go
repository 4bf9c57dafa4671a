// Package averages computes exact numbers beyond the mean of one log weight: of the log of an
// average of K independent runs, and of the tails of log w.
//
//	Arithmetic, Harmonic, Largest   the log of the mean of w over K forward runs, of the harmonic
//	                                mean over K reverse runs, and the largest log w
//	LawOf                           the law of log w of annealing, smoothed
//	Above, Below                    how likely log w is b nats on the wrong side of log R, beside
//	                                Markov's e^-b
//
// They know programs that draw their cell at once, SIR and AIS. Arithmetic and Harmonic also know
// CMS and the harmonic mean along a chain. For other programs the error is accounts.ErrTooLarge.
// All work with transforms of the law of a weight: the Laplace transform of a sum of independent
// weights is a product, and the complex powers E[w^z] of AIS are propagated.
package averages
