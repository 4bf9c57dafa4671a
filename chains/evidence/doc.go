// Package evidence weighs counted moves: what they say against a law that is
// known to the last digit, and how many of them it takes to say so.
//
// A p-value here is at least as large as it ought to be: under the law, the
// probability of one at or below u is at most u, up to the normal limit of
// Pearson's test where that is used, which is only where at least five moves are
// expected of every cell. Where it was drawn and not summed, its standard error is
// told.
//
// # Moves from one chain
//
// A row's test takes the moves from one cell to be independent draws. In a record
// of one long chain the exits from a cell are such draws for any number of exits
// fixed beforehand; that their number is random, and the last of them cut off,
// does not matter in the limit (Billingsley 1961).
package evidence
