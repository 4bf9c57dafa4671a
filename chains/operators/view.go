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
// written.go, view.go, rule.go, local.go and flow.go first, then redraw.go, mixture.go and product.go.
//
// # Flows
//
// A pull by a reversible kernel settles flows along edges. Flows computes
// c(x,y) (f(x) - f(y)) once for each edge, by the loops of package lanes, and adds it up at
// both ends. It works chunk by chunk, so that the flows are still in the fastest memory
// when they are settled, and on large spaces on all cores.
package operators

import (
	"cmp"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Least is added to a mass before a division by it. It vanishes beside any mass that a
// level may have, and turns 0/0 into 0 in a cell without mass.
const Least = lanes.Least

// A View is a level in float64, as definitions see it. It compares densities by quotients of p if the
// level has it, and otherwise by exponentials of differences of log f.
type View struct {
	grid  grid.Grid
	level *chains.Level
	f     []float64 // p or log f
	none  float64   // the value of f in a cell without mass
	logs  bool
	cold  bool // f belongs to an earlier level
	// the definition asked for the place of a level: its rows may differ where the density does not
	placed bool
}

// NewView returns a view of levels on g, which sees none yet.
func NewView(g grid.Grid) *View { return &View{grid: g} }

// Aim turns it to a level.
func (v *View) Aim(l *chains.Level) { v.level, v.cold = l, true }

// Look reads the level, once. A definition may be given v after that.
func (v *View) Look() *View {
	if !v.cold {
		return v
	}
	v.cold = false
	if v.logs = v.level.P == nil; v.logs {
		v.f, v.none = v.level.LogF(), math.Inf(-1)
	} else {
		v.f, v.none = v.level.P, 0
	}
	return v
}

func (v *View) Has(x int) bool       { return v.f[x] != v.none }
func (v *View) Open(x int) bool      { return v.f[x] != v.none && !v.grid.Wall(x) }
func (v *View) Compare(x, y int) int { return cmp.Compare(v.f[x], v.f[y]) }
func (v *View) Less(y, x int) bool   { return v.f[y] < v.f[x] }
func (v *View) Place() (int, float64) {
	v.placed = true
	return v.level.T, v.level.Beta
}

func (v *View) Num(c float64) numbers.Float       { return numbers.Float(c) }
func (v *View) Exp(x numbers.Float) numbers.Float { return numbers.Float(math.Exp(float64(x))) }

// Quotient is f(y)/f(x): 0 if y has no mass, and very large if only x has none.
func (v *View) Quotient(y, x int) numbers.Float {
	switch {
	case v.f[y] == v.none:
		return 0
	case v.logs:
		return numbers.Float(math.Exp(v.f[y] - v.f[x]))
	}
	return numbers.Float(v.f[y] / (v.f[x] + Least))
}

// Metropolis takes 1 less the smaller of the two, which is at most 1/2 and so keeps its digits.
func (v *View) Metropolis(x, y int) (accept, reject numbers.Float) {
	here, there := v.f[x], v.f[y]
	switch {
	case there >= here:
		return 1, 0
	case !v.logs:
		return numbers.Float(there / here), numbers.Float((here - there) / here)
	}
	return lesserOf(there - here)
}

// lesserOf is min(1, e^rise) and 1 less that. Of a rise that is no number, from a cell without mass, all is accepted.
func lesserOf(rise float64) (accept, reject numbers.Float) {
	switch {
	case !(rise < 0):
		return 1, 0
	case rise < -math.Ln2:
		accept = numbers.Float(math.Exp(rise))
		return accept, 1 - accept
	}
	reject = numbers.Float(-math.Expm1(rise))
	return 1 - reject, reject
}

func (v *View) Pair(x, y int, of func(x, y int) (_, _ numbers.Float)) (_, _ numbers.Float) {
	return of(x, y)
}

func (v *View) Rise(x, y int) numbers.Float {
	logf := v.level.LogF()
	return numbers.Float(logf[y] - logf[x])
}

// Walls are the forbidden cells of a grid, rising. An initial density may still have mass
// there. Such mass flows out of the walls and none flows in. That is not symmetric, so the
// fast paths cannot be used.
type Walls []int

// WallsOf lists the walls of g.
func WallsOf(g grid.Grid) (walls Walls) {
	for x := range g.Size() {
		if g.Wall(x) {
			walls = append(walls, x)
		}
	}
	return walls
}

// HaveMass reports whether p is positive on a wall.
func (w Walls) HaveMass(p []float64) bool {
	return slices.ContainsFunc(w, func(x int) bool { return p[x] > 0 })
}
