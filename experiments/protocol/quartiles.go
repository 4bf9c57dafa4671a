package protocol

import (
	"math"
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
	// Shift is the largest median of forward runs over all T. A user, who does not know log p(y), shifts the curve by
	// it.
	Shift float64
}

func newCurves() Curves { return Curves{Shift: math.Inf(-1)} }

// add adds those of the next T.
func (c *Curves) add(forward Quartiles, reverse []Quartiles) {
	c.Forward = append(c.Forward, forward)
	c.Reverse = append(c.Reverse, reverse)
	c.Shift = max(c.Shift, forward.Median)
}

// apart counts the others on which the quartiles of forward runs at the i-th T do not overlap these, both shifted.
func (c Curves) apart(others []Curves, i int) (n int) {
	here := c.Forward[i]
	for _, o := range others {
		if q := o.Forward[i]; q.Q3-o.Shift < here.Q1-c.Shift || q.Q1-o.Shift > here.Q3-c.Shift {
			n++
		}
	}
	return n
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
	forward := quartiles(logw, a.LogR, -a.Paths.Forward)
	reverse := []Quartiles(nil)
	for k, start := range s.Starts {
		if set == 1 {
			x := chains.NewLaw(start.Law).Draw(sample.Seeded(seed, set, uint64(k))) // the same at every T
			logw := p.Reverses(slices.Repeat([]int{x}, Chains), dice(1+k))
			reverse = append(reverse, quartiles(logw, a.LogR, a.G[x]))
		}
	}
	s.add(forward, reverse)
}

// Apart is the number of simulated sets that are apart from the real data at the i-th T.
func (r Result) Apart(i int) int {
	var sets []Curves
	for _, s := range r.Simulated {
		sets = append(sets, s.Curves)
	}
	return r.Real.apart(sets, i)
}
