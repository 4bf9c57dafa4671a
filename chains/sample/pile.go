package sample

import (
	"fmt"
	"math"
)

// A pile is many numbers v given by their logs, as multiples of the largest.
type pile struct {
	top     float64   // the largest log
	v       []float64 // exp(log - top); the largest is 1
	mean    Estimate  // of v
	warning string
}

// shareLimit is the largest share of their sum that one weight may have before
// a standard error is not to be trusted. The sum over the largest is the
// strictest effective sample size, never above Kish's (Huggins and Roy 2019);
// at 1% it is 100. Below that the sum hangs on a few draws, the next like them
// would move it by about the standard error or more, and how many like them are
// missing the chains cannot tell.
const shareLimit = 0.01

// logRounding is more than two sums of the same log weight in two orders are
// apart, and less than matters.
const logRounding = 1e-9

// newPile makes the pile of exp(log). name says what they are.
func newPile(logs []float64, name string) pile {
	p := pile{top: math.Inf(-1), v: make([]float64, len(logs))}
	for _, l := range logs {
		p.top = max(p.top, l)
	}
	if math.IsInf(p.top, 0) {
		p.mean = Estimate{1, math.NaN(), ""}
		p.warning = fmt.Sprintf("all %d %s are 0", len(logs), name)
		if p.top > 0 {
			p.warning = fmt.Sprintf("some of %d %s are infinite", len(logs), name)
		}
		return p
	}
	for i, l := range logs {
		p.v[i] = math.Exp(l - p.top)
	}
	p.mean = mean(p.v)
	if share := 1 / (p.mean.Value * float64(len(logs))); share > shareLimit {
		p.warning = fmt.Sprintf("the largest of %d %s is %.2g%% of their sum: the standard error is not to be trusted",
			len(logs), name, 100*share)
	}
	return p
}

// beside warns of weights that are missing, by those of the opposite direction.
// A path's probabilities in the two directions have the ratio w Z_1/Z_T, so the
// part of the mean that comes from weights above the largest seen is R times the
// opposite direction's probability of such weights, while the fraction of chains
// it would take is that of R/w there. What the mean lacks is the difference, the
// opposite mean of 1 - R/w over weights above the largest, and where that is
// more than the standard error the estimate is not within it. others are the
// opposite direction's log weights, with the sign of the pile's.
func (p *pile) beside(others []float64, name string) {
	logR := p.logMean().Value
	lacks, n := 0.0, 0
	for _, l := range others {
		if math.IsInf(l, 0) {
			continue // such a path has no counterpart
		}
		if n++; l > p.top+logRounding {
			lacks -= math.Expm1(logR - l)
		}
	}
	if lacks /= max(float64(n), 1); lacks > p.mean.StdErr/p.mean.Value {
		p.warning = join(p.warning, fmt.Sprintf("the opposite chains tell of %s so large and rare that none was seen: "+
			"their mean lacks some %.2g%%, more than its standard error", name, 100*lacks))
	}
}

// logMean is the log of the mean, with the standard error of the delta method:
// that of the mean, over the mean.
func (p pile) logMean() Estimate {
	return Estimate{p.top + math.Log(p.mean.Value), p.mean.StdErr / p.mean.Value, p.warning}
}

// meanOver is the mean over exp(log).
func (p pile) meanOver(log float64) Estimate {
	l := p.logMean()
	value := math.Exp(l.Value - log)
	return Estimate{value, value * l.StdErr, p.warning}
}

// kish is (mean v)²/mean v², by the delta method: to first order its error is
// the mean of 2 (v - m)/m - (v² - s)/s, times itself, for m and s the two means.
func (p pile) kish() Estimate {
	if math.IsInf(p.top, 0) {
		return Estimate{0, math.NaN(), p.warning}
	}
	m, s := p.mean.Value, 0.0
	for _, v := range p.v {
		s += v * v / float64(len(p.v))
	}
	errs := make([]float64, len(p.v))
	for i, v := range p.v {
		errs[i] = 2*(v-m)/m - (v*v-s)/s
	}
	value := m * m / s
	return Estimate{value, value * mean(errs).StdErr, p.warning}
}
