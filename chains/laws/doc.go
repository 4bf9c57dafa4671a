// Package laws has the laws that a kernel, a chain and a bridge keep. Each is a value that
// names the law, and a function that measures how far it is kept. Package chaintest holds
// the kernels of the catalogue to them, and package validation a user's kernel.
//
// # How to read it
//
// The constants in law.go state the laws, each with its equation. A Finding (finding.go)
// is the result of measuring one: the largest deviation, the limit, and a witness, such as
// the pair of cells with the largest deviation.
//
//   - Written is a kernel at one level, written out as matrices T and R. Its methods
//     measure the laws of one level (rows.go), and whether an operator's other methods
//     agree with its rows (operator.go).
//   - Wide measures the same on spaces whose matrices do not fit in memory.
//   - Step, Flow and Chain (chain.go) measure the laws of whole chains, from level to level.
//
// # Limits
//
// A limit bounds the effect of rounding, with room; its reason stands beside it. If a
// matrix was written with few digits, Slack bounds the error of each entry, and every
// law's limit grows accordingly.
//
// Laws of programs (Start, ReverseStart, OneWeight) cannot be broken by a kernel. They
// are here for tests, which run programs that break them.
package laws
