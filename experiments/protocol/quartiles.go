package protocol

import (
	"cmp"
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

// Curves are the quartiles on a set of data. The first simulated set has reverse ones too.
type Curves struct {
	Forward []Quartiles   // by T
	Reverse [][]Quartiles // by T and start
}

// Shift is the largest median of forward runs over all T. A user, who does not know log p(y), shifts the curve by it.
func (c Curves) Shift() float64 {
	byMedian := func(a, b Quartiles) int { return cmp.Compare(a.Median, b.Median) }
	return slices.MaxFunc(c.Forward, byMedian).Median
}

// apart reports whether the quartiles of forward runs at the i-th T do not overlap those of another set, both shifted.
func (c Curves) apart(other Curves, i int) bool {
	here, there := c.Forward[i], other.Forward[i]
	return there.Q3-other.Shift() < here.Q1-c.Shift() || there.Q1-other.Shift() > here.Q3-c.Shift()
}

// draw makes the runs that a user makes: forward runs, each by itself; and on the first simulated set reverse runs for
// each S, which share their start (footnote 2).
func (s *Set) draw(p programs.AIS, a accounts.Account, T int, seed, set uint64) {
	dice := func(kind int) (all []chains.Dice) {
		for i := range uint64(Chains) {
			all = append(all, sample.Seeded(seed, set, uint64(T), uint64(kind), i))
		}
		return all
	}
	_, logw := p.Forwards(dice(0))
	s.Forward = append(s.Forward, quartiles(logw, a.LogR, -a.Paths.Forward))
	var reverse []Quartiles
	for k, start := range s.Starts {
		if set == 1 {
			x := chains.NewLaw(start.Law).Draw(sample.Seeded(seed, set, uint64(k))) // the same at every T
			logw := p.Reverses(slices.Repeat([]int{x}, Chains), dice(1+k))
			reverse = append(reverse, quartiles(logw, a.LogR, a.G[x]))
		}
	}
	s.Reverse = append(s.Reverse, reverse)
}

// Apart is the number of simulated sets that are apart from the real data, which come first, at the i-th T.
func Apart(sets []Curves, i int) (n int) {
	for _, simulated := range sets[1:] {
		if sets[0].apart(simulated, i) {
			n++
		}
	}
	return n
}
