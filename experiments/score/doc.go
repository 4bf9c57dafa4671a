// Package score says how well samplers really work: the real effective sample size of every
// kernel on every density of a zoo, exactly.
//
//	Subject --Measure(functions, starts, ns)--> Rows --> Board (leaderboard), Profiles
//	a kernel on a density                       one a function, start and N
//
// A Subject (subject.go) is a kernel aimed at a density, perhaps on a larger space than the
// density's cells. Functions and starts are of the cells.
package score
