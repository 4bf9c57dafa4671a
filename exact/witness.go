package exact

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A witness is a cell at a level where a kernel does not keep p_t.
//
// Two numbers that should be equal may differ because the kernel is wrong, or because rounding is large beside them: if
// log R is 1e-9, the rounding of logarithms is a millionth of it. So a kernel is accused only if one of its steps is
// caught. Every level's operator is tested for
//
//	p(y) R(y,x) = p(x) T(x,y),
//
// R its reversal: pushing the measure p h through R has to give p (T h), for an h without regularity. With R 1 = 1 this
// implies pT = p. Every term is positive, so that each cell is compared with its own p, whatever J and B are.
type witness struct {
	level int
	cell  int
	off   float64 // of the cell's p
}

// findWitness returns the worst cell of the first level that breaks the law, or nil.
func findWitness(prog *progress, a chains.Annealing) *witness {
	c := newChain(a, true)
	v := vectors(len(c.p), 5)
	h := v[0]
	ph := v[1]
	pushed := v[2]
	pulled := chains.Pair{v[3], v[4]} // both of h
	for x := range h {                // numbers from 1/2 to 3/2 without any pattern
		_, part := math.Modf(float64(x+1) * math.Phi * math.Sqrt(float64(x+2)))
		h[x] = 0.5 + part
	}
	for t := range prog.through(a.PathEnd()) {
		a.LevelAt(c.level, t)
		chains.NormalizeLog(c.p, c.logp, c.level.LogF())
		c.aim()
		floats.MulTo(ph, c.p, h)
		c.op.Reversal().Push(pushed, ph)
		c.op.Pull(&pulled, &chains.Pair{h, h})
		// the rounding of the log densities behind a cell, relative to it, and of a sum over all cells
		size := 0.0
		for _, v := range c.level.LogF() {
			if !math.IsInf(v, -1) {
				size = max(size, math.Abs(v))
			}
		}
		w := &witness{level: t}
		limit := 1e-11 + 64*roundOff*(float64(len(h))+size)
		for x, v := range c.p {
			if v < rarest && !math.IsInf(c.logp[x], -1) { // too small for its quotients
				continue
			}
			off := math.Abs(pushed[x] - v*pulled[0][x])
			if rel := off / v; off != 0 && !(rel <= w.off) { // the worst so far relative to p
				w.cell, w.off = x, rel
				if math.IsNaN(rel) {
					w.off = math.Inf(1)
				}
			}
		}
		if w.off > limit {
			return w
		}
	}
	return nil
}

// explain returns the warning about the witness.
func (w witness) explain(a chains.Annealing) string {
	says := "all numbers describe the chains as they run, and B need not bound J"
	if w.off > mostRounded {
		says = "J describes the forward chain as it runs, and there is no B"
	}
	return fmt.Sprintf("the kernel does not leave its density invariant, or its reversal does not undo it; at level "+
		"%d of %d it is off by %.2g of p in cell %v: %s", w.level, a.T(), w.off, a.Grid.Name(w.cell), says)
}
