// Package operators makes kernels fast. It has the operators that several kernels share,
// and the parts they are built from. A new kernel rarely needs more than one of them:
//
//   - Proposed: the definition of symmetric proposals, accepted by a Rule. Symmetric is its operator by
//     Metropolis. It needs the list of proposals, and a pull of pairs.
//   - Flows: that pull, if proposals lead along edges of the box.
//   - Local: single moves, with any Rule of acceptance.
//   - Redraw: coordinates redrawn from their conditionals, along lines.
//   - Written: any kernel by the rows of its definition, and perhaps by a pull of pairs.
//   - SortedLines: that pull, if a step is along lines and depends on the order of their masses.
//   - NewMixture and NewProduct: operators made of others.
//
// View compares the densities of two cells, by masses or by logs, as the level allows. Read
// written.go, view.go, proposals.go, local.go and flow.go first, then redraw.go and product.go.
//
// # Flows
//
// A pull by a reversible kernel settles flows along edges. Flows computes
// c(x,y) (f(x) - f(y)) once for each edge, by the loops of package lanes, and adds it up at
// both ends. It works chunk by chunk, so that the flows are still in the fastest memory
// when they are settled, and on large spaces on all cores.
package operators
