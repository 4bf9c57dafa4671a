package protocol

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
)

// Chains is how many runs stand behind quartiles, as in the paper (5.1.1).
const Chains = 100

// Quartiles of log w over some runs, and the exact mean, all less log p(y). The paper shows quartiles, "because the
// distributions of AIS estimates included many outliers", and bounds hold for means.
type Quartiles struct{ Q1, Median, Q3, Mean float64 }

// quartiles of log weights whose mean is so far from log p(y).
func quartiles(logw []float64, logp, mean float64) Quartiles {
	slices.Sort(logw)
	at := func(share float64) float64 { return stat.Quantile(share, stat.LinInterp, logw, nil) - logp }
	return Quartiles{at(0.25), at(0.5), at(0.75), mean}
}

// draw makes the runs that a user makes: forward runs, each by itself; and on the first simulated set reverse runs for
// each S, which share their start (footnote 2).
func (j *Judged) draw(p programs.AIS, a accounts.Account, starts []Start, seed, set uint64) {
	dice := func(kind int) (all []chains.Dice) {
		for i := range uint64(Chains) {
			all = append(all, sample.Seeded(seed, set, uint64(j.T), uint64(kind), i))
		}
		return all
	}
	_, logw := p.Forwards(dice(0))
	j.Forward = quartiles(logw, a.LogR, -j.Gap)
	if set != 1 {
		return
	}
	for k, s := range starts {
		x := chains.NewLaw(s.Law).Draw(sample.Seeded(seed, set, uint64(k))) // the same at every T
		logw := p.Reverses(slices.Repeat([]int{x}, Chains), dice(1+k))
		j.Reverse = append(j.Reverse, quartiles(logw, a.LogR, a.G[x]))
	}
}

// Apart returns the number of simulated sets on which the quartiles of forward runs at the i-th T do not overlap those
// on the real data, both shifted.
func (r Result) Apart(i int) (n int) {
	real := r.Real.Runs[i].Forward.less(r.Real.Shift)
	for _, s := range r.Simulated {
		if s.Runs[i].Forward.less(s.Shift).apart(real) {
			n++
		}
	}
	return n
}

// less returns the quartiles of log weights that are less by so much.
func (q Quartiles) less(by float64) Quartiles {
	return Quartiles{q.Q1 - by, q.Median - by, q.Q3 - by, q.Mean - by}
}

// apart reports whether one lies beyond the quartiles of the other.
func (q Quartiles) apart(of Quartiles) bool { return q.Q3 < of.Q1 || q.Q1 > of.Q3 }
