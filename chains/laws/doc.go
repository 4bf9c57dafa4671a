// Package laws is the law book: what a kernel, a chain and a bridge promise, each as a
// value that names the law and a function that measures how far it is kept. Two readers
// share it: package chaintest, which holds every kernel of the catalogue to it, and
// package validation, which holds a user's kernel to it.
//
// # How to read it
//
// The constants in law.go state the laws, each with its equation. A Finding is the result
// of measuring one: how far it is off at most, how far it may be, and a witness, such as
// the pair of cells where it is off most.
//
//   - Written is a kernel at one level, written out as matrices T and R. Its methods
//     measure the laws of one level (rows.go), and whether an operator's other methods say
//     the same as its rows (operator.go).
//   - Wide measures the same of spaces whose matrices do not fit.
//   - Step, Flow and Chain measure the laws of whole chains, from level to level.
//
// # Limits
//
// A limit bounds what rounding can do, with room; its reason stands beside it. If a
// matrix was written with few digits, Slack says how far each of its entries may be off
// besides, and every law is held to what that makes of it.
//
// Laws of programs (Start, ReverseStart, OneWeight) cannot be broken by a kernel. They
// are here for tests, which run programs that break them.
package laws
