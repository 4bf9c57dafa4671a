// Package ranking says which schedules of a sweep are best, by J and by B, and whether the
// two agree.
//
// A Contest has the schedules that were run in one setting at one T. Its Tau compares their
// orders by J and by B; its Cost is the price of picking the schedule with the least B. An
// Agreement averages over contests, with intervals by a bootstrap over targets. A Summary is
// everything that a sweep says: groups of draws, contests, and agreements with and without the
// schedules that were chosen by J or B themselves.
package ranking
