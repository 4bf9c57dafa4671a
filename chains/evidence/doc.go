// Package evidence weighs counted moves against a law that is known to the last digit: what
// they say, and how many it takes to say so. A Tally counts moves; ChiSquare, Multinomial,
// MidRank and Tally.Balance test them; Needed and NeededForBalance say how many a test needs;
// Holm corrects p-values for how many tests there are.
//
// No p-value is too small: under the law, the probability of one at or below u is at most u.
// The exception is Pearson's test, whose chi-square law holds in the limit; it looks only at
// cells, or pools of cells, in which at least five counts are expected. A p-value that was
// drawn and not summed comes with its standard error.
//
// # Moves from one chain
//
// A row's test takes the moves from one cell as independent draws. In a record of one long
// chain, any number of exits from a cell that is fixed beforehand are such draws. That the
// number is random, and the last exit cut off, does not matter in the limit (Billingsley
// 1961).
package evidence
