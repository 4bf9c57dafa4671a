package sample

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// An Estimate is a number with its standard error, and a warning if the two are unreliable.
type Estimate struct {
	Value   float64
	StdErr  float64 // NaN if Value is infinite, or exact
	Warning string  // clauses joined by "; "
}

// Exactly returns an exact value as an estimate: its standard error is NaN.
func Exactly(v float64) Estimate { return Estimate{Value: v, StdErr: math.NaN()} }

// An Interval runs from Low to High.
type Interval struct{ Low, High float64 }

// confidence is the level of all intervals.
const confidence = 0.95

// Unseen returns the share of runs that n independent ones may all miss: a kind of run is among them with a confidence
// of 95% if it has this share s or more, as (1-s)^n is 5%. A bound on a mean holds given that no kind is missing, for a
// kind of any share may move it by any amount.
func Unseen(n int) float64 { return 1 - math.Pow(1-confidence, 1/float64(n)) }

// Interval returns the normal 95% confidence interval. If the value is infinite both ends are infinite: a single chain
// proves it.
func (e Estimate) Interval() Interval {
	if math.IsInf(e.Value, 0) {
		return Interval{e.Value, e.Value}
	}
	half := distuv.UnitNormal.Quantile((1+confidence)/2) * e.StdErr
	return Interval{e.Value - half, e.Value + half}
}

// join joins two warnings, or returns one of them if they are equal.
func join(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return a + "; " + b
}

// unknown is the estimate without any chain.
var unknown = Estimate{Value: math.NaN(), StdErr: math.NaN()}

// mean estimates the mean from at least two draws. If some are infinite it is ±Inf, or NaN
// if both infinities occur. Without draws it is unknown.
func mean(xs []float64) Estimate { return meanOf(len(xs), func(i int) float64 { return xs[i] }) }

// meanOf does as mean for n numbers that are computed when they are needed.
func meanOf(n int, x func(i int) float64) Estimate {
	if n == 0 {
		return unknown
	}
	size := float64(n)
	sum := 0.0
	for i := range n {
		sum += x(i)
	}
	m := sum / size
	if math.IsNaN(m) || math.IsInf(m, 0) {
		return Estimate{Value: sum, StdErr: math.NaN()}
	}
	var squares, rest float64 // the sum of x - m is the rounding of m, and is subtracted
	for i := range n {
		off := x(i) - m
		squares += off * off
		rest += off
	}
	return Estimate{Value: m, StdErr: math.Sqrt((squares - rest*rest/size) / (size - 1) / size)}
}

// A scaled is a list of weights, given by their logs. Each is divided by the largest, because exp(log) itself may be
// beyond any float64. The weights are computed from the logs when they are needed, because there may be a hundred
// million.
type scaled struct {
	logs    []float64
	sign    float64  // 1, or -1 for inverse weights
	top     float64  // the largest log, with the sign
	mean    Estimate // of v
	warning string
}

// v returns exp(log - top) of a weight; the largest is 1.
func (p scaled) v(i int) float64 { return math.Exp(p.sign*p.logs[i] - p.top) }

// shareLimit is the largest share of the sum that one weight may have if the standard error is to be reliable. The sum
// over the largest weight is the strictest effective sample size, never above Kish's (Huggins and Roy 2019); at 1% it
// is 100. If it is smaller the sum depends on a few draws. One more like them would move it by about a standard error,
// and the chains do not show how many like them are missing.
const shareLimit = 0.01

// logRounding bounds the difference of the log weights of one path, summed in two orders, with room. A difference of
// this size is ignored.
const logRounding = 1e-9

