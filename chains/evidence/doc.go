// Package evidence tests counted moves against a law that is known to the last digit, and
// computes how many moves a test needs. A Tally counts moves; ChiSquare, Multinomial, MidRank
// and Tally.Balance test them; Needed and NeededForBalance return the number a test needs;
// Smirnov compares two samples; CompareWays tests forward and reverse runs of a program against
// each other; Holm corrects p-values for the number of tests. Read tally.go and fit.go first.
//
// No p-value is too small: under the law, the probability of one at or below u is at most u.
// The exceptions are Pearson's test and CompareWays, whose chi-square law holds in the limit; they
// look only at cells, or pools of cells, in which at least five counts are expected. A p-value that
// was drawn and not summed comes with its standard error.
//
// # Moves from one chain
//
// The test of a row takes the moves from one cell as independent draws. In a record of one
// long chain, any number of exits from a cell that is fixed beforehand are such draws. The
// number is random, and the last exit is cut off, but neither matters in the limit
// (Billingsley 1961).
package evidence
