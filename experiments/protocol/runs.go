package protocol

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/toys"
)

// QuartileRuns is the number of runs for quartiles, as in the paper (5.1.1).
const QuartileRuns = 100

// Quartiles has the quartiles of log w over some runs, and the exact mean, all less log p(y). The paper shows
// quartiles, "because the distributions of AIS estimates included many outliers"; bounds hold for means.
type Quartiles struct{ Q1, Median, Q3, Mean float64 }

// quartiles returns the quartiles of log weights less log p(y), with their mean.
func quartiles(logw []float64, logp, mean float64) Quartiles {
	slices.Sort(logw)
	at := func(share float64) float64 { return stat.Quantile(share, stat.LinInterp, logw, nil) - logp }
	return Quartiles{at(0.25), at(0.5), at(0.75), mean}
}

// Curves has the quartiles on a set of data. The first simulated set also has reverse ones.
type Curves struct {
	Forward []Quartiles   // by T
	Reverse [][]Quartiles // by T and start
}

// Shift returns the largest median of forward runs over all T, by which a user who does not know log p(y) shifts the
// curve.
func (c Curves) Shift() float64 {
	byMedian := func(a, b Quartiles) int { return cmp.Compare(a.Median, b.Median) }
	return slices.MaxFunc(c.Forward, byMedian).Median
}

// isDisjoint reports whether the quartiles of forward runs at the i-th T do not overlap those of another set, both
// shifted.
func (c Curves) isDisjoint(other Curves, i int) bool {
	here, there := c.Forward[i], other.Forward[i]
	return there.Q3-other.Shift() < here.Q1-c.Shift() || there.Q1-other.Shift() > here.Q3-c.Shift()
}

// addRuns makes the runs that a user makes: independent forward runs; and on the first simulated set reverse runs for
// each S, which share their start (footnote 2).
func (s *Set) addRuns(p programs.AIS, a accounts.Account, T int, seed, set uint64) {
	dice := func(kind int) (all []chains.Dice) {
		for i := range uint64(QuartileRuns) {
			all = append(all, sample.Seeded(seed, set, uint64(T), uint64(kind), i))
		}
		return all
	}
	_, logw := p.Forwards(dice(0))
	s.Forward = append(s.Forward, quartiles(logw, a.LogR, -a.Paths.Forward))
	var reverse []Quartiles
	for k, start := range s.Starts {
		if set == 1 {
			distribution := chains.NewDistribution(start.Distribution)
			x := distribution.Draw(sample.Seeded(seed, set, uint64(k))) // the same at every T
			logw := p.Reverses(slices.Repeat([]int{x}, QuartileRuns), dice(1+k))
			reverse = append(reverse, quartiles(logw, a.LogR, a.G[x]))
		}
	}
	s.Reverse = append(s.Reverse, reverse)
}

// DisjointSets returns the number of simulated sets whose quartiles are disjoint from the real data's at the i-th T.
func (r Result) DisjointSets(i int) (n int) {
	for _, simulated := range r.Simulated {
		if r.Real.isDisjoint(simulated.Curves, i) {
			n++
		}
	}
	return n
}

// RunExternal runs the protocol by the moves of a user's command. Only the fit is exact. The command takes the density
// of each level. In reverse it makes the same moves, and so should keep detailed balance; if it does not, the reverse
// curves still bound log p(y), but are not BREAD's.
func (c Case) RunExternal(ctx context.Context, m chains.Mover, o Options,
	progress experiments.Progress) (Result, error) {
	var sets []Set
	for i, target := range c.targets(o) {
		set, err := c.annealExternal(ctx, m, target, o, i)
		if err != nil {
			return Result{}, err
		}
		sets = append(sets, set)
		progress.Tell(i+1, o.Sets+1)
	}
	return Result{Case: c, Options: o, Real: sets[0], Simulated: sets[1:]}, nil
}

// annealExternal makes the runs on one set of data. The real data are set 0.
func (c Case) annealExternal(ctx context.Context, m chains.Mover, target toys.Target, o Options,
	number int) (Set, error) {
	set := Set{Fit: newFit(c.Model.Etas(), target)}
	annealings, err := c.annealings(ctx, target, o.Ts)
	if err != nil {
		return set, err
	}
	var starts []int
	if number == 1 {
		starts, err = afterSweeps(ctx, m, target, o.Sweeps)
		if err != nil {
			return set, err
		}
	}
	for _, a := range annealings {
		first, _ := a.Ends()
		prior := chains.NewDistribution(chains.Normalized(first))
		states := make([]int32, QuartileRuns)
		for i := range states {
			states[i] = int32(prior.Draw(sample.Seeded(o.Seed, uint64(number), uint64(a.T()), uint64(i))))
		}
		logw, err := sample.Anneal(ctx, m, a, false, states)
		if err != nil {
			return set, err
		}
		set.Forward = append(set.Forward, quartiles(logw, 0, stat.Mean(logw, nil)))
		var reverse []Quartiles
		for _, x := range starts {
			logw, err := sample.Anneal(ctx, m, a, true, slices.Repeat([]int32{int32(x)}, QuartileRuns))
			if err != nil {
				return set, err
			}
			reverse = append(reverse, quartiles(logw, 0, stat.Mean(logw, nil)))
		}
		set.Reverse = append(set.Reverse, reverse)
	}
	return set, nil
}

// afterSweeps moves from the fitted values and the latents that were drawn with the data, and returns the cell after
// each number of sweeps.
func afterSweeps(ctx context.Context, m chains.Mover, target toys.Target, sweeps []int) (starts []int, err error) {
	at, done := []int{target.Model.Latents}, 0
	if err := m.Aim(ctx, 1, target.LogF); err != nil {
		return nil, err
	}
	for _, S := range sweeps {
		for ; done < S*target.Grid.Axes(); done++ {
			next := make([]int, 1)
			if err := m.Move(ctx, next, at); err != nil {
				return nil, err
			}
			at = next
		}
		starts = append(starts, at[0])
	}
	return starts, nil
}
