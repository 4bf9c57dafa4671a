// Package operators makes kernels fast. It has the operators that several kernels share,
// and the parts they are built from. A new kernel rarely needs more than one of them.
//
//   - Symmetric: any symmetric proposal, accepted by Metropolis. It wants the list of what
//     may be proposed, and a pull of pairs.
//   - Flows: that pull, if what may be proposed lies along edges of the box.
//   - Local: single moves, with any Rule of acceptance.
//   - Redraw: coordinates redrawn from their conditionals, along lines.
//   - Written: any kernel that is given by its rows, and perhaps by a pull of pairs.
//   - NewMixture and NewProduct: operators made of others.
//
// Odds compares the densities of two cells, by masses or by logs, whichever the level has.
//
// # Flows
//
// A pull by a reversible kernel settles accounts along edges. Flows computes
// c(x,y) (f(x) - f(y)) once for each edge, by the loops of package lanes, and adds it up at
// both ends: chunk by chunk, so that what was just computed is still in the fastest memory,
// and on large spaces on all cores.
package operators