// newScaled scales the weights exp(sign log), and compares them with the opposite direction's. Warnings call them name.
// The mean of no weights is unknown.
func newScaled(logs, opposite []float64, sign float64, name string) scaled {
	p := scaled{logs: logs, sign: sign, top: math.Inf(-1), mean: unknown}
	if len(logs) == 0 {
		return p
	}
	for _, l := range logs {
		p.top = max(p.top, sign*l)
	}
	if math.IsInf(p.top, 0) {
		p.mean = Estimate{1, math.NaN(), ""}
		p.warning = fmt.Sprintf("all %d %s are 0", len(logs), name)
		if p.top > 0 {
			p.warning = fmt.Sprintf("some of %d %s are infinite", len(logs), name)
		}
		return p
	}
	p.mean = meanOf(len(logs), p.v)
	if share := 1 / (p.mean.Value * float64(len(logs))); share > shareLimit {
		p.warning = fmt.Sprintf("the largest of %d %s is %s of their sum: the standard error of their mean is not to "+
			"be trusted", len(logs), name, percent(share))
	}
	// A path's probabilities in the two directions have the ratio w Z_1/Z_T. So weights above the largest drawn add to
	// the mean R times their opposite probability, and the share of chains that should have them is the opposite mean
	// of R/w over them. The mean lacks the difference: the opposite mean of 1 - R/w over weights above the largest. If
	// that is more than the standard error, the truth is further off than that error says.
	logR := p.logMean().Value
	lacks := p.unseen(opposite, func(l float64) float64 { return -math.Expm1(logR - l) })
	if lacks > p.mean.StdErr/p.mean.Value {
		p.warning = join(p.warning, fmt.Sprintf("the opposite chains tell of %s so large and rare that none was "+
			"seen: their mean lacks some %s, more than its standard error", name, percent(lacks)))
	}
	return p
}

// unseen returns the mean over the opposite chains of counts(log weight) where that weight is above the largest drawn,
// and of 0 elsewhere. Chains with a path that the opposite direction cannot take are left out.
func (p scaled) unseen(opposite []float64, counts func(l float64) float64) float64 {
	sum := 0.0
	n := 0
	for _, l := range opposite {
		if l *= p.sign; math.IsInf(l, 0) {
			continue
		}
		n++
		if l > p.top+logRounding {
			sum += counts(l)
		}
	}
	return sum / max(float64(n), 1)
}

// percent returns a share in percent, to two digits.
func percent(share float64) string {
	const nearlyAll = 0.995 // two digits of more have an exponent
	if share >= nearlyAll {
		return fmt.Sprintf("%.0f%%", 100*share)
	}
	return fmt.Sprintf("%.2g%%", 100*share)
}

// logMean estimates the log of the mean. Its standard error, by the delta method, is the
// standard error of the mean over the mean.
func (p scaled) logMean() Estimate {
	return Estimate{p.top + math.Log(p.mean.Value), p.mean.StdErr / p.mean.Value, p.warning}
}

// meanOver estimates the mean over exp(log).
func (p scaled) meanOver(log float64) Estimate {
	l := p.logMean()
	value := math.Exp(l.Value - log)
	return Estimate{value, value * l.StdErr, p.warning}
}

// FwdLogW estimates E_fwd[log w], a lower bound of log R (BREAD, Eq. 7).
func (r Runs) FwdLogW() Estimate {
	e := r.restored(mean(r.Forward.LogW))
	e.Warning = infinite(r.Forward.LogW, "forward chains met a cell without mass, and their log weight is -Inf")
	return e
}

// RevLogW estimates E_rev[log w], an upper bound of log R (Eq. 10).
func (r Runs) RevLogW() Estimate {
	e := r.restored(mean(r.Reverse.LogW))
	e.Warning = infinite(r.Reverse.LogW, "reverse chains came from a cell without mass, and their log weight is +Inf")
	return e
}

// B estimates B = E_rev[log w] - E_fwd[log w] (Eq. 21). The estimates of the two means are independent.
func (r Runs) B() Estimate {
	r.Offset = 0 // both means have it
	rev, fwd := r.RevLogW(), r.FwdLogW()
	return Estimate{rev.Value - fwd.Value, math.Hypot(rev.StdErr, fwd.StdErr), join(rev.Warning, fwd.Warning)}
}

