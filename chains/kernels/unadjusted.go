package kernels

import (
	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Unadjusted makes the move that Langevin proposes, and accepts it in any case: the unadjusted Langevin algorithm
// (Roberts and Tweedie 1996; as an inference algorithm that stays biased, AIDE, Section 6). A move into a wall, or into
// a cell without mass, is not made. The law that it leaves invariant is another than p_t, and the further from it the
// larger Size is. With small steps it is near.
type Unadjusted struct{ Size float64 }

// Misses says that nothing is rejected.
func (Unadjusted) Misses() string { return "it accepts every move" }

// On returns the operator on g. It panics if Definition does.
func (k Unadjusted) On(g grid.Grid) chains.Operator {
	return operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
}

// Definition has the proposals of Langevin. It panics if the size is not from 0.25 to 16.
func (k Unadjusted) Definition(g grid.Grid) chains.Definition {
	of := Hamiltonian{1, k.Size}
	kept := of.Definition(g).(chains.Outcomes).Kept
	return chains.Outcomes{
		Out:      1,
		Kept:     kept,
		Float:    newLeap[numbers.Float](g, of).unadjusted,
		Interval: newLeap[*numbers.Interval](g, of).unadjusted,
		Wide:     newLeap[numbers.Wide](g, of).unadjusted,
	}
}

// Facts counts the neighbours of the cell that it starts from, whose slope it takes. Langevin also computes the
// proposal's density, and its neighbours.
func (k Unadjusted) Facts(g grid.Grid) chains.Facts {
	return written(beside(g), within(g, windowOf(k.Size)), driftBytes(g, k.Size))
}

// unadjusted returns the rows of first moves alone.
func (o *leap[N]) unadjusted(v chains.View[N]) chains.Row[N] {
	o.at(v)
	one := v.Num(1)
	return func(x int, visit func(y int, weight N)) {
		o.eachAlong(x, x, 0, o.v, one, func(y int, there N) {
			if !v.Open(y) {
				y = x
			}
			visit(y, there)
		})
	}
}
