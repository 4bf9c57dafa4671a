package exact

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
)

// A witness is a cell at a level where a kernel breaks its law.
//
// Two numbers that should be equal may differ because the kernel is wrong, or because
// rounding is large beside them: if log R is 1e-9, the rounding of logarithms is a
// millionth of it. The numbers alone cannot decide. So a kernel is accused only if one
// of its steps is caught. Every level's operator is tested for
//
//	p(y) R(y,x) = p(x) T(x,y),
//
// R its reversal, by pushing the measure p h through R, which has to give p (T h), for
// an h without regularity. With R 1 = 1 this implies pT = p. Every term is positive, so
// each cell is compared with its own p, whatever J and B are.
type witness struct {
	level int
	cell  int
	fast  bool    // the fault: two functions pulled as a pair differ from one pulled alone
	off   float64 // of the cell's p
}

// findWitness returns the worst cell of the first level that breaks the law, or nil.
func findWitness(prog *progress, c *plain) (*witness, error) {
	n := c.a.Grid.Size()
	op, h := c.a.Kernel.On(c.a.Grid), irregular(n)
	there, back, ph := make([]float64, n), make([]float64, n), make([]float64, n)
	for t := 2; t <= c.a.PathEnd(); t++ {
		if err := prog.level(); err != nil {
			return nil, err
		}
		p := c.density(t)
		c.aim(op, p)
		for x := range h {
			ph[x] = p[x] * h[x]
		}
		op.Reversal().Push(back, ph)
		op.Pull(there, h)
		w, limit := &witness{level: t}, c.tolerance()
		for x, v := range p {
			if v < rarest && !math.IsInf(c.level.LogF()[x], -1) { // too small for its quotients
				continue
			}
			w.see(x, math.Abs(back[x]-v*there[x]), v)
		}
		if w.off > limit || c.shallow && w.pair(op, p, h) > limit {
			return w, nil
		}
	}
	return nil, nil
}

// see notes a cell that is off by this much, relative to p.
func (w *witness) see(x int, off, p float64) {
	if off == 0 {
		return
	}
	if rel := off / p; !(rel <= w.off) {
		w.cell, w.off = x, rel
		if math.IsNaN(rel) {
			w.off = math.Inf(1)
		}
	}
}

// pair lets the reversal pull two functions at once, as onePass does, and each alone,
// and compares the results.
func (w *witness) pair(op chains.Operator, p, h []float64) float64 {
	two, ok := op.Reversal().(chains.PairPuller)
	if !ok {
		return 0
	}
	n := len(h)
	one, both := make([]float64, n), [2][]float64{make([]float64, n), make([]float64, n)}
	flip := slices.Clone(h)
	slices.Reverse(flip)
	pair := chains.Pair{h, flip}
	two.PullPair(&both, &pair, &pair, 1)
	*w = witness{level: w.level, fast: true}
	for k, f := range [][]float64{h, flip} {
		op.Reversal().Pull(one, f)
		for x, v := range p {
			if v > 0 { // elsewhere a pair need only be finite
				w.see(x, math.Abs(both[k][x]-one[x]), 1)
			}
		}
	}
	return w.off
}

// tolerance bounds the relative rounding error of a cell: the rounding of the log
// densities behind it, and of a sum over all cells.
func (c *plain) tolerance() float64 {
	size := 0.0
	for _, v := range c.level.LogF() {
		if !math.IsInf(v, -1) {
			size = max(size, math.Abs(v))
		}
	}
	return 1e-11 + 64*unit*(float64(len(c.rise))+size)
}

// unit is the largest relative error of one rounding.
const unit = 0x1p-53

// irregular returns numbers from 1/2 to 3/2 without any pattern.
func irregular(n int) []float64 {
	h := make([]float64, n)
	for x := range h {
		_, part := math.Modf(float64(x+1) * math.Phi * math.Sqrt(float64(x+2)))
		h[x] = 0.5 + part
	}
	return h
}

func (w witness) explain(a chains.Annealing) string {
	where := fmt.Sprintf("at level %d of %d it is off by %.2g of p in cell %v", w.level, a.T(), w.off,
		a.Grid.Coords(w.cell))
	if w.fast {
		return "the kernel's PullPair is not its Pull, " + where + ": J, B and all else are those of the chains as " +
			"they run"
	}
	return "the kernel does not leave its density invariant, or its reversal does not undo it; " + where +
		": J, B and all else are those of the chains as they run, and B need not bound J"
}