// LowerLogR returns the log of the forward mean of w, a stochastic lower bound of log R. Its expectation is at most log
// R, and it exceeds log R by b with a probability below exp(-b) (Section 2.2).
func (r Runs) LowerLogR() Estimate { return r.restored(r.w().logMean()) }

// UpperLogR returns minus the log of the reverse mean of 1/w, a stochastic upper bound of log R in the same sense
// (Section 2.3).
func (r Runs) UpperLogR() Estimate {
	e := r.invW().logMean()
	e.Value = -e.Value
	return r.restored(e)
}

// restored adds r.Offset, which the log weights lack, to an estimate of log R.
func (r Runs) restored(logR Estimate) Estimate {
	logR.Value += r.Offset
	return logR
}

// MeanW estimates E_fwd[w]/R, given log R. The truth is 1, or less if the target has mass that no forward chain can
// reach.
func (r Runs) MeanW(logR float64) Estimate { return r.w().meanOver(logR - r.Offset) }

// MeanInvW estimates R E_rev[1/w], given log R. The truth is 1, or less if p_1 has mass that is lost on the way.
func (r Runs) MeanInvW(logR float64) Estimate { return r.invW().meanOver(r.Offset - logR) }

// RMSEFwd estimates the root mean squared error of log w, forward, as an estimate of log R.
func (r Runs) RMSEFwd(logR float64) Estimate { return rmse(r.Forward.LogW, logR-r.Offset) }

// RMSERev does as RMSEFwd in reverse.
func (r Runs) RMSERev(logR float64) Estimate { return rmse(r.Reverse.LogW, logR-r.Offset) }

// rmse estimates the root mean squared distance of log weights from log R.
func rmse(logw []float64, logR float64) Estimate {
	e := meanOf(len(logw), func(i int) float64 { return (logw[i] - logR) * (logw[i] - logR) })
	if e.Value = math.Sqrt(e.Value); e.Value > 0 { // a mean of squares is 0 only if all are
		e.StdErr /= 2 * e.Value // by the delta method
	}
	e.Warning = infinite(logw, "log weights are infinite, and so is their error")
	return e
}

// ESS estimates E_fwd[w]²/E_fwd[w²], the effective sample size of one weight (Kish).
// For n chains it is between 1/n and 1, or 0, with a warning, if all weights are 0.
// With m the mean of the weights and s the mean of their squares, the relative error of m²/s
// is, to first order, the mean of 2 (v - m)/m - (v² - s)/s (delta method).
func (r Runs) ESS() Estimate {
	p := r.w()
	if math.IsInf(p.top, 0) {
		return Estimate{0, math.NaN(), p.warning}
	}
	n := len(p.logs)
	m := p.mean.Value
	s := 0.0
	for i := range n {
		v := p.v(i)
		s += v * v / float64(n)
	}
	off := meanOf(n, func(i int) float64 {
		v := p.v(i)
		return 2*(v-m)/m - (v*v-s)/s
	})
	value := m * m / s
	return Estimate{value, value * off.StdErr, join(p.warning, r.SquaresWarning())}
}

// mostOfSquares is the largest share that one square may have of the sum of the squares of weights. With normal log
// weights, 95% intervals of runs that pass this test and lack no squares cover the ESS at least 91% of the time.
// Intervals of runs that pass only the test on the weights may cover it 20% of the time.
const mostOfSquares = 0.04

