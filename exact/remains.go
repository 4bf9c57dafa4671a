package exact

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Remainder is the error that enters in some steps of the forward chain, and what the law of the last state still has
// of it.
type Remainder struct {
	Beta    float64   // of the last of the steps
	Entered float64   // the sum of ‖e_t‖/2 over the steps, each a total variation between laws of states
	Left    []float64 // the sum of e_t T_t ... T_T, by cell
}

// Remains follows the errors of the forward chain to its end. The weight's step to level t leaves the law where it is
// and moves the target, so that the error e_t = p_{t-1} - p_t enters. The kernels from T_t on push it. A kernel leaves
// p_t where it is, hence q_t - p_t = (q_{t-1} - p_{t-1} + e_t) T_t, and the sum of all that is left is the whole error,
//
//	q - p_T = sum over t of e_t T_t T_{t+1} ... T_T,
//
// without T_T if that is skipped. Entry i has the steps to the levels after levels[i] up to levels[i+1], which rise from
// 1 to T; Remains panics on others. Half the l1 norm of what is left is at most what entered, because no kernel
// lengthens a measure. Both have an error of some 1e-16. There is one push a level for each entry that has begun.
func Remains(ctx context.Context, a chains.Annealing, levels []int) ([]Remainder, error) {
	last := len(levels) - 1
	rising := slices.IsSorted(levels) && len(slices.Compact(slices.Clone(levels))) == len(levels)
	if last < 1 || levels[0] != 1 || levels[last] != a.T() || !rising {
		panic("exact: runs of steps whose levels do not rise from 1 to T")
	}
	if err := a.Check(); err != nil {
		return nil, err
	}
	k := a.StatesPerCell()
	a, _ = a.Lowered()
	all, prog := make([]Remainder, last), newProgress(ctx, a, nil)
	s, begun := newPassage(a), 0 // the last entry that has begun
	weigh := func(t int) {
		for t > levels[begun+1] {
			begun++
		}
		one := &all[begun]
		if one.Left == nil {
			one.Beta, one.Left = a.Schedule.Beta(levels[begun+1]), make([]float64, len(s.logp))
		}
		for x, v := range s.logp {
			e := math.Exp(s.before[x]) - math.Exp(v)
			one.Entered += math.Abs(e) / 2
			one.Left[x] += e
		}
	}
	s.run(prog, true, weigh, func(op chains.Operator) {
		for i := range all[:begun+1] {
			move(op.Push, &all[i].Left, &s.scratch)
		}
	}, func() {})
	for i := range all {
		if prog.err == nil {
			all[i].Left = cells(all[i].Left, k, floats.Sum)
		}
	}
	return all, prog.err
}
