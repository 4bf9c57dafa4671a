package sample

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Stopped returns n runs in each direction, a Block at most, of the annealings that stop at some levels, from 1 to T.
// Log weights are less log R of each. Those of level T are the runs that Run has of this seed.
//
// The forward chains of a level are these on their way, after the step there. The reverse chains of each level begin
// with their own exact draws of p_t, and leave out the step of T_t, which leaves p_t invariant. All go down together by
// the same random words: chains of two levels that meet stay together, and the log weights of neighbouring levels
// differ little. The chains of one level are independent.
func Stopped(ctx context.Context, a chains.Annealing, n int, seed uint64, levels []int) ([]Runs, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	low, _ := a.WithoutConstants()
	w := newWalker(low, &progress{})
	all := make([]Runs, len(levels))
	logZ := make([]float64, len(levels))
	w.at = func(blocks []block) []block {
		if i := slices.Index(levels, w.level.T); i >= 0 {
			logZ[i] = floats.LogSumExp(w.level.LogF())
			all[i].Forward = Batch{slices.Clone(blocks[0].logw), slices.Clone(blocks[0].x)}
			floats.AddConst(logZ[0]-logZ[i], all[i].Forward.LogW)
		}
		return blocks
	}
	t := task{seed: seed, logw: make([]float64, n), cells: make([]int32, n)}
	if err := w.walk(ctx, t); err != nil {
		return nil, err
	}
	t.reverse = true
	clear(t.logw)
	w.at = func(blocks []block) []block {
		if i := slices.Index(levels, w.level.T); i >= 0 {
			own := blocks[0]
			if w.level.T < a.T() {
				own = block{t.generator(0), make([]int32, n), make([]float64, n)}
				w.draw(own)
				blocks = append(blocks, own)
			}
			floats.AddConst(logZ[0]-logZ[i], own.logw)
			all[i].Reverse.LogW = own.logw // which gains on the way down
		}
		for _, b := range blocks[1:] {
			*b.gen = *blocks[0].gen
		}
		return blocks
	}
	return all, w.walk(ctx, t)
}

// Proposals returns what forward chains proposed in their steps to each level from the second, by their cells at all
// levels: where they went, or what was rejected. Chains do not know that; it is drawn given that they stayed, as
// chains.Proposer has it. There is none if the kernel is no Proposer.
func Proposals(a chains.Annealing, cells [][]int32, seed uint64) (proposed [][]int32) {
	dice := Seeded(seed, 3)
	a, _ = a.WithoutConstants()
	for i, to := range cells[1:] {
		op, _ := a.Aimed(i+2, a.Schedule.Beta(i+2))
		by, ok := op.(chains.Proposer)
		if !ok {
			return nil
		}
		proposals := slices.Clone(to)
		for k, from := range cells[i] {
			if i+2 <= a.PathEnd() {
				proposals[k] = int32(by.Proposed(int(from), int(to[k]), dice))
			}
		}
		proposed = append(proposed, proposals)
	}
	return proposed
}