// SquaresWarning returns why the interval of the ESS is too narrow, or "" if it is not: the ESS depends on the squares
// of the forward weights, and fewer runs make up their sum than make up the weights'.
func (r Runs) SquaresWarning() string {
	p := r.w() // without a weight, or if all are 0 or some infinite, all that follows is NaN, and warns of nothing
	square := meanOf(len(p.logs), func(i int) float64 { return p.v(i) * p.v(i) })
	if share := 1 / (square.Value * float64(len(p.logs))); share > mostOfSquares {
		return fmt.Sprintf("the square of the largest of %d forward weights is %s of the sum of their squares: "+
			"the standard error of the ESS is not to be trusted", len(p.logs), percent(share))
	}
	// E_fwd[w²] is R E_rev[w]. So it lacks the part of weights in reverse that are above the largest drawn forward.
	lacks := p.mean.Value * p.unseen(r.Reverse.LogW, func(l float64) float64 { return math.Exp(l - p.top) })
	if lacks > square.StdErr {
		return fmt.Sprintf("the reverse chains tell of forward weights so large and rare that none was seen: the "+
			"mean of the squares lacks some %s, more than its standard error, and the ESS is too high",
			percent(lacks/square.Value))
	}
	return ""
}

// Warnings returns the warnings of all estimates, each once.
func (r Runs) Warnings() []string {
	var all []string
	for _, e := range []Estimate{r.FwdLogW(), r.LowerLogR(), r.RevLogW(), r.UpperLogR()} {
		for s := range strings.SplitSeq(e.Warning, "; ") {
			if s != "" && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all
}

// w returns the forward weights, and invW 1/w of the reverse chains.
func (r Runs) w() scaled { return newScaled(r.Forward.LogW, r.Reverse.LogW, 1, "forward weights") }

func (r Runs) invW() scaled {
	return newScaled(r.Reverse.LogW, r.Forward.LogW, -1, "inverse reverse weights")
}

// infinite returns a warning that counts the infinite log weights, or "" if there are none.
func infinite(logw []float64, what string) string {
	n := 0
	for _, v := range logw {
		if math.IsInf(v, 0) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d %s", n, len(logw), what)
}

// At most bootstrapGroups groups of chains are resampled, bootstrapRepeats times. With 2000 repeats the ends of a 95%
// interval are uncertain by some 6% of a standard error.
const (
	bootstrapGroups  = 2000
	bootstrapRepeats = 2000
)

// BootstrapB returns the percentile bootstrap interval of B. It resamples forward and reverse chains independently,
// 2000 times. The interval holds the middle 95% of the differences of their means.
//
// More than 2000 chains are first put into 2000 groups of neighbours, whose sizes differ
// by at most one. Resampling groups gives the mean the same variance as resampling chains. The same seed gives the same
// interval. If B is infinite so are both ends.
func (r Runs) BootstrapB(seed uint64) Interval {
	if b := r.B(); math.IsInf(b.Value, 0) {
		return Interval{b.Value, b.Value}
	}
	gen := rand.New(generator(seed, 2))
	fwd := newGroups(r.Forward.LogW)
	rev := newGroups(r.Reverse.LogW)
	bs := make([]float64, bootstrapRepeats)
	for i := range bs {
		bs[i] = rev.resample(gen) - fwd.resample(gen)
	}
	slices.Sort(bs)
	return Interval{
		Low:  stat.Quantile((1-confidence)/2, stat.LinInterp, bs, nil),
		High: stat.Quantile((1+confidence)/2, stat.LinInterp, bs, nil),
	}
}

// groups holds sums of neighbouring chains, with the number of chains in each.
type groups struct{ sums, sizes []float64 }

// newGroups returns the groups of the numbers xs, one a chain.
func newGroups(xs []float64) groups {
	k := min(len(xs), bootstrapGroups)
	g := groups{make([]float64, k), make([]float64, k)}
	for i := range k {
		for _, x := range xs[i*len(xs)/k : (i+1)*len(xs)/k] {
			g.sums[i] += x
			g.sizes[i]++
		}
	}
	return g
}

// resample draws len(g.sums) groups with replacement, and returns the mean of their chains.
func (g groups) resample(gen *rand.Rand) float64 {
	sum, size := 0.0, 0.0
	for range g.sums {
		i := gen.IntN(len(g.sums))
		sum += g.sums[i]
		size += g.sizes[i]
	}
	return sum / size
}
