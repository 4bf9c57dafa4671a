package sample

import (
	"fmt"
	"math"
)

// A scaled is a sample of weights that were given by their logs. Each is divided by the
// largest, since exp(log) itself may be beyond any float64. The weights are computed from
// the logs whenever they are needed, because there may be a hundred million.
type scaled struct {
	logs    []float64
	sign    float64  // 1, or -1 for inverse weights
	top     float64  // the largest log, with the sign
	mean    Estimate // of v
	warning string
}

// v returns exp(log - top) of a weight; the largest is 1.
func (p scaled) v(i int) float64 { return math.Exp(p.sign*p.logs[i] - p.top) }

// shareLimit is the largest share of the sum that one weight may have for the standard
// error to be trusted. The sum over the largest weight is the strictest effective sample
// size, never above Kish's (Huggins and Roy 2019); at 1% it is 100. If it is smaller the
// sum depends on a few draws. One more like them would move it by about a standard
// error, and the chains cannot tell how many like them are missing.
const shareLimit = 0.01

// logRounding bounds the difference of the log weights of one path, summed in two
// orders, with room to spare. A difference of this size is ignored.
const logRounding = 1e-9

// newScaled scales the weights exp(sign log). Warnings call them name. The mean of no weights is
// unknown.
func newScaled(logs []float64, sign float64, name string) scaled {
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
		p.warning = fmt.Sprintf("the largest of %d %s is %.2g%% of their sum: the standard error is not to be trusted",
			len(logs), name, 100*share)
	}
	return p
}

// checkMissing warns of weights that are missing here and present in the opposite
// direction; others are the logs of the opposite direction, which get the same sign.
//
// A path's probabilities in the two directions have the ratio w Z_1/Z_T. So weights
// above the largest that was seen add to the mean R times their opposite probability,
// and the share of chains that should have them is the opposite mean of R/w over them.
// The mean lacks the difference: the opposite mean of 1 - R/w over weights above the
// largest. If that is more than the standard error, the truth is further off than that
// error says.
func (p *scaled) checkMissing(others []float64, name string) {
	logR := p.logMean().Value
	lacks, n := 0.0, 0
	for _, l := range others {
		if l *= p.sign; math.IsInf(l, 0) {
			continue // the opposite direction has no such path
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

// kish estimates (mean v)²/mean v². With m the mean of v and s the mean of v², its
// relative error is, to first order, the mean of 2 (v - m)/m - (v² - s)/s (delta
// method).
func (p scaled) kish() Estimate {
	if math.IsInf(p.top, 0) {
		return Estimate{0, math.NaN(), p.warning}
	}
	n, m, s := len(p.logs), p.mean.Value, 0.0
	for i := range n {
		v := p.v(i)
		s += v * v / float64(n)
	}
	off := meanOf(n, func(i int) float64 {
		v := p.v(i)
		return 2*(v-m)/m - (v*v-s)/s
	})
	value := m * m / s
	return Estimate{value, value * off.StdErr, p.warning}
}
