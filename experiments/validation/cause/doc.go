// Package cause names what most likely is wrong with a kernel that breaks a law.
//
// A cause is named only if it leaves nothing else to explain. Each family of causes has a file,
// and a test of its own for that:
//
//   - density.go: the kernel leaves another density invariant, to rounding, at every level that is
//     looked at: f of the level before, 1/f, f in single precision. In cells.go it is f of other
//     cells, such as with rows and columns exchanged, or f times the number of moves of a cell.
//   - digits.go: all entries were written with so many digits, and all laws are kept with the
//     tolerance that this calls for.
//   - matrix.go: columns sum to 1 and rows do not; NaN stands between cells without mass alone.
//   - moves.go: no move changes an axis, enters the ends of lines, or is taken against the odds.
//   - rows.go: the rows are those of another kernel, or of one that never stays.
//
// Two faults at once, and most faults of a single cell, have no cause here.
package cause
