package sample

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// An Estimate is a number with its standard error, and with what is to be said
// against the two, if anything is.
type Estimate struct {
	Value   float64
	StdErr  float64 // NaN where Value is infinite
	Warning string  // a sentence or none; several are joined by "; "
}

// An Interval runs from Low to High.
type Interval struct{ Low, High float64 }

// Interval is the normal confidence interval of a level in (0, 1), such as
// 0.95. An infinite value is its own interval: one chain proves it.
func (e Estimate) Interval(level float64) Interval {
	checkLevel(level)
	if math.IsInf(e.Value, 0) {
		return Interval{e.Value, e.Value}
	}
	half := distuv.UnitNormal.Quantile((1+level)/2) * e.StdErr
	return Interval{e.Value - half, e.Value + half}
}

func checkLevel(level float64) {
	if !(level > 0 && level < 1) {
		panic(fmt.Sprintf("sample: a confidence level of %v; it lies between 0 and 1", level))
	}
}

// sum is a + b, independent of each other.
func sum(a, b Estimate) Estimate {
	return Estimate{a.Value + b.Value, math.Hypot(a.StdErr, b.StdErr), join(a.Warning, b.Warning)}
}

// minus is -e.
func minus(e Estimate) Estimate { return Estimate{-e.Value, e.StdErr, e.Warning} }

// join joins warnings, those that differ.
func join(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return a + "; " + b
}

// mean is the mean of xs, of which there are two at least.
func mean(xs []float64) Estimate {
	m, v := stat.MeanVariance(xs, nil)
	if math.IsNaN(m) || math.IsInf(m, 0) {
		return Estimate{Value: plainMean(xs), StdErr: math.NaN()}
	}
	return Estimate{Value: m, StdErr: math.Sqrt(v / float64(len(xs)))}
}

// plainMean is the mean where it is infinite.
func plainMean(xs []float64) float64 {
	m := 0.0
	for _, x := range xs {
		m += x / float64(len(xs))
	}
	return m
}

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
		p.warning = fmt.Sprintf("the largest of %d %s is %.2g%% of their sum; more chains are needed before the standard error can be trusted",
			len(logs), name, 100*share)
	}
	return p
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

// sentences splits a warning into its sentences.
func sentences(warning string) []string {
	if warning == "" {
		return nil
	}
	return strings.Split(warning, "; ")
}
