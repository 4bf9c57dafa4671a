package programs

import (
	"fmt"
	"math"

	"breadboard/chains"
)

// Tempered is SMC that chooses its betas as it goes (Jasra, Stephens, Doucet and Tsagaris 2011). From beta it goes to
// where the effective sample size of the weights f_next/f_beta falls to Share times the number of particles; or to 1,
// if it does not fall so far. At every beta the particles are resampled and moved. Of the problem's schedule it takes
// the number of levels alone: step T-1, if a run comes to it, goes to 1 however uneven the weights are.
//
// The next beta lies between one where the size is large enough and one where it is too small. This is halved until the
// two are 2^-40 apart, and the upper one is taken: every step moves on, and is at most that much too long. (Of
// those who halve too, PyMC ends at 1e-6, or when the sizes are equal as whole numbers; blackjax at 1e-4.)
//
// With P particles the size is never below 1, so Share is above 1/P. The betas depend on the particles that are then
// weighed. So E_fwd[w] is not R, and by the law of the package there is no reverse.
type Tempered struct {
	Of    SMC // its own Share counts for nothing
	Share float64
	steps int // of infinitely many particles
}

// NewTempered returns the program. The error says that the kernel is given at some betas alone.
func NewTempered(of SMC, share float64) (Tempered, error) {
	for _, k := range chains.Leaves(of.Kernel) {
		if k, ok := k.(interface{ OnlySomeBetas() bool }); ok && k.OnlySomeBetas() {
			return Tempered{}, fmt.Errorf("smc with adaptive=%g chooses its betas, and the kernel is known at those "+
				"of its file alone; a kernel by name, or smc without adaptive, would do", share)
		}
	}
	of.Share = math.Inf(1)
	p := Tempered{Of: of, Share: share}
	a, _ := of.Lowered()
	logf := make([]float64, a.Grid.Size())
	for beta := 0.0; beta < 1; p.steps++ {
		a.Bridge.At(logf, beta)
		beta = p.next(a, chains.Normalized(logf), beta, p.steps+2)
	}
	return p, nil
}

// Cost is that of infinitely many particles, whose betas are not random. Few particles have other betas in each run,
// and no sum over cells gives their mean number.
func (p Tempered) Cost() float64 {
	last := p.Of.T() - p.Of.PathEnd() // 1 if it is skipped
	return p.Of.cost(p.steps, p.steps-last)
}

// Forward runs the particles and picks one of them, by weight.
func (p Tempered) Forward(d chains.Dice) (x int, logw float64) {
	x, logw, _ = p.Run(d)
	return x, logw
}

// Run is Forward, and returns the betas after 0 besides. They end early if all weights are 0.
func (p Tempered) Run(d chains.Dice) (x int, logw float64, betas []float64) {
	a, rise := p.Of.Lowered()
	l := newLevels(a, 1)
	law := make([]float64, a.Grid.Size())
	beta := 0.0
	c := p.Of.crowd(l, nil, d)
	for t := 2; beta < 1 && !c.ended; t++ {
		clear(law)
		for _, x := range c.cells {
			law[x] += 1 / float64(len(c.cells))
		}
		next := p.next(a, law, beta, t)
		c.step(l.between(t, beta, next, next < 1 || !a.SkipLast), t-2, d)
		beta, betas = next, append(betas, next)
	}
	return c.one(d), c.sum + logMean(c.logw) + rise, betas
}

// next is the beta of level t, which comes after this one, for particles of this law.
func (p Tempered) next(a chains.Annealing, law []float64, beta float64, t int) float64 {
	logf := make([]float64, len(law))
	buf := make([]float64, len(law))
	a.Bridge.At(logf, beta)
	enough := func(to float64) bool {
		a.Bridge.At(buf, to)
		top := math.Inf(-1)
		for x, q := range law {
			if q > 0 {
				top = max(top, chains.LogRatio(buf[x], logf[x]))
			}
		}
		sum, squares := 0.0, 0.0
		for x, q := range law {
			if q > 0 {
				w := math.Exp(chains.LogRatio(buf[x], logf[x]) - top)
				sum += q * w
				squares += q * w * w
			}
		}
		return sum*sum >= p.Share*squares // false of NaN, if all weights are 0
	}
	if t == a.T() || enough(1) {
		return 1
	}
	low, high := beta, 1.0
	for high-low > 0x1p-40 {
		if middle := (low + high) / 2; enough(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
