package protocol

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/accounts"
)

// A Start is a place where a reverse run begins that has no exact draw.
type Start struct {
	S   int       // steps of the kernel at beta = 1, from one cell
	Law []float64 // of the state after these steps
	// TV and KL are how far the law is from the posterior: half the sum of |s - p|, and KL(s‖p).
	TV, KL float64
}

// Error is E_rev[log w] from this start less E_rev[log w] from an exact draw, <s, G> - <p, G>. B
// is wrong by the same number.
func (s Start) Error(a accounts.Account) float64 { return a.WrongStart(s.Law) - a.WrongStart(a.P) }

// Starts returns the laws after each number of steps from a cell. The numbers must rise. If the
// kernel has several states for a cell, the first state is drawn from the target given the cell.
func Starts(a chains.Annealing, cells, cell int, steps []int) (all []Start) {
	level, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(level, a.T())
	op.Aim(level)
	n := a.Grid.Size()
	p := chains.Normalized(level.LogF())
	law, next := make([]float64, n), make([]float64, n)
	states := n / cells
	from, to := cell*states, (cell+1)*states
	copy(law[from:to], chains.Normalized(level.LogF()[from:to]))
	done := 0
	for _, S := range steps {
		for ; done < S; done++ {
			chains.PushLaw(op, next, law)
			law, next = next, law
		}
		kept := append([]float64(nil), law...)
		all = append(all, Start{S, kept, floats.Distance(kept, p, 1) / 2, max(exact.Between(kept, p).Forward, 0)})
	}
	return all
}
