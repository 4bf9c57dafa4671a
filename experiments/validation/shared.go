package validation

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
)

// rounds is the number of questions that askTogether compares, and statesOfRound the number of states in each.
const rounds, statesOfRound = 8, 50

// leastTogether is the largest p-value at which the moves of one question are more alike than by chance, and
// leastAlone the largest at which moves that are asked for alone are.
const leastTogether, leastAlone = 1e-6, 0.01

// byP compares tests by their p-values.
func byP(a, b test) int { return cmp.Compare(a.p, b.p) }

// askTogether finds out whether states that are asked together share random numbers, after a fault is known, and keeps
// the answer in v.shared. It asks for moves from one cell, in turn in questions of many states and in as many questions
// of one state. Independent moves have the same distribution in each question, however wrong the step is. So only
// shared numbers, or a memory of the step, make the moves of one question more alike than those of two. A memory shows
// in the questions of one state as well. No shared number explains a move into a wall: then nothing is asked.
func (v *Validation) askTogether(ctx context.Context, m chains.Mover, p plan, tests []test) error {
	entersWall := func(t test) bool { return t.law == laws.SeenWalls && t.p == 0 }
	if v.Farthest == nil || slices.Min(afterLooks(tests)) > p.limit() || slices.ContainsFunc(tests, entersWall) {
		return nil
	}
	l := v.Farthest.level
	if p.Doing != nil {
		p.Doing("states together and alone, to see whether they share random numbers")
	}
	if err := m.Aim(ctx, l.Beta, l.LogF); err != nil {
		return err
	}
	states := slices.Repeat([]int{l.mostVaried()}, statesOfRound)
	next := make([]int, statesOfRound)
	var together, alone [][]int
	for range rounds {
		for _, size := range []int{statesOfRound, 1} {
			counts := make([]int, len(l.P))
			for at := 0; at < statesOfRound; at += size {
				if err := m.Move(ctx, next[at:at+size], states[at:at+size]); err != nil {
					return err
				}
			}
			for _, y := range next {
				counts[y]++
			}
			if size > 1 {
				together = append(together, counts)
			} else {
				alone = append(alone, counts)
			}
		}
	}
	v.shared = sameInAll(together) <= leastTogether && sameInAll(alone) > leastAlone
	return nil
}

// mostVaried returns the cell whose moves differ most: two of them are alike with the smallest probability.
func (l *sampledLevel) mostVaried() int {
	alike := make([]float64, len(l.P))
	for x := range alike {
		n := float64(l.all.From(x))
		alike[x] = max(0, 1-n) // above all others if no move is seen
		for _, k := range l.all.Row(x) {
			alike[x] += float64(k) / max(n, 1) * float64(k) / max(n, 1)
		}
	}
	return floats.MinIdx(alike)
}

// sameInAll returns the p-value of Pearson's test that all these counts come from one distribution.
func sameInAll(all [][]int) float64 {
	q := make([]float64, len(all[0]))
	for _, counts := range all {
		for y, n := range counts {
			q[y] += float64(n)
		}
	}
	floats.Scale(1/floats.Sum(q), q)
	statistic, df := 0.0, 0.0
	for _, counts := range all {
		if f := evidence.ChiSquare(counts, q); !f.TooFew() {
			statistic += f.Statistic
			df += float64(f.DF)
		}
	}
	if df == 0 {
		return 1
	}
	df *= 1 - 1/float64(len(all)) // q is fitted
	return distuv.ChiSquared{K: df}.Survival(statistic)
}
