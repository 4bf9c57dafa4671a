package cause

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
)

// impatient finds a kernel whose rows are a known one's, given that it moves: rejections are left out. A
// row of one move says nothing: two cells that change places may do so by any rule.
func impatient(c Case) *Cause {
	known := []chains.Kernel{kernels.Metropolis{}, kernels.Barker{}, kernels.King{}}
	if c.Declared != nil {
		known = append([]chains.Kernel{c.Declared}, known...)
	}
	for _, k := range known {
		stayed, chose := false, false
		if c.same(k, func(x, y int, p, stay float64) float64 {
			stayed = stayed || stay > 1e-6
			if x == y {
				return 0
			}
			chose = chose || p > 1e-6 && p+stay < 1-1e-6
			return p / (1 - stay)
		}) && stayed && chose {
			return &Cause{Name: "impatient",
				Says: "nobody ever stays: it proposes again until a move is accepted, and a rejected " +
					"move must count as a step"}
		}
	}
	return nil
}

// unreversed finds a kernel that leaves p invariant, is not reversible, and claims to be its own
// reversal.
func unreversed(c Case) *Cause {
	if !c.breaks(laws.Reversal) || c.anywhere(laws.EachCell) || !c.probabilities() || !c.everywhere(func(l Level) bool {
		return &l.Back[0] == &l.Rows[0]
	}) {
		return nil
	}
	return &Cause{Name: "reversal",
		Says: "it leaves p invariant and is not reversible, and its reverse chain goes by the same steps: " +
			"they are to be taken backwards, as columns before rows"}
}

// otherKernel finds rows of another kernel of the catalogue than the declared one.
func otherKernel(c Case) *Cause {
	if !c.breaks(laws.Declared) || c.anywhere(laws.EachCell) {
		return nil
	}
	for _, k := range kernels.Catalogue {
		if c.same(k.Make, func(_, _ int, p, _ float64) float64 { return p }) {
			return &Cause{Name: "kernel", Says: fmt.Sprintf("the rows are those of %s", k.Name)}
		}
	}
	return nil
}

// mostPaths is the largest number of paths that the rows of a kernel may add up to be compared.
const mostPaths = 1e4

// same reports whether the rows of cells with mass are those of a kernel after each entry has been
// changed: of returns the entry for a move from x to y, given the kernel's own entry p and the
// probability stay that it stays at x.
func (c Case) same(k chains.Kernel, of func(x, y int, p, stay float64) float64) bool {
	g := c.Levels[0].Grid
	if chains.States(k, g) != g.Size() || chains.FactsOf(k, chains.Box(k, g)).Paths > mostPaths {
		return false
	}
	op, level := k.On(g), c.NewLevel()
	return c.everywhere(func(l Level) bool {
		level.Move(l.T, l.Beta)
		op.Aim(level)
		for x, row := range laws.RowsOf(op, len(l.P)) {
			if l.P[x] == 0 {
				continue
			}
			for y, p := range row {
				if !(math.Abs(of(x, y, p, row[x])-l.Rows[x][y]) <= 1e-11) {
					return false
				}
			}
		}
		return true
	})
}
