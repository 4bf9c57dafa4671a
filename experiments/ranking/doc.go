// Package ranking finds the best schedules of a sweep, by J and by B, and measures whether the
// two agree. Read contest.go first, then outcome.go, agreement.go and summary.go.
//
// A Contest has the schedules that were run in one setting at one T. Its Tau compares their
// orders by J and by B; its Cost is the price of picking the schedule with the least B. A
// Group collects the draws of a target. An Agreement averages over contests, with intervals by
// a bootstrap over targets. A Summary has groups, contests, and agreements with and without
// the schedules that were themselves chosen by J or B.
package ranking
